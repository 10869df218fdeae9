public import Diagnostics

/// A link of the front matter and its range.
public struct PlacedLink: Sendable, Hashable {
  public var target: LinkTarget
  public var range: SourceRange
}
