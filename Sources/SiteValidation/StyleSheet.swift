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
  /// What is said of single classes, likewise.
  private(set) var classes: [ClassTarget: [PlacementRule]] = [:]
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
    guard case .style(let selectors, let pages) = block.kind, !block.declarations.isEmpty else { return }
    let declarations = block.declarations
    let rule = PlacementRule(minWidth: pages?.from, below: pages?.below, declarations: declarations)
    for target in selectors.placements { placements[target, default: []].append(rule) }
    for target in selectors.classes { classes[target, default: []].append(rule) }
  }
}

/// A block that is open while a style sheet is read.
private struct StyleBlock {
  enum Kind {
    /// `@container page (min-width: …)`, or `(width>=…) and (width<…)`, or one of the two.
    case page(Pages)
    case style(Selectors, Pages?)
    /// Places nothing that is known here.
    case other
  }

  let kind: Kind
  var declarations: [PlacementRule.Declaration] = []

  /// Pages of some widths, in CSS pixels.
  struct Pages: Equatable {
    var from: Double?
    var below: Double?
  }

  struct Selectors: Equatable {
    var placements: [PlacementTarget]
    var classes: [ClassTarget]
  }

  init(prelude: ArraySlice<UInt8>, in outer: StyleBlock?) {
    let prelude = prelude.trimmed
    let pages: Pages?
    switch outer?.kind {
    case .none: pages = nil
    case .page(let outer): pages = outer
    case .style, .other:
      kind = .other
      return
    }
    if prelude.first == UInt8(ascii: "@") {
      let pages = outer == nil ? pageWidthCondition(prelude) : nil
      kind = pages.map { .page($0) } ?? .other
    } else {
      let parts = prelude.selectors
      let selectors = Selectors(
        placements: parts.compactMap { PlacementTarget(selector: $0) },
        classes: parts.compactMap { ClassTarget(selector: $0) })
      let isOther = selectors.placements.isEmpty && selectors.classes.isEmpty
      kind = isOther ? .other : .style(selectors, pages)
    }
  }
}

extension [StyleBlock] {
  /// Adds a declaration to the innermost block, if that is a rule that places something.
  fileprivate mutating func declare(_ text: ArraySlice<UInt8>) {
    guard case .style = last?.kind else { return }
    self[count - 1].declarations += PlacementRule.Declaration.read(text)
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

/// The widths in `@container page (min-width: …)` or `@container page (width>=…) and (width<…)`.
private func pageWidthCondition(_ prelude: ArraySlice<UInt8>) -> StyleBlock.Pages? {
  var rest = prelude
  for (token, needsSpace) in [("@container", true), ("page", false)] {
    guard rest.starts(with: token.utf8) else { return nil }
    rest = rest.dropFirst(token.utf8.count)
    if needsSpace, rest.first?.isSpace != true { return nil }
    rest = rest.trimmed
  }
  var pages = StyleBlock.Pages()
  while true {
    guard rest.popFirst() == UInt8(ascii: "("), let end = rest.firstIndex(of: UInt8(ascii: ")")),
      pages.take(rest[..<end].trimmed)
    else { return nil }
    rest = rest[(end + 1)...].trimmed
    if rest.isEmpty { return pages }
    guard rest.starts(with: "and".utf8) else { return nil }
    rest = rest.dropFirst(3).trimmed
  }
}

extension StyleBlock.Pages {
  /// Takes one bound; false if it is none.
  fileprivate mutating func take(_ bound: ArraySlice<UInt8>) -> Bool {
    for (name, sign, path) in [
      ("min-width", ":", \Self.from), ("width", ">=", \Self.from), ("width", "<", \Self.below),
    ] as [(String, String, WritableKeyPath<Self, Double?>)] {
      guard bound.starts(with: name.utf8) else { continue }
      let rest = bound.dropFirst(name.utf8.count).trimmed
      guard rest.starts(with: sign.utf8), let length = cssLength(rest.dropFirst(sign.utf8.count)),
        self[keyPath: path] == nil
      else { continue }
      self[keyPath: path] = length
      return true
    }
    return false
  }
}
