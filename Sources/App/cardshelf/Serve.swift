import ArgumentParser
import Diagnostics
import Glibc
import PreviewServer
import SiteBuild

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "shows the site in browsers and keeps it up to date while its sources are edited",
    usage: "cardshelf serve [<options>]",
    discussion: """
      Nothing is written. Open pages update and keep their scroll position; errors are shown
      over the last page that could be built. Ctrl-C quits.

      Examples:
        cardshelf serve --open
        cardshelf serve --port 8080 --drafts
        cardshelf serve --host 0.0.0.0    # for all devices in the network
      """)

  @Option(
    help: ArgumentHelp(
      "the port to listen on (default: 4173, or the next that is free)", valueName: "number"))
  var port: Int?

  @Option(
    help: ArgumentHelp(
      "the numeric address to listen on", discussion: "127.0.0.1 is this machine only",
      valueName: "address"))
  var host = "127.0.0.1"

  @Flag(help: "open the site in a browser")
  var open = false

  @Flag(help: "check for changes repeatedly, if the system does not report them")
  var poll = false

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if let port, !(1...65535).contains(port) {
      throw ValidationError("'--port' must be between 1 and 65535, not \(port).")
    }
    if !LivePreview.isAddress(host) {
      throw ValidationError("'--host' must be a numeric address, such as 0.0.0.0, not '\(host)'.")
    }
  }

  func run() async throws {
    var preview = LivePreview(options: try site.options())
    preview.port = port.flatMap { UInt16(exactly: $0) }
    preview.address = host
    preview.polls = poll
    let (failure, _) = await interruptible(by: [SIGINT, SIGTERM]) { [preview, open] () async -> Diagnostic? in
      do throws(Diagnostic) {
        try await preview.run { event in
          say(event)
          if open, case .listening(let url, _) = event { openInBrowser(url) }
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure {
      printFinding(failure)
      throw ExitCode(2)
    }
  }

}

private func say(_ event: LivePreview.PreviewEvent) {
  switch event {
  case .listening(let url, let isToldOfChanges):
    print("Open \(url)   Ctrl-C quits." + (isToldOfChanges ? "" : " Files are checked three times a second."))
    print("Compare widths at \(url)compare/")
    fflush(nil)
  case .built(let cards, let pages, let warnings, let time):
    for warning in warnings { printFinding(warning) }
    let changed = pages == 0 ? "no page changed" : counted(pages, "page") + " changed"
    printError("\(counted(cards, "card")), \(changed), in \(milliseconds(time)) ms\n")
  case .failed(let problems):
    for problem in problems { printFinding(problem) }
    printError(tally(of: problems, isStrict: false) + "; the shown page is unchanged\n")
  case .faulty(let faults):
    for fault in faults { printFinding(fault) }
    printError("These are bugs in Cardshelf: please report them.\n")
  }
}

private func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }

private func openInBrowser(_ url: String) {
  // If the program does not exist, people can still click on the address.
  var program: pid_t = 0
  let arguments = ["xdg-open", url].map { (text: String) in strdup(text) }
  defer { for argument in arguments { free(argument) } }
  if posix_spawnp(&program, "xdg-open", nil, nil, arguments + [nil], environ) != 0 {
    printError("xdg-open is not installed: open \(url) yourself\n")
  }
}
