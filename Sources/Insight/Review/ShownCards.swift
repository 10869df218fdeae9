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
  ///   - pageWidth: in CSS pixels.
  ///   - windowHeight: of the window, in CSS pixels; nil is that of an upright window that is not low.
  ///   - path: the output path of the only page; nil for all.
  ///   - rectangle: selects cards of which a part is in it: x from the leading edge of the shelves, y from the top edge
  ///     of the page's first shelf; nil for all cards.
  /// - Throws: a finding if the rectangle is outside all pages.
  /// - Complexity: O(cards).
  public func shownCards(
    atPageWidth pageWidth: Int, windowHeight: Int? = nil, onPage path: String? = nil, in rectangle: Frame? = nil
  ) throws(Diagnostic) -> String {
    guard let step = StepChoice.pageWidth(pageWidth).steps(of: steps).first else { return "[]\n" }
    var json = JSONWriter()
    let shown = shelves.filter { path == nil || $0.page.page.outputPath == path }.map { shelf in
      ShelfInWindow(shelf, at: step, inWindowOf: pageWidth, by: windowHeight)
    }
    var cards = shown.flatMap { shelf in shelf.shelf.cards.indices.map { (shelf: shelf, index: $0) } }
    if let rectangle {
      let tops = tops(of: shown)
      let size = Size(
        width: Pixels(step.width), height: zip(shown, tops).map { $1 + $0.layout.size.height }.max() ?? .zero)
      guard rectangle.intersects(Frame(x: .zero, y: .zero, width: size.width, height: size.height)) else {
        throw .rectangleOutside(size, onPage: path)
      }
      let topOfShelf = Dictionary(zip(shown.map(\.key), tops)) { first, _ in first }
      cards = cards.filter { shelf, index in
        var frame = shelf.layout.frames[index]
        frame.y += topOfShelf[shelf.key] ?? .zero
        return frame.intersects(rectangle)
      }
    }
    json.array(cards, onePerLine: true) { json, card in card.shelf.write(card.index, to: &json) }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

/// The distance from the top of the first shelf of its page, for each shelf.
private func tops(of shelves: [ShelfInWindow]) -> [Pixels] {
  var tops: [Pixels] = []
  var (page, y) = ("", Pixels.zero)
  for shelf in shelves {
    let path = shelf.shelf.page.page.outputPath
    if path != page { (page, y) = (path, .zero) }
    tops.append(y)
    y += shelf.layout.size.height + Pixels(shelf.shelf.theme.shelf.shelfGap)
  }
  return tops
}

extension Diagnostic {
  fileprivate static func rectangleOutside(_ size: Size, onPage path: String?) -> Diagnostic {
    Diagnostic(
      .error, Rule("rectangle-outside", fault: .cannotRun),
      "the rectangle is outside \(path == nil ? "every page" : "the page")", path: path ?? "layout",
      help: "shelves take \(size.width) × \(size.height) px there, from the top leading corner of the first one")
  }
}

/// A shelf as a window of some size shows it.
private struct ShelfInWindow {
  let shelf: ReviewedShelf
  let layout: ShelfLayout

  init(_ shelf: ReviewedShelf, at step: Step, inWindowOf width: Int, by height: Int?) {
    self.shelf = shelf
    layout = (shelf.shelf.view(inWindowOf: width, by: height)?.layouts ?? shelf.shelf.layouts)[step.index]
  }

  /// No shelf of another page has the same.
  var key: String { shelf.page.page.outputPath + "//" + shelf.settings.id }

  func write(_ index: Int, to json: inout JSONWriter) {
    let (card, frame) = (shelf.cards[index].composed.card, layout.frames[index])
    json.object { json in
      json.string(shelf.page.page.outputPath, for: "page")
      json.string(shelf.settings.id, for: "shelf")
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
        fieldsOfSlotsOf: layout.cards[index], in: shelf.theme.slots, height: frame.height, to: &json)
    }
  }
}
