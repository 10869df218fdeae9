import CardLayout
import Content
public import Diagnostics
public import Geometry
import Pages
import Themes

extension ReviewedSite {
  /// The cards that are visible at a page width: a JSON array with one object per card, in the order of the pages. If
  /// readers choose the number of columns, it shows the first choice.
  ///
  /// - Parameters:
  ///   - pageWidth: the page width in CSS pixels.
  ///   - path: the output path of the only page; nil for all.
  ///   - rectangle: selects cards of which a part is in it: x from the leading edge of the shelves, y from the top edge
  ///     of the page's first shelf; nil for all cards.
  /// - Throws: a finding if the rectangle is outside all pages.
  /// - Complexity: O(cards).
  public func shownCards(
    atPageWidth pageWidth: Int, onPage path: String? = nil, in rectangle: Frame? = nil
  ) throws(Diagnostic) -> String {
    guard let step = StepChoice.pageWidth(pageWidth).steps(of: steps).first else { return "[]\n" }
    var json = JSONWriter()
    let shown = shelves.filter { path == nil || $0.page.page.outputPath == path }
    var cards = shown.flatMap { shelf in shelf.cards.indices.map { (shelf: shelf, index: $0) } }
    if let rectangle {
      let tops = shelfTops(of: shown, at: step)
      let size = Size(
        width: Pixels(step.width), height: zip(shown, tops).map { $1 + $0.height(at: step) }.max() ?? .zero)
      guard rectangle.intersects(Frame(x: .zero, y: .zero, width: size.width, height: size.height)) else {
        throw .rectangleOutside(size, onPage: path)
      }
      let topOfShelf = Dictionary(zip(shown.map(\.key), tops)) { first, _ in first }
      cards = cards.filter { shelf, index in
        var frame = shelf.shelf.layouts[step.index].frames[index]
        frame.y += topOfShelf[shelf.key] ?? .zero
        return frame.intersects(rectangle)
      }
    }
    json.array(cards, onePerLine: true) { json, card in card.shelf.write(card.index, at: step, to: &json) }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

extension ReviewedSite {
  /// The distance from the top of the first shelf of its page, for each shelf.
  private func shelfTops(of shelves: [ReviewedShelf], at step: Step) -> [Pixels] {
    var tops: [Pixels] = []
    var (page, y) = ("", Pixels.zero)
    for shelf in shelves {
      if shelf.page.page.outputPath != page { (page, y) = (shelf.page.page.outputPath, .zero) }
      tops.append(y)
      y += shelf.height(at: step) + Pixels(shelf.theme.shelf.shelfGap)
    }
    return tops
  }
}

extension Diagnostic {
  fileprivate static func rectangleOutside(_ size: Size, onPage path: String?) -> Diagnostic {
    Diagnostic(
      .error, Rule("rectangle-outside", fault: .cannotRun),
      "the rectangle is outside \(path == nil ? "every page" : "the page")", path: path ?? "layout",
      help: "shelves take \(size.width) × \(size.height) px there, from the top leading corner of the first one")
  }
}

extension ReviewedShelf {
  /// A key that no shelf of another page has.
  fileprivate var key: String { page.page.outputPath + "//" + settings.id }

  fileprivate func height(at step: Step) -> Pixels { shelf.layouts[step.index].size.height }

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
