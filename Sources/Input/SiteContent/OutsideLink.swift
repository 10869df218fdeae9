public import Diagnostics

/// A link to an address of the web.
public struct OutsideLink: Sendable, Hashable {
  /// `https:` or `http:`, with characters that are not allowed percent-encoded.
  public let address: String
  public let source: SourceText
  public let range: SourceRange
}
