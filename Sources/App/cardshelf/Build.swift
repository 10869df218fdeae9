import ArgumentParser
import Diagnostics
import Glibc
import PreviewServer
import SiteBuild

struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "lays out every card at every page width and writes the site",
    usage: "cardshelf build [<options>]",
    discussion: """
      If the site has an error, nothing is written, and the previous output stays.

      Examples:
        cardshelf build
        cardshelf build --release --output public    # for publishing
        cardshelf build --watch                      # rebuild on every change
      """)

  @Option(help: ArgumentHelp("the output folder (default: Output in the root)", valueName: "folder"))
  var output: String?

  @OptionGroup var folder: ForceArgument

  @Flag(
    help: """
      build for publishing: fonts compressed as much as possible, which takes some seconds, no compare pages and no \
      layout.json
      """)
  var release = false

  @Flag(
    inversion: .prefixedNo,
    help: "write or omit compare pages, which show each page at several widths (default: write; with --release, omit)")
  var compare: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "write or omit layout.json, with every frame of every page (default: write; with --release, omit)")
  var layout: Bool?

  @Flag(help: "keep running, and rebuild when a source changes; Ctrl-C quits")
  var watch = false

  @OptionGroup var reporting: ReportingArguments

  @Flag(help: ArgumentHelp("print to standard error how long each stage took", visibility: .hidden))
  var timings = false

  @OptionGroup var findingArguments: FindingArguments

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if output == "" { throw ValidationError("'--output' must name a folder.") }
  }

  func run() async throws {
    let format = try reporting.findingFormat
    var options = try site.options()
    options.output = output
    options.isForced = folder.force
    options.isRelease = release
    options.isStrict = reporting.strict
    options.writesCompare = compare ?? !release
    options.writesLayout = layout ?? !release
    if watch { return await buildAtEveryChange(options, format: format) }
    options.clock = timings ? StageClock() : nil
    let result = await build(options, memory: nil, format: format)
    withExtendedLifetime(result) { Glibc.exit(result.keptImageCount == nil ? result.exitCode : 130) }
  }

  /// Builds, prints the result, and waits for changes until the process is ended.
  private func buildAtEveryChange(_ options: BuildOptions, format: DiagnosticFormat) async {
    // The watch begins before the first build, so that no change is missed.
    let changes = SiteChanges(root: resolvedFolder(options.root), polls: false)
    let memory = SiteMemory()
    func buildOnce() async {
      let result = await build(options, memory: memory, format: format)
      // A program that reads the output through a pipe is waiting for it.
      fflush(nil)
      if result.keptImageCount != nil { Glibc.exit(130) }
    }
    await buildOnce()
    for await _ in changes.stream {
      // Editors save in several steps.
      try? await Task.sleep(for: .milliseconds(20))
      await buildOnce()
    }
  }

  private func build(_ options: BuildOptions, memory: SiteMemory?, format: DiagnosticFormat) async -> BuildResult {
    let clock = ContinuousClock()
    let start = clock.now
    let result = await withProgress(options, keepsPictures: true) { await buildSite($0, memory: memory) }
    if let count = result.keptImageCount {
      let kept = count > 0 ? "; the next build need not make \(counted(count, "image")) again" : ""
      printError("interrupted: the pages in \(asFolder(result.output)) are unchanged\(kept)\n")
      return result
    }
    if let stages = options.clock { printError(stageLines(stages.laps)) }
    present(result.diagnostics, as: format, root: options.root, isComplete: findingArguments.allFindings)
    if let report = result.report {
      let text = summary(
        of: report, omissionCount: result.diagnostics.count(where: \.isOfOmission), output: result.output,
        elapsed: start.duration(to: clock.now))
      // Standard output is a single document for programs.
      if format == .text { print(text, terminator: "") } else { printError(text) }
    } else {
      printError(failureSummary(of: result) + "\n")
    }
    return result
  }

  private func failureSummary(of result: BuildResult) -> String {
    let state = result.isMixed ? "contains files of two builds: build again" : "is unchanged"
    return tally(of: result.diagnostics, isStrict: reporting.strict) + "; \(asFolder(result.output)) \(state)"
  }
}
