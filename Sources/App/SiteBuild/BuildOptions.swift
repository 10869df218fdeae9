public import Arrangements
public import Content
public import Diagnostics
import Glibc
public import ShelfArrangements
public import TextLayout

/// The options of a build.
public struct BuildOptions: Sendable {
  /// The folder with `cardshelf.yml`.
  public var root: String
  /// The output folder; nil is `Output` in the root.
  public var output: String?
  /// True to write to an output folder that contains files of others, which stay.
  public var isForced = false
  /// True to include cards, shelves and pages that are drafts.
  public var includesDrafts: Bool
  /// The day that decides whether a card is not yet published, or no longer; nil is the day on which a build begins, in
  /// UTC.
  public var day: CalendarDate?
  /// The number of parallel tasks. It does not affect the result.
  public var jobs: Int
  /// True to treat warnings as errors.
  public var isStrict: Bool
  /// True if the build is for publishing: fonts are compressed as much as possible, which takes many times as long.
  public var isRelease: Bool
  /// The folder for data that does not fit in memory.
  public var scratchFolder: String
  /// The reader's text size for every page, overriding that of the site.
  public var textSize: TextSizeCategory?
  /// True to write a compare page for each page.
  public var writesCompare: Bool
  /// True to write `layout.json`, with the frames of all pages.
  public var writesLayout: Bool
  /// The installation of the program, which decides which fonts precede those of the system, and what findings advise.
  public var installation = Installation.system
  /// Tries a theme's own fonts before they are used; nil uses them at once.
  public var fontTrial: FontTrial?
  /// Makes renditions of images; nil publishes the original images.
  public var pictureMaker: PictureMaker?
  /// The only files that may differ from those of the last build with the same memory, relative to the root; nil if any
  /// may.
  public var changedFiles: Set<String>?
  /// The arrangements that shelves can have.
  public var arrangements = standardArrangements
  /// Called when a stage ends.
  public var clock: StageClock?
  /// Updated with the progress of the build.
  public var progress: BuildProgress?

  public init(
    root: String, output: String? = nil, includesDrafts: Bool = false, jobs: Int = 1, isStrict: Bool = false,
    isRelease: Bool = false, scratchFolder: String = "/var/tmp",
    textSize: TextSizeCategory? = nil, writesCompare: Bool = true, writesLayout: Bool = true
  ) {
    self.root = root
    self.output = output
    self.includesDrafts = includesDrafts
    self.jobs = jobs
    self.isStrict = isStrict
    self.isRelease = isRelease
    self.scratchFolder = scratchFolder
    self.textSize = textSize
    self.writesCompare = writesCompare
    self.writesLayout = writesLayout
  }
}

extension BuildOptions {
  var publicationRule: PublicationRule {
    PublicationRule(day: day ?? CalendarDate(secondsSince1970: time(nil)), includesDrafts: includesDrafts)
  }
}

/// The result of a build.
public struct BuildResult: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The figures of the build; nil if nothing was written.
  public let report: BuildReport?
  /// The output folder as it was given, without a slash at its end, for people.
  public let output: String
  /// True if there is no report but files of this build are in the folder, next to those of the previous build: the
  /// system refused to continue. Each page is complete, and the next build completes the rest.
  public let isMixed: Bool
  /// The number of images that the next build need not make again, if the task was cancelled while they were made; else
  /// nil.
  public let keptImageCount: Int?
  let isStrict: Bool
  /// Intermediate results. A program that ends after a build keeps them until then, because freeing them takes time.
  let remains: DraftedSite?

  /// The exit code: 0 for success, 1 for findings in the content, 2 if the build could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: isStrict) }
}

/// - Parameter isStrict: true if warnings count as errors.
func exitCodeOfFindings(_ diagnostics: [Diagnostic], isStrict: Bool) -> Int32 {
  let errors = diagnostics.filter { $0.severity == .error }
  if errors.contains(where: { $0.rule.fault == .cannotRun }) { return 2 }
  return errors.isEmpty && !(isStrict && !diagnostics.isEmpty) ? 0 : 1
}

/// Figures of a successful build.
public struct BuildReport: Sendable {
  public let cardCount: Int
  public let shelfCount: Int
  public let pageCount: Int
  /// The number of files, rows and folders that their authors do not want published.
  public let keptBackCount: Int
  public let stepCount: Int
  public let lines: LineTotals
  public let fontCount: Int
  public let fontByteCount: Int
  public let written: WriteReport
}
