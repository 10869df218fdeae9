import Diagnostics

/// All messages about ids that two cards share.
extension Diagnostic {
  static func sectionID(_ id: String, section: SourceText, card: Card, shown: String) -> Diagnostic {
    let message =
      "the card id \(quoted(id)) is taken by the folder \(ContentPath.folder(of: section.path)); this card is \(shown)"
    let help = "give the card or the folder another name"
    return duplicateID(message, of: card, help: help)
  }

  /// - Parameter shown: the id that the second card gets instead.
  static func duplicateID(_ id: String, first: Card, second: Card, shown: String) -> Diagnostic {
    let message = "the card id \(quoted(id)) is taken by \(place(of: first)); this card is \(shown)"
    let help =
      "give one of \(place(of: first)) and \(place(of: second)) another "
      + (second.row == nil ? "name or slug" : "id; without a column for ids, they are made from the titles")
    return duplicateID(message, of: second, help: help)
  }

  private static func duplicateID(_ message: String, of card: Card, help: String) -> Diagnostic {
    if let range = card.row?.nameRange, card.slug == nil {
      return Diagnostic(.warning, Rule("id-duplicate"), message, at: range, in: card.source, help: help)
    }
    guard let range = card.slug?.range ?? (card.row == nil ? nil : card.title?.range) else {
      return Diagnostic(.warning, Rule("id-duplicate"), message, path: card.source.path, help: help)
    }
    return Diagnostic(.warning, Rule("id-duplicate"), message, at: range, in: card.source, help: help)
  }

  /// The path of a card's file; for a row, with its line.
  private static func place(of card: Card) -> String {
    card.row == nil ? card.source.path : "\(card.source.path):\(card.source.position(at: 0).line)"
  }
}
