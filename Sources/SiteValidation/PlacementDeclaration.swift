/// A declaration of a style sheet that matters for placement, and the pages on which it holds.
struct PlacementDeclaration: Sendable {
  enum Property: UInt8, CaseIterable {
    case inlineSize, minInlineSize, minBlockSize
    case paddingInlineStart, paddingInlineEnd
    case marginInlineStart, marginInlineEnd, marginBlockStart
    case alignItems, justifyContent, display
    case columnGap, rowGap
    case gridTemplateColumns, gridTemplateRows, gridArea

    var name: StaticString {
      switch self {
      case .inlineSize: "inline-size"
      case .minInlineSize: "min-inline-size"
      case .minBlockSize: "min-block-size"
      case .paddingInlineStart: "padding-inline-start"
      case .paddingInlineEnd: "padding-inline-end"
      case .marginInlineStart: "margin-inline-start"
      case .marginInlineEnd: "margin-inline-end"
      case .marginBlockStart: "margin-block-start"
      case .alignItems: "align-items"
      case .justifyContent: "justify-content"
      case .display: "display"
      case .columnGap: "column-gap"
      case .rowGap: "row-gap"
      case .gridTemplateColumns: "grid-template-columns"
      case .gridTemplateRows: "grid-template-rows"
      case .gridArea: "grid-area"
      }
    }
  }

  enum Value: Equatable {
    /// CSS pixels.
    case length(Double)
    case tracks(GridTracks)
    case area(GridArea)
    /// What only a browser can tell.
    case other(String)
  }

  let property: Property
  /// Holds for pages at least this wide, in CSS pixels, and narrower than that.
  var pages = PageWidths()
  /// CSS pixels, where the value is a length.
  private(set) var length: Double?
  /// Where the value is one.
  private(set) var area: GridArea?
  /// A value that is neither.
  private(set) var detail: Detail?

  /// Apart from the declaration, as most have none: so they are no more than numbers.
  final class Detail: Sendable {
    let tracks: GridTracks?
    let text: String
    /// Hides what it is said of, as a value of `display`.
    let isNone: Bool

    init(_ text: String, tracks: GridTracks? = nil) {
      self.text = text
      self.tracks = tracks
      isNone = text.hasPrefix("none")
    }
  }

  init(_ property: Property, length: Double) { (self.property, self.length) = (property, length) }
  init(_ property: Property, area: GridArea) { (self.property, self.area) = (property, area) }
  init(_ property: Property, detail: Detail) { (self.property, self.detail) = (property, detail) }

  var value: Value {
    if let length { return .length(length) }
    if let area { return .area(area) }
    if let tracks = detail?.tracks { return .tracks(tracks) }
    return .other(detail?.text ?? "")
  }
}

/// Widths of pages, in CSS pixels.
struct PageWidths: Sendable {
  var from = -Double.infinity
  var below = Double.infinity

  func contains(_ width: Double) -> Bool { from <= width + grain && width + grain < below }
}

/// CSS pixels below which two lengths are the same. Layout knows multiples of 1/64 px only.
let grain = 0.001

/// The tracks of one axis of a grid, at rest.
struct GridTracks: Equatable, Sendable {
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
struct GridArea: Equatable, Sendable {
  let rowStart: Int32
  let columnStart: Int32
  let rowEnd: Int32
  let columnEnd: Int32
}
