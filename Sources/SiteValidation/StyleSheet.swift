import Diagnostics

/// What a style sheet places, what it loads, and what is wrong with it.
struct StyleSheet: Sendable {
  struct Fault: Sendable {
    let rule: Diagnostic.Rule
    let message: String
    let range: SourceRange
  }

  /// What a `url(…)` names.
  struct Load: Sendable {
    let link: String
    let range: SourceRange
  }

  let loads: [Load]
  let faults: [Fault]
  private let targets: StyleTargets
  /// Of each target together, in the order of the file.
  private let declarations: [PlacementDeclaration]
  /// In `declarations`, by target.
  private let ranges: [Range<Int>]

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var scanner = StyleSheetScanner(bytes)
    var rules = StyleRules()
    var faults: [Fault] = []
    while let segment = scanner.next() {
      if scanner.comments.isEmpty {
        rules.take(bytes.span, segment.range, segment.end)
      } else {
        let text = bytes.without(scanner.comments, in: segment.range)
        rules.take(text.span, text.indices, segment.end)
      }
      if segment.end == .close, !rules.close() {
        faults.append(Fault(rule: .styleSyntax, message: "a } without its {", range: segment.endRange))
      }
      if segment.end == .endOfFile, rules.hasOpenBlocks {
        faults.append(Fault(rule: .styleSyntax, message: "a { without its }", range: segment.endRange))
      }
    }
    loads = scanner.loads
    self.faults = faults + scanner.faults
    targets = rules.targets
    (declarations, ranges) = rules.declarationsByTarget
  }

  /// What is said of a part of an element.
  func declarations(
    of part: PlacementSelector.Part, _ id: Span<UInt8>,
    in scope: (shelf: Span<UInt8>, choice: PlacementSelector.Choice)?
  ) -> ArraySlice<PlacementDeclaration> {
    declarations(of: targets.number(of: part, id, in: scope))
  }

  /// What is said of a class.
  func declarations(
    ofClass name: Span<UInt8>, choice: PlacementSelector.Choice?
  ) -> ArraySlice<PlacementDeclaration> {
    declarations(of: targets.number(ofClass: name, choice: choice))
  }

  private func declarations(of target: Int?) -> ArraySlice<PlacementDeclaration> {
    target.map { declarations[ranges[$0]] } ?? []
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
