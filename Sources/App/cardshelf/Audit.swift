public import ArgumentParser
public import BrowserAudit
import Diagnostics
import Glibc

struct Audit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Opens the built site in real browsers and compares every frame and every line start.",
    discussion: """
      Examples:
        cardshelf audit                                      # every page, width and browser
        cardshelf audit --browser firefox --width 390 1280   # some of them
        cardshelf audit --listen                             # in any other browser
      """)

  @Option(
    help: ArgumentHelp("The folder with cardshelf.yml.", discussion: "Default: found from the current folder upwards."))
  var root: String?

  @Option(help: ArgumentHelp("The output folder of a build.", discussion: "Default: Output in the root."))
  var output: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("chromium, firefox, webkit.", discussion: "Default: all installed browsers."))
  var browser: [Browser] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Page widths in CSS pixels.", discussion: "Default: where each step of the layout begins."))
  var width: [Int] = []

  @Option(parsing: .upToNextOption, help: "Device pixels per CSS pixel: 1, 1.25, 1.5, 2, 3.")
  var scale: [Scale] = [.one]

  @Option(
    parsing: .upToNextOption, help: ArgumentHelp("Pages, like about/index.html.", discussion: "Default: all."))
  var page: [String] = []

  @Flag(help: "Show scrollbars that take up space, in Chromium.")
  var scrollbars = false

  @Option(help: "Write all results to a file, as JSON.")
  var report: String?

  @Flag(help: "Start no browser; wait ten minutes until the address is opened in one.")
  var listen = false

  func validate() throws {
    if let width = width.first(where: { !(1...16384).contains($0) }) {
      throw ValidationError("'--width' must be between 1 and 16384, not \(width).")
    }
    if listen, !browser.isEmpty { throw ValidationError("'--listen' and '--browser' cannot be combined.") }
    if listen, scale != [.one] { throw ValidationError("'--listen' and '--scale' cannot be combined.") }
    if report == "" { throw ValidationError("'--report' needs the name of a file.") }
  }

  func run() async throws {
    guard let output = output ?? (root ?? findRoot()).map({ $0 + "/Output" }) else {
      reportNoSite()
      throw ExitCode(2)
    }
    var options = AuditOptions(output: output)
    if !browser.isEmpty { options.browsers = browser }
    options.widths = width
    options.scales = scale
    options.pages = page
    options.hasScrollbars = scrollbars
    options.listens = listen
    let isTerminal = isatty(STDERR_FILENO) == 1
    // Interrupting the audit also ends the browsers.
    let audit = await interruptible { [options] in
      await auditSite(options) { say($0, isTerminal: isTerminal) }
    }
    try present(audit.value)
  }

  private func present(_ result: AuditResult) throws {
    if let found = result.report {
      if !found.runs.isEmpty { print(found.text(), terminator: "") }
      if let report {
        do {
          try found.write(toFile: report)
        } catch {
          printFinding(error)
          throw ExitCode(2)
        }
      }
    }
    if result.exitCode != 0 { throw ExitCode(result.exitCode) }
  }
}

extension Browser: ExpressibleByArgument {}

extension Scale: ExpressibleByArgument {}

private func say(_ event: AuditEvent, isTerminal: Bool) {
  switch event {
  case .listening(let url): printError("Open this address in a browser on this machine; Ctrl-C quits:\n  \(url)\n")
  case .diagnostic(let diagnostic):
    if isTerminal { printError("\u{1B}[K") }
    printFinding(diagnostic)
  case .progress(let browser, let done, let all):
    // The line is written over by the next, and wiped after the last.
    if isTerminal { printError(done < all ? "\(browser): \(done) of \(all)\u{1B}[K\r" : "\u{1B}[K") }
  }
}
