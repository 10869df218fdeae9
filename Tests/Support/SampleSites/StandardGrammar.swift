public import Diagnostics
import ShelfArrangements
public import SiteValidation

extension PageGrammar {
  /// The grammar of pages with the arrangements of Cardshelf.
  public init() { self.init(arrangements: standardArrangements.map(\.name)) }
}

/// Checks a site with the arrangements of Cardshelf.
public func validateSite(_ files: [SiteFile], into sink: inout DiagnosticSink) -> ValidatedSite? {
  validateSite(files, arrangements: standardArrangements.map(\.name), into: &sink)
}
