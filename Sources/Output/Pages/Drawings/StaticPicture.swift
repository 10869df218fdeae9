import Geometry

/// A picture of the changes of a shelf, before and after, for summaries that show images: an SVG without a script, with
/// glyphs as outlines, of less than 100 kB.
///
/// It shows the first changed card and its surroundings.
public func picture(of pair: ShelfPair) -> [UInt8] {
  let mostBytes = 100_000
  let painter = ShelfPainter()
  for texts in [nil, pair.changedCards, []] as [Set<String>?] {
    let bytes = StaticPicture(pair: pair, texts: texts, painter: painter).bytes
    if bytes.count < mostBytes { return bytes }
  }
  return StaticPicture(pair: pair, texts: [], painter: painter, mostCards: 24).bytes
}

/// A mark near the beginning of every picture of a pair, and of no other file, so that no foreign file is overwritten.
public let pictureMark = "<style>.label{font:600 13px system-ui,sans-serif;fill:#777}"

/// Draws both sides of a pair next to each other.
private struct StaticPicture {
  private let pair: ShelfPair
  private let sides: [(name: String, drawing: ShelfDrawing?, theme: ThemeColors)]
  private let mostCards: Int

  init(pair: ShelfPair, texts: Set<String>?, painter: ShelfPainter, mostCards: Int = 200) {
    self.pair = pair
    self.mostCards = mostCards
    sides = [("Before", pair.before, pair.after), ("After", pair.after, pair.before)].map { name, side, other in
      (name, side.flatMap { painter.draw($0, texts: texts) }, ThemeColors(side ?? other))
    }
  }

  private let gap = 24
  private let top = 28

  var bytes: [UInt8] {
    let size = windowSize
    let width = size.width * 2 + gap
    let height = size.height + top
    let images = ImageTable(mostBytes: 24_000)
    var writer = MarkWriter(scale: 1, glyphs: GlyphTable(mostBytes: 60_000)) { image, _ in
      images.number(of: image).map { MarkWriter.Source(url: images.urls[$0], isCut: false) }
    }
    for (index, side) in sides.enumerated() {
      let left = index * (size.width + gap)
      writer.raw("<text class=\"label\" x=\"\(left)\" y=\"18\">\(side.name)</text>\n")
      writer.raw(
        "<svg class=\"s\(index)\" x=\"\(left)\" y=\"\(top)\" width=\"\(size.width)\" height=\"\(size.height)\" ")
      guard let drawing = side.drawing else {
        writer.raw(
          "viewBox=\"0 0 \(size.width) \(size.height)\"><rect class=\"none\" width=\"100%\" height=\"100%\"/></svg>\n")
        continue
      }
      let origin = windowOrigin(in: drawing, size)
      writer.raw("viewBox=\"\(origin.x) \(origin.y) \(size.width) \(size.height)\">")
      writer.raw("<rect class=\"page\" x=\"\(origin.x)\" y=\"\(origin.y)\" width=\"100%\" height=\"100%\"/>\n")
      draw(drawing, side: index, window: origin, size, to: &writer)
      writer.raw("</svg>\n")
    }
    var svg = SVGText()
    svg.raw(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n<title>"
    )
    svg.text(
      "\(pair.title.isEmpty ? pair.shelfID : pair.title), \(pair.widthClass) \(pair.pageWidth), before and after")
    svg.raw("</title>\n\(pictureMark)\(style)</style>\n<defs>")
    svg.bytes += writer.glyphs.definitions
    svg.raw("</defs>\n")
    svg.bytes += writer.body.bytes
    svg.raw("</svg>\n")
    return svg.bytes
  }

  private var style: String {
    var css =
      ".none{fill:none;stroke:#999;stroke-dasharray:4 4}"
      + ".page{fill:var(--page)}.card{fill:var(--card);stroke:var(--border)}.b0{fill:var(--tag)}.b1{fill:var(--code)}"
      + ".b2,.b3,.b4{fill:var(--border)}.hole,.slot{fill:var(--tag)}.mark{fill:none;stroke:var(--accent);stroke-width:2.5}"
    for (index, side) in sides.enumerated() {
      css += ".s\(index){" + side.theme.tokens.map { "--\($0.name):\($0.light)" }.joined(separator: ";") + "}"
    }
    css += "@media(prefers-color-scheme:dark){"
    for (index, side) in sides.enumerated() {
      css += ".s\(index){" + side.theme.tokens.map { "--\($0.name):\($0.dark)" }.joined(separator: ";") + "}"
    }
    return css + "}"
  }

  // MARK: Selection

  /// The card to show.
  private func subject(of drawing: ShelfDrawing) -> PlacedCard? {
    drawing.cards.first { pair.changedCards.contains($0.id) } ?? drawing.cards.first
  }

  private var windowSize: (width: Int, height: Int) {
    let drawings = sides.compactMap(\.drawing)
    let card = drawings.compactMap { subject(of: $0)?.drawing }
    let widest = drawings.map { $0.bounds.width.roundedUp }.max() ?? 320
    let tallest = drawings.map { $0.bounds.height.roundedUp }.max() ?? 120
    return (
      min(widest, max(360, min(720, (card.map { $0.width.roundedUp }.max() ?? 0) + 64))),
      min(tallest, max(240, min(900, (card.map { $0.height.roundedUp }.max() ?? 0) + 64))) + 8
    )
  }

  private func windowOrigin(in drawing: ShelfDrawing, _ size: (width: Int, height: Int)) -> (x: Int, y: Int) {
    let bounds = drawing.bounds
    let (left, right) = (bounds.x.roundedDown, bounds.maxX.roundedUp)
    guard let card = subject(of: drawing) else { return (left, -4) }
    let x = max(left, min(card.x.roundedDown - 32, right - size.width))
    let y = card.y.roundedDown + card.drawing.height.roundedUp + 24 <= size.height ? -4 : card.y.roundedDown - 24
    return (x, y)
  }

  // MARK: Drawing

  private func draw(
    _ drawing: ShelfDrawing, side: Int, window: (x: Int, y: Int), _ size: (width: Int, height: Int),
    to writer: inout MarkWriter
  ) {
    writer.write(drawing.marks, x: .zero, y: .zero, isPlain: false)
    let seen = drawing.cards.filter { card in
      card.x < Pixels(window.x + size.width) && card.x + card.drawing.width > Pixels(window.x)
        && card.y < Pixels(window.y + size.height) && card.y + card.drawing.height > Pixels(window.y)
    }
    for (number, card) in seen.prefix(mostCards).enumerated() {
      let box = Frame(x: card.x, y: card.y, width: card.drawing.width, height: card.drawing.height)
      writer.rect(box, "class=\"card\" rx=\"14\"")
      let isPlain = !card.drawing.marks.contains { if case .text = $0 { true } else { false } }
      writer.raw("<clipPath id=\"k\(side)-\(number)\">")
      writer.rect(box, "rx=\"14\"")
      writer.raw("</clipPath><g clip-path=\"url(#k\(side)-\(number))\">")
      writer.write(card.drawing.marks, x: card.x, y: card.y, isPlain: isPlain)
      writer.raw("</g>\n")
      if pair.changedCards.contains(card.id) {
        let margin = Pixels(3)
        writer.rect(
          Frame(x: box.x - margin, y: box.y - margin, width: box.width + margin * 2, height: box.height + margin * 2),
          "class=\"mark\" rx=\"17\"")
      }
    }
  }
}
