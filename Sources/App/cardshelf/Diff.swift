import ArgumentParser
import Diagnostics
import Geometry
import Glibc
import Pages
import Review
import SiteBuild

struct Diff: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "shows what changed, and the causes",
    usage: "cardshelf diff [--against <what>] [<options>]",
    discussion: """
      Without --against, the site is compared with what was approved.
      A commit is laid out too; nothing is written, and no work tree changes.

      Examples:
        cardshelf diff --against origin/main
        cardshelf diff --against ../published/Output
        cardshelf diff --against HEAD --report changes    # opens from disk

      Exit codes: 0 nothing changed, 1 something did, 2 could not run.
      """)

  @Option(
    help: ArgumentHelp(
      "a git commit; or a path that begins with ./, ../ or /: ./layout.json, ../Output", valueName: "what"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "a git commit, never a file or folder", valueName: "commit"))
  var againstCommit: String?

  @Option(help: ArgumentHelp("a file or folder, never a commit", valueName: "path"))
  var againstFolder: String?

  @Option(help: ArgumentHelp("ignore differences up to this length", valueName: "pixels"))
  var tolerance = "0"

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "only these ids, pages or files; * and ** are wildcards", valueName: "pattern"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp("the format of changes: human, json, github, markdown, junit", valueName: "name"))
  var format = "human"

  @Option(
    help: ArgumentHelp("the folder for a report of the changes", valueName: "folder"))
  var report: String?

  @OptionGroup var folder: ForceArgument

  @Flag(help: "leave out what moves nothing")
  var layoutOnly = false

  @Flag(help: "exit with 0 even if something changed")
  var exitZeroOnChanges = false

  @Flag(help: ArgumentHelp("print to standard error how long each stage took", visibility: .hidden))
  var timings = false

  @OptionGroup var site: SiteArguments

  func validate() throws {
    _ = try choice(format, of: "--format", as: DifferenceFormat.self)
    if report == "" { throw ValidationError("'--report' must name a folder.") }
    let others = [against, againstCommit, againstFolder].compactMap(\.self)
    if others.contains("") { throw ValidationError("'--against' needs a value.") }
    if others.count > 1 { throw ValidationError("'--against' can be given only once.") }
    if filter.contains("") { throw ValidationError("A pattern of '--filter' must not be empty.") }
    _ = try toleratedLength
  }

  /// The tolerance in 1/64 px, rounded down.
  private var toleratedLength: Pixels {
    get throws {
      guard let pixels = Double(tolerance), (0...10_000).contains(pixels) else {
        throw ValidationError("'--tolerance' must be a number from 0 to 10000, not '\(printable(tolerance))'.")
      }
      return Pixels(sixtyFourths: Int(pixels * 64))
    }
  }

  func run() async throws {
    let format: DifferenceFormat = try choice(format, of: "--format")
    var options = try site.options()
    options.clock = timings ? StageClock() : nil
    let other =
      against.map { ComparedWith($0) } ?? againstCommit.map { .commit($0) } ?? againstFolder.map { .path($0) }
    let tolerance = try toleratedLength
    let place = report.map { OutputPlace.report(folder: $0, root: options.root, isForced: folder.force) }
    // The check comes before the work.
    try writing { () throws(Diagnostic) in try place?.check() }
    // The checked-out files are removed on every path.
    let (result, wasInterrupted) = await interruptible { [options, filter, layoutOnly] in
      let filter = ChangeFilter(filter)
      guard let other else {
        return await compareWithBaseline(options, tolerance: tolerance, filter: filter, isLayoutOnly: layoutOnly)
      }
      return await compareSite(
        options, with: other, tolerance: tolerance, filter: filter, isLayoutOnly: layoutOnly)
    }
    if wasInterrupted { throw ExitCode(130) }
    if let stages = options.clock { printError(stageLines(stages.laps)) }
    for diagnostic in result.diagnostics { printFinding(diagnostic) }
    guard let found = result.report else { throw ExitCode(2) }
    if let place, let visual = await result.visualReport(options) {
      try writing { () throws(Diagnostic) in try write(visual, to: place) }
    }
    switch result.missing {
    case .texts where !layoutOnly:
      printError("\(found.against) does not state the texts of cards: a commit shows which of them changed\n")
    case .approvedSite:
      printError("no commit here has the site that \(found.against) approves: only its lines were compared\n")
    default: break
    }
    let document = found.document(as: format, isColoured: showsColours(on: STDOUT_FILENO))
    switch format {
    case .human: print(document, terminator: "")
    case .json: printDocument(document)
    case .github: printDocument(inWorkspace(document, root: options.root), isJSON: false)
    case .markdown, .junit: printDocument(document, isJSON: false)
    }
    // Freeing two sites takes as long as comparing them, but the system does it at once.
    withExtendedLifetime(result) { Glibc.exit(found.difference.isEmpty || exitZeroOnChanges ? 0 : 1) }
  }
}

/// Ends the command if there is a finding about the folder.
private func writing(_ body: () throws(Diagnostic) -> Void) throws {
  do throws(Diagnostic) {
    try body()
  } catch {
    printFinding(error)
    throw ExitCode(2)
  }
}

struct Approve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve",
    abstract: "shows layout changes, and makes the layout the new baseline for diff",
    usage: "cardshelf approve [<part> ...] [<options>]",
    discussion: """
      The baseline is layout.baseline next to cardshelf.yml. Commit it with the
      site. With names, only these pages, shelves and cards are approved.

      Examples:
        cardshelf approve && git add layout.baseline
        cardshelf approve planets notes/moon

      Exit codes: 0 written or unchanged; 1 errors in the content, nothing written;
      2 could not run.
      """)

  @Argument(
    help: ArgumentHelp("ids, pages or files; * and ** are wildcards", valueName: "part"))
  var parts: [String] = []

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if parts.contains("") { throw ValidationError("A name must not be empty.") }
  }

  func run() async throws {
    let approval = await Approval.prepare(try site.options(), filter: ChangeFilter(parts))
    for diagnostic in approval.diagnostics { printFinding(diagnostic) }
    guard let baseline = approval.baseline else {
      printError(tally(of: approval.diagnostics, isStrict: false) + "; the baseline is unchanged\n")
      throw ExitCode(approval.exitCode)
    }
    if let report = approval.report {
      print(report.document(as: .human, isColoured: showsColours(on: STDOUT_FILENO)), terminator: "")
    }
    do {
      let isWritten = try approval.write()
      let what =
        counted(baseline.count(of: .shelf), "shelf", plural: "shelves") + ", "
        + counted(baseline.count(of: .card), "card")
      let name = LayoutBaseline.name
      print(
        isWritten
          ? "approved \(parts.isEmpty ? what : parts.joined(separator: ", ")): \(name)" : "\(name) is up to date")
    } catch {
      printFinding(error)
      throw ExitCode(2)
    }
  }
}
