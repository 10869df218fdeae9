import Diagnostics

extension Diagnostic {
  static func layoutUnreadable(_ fault: JSONFault, in source: SourceText) -> Diagnostic {
    // The range is one byte, so that the caret is there.
    Diagnostic(
      .error, Rule("layout-unreadable", fault: .cannotRun), fault.message,
      at: SourceRange(fault.offset, fault.offset + 1), in: source,
      help: "name a layout.json or layout.baseline.json that Cardshelf wrote")
  }

  static func baselineConflict(at offset: Int, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("baseline-conflict", fault: .cannotRun), "git could not merge the baseline here",
      at: SourceRange(offset, offset + 7),
      in: source, help: "keep either side, review the layout, and write the baseline again with: cardshelf approve")
  }
}
