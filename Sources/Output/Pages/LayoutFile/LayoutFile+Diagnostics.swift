import Diagnostics

extension Diagnostic {
  static func layoutUnreadable(_ fault: JSONFault, in source: SourceText) -> Diagnostic {
    // The range is one byte, so that the caret is there.
    Diagnostic(
      .error, Rule("layout-unreadable", fault: .cannotRun), fault.message,
      at: SourceRange(fault.offset, fault.offset + 1), in: source,
      help: "name a layout.json that Cardshelf wrote")
  }
}
