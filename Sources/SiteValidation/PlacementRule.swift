/// What a rule of a style sheet places.
struct PlacementTarget: Hashable {
  enum Part: Hashable {
    /// `#id`: a shelf, a section or a card.
    case element
    /// `#id>.cards`: a list of a shelf.
    case list
    /// `#id>.cards>.card`: all cards of a list.
    case cards
    /// `#id .tags`: the list of tags of a card, or of all cards of a shelf.
    case tags
    /// `#id .tags>:nth-child(n)`: a tag of a card, from 1.
    case tag(Int)
  }

  /// What the reader has chosen for a shelf that has two layouts.
  enum Choice: Hashable, CaseIterable {
    case first
    case other

    /// After the shelf's id.
    var condition: String {
      switch self {
      case .first: ":not(:has(.other:checked))"
      case .other: ":has(.other:checked)"
      }
    }
  }

  /// Only what is in this shelf, with this choice.
  struct Scope: Hashable {
    let shelf: ExactText
    let choice: Choice
  }

  let part: Part
  let id: ExactText
  let scope: Scope?

  init(_ part: Part, of id: ExactText, in scope: Scope? = nil) {
    self.part = part
    self.id = id
    self.scope = scope
  }

  /// nil for every selector that is none of these.
  init?(selector: ArraySlice<UInt8>) {
    var rest = selector.trimmed
    guard rest.popFirst() == UInt8(ascii: "#"), var id = rest.popCSSName() else { return nil }
    var scope: Scope?
    if rest.first == UInt8(ascii: ":"),
      let choice = Choice.allCases.first(where: { rest.starts(with: $0.condition.utf8) })
    {
      scope = Scope(shelf: ExactText(id), choice: choice)
      rest = rest.dropFirst(choice.condition.utf8.count)
      if rest.first?.isSpace == true, rest.trimmed.first == UInt8(ascii: "#") {
        rest = rest.trimmed.dropFirst()
        guard let inner = rest.popCSSName() else { return nil }
        id = inner
      }
    }
    self.scope = scope
    self.id = ExactText(id)
    if rest.first?.isSpace == true, rest.trimmed.starts(with: ".tags".utf8) {
      guard let part = Part(tags: rest.trimmed.dropFirst(".tags".utf8.count)) else { return nil }
      self.part = part
      return
    }
    var classes: [String] = []
    while !rest.trimmed.isEmpty {
      rest = rest.trimmed
      guard rest.popFirst() == UInt8(ascii: ">") else { return nil }
      rest = rest.trimmed
      guard rest.popFirst() == UInt8(ascii: "."), let name = rest.popCSSName() else { return nil }
      classes.append(name)
    }
    switch classes {
    case []: part = .element
    case ["cards"]: part = .list
    case ["cards", "card"]: part = .cards
    default: return nil
    }
  }
}

extension PlacementTarget.Part {
  /// Of what follows `.tags` in a selector.
  fileprivate init?(tags rest: ArraySlice<UInt8>) {
    if rest.isEmpty {
      self = .tags
      return
    }
    let head = ">:nth-child("
    guard rest.starts(with: head.utf8), rest.last == UInt8(ascii: ")"),
      let number = wholeNumber(rest.dropFirst(head.utf8.count).dropLast())
    else { return nil }
    self = .tag(number)
  }
}

/// A class that a rule says something about, wherever its elements are.
struct ClassTarget: Hashable {
  let name: String
  /// Only in shelves with this choice.
  let choice: PlacementTarget.Choice?

  init(_ name: String, choice: PlacementTarget.Choice? = nil) {
    self.name = name
    self.choice = choice
  }

  /// nil for every selector but `.name` and `.shelf:has(…) .name`.
  init?(selector: ArraySlice<UInt8>) {
    var rest = selector.trimmed
    guard rest.first == UInt8(ascii: ".") else { return nil }
    var choice: PlacementTarget.Choice?
    for each in PlacementTarget.Choice.allCases where rest.starts(with: ".shelf:".utf8) {
      let head = ".shelf" + each.condition + " "
      guard rest.starts(with: head.utf8) else { continue }
      choice = each
      rest = rest.dropFirst(head.utf8.count)
    }
    guard rest.popFirst() == UInt8(ascii: "."), let name = rest.popCSSName(), rest.isEmpty else { return nil }
    self.init(name, choice: choice)
  }
}

/// Declarations of one rule for one target.
struct PlacementRule {
  enum Property: String, CaseIterable {
    case inlineSize = "inline-size"
    case minInlineSize = "min-inline-size"
    case minBlockSize = "min-block-size"
    case paddingInlineStart = "padding-inline-start"
    case paddingInlineEnd = "padding-inline-end"
    case marginInlineStart = "margin-inline-start"
    case marginInlineEnd = "margin-inline-end"
    case marginBlockStart = "margin-block-start"
    case alignItems = "align-items"
    case justifyContent = "justify-content"
    case display = "display"
    case columnGap = "column-gap"
    case rowGap = "row-gap"
    case gridTemplateColumns = "grid-template-columns"
    case gridTemplateRows = "grid-template-rows"
    case gridArea = "grid-area"
  }

  enum Value: Equatable {
    /// CSS pixels.
    case length(Double)
    case tracks(GridTracks)
    case area(GridArea)
    /// What only a browser can tell.
    case other(String)
  }

  struct Declaration {
    let property: Property
    let value: Value
  }

  /// Holds for pages at least this wide, in CSS pixels; nil holds always.
  let minWidth: Double?
  /// Holds for pages narrower than this; nil holds always.
  let below: Double?
  let declarations: [Declaration]
}

/// The tracks of one axis of a grid, at rest.
struct GridTracks: Equatable {
  /// Where each track ends, without gaps, in CSS pixels; starts with 0.
  private(set) var edges: [Double] = [0]

  var count: Int { edges.count - 1 }

  mutating func append(_ size: Double) { edges.append((edges.last ?? 0) + size) }

  /// Where a grid line is, from the first line; lines count from 1.
  func offset(ofLine line: Int, gap: Double) -> Double? {
    edges.indices.contains(line - 1) ? edges[line - 1] + Double(line - 1) * gap : nil
  }

  /// The distance between two lines, less the gap after the last track.
  func size(from start: Int, to end: Int, gap: Double) -> Double? {
    guard start < end, let lower = offset(ofLine: start, gap: gap), let upper = offset(ofLine: end, gap: gap)
    else { return nil }
    return upper - lower - gap
  }
}

/// Grid lines from 1.
struct GridArea: Equatable {
  let rowStart: Int
  let columnStart: Int
  let rowEnd: Int
  let columnEnd: Int
}
