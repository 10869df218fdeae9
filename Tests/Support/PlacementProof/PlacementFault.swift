/// Something that `layout.json` states and that a page or its style sheets contradict.
public struct PlacementFault: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// The style sheets give a shelf, a card or a tag another frame.
    case mismatch = "layout-mismatch"
    /// A shelf or a card is in the page or in the layout, but not in both.
    case content = "layout-content"
    /// The page has its shelves or cards in another order.
    case order = "layout-order"
    /// A layout is not what the format says.
    case unreadable = "layout-unreadable"
    case missing = "layout-missing"
  }

  public let kind: Kind
  /// The page, or the file that holds its layout.
  public let path: String
  public let message: String

  public init(_ kind: Kind, in path: String, _ message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  public var description: String { "\(path): \(message) [\(kind.rawValue)]" }
}

/// A length in CSS pixels with at most three decimals.
func pixels(_ length: Double) -> String {
  guard abs(length) < 1e12 else { return "\(length) px" }
  let text = String((length * 1000).rounded() / 1000)
  return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " px"
}
