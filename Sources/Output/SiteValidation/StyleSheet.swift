import Diagnostics

/// The classes in a style sheet, the files that it loads, and its faults.
struct StyleSheet: Sendable {
  struct StyleFault: Sendable {
    let rule: Diagnostic.Rule
    let message: String
    let range: SourceRange
  }

  /// The address in a `url(…)`.
  struct Load: Sendable {
    let link: String
    let range: SourceRange
  }

  let loads: [Load]
  let faults: [StyleFault]
  /// Those in selectors, wherever they are.
  let classes: ByteTable
  /// The first line that is not UTF-8.
  let invalidLine: SourceRange?

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var scanner = StyleSheetScanner(bytes)
    var classes = ByteTable()
    var faults: [StyleFault] = []
    var depth = 0
    while let segment = scanner.next() {
      switch segment.end {
      case .open:
        if scanner.comments.isEmpty {
          classes.insertClasses(in: bytes.span, segment.range)
        } else {
          let text = bytes.without(scanner.comments, in: segment.range)
          classes.insertClasses(in: text.span, text.indices)
        }
        depth += 1
      case .close where depth == 0:
        faults.append(StyleFault(rule: .styleSyntax, message: "a } without its {", range: segment.endRange))
      case .close: depth -= 1
      case .endOfFile where depth > 0:
        faults.append(StyleFault(rule: .styleSyntax, message: "a { without its }", range: segment.endRange))
      case .semicolon, .endOfFile: break
      }
    }
    loads = scanner.loads
    invalidLine = firstInvalidUTF8(bytes)
    self.faults = faults + scanner.faults
    self.classes = classes
  }
}

extension [UInt8] {
  fileprivate func without(_ comments: [Range<Int>], in range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    var position = range.lowerBound
    for comment in comments {
      text += self[position..<Swift.max(position, Swift.min(comment.lowerBound, range.upperBound))]
      position = Swift.min(comment.upperBound, range.upperBound)
    }
    return text + self[position..<range.upperBound]
  }
}

extension ByteTable {
  /// Inserts the classes in the text before a `{`.
  fileprivate mutating func insertClasses(in bytes: Span<UInt8>, _ prelude: Range<Int>) {
    let prelude = bytes.trimmed(prelude)
    guard let first = prelude.first, bytes[first] != UInt8(ascii: "@") else { return }
    var position = first
    while position < prelude.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "."):
        var name: [UInt8] = []
        position = bytes.endOfCSSName(from: position + 1, upTo: prelude.upperBound, into: &name)
        if !name.isEmpty { _ = insert(name[...]) }
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
  }
}
