public import Diagnostics

/// A list of cards with an arrangement. Its settings are available as properties: `shelf.columns`.
@dynamicMemberLookup
public struct Shelf: Sendable, Hashable {
  /// The folder path under `Content/`: `planets`, or `sky/planets` on another page than the home page.
  public var id: String
  /// The shelf's `_index.md`; if the folder has none, an empty text with the path that it would have.
  public var source: SourceText
  public var title: FieldText?
  public var settings = ShelfSettings()
  public var language = "en"
  public var direction = WritingDirection.ltr
  /// The cards in order, without drafts unless requested.
  public var cards: [Card]
  /// The sections in order; cards before the first section are in none.
  public var sections: [ShelfSection] = []

  package init(
    id: String, source: SourceText, title: FieldText?, settings: ShelfSettings = ShelfSettings(), cards: [Card]
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.settings = settings
    self.cards = cards
  }

  public subscript<Value>(dynamicMember key: WritableKeyPath<ShelfSettings, Value>) -> Value {
    get { settings[keyPath: key] }
    set { settings[keyPath: key] = newValue }
  }
}
