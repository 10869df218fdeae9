import Diagnostics
import Testing
import TextLayout

@testable import SiteBuild
@testable import Themes

struct FamilyFaceTests {
  private let theme = SourceText(
    path: "Themes/x/theme.yml", text: "fonts: [Noto Sans, No Such Sans, Noto Sans Mono]\n")

  private func family(_ name: String) throws -> PlacedName {
    PlacedName(name: name, range: try #require(theme.range(of: Array(name.utf8))))
  }

  @Test func keepsTheOrderAndReportsWhatIsMissing() throws {
    guard var resolver = FontResolver() else {
      Issue.record("fontconfig has no configuration")
      return
    }
    let faces = resolver.faces(
      for: FontRequest(stack: "text", weight: 700, isItalic: false),
      families: try ["Noto Sans", "No Such Sans", "Noto Sans Mono"].map(family), theme: theme)
    #expect(faces.map { $0.face?.description.stem } == ["NotoSans-Bold", nil, "NotoSansMono-Bold"])
    let faults = faces.compactMap(\.fault)
    #expect(faults.map(\.rule.name) == ["font-missing"])
    #expect(faults.first?.rule.fault == .cannotRun)
    #expect(faults.first?.excerpt.map { $0.line.dropFirst($0.offset).prefix($0.length) } == "No Such Sans")
    #expect(faults.first?.help?.isEmpty == false)
  }

  @Test(arguments: [
    (FontError.familyNotFound("Noto Sans"), "font-missing", "font family not found: Noto Sans"),
    (
      .familyNotStatic("Noto Sans"), "font-variable",
      "Noto Sans is only available as a variable font that cannot be made static"
    ),
    (.fileNotAFont(path: "/a.ttf"), "font-unreadable", "cannot read Noto Sans from /a.ttf"),
    (.fileUnreadable(path: "/a.ttf"), "font-unreadable", "cannot read Noto Sans from /a.ttf"),
  ])
  func errorsAreFindings(error: FontError, rule: String, message: String) throws {
    let finding = Diagnostic.font(error, of: try family("Noto Sans"), in: theme, .system)
    #expect(finding.rule.name == rule && finding.message == message)
    #expect(finding.excerpt.map { $0.line.dropFirst($0.offset).prefix($0.length) } == "Noto Sans")
  }
}
