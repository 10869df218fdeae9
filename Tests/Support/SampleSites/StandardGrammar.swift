import Content
public import Diagnostics
import ShelfArrangements
public import SiteValidation

extension PageGrammar {
  /// The grammar of pages with the arrangements of Cardshelf and no slots of a theme.
  public init() { self.init(.standard) }
}

extension PageWords {
  /// Those of a theme without slots of its own.
  public static var standard: PageWords {
    let slots = SlotTable.standard
    return PageWords(
      arrangements: standardArrangements.map(\.name), texts: slots.texts.filter { $0 != .title }.map(slots.className))
  }
}

/// Checks a site whose theme adds no slots to the standard ones.
public func validateSite(_ files: [SiteFile], into sink: inout DiagnosticSink) -> ValidatedSite? {
  validateSite(files, words: .standard, into: &sink)
}
