public import Arrangements
public import Diagnostics

/// What a build is asked to do.
public struct BuildOptions: Sendable {
  /// The folder that holds `cardshelf.yml`.
  public var root: String
  /// Where to write; nil is `Output` in the root.
  public var output: String?
  /// Cards, shelves and pages marked as drafts are part of the site.
  public var includesDrafts: Bool
  /// How many tasks work at once. The result does not depend on it.
  public var jobs: Int
  /// Warnings are treated as errors.
  public var isStrict: Bool
  /// What is built is to be published: its fonts are compressed as far as they can be, which takes many times as long.
  public var isRelease: Bool
  /// Where what is too much for memory waits until it is written.
  public var scratchFolder: String
  /// The reader's text size that every page is laid out for, whatever the site says.
  public var textSize: TextSizeCategory?
  /// A compare page is written for each page.
  public var writesCompare: Bool
  /// How a theme's own fonts are tried before they are used; nil uses them at once.
  public var fontTrial: FontTrial?
  /// What makes renditions of images; nil publishes all images as they are.
  public var pictureMaker: PictureMaker?
  /// Told when a stage ends.
  public var clock: StageClock?
  /// Told how far the build is.
  public var progress: BuildProgress?

  public init(
    root: String, output: String? = nil, includesDrafts: Bool = false, jobs: Int = 1, isStrict: Bool = false,
    isRelease: Bool = false, scratchFolder: String = "/var/tmp",
    textSize: TextSizeCategory? = nil, writesCompare: Bool = true
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
  }
}

/// What a build came to.
public struct BuildResult: Sendable {
  /// All findings, by path and place.
  public let diagnostics: [Diagnostic]
  /// nil when nothing was written.
  public let report: BuildReport?
  /// The output folder as it was given, without a slash at its end, for people.
  public let output: String
  /// Where nothing was reported, files of this build may be in the folder all the same, beside those of the build before: the
  /// system refused to go on half-way. Each page is whole, and the next build finishes it.
  public let isMixed: Bool
  let isStrict: Bool

  /// 0 fine, 1 findings in the content, 2 could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: isStrict) }
}

/// - Parameter isStrict: warnings count as errors.
func exitCodeOfFindings(_ diagnostics: [Diagnostic], isStrict: Bool) -> Int32 {
  let errors = diagnostics.filter { $0.severity == .error }
  if errors.contains(where: { $0.rule.fault == .cannotRun }) { return 2 }
  return errors.isEmpty && !(isStrict && !diagnostics.isEmpty) ? 0 : 1
}

/// What was built and written.
public struct BuildReport: Sendable {
  public let cardCount: Int
  public let shelfCount: Int
  public let pageCount: Int
  public let stepCount: Int
  /// Lines of text over all widths that were laid out.
  public let lineCount: Int
  /// Lines whose end was too close to call and is forced in the markup.
  public let settledCount: Int
  public let fontCount: Int
  public let fontByteCount: Int
  public let written: WriteReport
}
