import ArgumentParser
import Diagnostics
import Review
import SiteBuild

struct BreakpointsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "breakpoints",
    abstract: "lists the widths at which a page changes, and which would be worth a step",
    usage: "cardshelf breakpoints [<page>] [<options>]",
    discussion: """
      A theme states the widths at which pages are laid out, its steps. This
      computes the layout that each width from 200 to 2,560 px would have as a
      step, and prints where lines, columns, rows or heights change, which steps
      change nothing, and which widths would save most lines, rows and cuts.

      Examples:
        cardshelf breakpoints
        cardshelf breakpoints about --all
        cardshelf breakpoints --format json | jq '.gains[0]'
      """)

  private enum BreakpointFormat: String, CaseIterable { case text, json }

  @Argument(help: ArgumentHelp("a page (default: the home page)", valueName: "page"))
  var page: String?

  @Flag(help: "print a line for each width, also where cards stay in their places")
  var all = false

  @Option(help: ArgumentHelp("the output format: text or json", valueName: "name"))
  var format = "text"

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if page?.isEmpty == true { throw ValidationError("A page must have a name, such as index.html.") }
    if try choice(format, of: "--format", as: BreakpointFormat.self) == .json, all {
      throw ValidationError("'--all' cannot be combined with '--format json', which always lists all.")
    }
  }

  func run() async throws {
    let result = await withProgress(try site.options()) { [page] in await findBreakpoints(onPage: page, $0) }
    if let breakpoints = result.breakpoints {
      if format == "json" {
        printDocument(breakpoints.json)
      } else {
        print(breakpoints.text(isComplete: all), terminator: "")
      }
    }
    // Builds report the warnings.
    let errors = result.diagnostics.filter { $0.severity == .error }
    for diagnostic in errors { printFinding(diagnostic) }
    if result.breakpoints == nil || !errors.isEmpty { throw ExitCode(result.exitCode == 0 ? 2 : result.exitCode) }
  }
}
