public import Diagnostics

/// No-break spaces between all words, as word processors and web pages leave them in the clipboard: such lines cannot
/// break, and readers see nothing of the cause.
enum PastedSpaces {
  /// Authors join two or three words on purpose: a number and its unit, a title and a name.
  private static let leastWords = 5

  /// The first words of a text, outside code, that no-break spaces alone join, up to the end of their line.
  ///
  /// - Complexity: O(length)
  static func first(in blocks: [Block], of source: SourceText) -> SourceRange? {
    var found: SourceRange?
    blocks.forEachInline { inline in
      guard found == nil, case .text(let text) = inline.kind, let words = joinedWords(in: Array(text.utf8)) else {
        return
      }
      // Entities are longer than what they mean.
      let start = inline.range.lower
      let isAsWritten = inline.written(in: source) != nil
      found = isAsWritten ? SourceRange(start + words.lowerBound, start + words.upperBound) : inline.range
    }
    return found
  }

  static func joinedWords(in bytes: [UInt8]) -> Range<Int>? {
    let text = bytes.span
    var (start, index, words) = (0, 0, 1)
    while index < text.count {
      if isNoBreakSpace(text, at: index) {
        let next = index + 2
        if index > start, next < text.count, isOfWord(text[index - 1]), isOfWord(text[next]),
          !isNoBreakSpace(text, at: next)
        {
          words += 1
        } else {
          (start, words) = (next, 1)
        }
        index = next
      } else if text[index] <= UInt8(ascii: " ") {
        if words >= leastWords { return start..<index }
        index += 1
        (start, words) = (index, 1)
      } else {
        index += 1
      }
    }
    return words >= leastWords ? start..<text.count : nil
  }

  /// Returns whether a byte can end or begin a word. French has no-break spaces beside colons and other signs, and
  /// numbers have them inside.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "."), 0x80...: true
    default: byte.isASCIILetter
    }
  }

  private static func isNoBreakSpace(_ text: Span<UInt8>, at index: Int) -> Bool {
    text[index] == 0xC2 && index + 1 < text.count && text[index + 1] == 0xA0
  }
}

extension Diagnostic.Rule {
  /// No-break spaces between all words of a line.
  public static let pastedSpaces = Diagnostic.Rule("pasted-spaces")
}

extension Diagnostic {
  static func pastedSpaces(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .pastedSpaces, "only no-break spaces are between these words: their line cannot break", at: range,
      in: source, help: "replace them by ordinary spaces; they were probably pasted")
  }
}
