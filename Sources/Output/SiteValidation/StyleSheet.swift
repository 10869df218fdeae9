import Diagnostics

/// The selectors of a style sheet, the files that it loads, and its faults.
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
  let names: StyledNames

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var scanner = StyleSheetScanner(bytes)
    var names = StyledNames()
    var faults: [StyleFault] = []
    var depth = 0
    while let segment = scanner.next() {
      switch segment.end {
      case .open:
        if scanner.comments.isEmpty {
          names.read(bytes.span, segment.range, isOutermost: depth == 0)
        } else {
          let text = bytes.without(scanner.comments, in: segment.range)
          names.read(text.span, text.indices, isOutermost: depth == 0)
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
    self.faults = faults + scanner.faults
    self.names = names
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
