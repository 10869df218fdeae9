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

  /// For each target in the order of the file.
  private(set) var placements: [PlacementTarget: [PlacementRule]] = [:]
  private(set) var loads: [Load] = []
  private(set) var faults: [Fault] = []

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var scanner = StyleSheetScanner(bytes)
    var blocks: [StyleBlock] = []
    while let segment = scanner.next() {
      switch segment.end {
      case .open:
        blocks.append(StyleBlock(prelude: segment.text, in: blocks.last))
      case .semicolon:
        blocks.declare(segment.text)
      case .close:
        blocks.declare(segment.text)
        if let block = blocks.popLast() {
          place(block)
        } else {
          faults.append(Fault(rule: .styleSyntax, message: "a } without its {", range: segment.endRange))
        }
      case .endOfFile where !blocks.isEmpty:
        faults.append(Fault(rule: .styleSyntax, message: "a { without its }", range: segment.endRange))
      case .endOfFile: break
      }
    }
    loads = scanner.loads
    faults += scanner.faults
  }

  private mutating func place(_ block: StyleBlock) {
    guard case .style(let targets, let minWidth, let declarations) = block, !declarations.isEmpty else { return }
    let rule = PlacementRule(minWidth: minWidth, declarations: declarations)
    for target in targets { placements[target, default: []].append(rule) }
  }
}

/// A block that is open while a style sheet is read.
private enum StyleBlock {
  /// `@container page (min-width: …)`.
  case page(minWidth: Double)
  case style(targets: [PlacementTarget], minWidth: Double?, declarations: [PlacementRule.Declaration])
  /// Places nothing that is known here.
  case other

  init(prelude: ArraySlice<UInt8>, in outer: StyleBlock?) {
    let prelude = prelude.trimmed
    let minWidth: Double?
    switch outer {
    case .none: minWidth = nil
    case .page(let width): minWidth = width
    case .style, .other:
      self = .other
      return
    }
    if prelude.first == UInt8(ascii: "@") {
      let width = outer == nil ? pageWidthCondition(prelude) : nil
      self = width.map { .page(minWidth: $0) } ?? .other
    } else {
      let targets = prelude.selectors.compactMap { PlacementTarget(selector: $0) }
      self = targets.isEmpty ? .other : .style(targets: targets, minWidth: minWidth, declarations: [])
    }
  }
}

extension [StyleBlock] {
  /// Adds a declaration to the innermost block, if that is a rule that places something.
  fileprivate mutating func declare(_ text: ArraySlice<UInt8>) {
    guard case .style(let targets, let minWidth, var declarations) = last else { return }
    declarations += PlacementRule.Declaration.read(text)
    self[count - 1] = .style(targets: targets, minWidth: minWidth, declarations: declarations)
  }
}

extension ArraySlice<UInt8> {
  /// The parts between the commas that are not in parentheses or brackets.
  fileprivate var selectors: [ArraySlice<UInt8>] {
    var depth = 0
    return split { byte in
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      return byte == UInt8(ascii: ",") && depth == 0
    }
  }
}

/// The width in `@container page (min-width: …)`, in CSS pixels.
private func pageWidthCondition(_ prelude: ArraySlice<UInt8>) -> Double? {
  var rest = prelude
  for (token, needsSpace) in [("@container", true), ("page", false), ("(", false), ("min-width", false), (":", false)] {
    guard rest.starts(with: token.utf8) else { return nil }
    rest = rest.dropFirst(token.utf8.count)
    if needsSpace, rest.first?.isSpace != true { return nil }
    rest = rest.trimmed
  }
  guard rest.popLast() == UInt8(ascii: ")") else { return nil }
  return cssLength(rest)
}
