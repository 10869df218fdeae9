package import Arrangements
package import CardLayout
package import Content
import Diagnostics
import Geometry
import TextLayout
package import Themes

/// The sample theme with other cards.
package struct AnatomySample {
  package let theme: Theme

  /// - Parameters:
  ///   - cards: the content of `cards:`, indented by two columns.
  ///   - styles: text styles that replace those of the theme.
  package init(_ cards: String, styles: [String: String] = [:], textSize: TextSizeCategory = .large) throws {
    var lines = Sample.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (name, style) in styles {
      lines = lines.map { $0.hasPrefix("  \(name):") ? "  \(name): \(style)" : $0 }
    }
    let start = lines.firstIndex { $0 == "cards:" } ?? 0
    let end = lines.firstIndex { $0.hasPrefix("tags:") } ?? 0
    let text = (lines[...start] + [cards] + lines[end...]).joined(separator: "\n")
    var sink = DiagnosticSink()
    let read = readTheme(SourceText(path: "Themes/own/theme.yml", text: text), name: "own", into: &sink)
    guard let read else { throw Sample.Failure(description: sink.diagnostics.map(\.rendered).joined()) }
    theme = read.scaled(to: textSize)
  }

  package func prepared(_ cards: [Card], as name: String? = nil) throws -> [PreparedCard] {
    guard let anatomy = name.map({ theme.anatomy($0) }) ?? theme.anatomies.first else {
      throw Sample.Failure(description: "no such anatomy")
    }
    guard var preparer = try Sample.preparer() else { throw Sample.Failure(description: "ICU cannot start") }
    var prepared: [PreparedCard] = []
    for card in cards {
      prepared.append(PreparedCard(composeCard(card, anatomy: anatomy, theme: theme), preparer: &preparer))
    }
    return prepared
  }

  package func measured(_ card: Card, as name: String? = nil, width: Int = 280, maximumHeight: Int? = nil) throws
    -> MeasuredCard
  {
    try prepared([card], as: name)[0].measured(width: width, maximumHeight: maximumHeight, theme: theme)
  }

  package func shelf(_ cards: [Card], as name: String? = nil, _ change: (inout Shelf) -> Void = { _ in }) throws
    -> LaidOutShelf
  {
    var shelf = Shelf(
      id: "shelf", source: SourceText(path: "Content/shelf/_index.md", text: ""), title: nil, cards: cards)
    change(&shelf)
    return PreparedShelf(shelf: shelf, title: nil, preparedTitle: nil, cards: try prepared(cards, as: name))
      .laidOut(steps: theme.steps, theme: theme)
  }
}

/// `title 16,16 288x22`, in the order in which slots were placed.
package func drawn(_ card: MeasuredCard) -> [String] {
  card.slots.map { slot in
    "\(slot.name) \(slot.frame.x),\(slot.frame.y) \(slot.frame.width)x\(slot.frame.height)"
  }
}
