public import ArgumentParser
public import BrowserAudit
import Diagnostics
import Glibc

struct Audit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "opens the built site in real browsers and compares every frame and every line start",
    usage: "cardshelf audit [<options>]",
    discussion: """
      Examples:
        cardshelf audit                                      # all that there is
        cardshelf audit --browser firefox --width 390 1280   # a part of it
        cardshelf audit --listen                             # in any other browser
      """)

  @Option(
    help: ArgumentHelp("the site's folder (default: found upwards from here)", valueName: "folder"))
  var root: String?

  @Option(help: ArgumentHelp("the output folder of a build (default: Output in the root)", valueName: "folder"))
  var output: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("browsers (default: all that are installed)", valueName: "name"))
  var browser: [Browser] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "page widths in CSS pixels (default: where each step of the layout begins)", valueName: "pixels"))
  var width: [Int] = []

  @Option(parsing: .upToNextOption, help: ArgumentHelp("device pixels per CSS pixel", valueName: "number"))
  var scale: [Scale] = [.one]

  @Option(
    parsing: .upToNextOption, help: ArgumentHelp("pages, like about/index.html (default: all)"))
  var page: [String] = []

  @Flag(help: "show scrollbars that take up space, in Chromium")
  var scrollbars = false

  @Option(help: ArgumentHelp("the file for all results, as JSON", valueName: "file"))
  var report: String?

  @Flag(help: "start no browser; wait ten minutes until the address is opened in one")
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
    // The next line overwrites this line, and the last one is followed by its removal.
    if isTerminal { printError(done < all ? "\(browser): \(done) of \(all)\u{1B}[K\r" : "\u{1B}[K") }
  }
}
