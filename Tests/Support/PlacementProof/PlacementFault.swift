/// A statement of `layout.json` that a page or its style sheets contradict.
public struct PlacementFault: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// The style sheets give a shelf, a card or a tag a different frame.
    case mismatch = "layout-mismatch"
    /// A shelf or a card is only in the page, or only in the layout.
    case content = "layout-content"
    /// The page has its shelves or cards in a different order.
    case order = "layout-order"
    /// A layout does not follow the format.
    case unreadable = "layout-unreadable"
    case missing = "layout-missing"
  }

  public let kind: Kind
  /// The page, or the file with its layout.
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
