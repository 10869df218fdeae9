import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry

extension ReviewedShelf {
  /// The findings of `tag-never-shown`: one for each tag.
  func tagsNeverShown() -> [ReviewFinding] {
    cards.indices.flatMap { index -> [ReviewFinding] in
      let card = cards[index]
      let measured = Set(variants.map { $0.layout.cards[index] })
      guard !measured.isEmpty else { return [] }
      return card.composed.tags.enumerated().compactMap { place, text -> ReviewFinding? in
        guard card.composed.card.tags.indices.contains(place) else { return nil }
        let tag = card.composed.card.tags[place]
        if measured.allSatisfy({ place >= ($0.tags?.arrangement.frames.count ?? 0) }) {
          let shown = measured.map { $0.tags?.arrangement.frames.count ?? 0 }.max() ?? 0
          return ReviewFinding(
            .tagHidden(tag, card.composed.card, shelf: settings), cause: .tagRows(in: self),
            subject: card.composed.card.id, measure: "(\(card.composed.tags.count - shown))",
            weight: card.composed.tags.count - shown)
        }
        let width = card.tagWidth(ofText: text, theme: theme)
        let room = measured.compactMap { $0.tags?.available.roundedDown }.max()
        guard let room, width > room else { return nil }
        return ReviewFinding(
          .tagCut(tag, card.composed.card, width: width, room: room), cause: .tagWidth(in: self),
          subject: card.composed.card.id, measure: "by \(width - room) px (\(Diagnostic.shortened(tag.text)))",
          weight: width - room)
      }
    }
  }
}
