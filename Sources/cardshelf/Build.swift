import ArgumentParser
import Arrangements
import Diagnostics
import SiteBuild
import SiteContent

struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lays out every card at every page width and writes the site.",
    usage: "cardshelf build [<options>]",
    discussion: "With an error nothing is written, and what was there stays.")

  @Option(
    help: ArgumentHelp(
      "The folder with cardshelf.yml.", discussion: "Default: found from here upwards.", valueName: "folder"))
  var root: String?

  @Option(help: ArgumentHelp("Where to write.", discussion: "Default: Output in the root.", valueName: "folder"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The reader's text size that all pages are laid out for.",
      discussion: "From xSmall to xxxLarge, and AX1 to AX5. Default: what the site says, or large.", valueName: "name"))
  var textSize: String?

  @Flag(help: "Include cards, shelves and pages marked as drafts.")
  var drafts = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "How many tasks work at once.", discussion: "Default: the number of processors.", valueName: "count"))
  var jobs: Int?

  func validate() throws {
    if root == "" { throw ValidationError("'--root' must name a folder.") }
    if output == "" { throw ValidationError("'--output' must name a folder.") }
    if let textSize, TextSizeCategory(name: textSize) == nil {
      let guess = TextSizeCategory.nearestName(to: textSize).map { "; did you mean '\($0)'?" } ?? "."
      throw ValidationError(
        """
        '--text-size' cannot be '\(textSize)'\(guess)
        One of: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, AX1 to AX5.
        """)
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("'--jobs' must be between 1 and 1024.") }
  }

  func run() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    guard let root = root ?? findRoot() else {
      printError(
        "error: no cardshelf.yml here or in any folder above\nhelp: go to a site's folder, or name it with --root\n")
      throw ExitCode(2)
    }
    let options = BuildOptions(
      root: root, output: output, includesDrafts: drafts, jobs: jobs ?? processorCount(), isStrict: strict,
      textSize: textSize.flatMap { TextSizeCategory(name: $0) })
    let result = await buildSite(options)
    for diagnostic in result.diagnostics { printError(diagnostic.rendered) }
    if let report = result.report {
      print(summary(of: report, output: result.output, elapsed: start.duration(to: clock.now)), terminator: "")
    } else {
      printError(failureSummary(of: result) + "\n")
    }
    if result.exitCode != 0 { throw ExitCode(result.exitCode) }
  }

  private func failureSummary(of result: BuildResult) -> String {
    let errors = result.diagnostics.count { $0.severity == .error }
    let warnings = result.diagnostics.count - errors
    var parts: [String] = []
    if errors > 0 { parts.append(counted(errors, "error")) }
    if warnings > 0 { parts.append(counted(warnings, "warning") + (strict ? ", taken as errors" : "")) }
    return parts.joined(separator: ", ") + "; \(asFolder(result.output)) is as it was"
  }
}
