public import Diagnostics

/// A link of the front matter and its place.
public struct PlacedLink: Sendable, Hashable {
  public var target: LinkTarget
  public var range: SourceRange
}
