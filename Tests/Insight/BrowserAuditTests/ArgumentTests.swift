import ArgumentParser
import BrowserAudit
import Testing

@testable import cardshelf

struct ArgumentTests {
  @Test func defaultsWithoutArguments() throws {
    let audit = try Audit.parse([])
    #expect(audit.browser == [])
    #expect(audit.width == [])
    #expect(audit.scale == [.one])
    #expect(audit.page == [])
    #expect(!audit.scrollbars && !audit.listen)
  }

  @Test func optionsTakeSeveralValues() throws {
    let audit = try Audit.parse([
      "--browser", "firefox", "webkit", "--width", "320", "--width", "390", "1280", "--scale", "1.25", "3", "--page",
      "about/index.html", "--scrollbars", "--report", "audit.json", "--output", "Public",
    ])
    #expect(audit.browser == [.firefox, .webkit])
    #expect(audit.width == [320, 390, 1280])
    #expect(audit.scale == [.oneAndAQuarter, .three])
    #expect(audit.page == ["about/index.html"])
    #expect(audit.scrollbars)
    #expect(audit.report == "audit.json")
    #expect(audit.output == "Public")
  }

  @Test(arguments: [
    ["--browser", "lynx"], ["--width", "0"], ["--width", "16385"], ["--width", "wide"], ["--scale", "1.1"],
    ["--listen", "--browser", "firefox"], ["--listen", "--scale", "2"], ["--report", ""], ["--unknown"],
  ])
  func wrongUsageIsRefused(arguments: [String]) {
    #expect(throws: (any Error).self) { try Audit.parse(arguments) }
    do {
      _ = try Audit.parse(arguments)
    } catch {
      #expect(Audit.exitCode(for: error).rawValue == 64)
    }
  }
}
