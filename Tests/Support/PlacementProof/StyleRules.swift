/// The elements to which rules of a style sheet apply.
struct StyleTarget: Hashable {
  enum Part: Hashable {
    /// `#id`: a shelf, a section or a card.
    case element
    /// `#id>.cards`: a list of a shelf.
    case list
    /// `#id>.cards>.card`: all cards of a list.
    case cards
    /// `#id .tags`: the tags of a card, or of all cards of a shelf.
    case tags
    /// `#id .tags>:nth-child(n)`: a tag of a card, from 1.
    case tag(Int)
    /// `.name`: all elements of a class; `id` is the class name.
    case `class`
  }

  /// The choice of a reader for a shelf that has two layouts.
  enum Choice: String, CaseIterable {
    case first = ":not(:has(.other:checked))"
    case other = ":has(.other:checked)"
  }

  let part: Part
  let id: ExactID
  /// The shelf around the elements; nil for any.
  var scope: ExactID?
  /// The choice that the shelf around the elements must have.
  var choice: Choice?
}

/// A range of page widths, in CSS pixels.
struct PageWidths {
  var from = -Double.infinity
  var below = Double.infinity

  func contains(_ width: Double) -> Bool { from <= width + grain && width + grain < below }
}

/// Lengths that differ by less, in CSS pixels, are equal. Layouts have only multiples of 1/64 px.
let grain = 0.001

struct Declaration {
  let property: String
  let value: String
  let pages: PageWidths
  let window: StatedWindow
  /// The length in CSS pixels, if the value is one.
  let length: Double?
}

/// The rules of a style sheet that place elements, by the elements to which they apply.
///
/// Follows those parts of CSS Syntax Module Level 3 that the style sheets of a valid site use. Rules in blocks other
/// than `@container page`, and `@media` with the shape of the window, depend on conditions that the audit covers, so they are ignored.
struct StyleRules {
  private(set) var declarations: [StyleTarget: [Declaration]] = [:]

  private enum Block {
    case condition(PageWidths, StatedWindow)
    case style(PageWidths, StatedWindow, [StyleTarget])
    case other
  }

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var blocks: [Block] = []
    var text: [UInt8] = []
    var parentheses = 0
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      let start = position
      position += 1
      switch byte {
      case UInt8(ascii: "/") where bytes[start...].starts(with: "/*".utf8):
        position = bytes[(start + 2)...].firstRange(of: Array("*/".utf8))?.upperBound ?? bytes.count
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while position < bytes.count, bytes[position] != byte {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
      case UInt8(ascii: "\\"): position = min(position + 1, bytes.count)
      case UInt8(ascii: "("): parentheses += 1
      case UInt8(ascii: ")"): parentheses -= 1
      case UInt8(ascii: "{"):
        blocks.append(Self.block(in: blocks.last, CSSText(text).trimmed))
        (text, parentheses) = ([], 0)
        continue
      case UInt8(ascii: ";") where parentheses == 0:
        take(text, in: blocks.last)
        text = []
        continue
      case UInt8(ascii: "}"):
        take(text, in: blocks.last)
        _ = blocks.popLast()
        (text, parentheses) = ([], 0)
        continue
      default: break
      }
      text += bytes[start..<position]
    }
  }

  private static func block(in outer: Block?, _ prelude: CSSText) -> Block {
    var (pages, window, isBare) = (PageWidths(), StatedWindow(), true)
    switch outer {
    case nil: break
    case .condition(let outerPages, let outerWindow):
      (pages, window) = (outerPages, outerWindow)
      isBare = window == StatedWindow()
    case .style, .other: return .other
    }
    if prelude.text.hasPrefix("@") {
      let isInContainer = pages.from > -.infinity || pages.below < .infinity
      if let own = PageWidths(prelude.text), !isInContainer { return .condition(own, window) }
      if let own = StatedWindow(prelude.text), isBare { return .condition(pages, own) }
      return .other
    }
    let targets = prelude.selectors.compactMap { StyleTarget($0) }
    return targets.isEmpty ? .other : .style(pages, window, targets)
  }

  private mutating func take(_ text: [UInt8], in block: Block?) {
    guard case .style(let pages, let window, let targets) = block, let colon = text.firstIndex(of: UInt8(ascii: ":"))
    else {
      return
    }
    let property = CSSText(Array(text[..<colon])).trimmed.text.lowercased()
    let value = CSSText(Array(text[(colon + 1)...])).trimmed.text
    var stated: [(String, String)] = []
    switch property {
    case "gap":
      let parts = value.split(separator: " ").map(String.init)
      if let row = parts.first, let column = parts.last, parts.count <= 2 {
        stated = [("row-gap", row), ("column-gap", column)]
      }
    // The width of a shelf at a step.
    case "--w": stated = [("inline-size", value)]
    case "padding", "padding-inline": stated = [("padding-inline-start", "?"), ("padding-inline-end", "?")]
    case _ where Self.properties.contains(property): stated = [(property, value)]
    default: return
    }
    for (property, value) in stated {
      let length = cssLength(property == "min-inline-size" ? secondArgument(of: value) ?? value : value)
      for target in targets {
        declarations[target, default: []].append(
          Declaration(property: property, value: value, pages: pages, window: window, length: length))
      }
    }
  }

  private static let properties: Set = [
    "inline-size", "min-inline-size", "min-block-size", "padding-inline-start", "padding-inline-end",
    "margin-inline-start", "margin-inline-end", "margin-block-start", "align-items", "justify-content", "display",
    "visibility", "column-gap", "row-gap", "grid-template-columns", "grid-template-rows", "grid-area",
    "grid-column",
  ]
}

/// The declarations of a page's style sheets for one box, in the order in which a browser applies them.
struct StyledBox {
  let declarations: [Declaration]

  /// The declaration that applies on a page of some width: the last one.
  private func declaration(_ property: String, onPageOf width: Double) -> Declaration? {
    declarations.last { $0.property == property && $0.pages.contains(width) }
  }

  func value(_ property: String, onPageOf width: Double) -> String? {
    declaration(property, onPageOf: width)?.value
  }

  func length(_ property: String, onPageOf width: Double) -> Double? {
    declaration(property, onPageOf: width)?.length
  }

  func isHidden(onPageOf width: Double) -> Bool {
    value("display", onPageOf: width)?.hasPrefix("none") == true || value("visibility", onPageOf: width) == "hidden"
  }
}

/// The style sheets of a page, in the order of their links.
struct Cascade {
  let sheets: [StyleRules]
  /// The choice of a reader for a shelf; nil for rules that always apply.
  var scope: (shelf: ExactID, choice: StyleTarget.Choice)?
  /// The shape of the window.
  var window = StatedWindow()

  func box(_ part: StyleTarget.Part, of id: ExactID) -> StyledBox {
    box([StyleTarget(part: part, id: id, scope: scope?.shelf, choice: scope?.choice)])
  }

  func box(ofClass name: Substring) -> StyledBox {
    let target = StyleTarget(part: .class, id: ExactID(name))
    return box([target] + (scope.map { [StyleTarget(part: .class, id: target.id, choice: $0.choice)] } ?? []))
  }

  private func box(_ targets: [StyleTarget]) -> StyledBox {
    StyledBox(
      declarations: sheets.flatMap { sheet in
        targets.flatMap { (sheet.declarations[$0] ?? []).filter { window.holds($0.window) } }
      })
  }
}
