import CardLayout
import Content
import Diagnostics

extension Card {
  /// The range of a slot's source; nil for the body of a card without text.
  func place(of slot: Slot) -> SourceRange? {
    switch slot.kind {
    case .image: keyRange("image") ?? title?.range
    case .text: self[slot]?.range
    case .markdown: body.blocks.first?.range
    case .tags: tags.first?.range
    }
  }
}

extension SourceText {
  /// The range of a key at the start of a line, ignoring spaces before it: in the front matter, if there is one.
  ///
  /// - Complexity: O(bytes). Only diagnostics use it.
  func keyRange(_ key: String) -> SourceRange? {
    var lower = 0
    var isFirst = true
    while lower < bytes.count {
      let line = line(at: lower)
      let content = bytes[line.lower..<line.upper]
      if !isFirst, content.elementsEqual("---".utf8) { return nil }
      let indent = content.prefix { $0 == 0x20 }.count
      let rest = content.dropFirst(indent)
      if rest.starts(with: key.utf8), rest.dropFirst(key.utf8.count).first(where: { $0 != 0x20 }) == 0x3A {
        return SourceRange(line.lower + indent, line.lower + indent + key.utf8.count)
      }
      lower = line.upper
      while lower < bytes.count, bytes[lower] != 0x0A { lower += 1 }
      lower += 1
      isFirst = false
    }
    return nil
  }
}

extension Diagnostic {
  /// A finding at a range of a file, or about the file if the range is unknown.
  static func found(
    _ rule: ReviewRule, _ message: String, at range: SourceRange?, in source: SourceText,
    severity: Severity = .warning, help: String
  ) -> Diagnostic {
    guard let range, range.upper <= source.bytes.count, !source.bytes.isEmpty else {
      return Diagnostic(severity, rule.diagnosticRule, message, path: source.path, help: help)
    }
    return Diagnostic(severity, rule.diagnosticRule, message, at: range, in: source, help: help)
  }
}
