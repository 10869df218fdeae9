/// A target that may stand in a page: one of the few harmless kinds, as written.
public struct LinkTarget: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// `https:`, `http:` or `mailto:`.
    case absolute
    /// A path relative to the file that holds the link, perhaps with a fragment.
    case relative
    /// `#id` on the same page.
    case fragment
  }

  public let kind: Kind
  public let text: String

  init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }
}
