public import Geometry
public import TextLayout

/// The room for the number of an item, in the body. The number ends where its room does.
public struct MarkerFrame: Sendable, Hashable {
  /// The distance from the leading edge.
  public let x: Int
  public let y: Pixels
  public let width: Int

  package init(x: Int, y: Pixels, width: Int) {
    self.x = x
    self.y = y
    self.width = width
  }
}

/// The distance of markers from the texts of their items, in CSS pixels.
public let markerGap = 4

extension [BodyBlock.BodyItem] {
  /// The indent of the items, which fits the widest of their numbers. Whole CSS pixels.
  ///
  /// - Parameters:
  ///   - texts: the texts of the body.
  ///   - least: the indent of lists whose markers need no more.
  public func indent(_ texts: [PreparedText], least: Int) -> Int {
    var indent = least
    for item in self {
      guard let marker = item.marker else { return least }
      indent = Swift.max(indent, texts[marker].leastWidthOnOneLine + markerGap)
    }
    return indent
  }
}
