/// What a rule of a style sheet places.
struct PlacementTarget: Hashable {
  enum Part: Hashable {
    /// `#id`: a shelf, a section or a card.
    case element
    /// `#id>.cards`: a list of a shelf.
    case list
    /// `#id>.cards>.card`: all cards of a list.
    case cards
  }

  let part: Part
  let id: ExactText

  init(_ part: Part, of id: ExactText) {
    self.part = part
    self.id = id
  }

  /// nil for every selector that is none of the three.
  init?(selector: ArraySlice<UInt8>) {
    var rest = selector.trimmed
    guard rest.popFirst() == UInt8(ascii: "#"), let id = rest.popCSSName() else { return nil }
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
    self.id = ExactText(id)
  }
}

/// Declarations of one rule for one target.
struct PlacementRule {
  enum Property: String {
    case inlineSize = "inline-size"
    case minBlockSize = "min-block-size"
    case paddingInlineStart = "padding-inline-start"
    case paddingInlineEnd = "padding-inline-end"
    case marginInlineStart = "margin-inline-start"
    case marginInlineEnd = "margin-inline-end"
    case marginBlockStart = "margin-block-start"
    case alignItems = "align-items"
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
