public import Diagnostics

/// Files that passed every check; only these can be written.
public struct ValidatedSite: Sendable {
  public let files: [SiteFile]

  init(files: [SiteFile]) { self.files = files }
}

/// Checks a whole site on this thread.
///
/// - Returns: nil if anything is wrong; all findings are in `sink`.
/// - Complexity: O(bytes of the site).
public func validateSite(
  _ files: [SiteFile], words: PageWords, into sink: inout DiagnosticSink
) -> ValidatedSite? {
  let inspection = SiteInspection(files)
  var grammar = PageGrammar(words)
  let pages = inspection.pages.map { inspection.inspect($0, with: &grammar) }
  return inspection.conclude(pages, into: &sink)
}
