import Diagnostics

// A term and its definitions, as pandoc and kramdown write them:
//
//     Term
//     : its definition

extension [Inline] {
  /// Returns whether some line of a text is a definition.
  func definesTerms(in source: SourceText) -> Bool {
    contains { $0.isDefinition(in: source) } && lines.contains { $0[0].isDefinition(in: source) }
  }

  /// True for a term with or without definitions, which more of them can follow.
  var mayBeTerm: Bool { lines.count == 1 || first.map(\.isStrong) ?? false }

  /// The term in bold type, with each definition on a line of its own.
  ///
  /// - Parameter definitions: definitions in the next paragraph; then this one is the term, or begins with it.
  func defined(by definitions: [Inline], in source: SourceText) -> [Inline] {
    var result: [Inline] = []
    var isTerm = definitions.isEmpty || first.map { !$0.isStrong } ?? true
    if !isTerm { result = self }
    for line in (isTerm ? lines : []) + definitions.lines {
      let range = line[0].range
      if line[0].isDefinition(in: source) {
        isTerm = false
        result += (result.isEmpty ? [] : [Inline(.hardBreak, range: range)]) + line.dropping(1)
      } else if isTerm {
        if !result.isEmpty { result.append(Inline(.hardBreak, range: range)) }
        result.append(Inline(.span(.strong, line.filter { $0.kind != .hardBreak }), range: range))
      } else {
        result += [Inline(.softBreak, range: range)] + line
      }
    }
    return result
  }
}

extension Inline {
  /// Returns whether a line that begins with this text is a definition.
  func isDefinition(in source: SourceText) -> Bool {
    guard case .text(let text) = kind, text.hasPrefix(": ") || text.hasPrefix(":\t") else { return false }
    return written(in: source) != nil
  }

  fileprivate var isStrong: Bool { if case .span(.strong, _) = kind { true } else { false } }
}
