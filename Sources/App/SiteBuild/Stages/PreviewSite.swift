import Content
public import Diagnostics
public import SiteValidation

/// A build for somebody who is watching: its files are made and not yet checked.
public struct PreviewedSite: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The files that a build would write, in the order of the paths; nil if it would write nothing.
  public let files: [SiteFile]?
  public let cardCount: Int
  private let words: PageWords

  init(diagnostics: [Diagnostic], files: [SiteFile]?, cardCount: Int, words: PageWords) {
    self.diagnostics = diagnostics
    self.files = files
    self.cardCount = cardCount
    self.words = words
  }

  /// The exit code: 0 for success, 1 for findings in the content, 2 if the command could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: false) }
}

/// Builds a site in memory, reusing the builds in the memory.
///
/// - Parameter memory: the results of builds of the same site. It takes about 100 kB for each card.
public func previewSite(_ options: BuildOptions, memory: SiteMemory) async -> PreviewedSite {
  var sink = DiagnosticSink()
  var files: [SiteFile]?
  var cardCount = 0
  var words = PageWords(arrangements: [], texts: [])
  if let context = BuildContext(options, memory: memory, into: &sink),
    let draft = await DraftedSite.draft(context, for: .proof, into: &sink)
  {
    (cardCount, words) = (draft.cardCount, draft.words)
    if !sink.hasErrors { files = await draft.files(into: &sink)?.all }
  }
  return PreviewedSite(
    diagnostics: sink.diagnostics.sortedByPlace(), files: sink.hasErrors ? nil : files, cardCount: cardCount,
    words: words)
}

extension PreviewedSite {
  /// The faults in the files; empty if they could be published.
  public func faults(jobs: Int) async -> [Diagnostic] {
    var sink = DiagnosticSink()
    _ = await validate(files ?? [], words: words, jobs: jobs, into: &sink)
    return sink.diagnostics.sortedByPlace()
  }
}
