import Arrangements
import CardLayout
import Diagnostics
import Geometry
import SiteContent

extension ReviewedShelf {
  /// `tag-never-shown`: one finding a tag.
  func tagsNeverShown() -> [Diagnostic] {
    cards.indices.flatMap { index -> [Diagnostic] in
      let card = cards[index]
      let measured = Set(variants.map { $0.layout.cards[index] })
      guard !measured.isEmpty else { return [] }
      return card.composed.tags.enumerated().compactMap { place, text in
        guard card.composed.card.tags.indices.contains(place) else { return nil }
        let tag = card.composed.card.tags[place]
        if measured.allSatisfy({ place >= ($0.tags?.arrangement.frames.count ?? 0) }) {
          return .tagHidden(tag, card.composed.card, shelf: settings)
        }
        let width = card.tagWidth(ofText: text, theme: theme)
        let room = measured.compactMap { $0.tags?.available.roundedDown }.max()
        guard let room, width > room else { return nil }
        return .tagCut(tag, card.composed.card, width: width, room: room)
      }
    }
  }
}
