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
  /// The first line that is not UTF-8.
  let invalidLine: SourceRange?

  /// - Complexity: O(bytes). Of a large style sheet without loads and faults, one piece is held at once.
  init(_ file: SiteFile) {
    self = file.pieceCount > 1 ? Self(piecesOf: file) ?? Self(file.bytes) : Self(file.bytes)
  }

  /// nil if the pieces do not end where rules end, or if something is to be said of them, at its place in the file.
  private init?(piecesOf file: SiteFile) {
    var names = StyledNames()
    var depth = 0
    for number in 0..<file.pieceCount {
      let bytes = file.piece(number)
      var scanner = StyleSheetScanner(bytes)
      while let segment = scanner.next() {
        switch segment.end {
        case .open where scanner.comments.isEmpty:
          names.read(bytes.span, segment.range, isOutermost: depth == 0)
          depth += 1
        case .close where depth > 0: depth -= 1
        case .semicolon: break
        case .endOfFile where bytes[segment.range].allSatisfy(\.isSpace): break
        case .open, .close, .endOfFile: return nil
        }
      }
      guard scanner.loads.isEmpty, scanner.faults.isEmpty, firstInvalidUTF8(bytes) == nil else { return nil }
    }
    guard depth == 0 else { return nil }
    (loads, faults, invalidLine) = ([], [], nil)
    self.names = names
  }

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
    invalidLine = firstInvalidUTF8(bytes)
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
