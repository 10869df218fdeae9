/// The names that a site adds to the markup of its pages; all others are those of the grammar.
public struct PageWords: Sendable, Hashable {
  /// The names of the arrangements that shelves can have.
  public var arrangements: [String]
  /// The classes of the slots of the theme that have one text, without the title.
  public var texts: [String]

  /// The hosts of other sites whose pictures pages may show.
  public var imageHosts: Set<String>

  public init(arrangements: [String], texts: [String], imageHosts: Set<String> = []) {
    self.arrangements = arrangements
    self.texts = texts
    self.imageHosts = imageHosts
  }
}
