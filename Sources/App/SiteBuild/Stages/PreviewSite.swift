public import Diagnostics
import SiteContent
public import SiteValidation

/// A build for somebody who is looking on: its files are made and not yet checked.
public struct PreviewedSite: Sendable {
  /// All findings, by path and place.
  public let diagnostics: [Diagnostic]
  /// The files that a build would write, in the order of the paths; nil if it would write nothing.
  public let files: [SiteFile]?
  public let cardCount: Int

  /// 0 fine, 1 findings in the content, 2 could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: false) }
}

/// Builds a site in memory, reusing the builds in the memory.
///
/// - Parameter memory: of builds of the same site. It takes about 100 kB a card.
public func previewSite(_ options: BuildOptions, memory: SiteMemory) async -> PreviewedSite {
  var sink = DiagnosticSink()
  var files: [SiteFile]?
  var cardCount = 0
  do throws(SystemError) {
    var absolute = options
    absolute.root = try absolutePath(ofFolder: options.root)
    if let draft = await DraftedSite.draft(absolute, for: .proof, memory: memory, into: &sink) {
      cardCount = draft.cardCount
      if !sink.hasErrors { files = await draft.files(absolute, into: &sink)?.all }
    }
  } catch {
    sink.report(.unusableRoot(options.root, error))
  }
  return PreviewedSite(
    diagnostics: sink.diagnostics.sortedByPlace(), files: sink.hasErrors ? nil : files, cardCount: cardCount)
}

/// The faults in the files of a build; empty if they could be published.
public func faults(in files: [SiteFile], jobs: Int) async -> [Diagnostic] {
  var sink = DiagnosticSink()
  _ = await validate(files, jobs: jobs, into: &sink)
  return sink.diagnostics.sortedByPlace()
}
