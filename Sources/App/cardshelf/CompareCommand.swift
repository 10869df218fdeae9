import ArgumentParser
import Diagnostics
import Review
import SiteBuild

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "shows the pages of the site and of an earlier version side by side",
    usage: "cardshelf compare --against <what> [<options>]",
    discussion: """
      Writes a folder that opens from disk: both builds, and for each page a
      compare page with panes of before and after at the same widths.

      Examples:
        cardshelf compare --against origin/main
        cardshelf compare --against ../published/Output --output sideways

      Exit codes: 0 written, 1 errors in the content, 2 could not run.
      """)

  @Option(
    help: ArgumentHelp(
      "a git commit; or an output folder whose path begins with ./, ../ or /", valueName: "what"))
  var against: String

  @Option(help: ArgumentHelp("the folder to write", valueName: "folder"))
  var output = "comparison"

  @OptionGroup var folder: ForceArgument

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if against.isEmpty { throw ValidationError("'--against' needs a value.") }
    if output.isEmpty { throw ValidationError("'--output' must name a folder.") }
  }

  func run() async throws {
    let options = try site.options()
    let place = OutputPlace.comparison(folder: output, root: options.root, isForced: folder.force)
    let (result, wasInterrupted) = await interruptible { [options, against] in
      await compareBuilds(options, with: ComparedWith(against), to: place)
    }
    if wasInterrupted { throw ExitCode(130) }
    for diagnostic in result.diagnostics { printFinding(diagnostic) }
    guard let report = result.report else {
      throw ExitCode(result.diagnostics.contains { $0.rule.fault == .cannotRun } ? 2 : 1)
    }
    print(report.difference.isEmpty ? "nothing changed" : report.difference.summary)
    print("Open \(asFolder(output))index.html")
  }
}
