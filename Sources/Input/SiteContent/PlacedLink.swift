public import Diagnostics
public import MarkdownTree

/// A link of the front matter and where it was written.
public struct PlacedLink: Sendable, Hashable {
  public var target: LinkTarget
  public var range: SourceRange
}
