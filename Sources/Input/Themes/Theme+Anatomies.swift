public import Content

extension Theme {
  /// The anatomy that content names; without a name the first one. nil if there is none with that name.
  public func anatomy(called name: String?) -> CardAnatomy? {
    guard let name else { return anatomies.first }
    return anatomy(name)
  }

  /// The anatomies of the cards of a shelf, before their variants; the shelf's own comes first. Names that the theme
  /// does not have are left out.
  public func anatomies(of shelf: Shelf) -> [CardAnatomy] { shelf.anatomies.compactMap { anatomy(called: $0) } }
}
