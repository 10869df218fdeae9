import Diagnostics
import JSONText

extension Diagnostic.Rule {
  static let layoutUnreadable = Diagnostic.Rule("layout-unreadable", fault: .cannotRun)
  static let baselineConflict = Diagnostic.Rule("baseline-conflict", fault: .cannotRun)
}

extension Diagnostic {
  static func layoutUnreadable(_ fault: JSONFault, in source: SourceText) -> Diagnostic {
    // A byte at the place, so that the caret stands there.
    Diagnostic(
      .error, .layoutUnreadable, fault.message, at: SourceRange(fault.offset, fault.offset + 1), in: source,
      help: "name a layout.json or layout.baseline.json that Cardshelf wrote")
  }

  static func baselineConflict(at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .baselineConflict, "git could not merge the baseline here", at: SourceRange(offset, offset + 7),
      in: source, help: "keep either side, look at the layout, and write the baseline anew with: cardshelf approve")
  }
}
