/// A reader's choice for a shelf, for which the style sheets contain both layouts.
enum Choice: CaseIterable {
  case first
  case other

  /// The rest of the shelf's selector. The input that was not chosen at first has a class.
  var condition: String {
    switch self {
    case .first: ":not(:has(.other:checked))"
    case .other: ":has(.other:checked)"
    }
  }

  /// The selector of a shelf.
  ///
  /// - Parameter hasControls: false if the controls are elsewhere on the page.
  func selector(ofShelf id: String, hasControls: Bool) -> String {
    let shelf = "#" + escapedIdentifier(id)
    if hasControls { return shelf + condition }
    let isOther = ":has(#\(escapedIdentifier(columnToggleID(ofShelf: id))) .other:checked)"
    return (self == .other ? ":root" + isOther : ":root:not(\(isOther))") + " " + shelf
  }
}

/// The id of the controls for the number of columns of a shelf, where they are outside it. No card can have it.
func columnToggleID(ofShelf id: String) -> String { id + "//columns" }

/// Selectors for the content of a shelf, for any choice or for one.
struct ShelfScope {
  private let shelf: String
  private let choice: Choice?
  private let hasControls: Bool

  /// - Parameter hasControls: whether the controls for the choice are in the shelf.
  init(shelf: String, choice: Choice?, hasControls: Bool = true) {
    self.shelf = shelf
    self.choice = choice
    self.hasControls = hasControls
  }

  func element(_ id: String) -> String {
    let element = "#" + escapedIdentifier(id)
    guard let choice else { return element }
    let chosen = choice.selector(ofShelf: shelf, hasControls: hasControls)
    return id == shelf ? chosen : chosen + " " + element
  }
}
