public import Diagnostics

/// No-break spaces between all words, as word processors and web pages leave them in the clipboard: such lines cannot
/// break, and readers see nothing of the cause.
enum PastedSpaces {
  /// Authors join two or three words on purpose: a number and its unit, a title and a name.
  private static let leastWords = 5

  /// The first words that are joined by no-break spaces alone, one line at most.
  ///
  /// - Complexity: O(length)
  static func first(in bytes: [UInt8], range: SourceRange) -> SourceRange? {
    let text = bytes.span
    var (start, index, words) = (range.lower, range.lower, 1)
    while index < range.upper {
      let joint = lengthOfNoBreakSpace(text, at: index)
      if joint > 0 {
        let next = index + joint
        if index > start, next < range.upper, isOfWord(text[index - 1]), isOfWord(text[next]),
          lengthOfNoBreakSpace(text, at: next) == 0
        {
          words += 1
        } else {
          (start, words) = (next, 1)
        }
        index = next
      } else if text[index] <= UInt8(ascii: " ") {
        if words >= leastWords { return SourceRange(start, index) }
        index += 1
        (start, words) = (index, 1)
      } else {
        index += 1
      }
    }
    return words >= leastWords ? SourceRange(start, range.upper) : nil
  }

  /// Returns whether a byte can end or begin a word. French has no-break spaces beside colons and other signs, and
  /// numbers have them inside.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, UInt8(ascii: ","), UInt8(ascii: "."), 0x80...: true
    default: false
    }
  }

  private static func lengthOfNoBreakSpace(_ text: Span<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case 0xC2: index + 1 < text.count && text[index + 1] == 0xA0 ? 2 : 0
    case UInt8(ascii: "&"): text.extracting(index...).hasPrefix("&nbsp;") ? 6 : 0
    default: 0
    }
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
