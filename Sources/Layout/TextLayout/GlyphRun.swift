/// Glyphs of one face, in the order in which they are drawn.
public struct GlyphRun: Sendable, Hashable {
  /// A range of `PreparedText.bytes`.
  public let bytes: Range<Int>
  /// The index of its file in `ServedFonts.files`.
  public let file: Int
  public let unitsPerEm: Int
  public let glyphs: [PlacedGlyph]

  /// The width in 1/65536 CSS px.
  public func width(atSize size: Int) -> Int {
    guard unitsPerEm > 0 else { return 0 }
    return (glyphs.reduce(0) { $0 + $1.advance } * size << 16) / unitsPerEm
  }
}

/// The content of an item of a line.
public enum SetContent: Sendable, Hashable {
  case glyphs([GlyphRun])
  /// A small image; its width is in whole CSS pixels.
  case image(width: Int)
  /// Characters that the site's fonts do not draw, in a box; its width is in 1/65536 CSS px.
  case missing(width: Int)

  /// The width in 1/65536 CSS px.
  public func width(atSize size: Int) -> Int {
    switch self {
    case .glyphs(let runs): runs.reduce(0) { $0 + $1.width(atSize: size) }
    case .image(let width): width << 16
    case .missing(let width): width
    }
  }
}

/// An item of a line and its position.
public struct SetItem: Sendable, Hashable {
  /// The distance from the line's left edge, in 1/65536 CSS px.
  public let x: Int
  public let leaf: Int
  public let content: SetContent
}

/// A line as it is drawn, from left to right.
public struct SetLine: Sendable, Hashable {
  public let items: [SetItem]
  /// The width in 1/65536 CSS px.
  public let width: Int
}
