import ArgumentParser
import Diagnostics
import SiteBuild

struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Lays out every card at every page width and writes the site.",
    usage: "cardshelf build [<options>]",
    discussion: "With an error nothing is written, and what was there stays.")

  @Option(help: ArgumentHelp("Where to write.", discussion: "Default: Output in the root.", valueName: "folder"))
  var output: String?

  @Flag(help: "Compress fonts as far as they can be, for publishing; it takes seconds.")
  var release = false

  @Flag(name: .customLong("no-compare"), help: "Leave out the compare pages, which show each page at several widths.")
  var leavesOutCompare = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "How findings are written: text, json, github, sarif.", discussion: formatDiscussion, valueName: "name"))
  var format = "text"

  @Flag(help: ArgumentHelp("Say on standard error how long each stage took.", visibility: .hidden))
  var timings = false

  @OptionGroup var site: SiteArguments

  func validate() throws {
    _ = try choice(format, of: "--format", as: DiagnosticFormat.self)
    if output == "" { throw ValidationError("'--output' must name a folder.") }
  }

  func run() async throws {
    let format: DiagnosticFormat = try choice(format, of: "--format")
    let clock = ContinuousClock()
    let start = clock.now
    var options = try site.options()
    options.output = output
    options.isRelease = release
    options.isStrict = strict
    options.writesCompare = !leavesOutCompare
    options.clock = timings ? StageClock() : nil
    let result = await buildSite(options)
    if let stages = options.clock { printError(stageLines(stages.laps)) }
    present(result.diagnostics, as: format, root: options.root)
    if let report = result.report {
      let text = summary(of: report, output: result.output, elapsed: start.duration(to: clock.now))
      // Standard output is one document for machines.
      if format == .text { print(text, terminator: "") } else { printError(text) }
    } else {
      printError(failureSummary(of: result) + "\n")
    }
    if result.exitCode != 0 { throw ExitCode(result.exitCode) }
  }

  private func failureSummary(of result: BuildResult) -> String {
    tally(of: result.diagnostics, isStrict: strict) + "; \(asFolder(result.output)) is as it was"
  }
}
