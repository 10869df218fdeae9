import CardLayout
import Content
import Diagnostics
import Geometry
import Pages
import Themes

extension ReviewedSite {
  /// What shows where pages have a width: a JSON array with one object per card, in the order of the pages. If readers
  /// choose the number of columns, it is the first choice.
  ///
  /// - Parameters:
  ///   - pageWidth: in CSS pixels.
  ///   - path: the output path of the only page; nil for all.
  /// - Complexity: O(cards).
  public func shownCards(atPageWidth pageWidth: Int, onPage path: String? = nil) -> String {
    guard let step = StepChoice.pageWidth(pageWidth).steps(of: steps).first else { return "[]\n" }
    var json = JSONWriter()
    let shown = shelves.filter { path == nil || $0.page.page.outputPath == path }
    let cards = shown.flatMap { shelf in shelf.cards.indices.map { (shelf: shelf, index: $0) } }
    json.array(cards, onePerLine: true) { json, card in card.shelf.write(card.index, at: step, to: &json) }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

extension ReviewedShelf {
  fileprivate func write(_ index: Int, at step: Step, to json: inout JSONWriter) {
    let layout = shelf.layouts[step.index]
    let (card, frame) = (cards[index].composed.card, layout.frames[index])
    json.object { json in
      json.string(page.page.outputPath, for: "page")
      json.string(settings.id, for: "shelf")
      json.string(card.id, for: "id")
      json.string(card.source.path, for: "source")
      json.key("x")
      json.number(frame.x)
      json.key("y")
      json.number(frame.y)
      json.key("width")
      json.number(frame.width)
      json.key("height")
      json.number(frame.height)
      json.key("slots")
      Pages.write(
        fieldsOfSlotsOf: layout.cards[index], in: theme.slots, height: frame.height, to: &json)
    }
  }
}
