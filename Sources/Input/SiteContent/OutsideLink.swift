public import Diagnostics

/// A link to an address of the web.
public struct OutsideLink: Sendable, Hashable {
  /// `https:` or `http:`, with what may not stand in one percent-encoded.
  public let address: String
  public let source: SourceText
  public let range: SourceRange
}
