import Fonts
import Geometry
import JSONText
import TextLayout

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

/// Occurs near the beginning of every picture of a pair, and of no other file, so that no foreign file is overwritten.
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
    var glyphs = GlyphTable(mostBytes: 60_000)
    var images = ImageTable(mostBytes: 24_000)
    var body = SVGText()
    for (index, side) in sides.enumerated() {
      let left = index * (size.width + gap)
      body.raw("<text class=\"label\" x=\"\(left)\" y=\"18\">\(side.name)</text>\n")
      body.raw("<svg class=\"s\(index)\" x=\"\(left)\" y=\"\(top)\" width=\"\(size.width)\" height=\"\(size.height)\" ")
      guard let drawing = side.drawing else {
        body.raw(
          "viewBox=\"0 0 \(size.width) \(size.height)\"><rect class=\"none\" width=\"100%\" height=\"100%\"/></svg>\n")
        continue
      }
      let origin = windowOrigin(in: drawing, size)
      body.raw("viewBox=\"\(origin.x) \(origin.y) \(size.width) \(size.height)\">")
      body.raw("<rect class=\"page\" x=\"\(origin.x)\" y=\"\(origin.y)\" width=\"100%\" height=\"100%\"/>\n")
      draw(drawing, side: index, window: origin, size, glyphs: &glyphs, images: &images, to: &body)
      body.raw("</svg>\n")
    }
    var svg = SVGText()
    svg.raw(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n<title>"
    )
    svg.text(
      "\(pair.title.isEmpty ? pair.shelfID : pair.title), \(pair.widthClass) \(pair.pageWidth), before and after")
    svg.raw("</title>\n\(pictureMark)\(style)</style>\n<defs>")
    for (number, path) in glyphs.paths.enumerated() where !path.isEmpty {
      svg.raw("<path id=\"g\(number)\" d=\"")
      svg.bytes += path
      svg.raw("\"/>")
    }
    svg.raw("</defs>\n")
    svg.bytes += body.bytes
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

  // MARK: What is seen

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
    glyphs: inout GlyphTable, images: inout ImageTable, to svg: inout SVGText
  ) {
    draw(drawing.marks, x: .zero, y: .zero, isPlain: false, glyphs: &glyphs, images: &images, to: &svg)
    let seen = drawing.cards.filter { card in
      card.x < Pixels(window.x + size.width) && card.x + card.drawing.width > Pixels(window.x)
        && card.y < Pixels(window.y + size.height) && card.y + card.drawing.height > Pixels(window.y)
    }
    for (number, card) in seen.prefix(mostCards).enumerated() {
      let box = Frame(x: card.x, y: card.y, width: card.drawing.width, height: card.drawing.height)
      svg.rect(box, "class=\"card\" rx=\"14\"")
      let isPlain = !card.drawing.marks.contains { if case .text = $0 { true } else { false } }
      svg.raw("<clipPath id=\"k\(side)-\(number)\">")
      svg.rect(box, "rx=\"14\"")
      svg.raw("</clipPath><g clip-path=\"url(#k\(side)-\(number))\">")
      draw(card.drawing.marks, x: card.x, y: card.y, isPlain: isPlain, glyphs: &glyphs, images: &images, to: &svg)
      svg.raw("</g>\n")
      if pair.changedCards.contains(card.id) {
        let margin = Pixels(3)
        svg.rect(
          Frame(x: box.x - margin, y: box.y - margin, width: box.width + margin * 2, height: box.height + margin * 2),
          "class=\"mark\" rx=\"17\"")
      }
    }
  }

  /// - Parameter isPlain: true to draw slots as boxes.
  private func draw(
    _ marks: [Mark], x: Pixels, y: Pixels, isPlain: Bool, glyphs: inout GlyphTable, images: inout ImageTable,
    to svg: inout SVGText
  ) {
    for mark in marks {
      switch mark {
      case .slot(_, let frame, _):
        if isPlain { svg.rect(frame.moved(x: x, y: y), "class=\"slot\" rx=\"3\"") }
      case .box(let kind, let frame):
        let radius = kind == .tag ? frame.height.roundedDown / 2 : kind == .code || kind == .toggle ? 8 : 0
        svg.rect(frame.moved(x: x, y: y), "class=\"b\(kind.rawValue)\" rx=\"\(radius)\"")
      case .image(let image, _, let frame):
        guard let number = image.flatMap({ images.number(of: $0) }) else {
          svg.rect(frame.moved(x: x, y: y), "class=\"hole\"")
          continue
        }
        svg.raw("<image href=\"\(images.urls[number])\" preserveAspectRatio=\"xMidYMid slice\"")
        svg.attributes(of: frame.moved(x: x, y: y))
        svg.raw("/>\n")
      case .text(let text): draw(text, x: x, y: y, glyphs: &glyphs, to: &svg)
      case .clippedText(let text, let frame):
        let box = frame.moved(x: x, y: y)
        svg.raw("<svg")
        svg.attributes(of: box)
        svg.raw(" viewBox=\"\(box.x) \(box.y) \(box.width) \(box.height)\">")
        draw(text, x: x, y: y, glyphs: &glyphs, to: &svg)
        svg.raw("</svg>\n")
      }
    }
  }

  private func draw(_ text: DrawnText, x: Pixels, y: Pixels, glyphs: inout GlyphTable, to svg: inout SVGText) {
    var open: InkStyle?
    for (number, line) in text.lines.enumerated() {
      let offset = text.offset(of: line) + (text.x + x).sixtyFourths << 10
      for item in line.items {
        guard case .glyphs(let runs) = item.content else { continue }
        let ink = text.styles[item.leaf]
        if ink != open {
          if open != nil { svg.raw("</g>\n") }
          svg.raw("<g fill=\"var(--\(safeName(ink.color)))\" transform=\"scale(")
          svg.bytes.append(decimal: ink.size, dividedBy: unitsOfPath)
          svg.raw(")\">")
          open = ink
        }
        let baseline = text.baseline(ofLine: number, in: y, shift: ink.shift)
        var pen = offset + item.x
        for run in runs {
          for glyph in run.glyphs {
            let number = glyphs.number(of: glyph, in: run, fonts: text.fonts)
            let left = pen + (glyph.x * ink.size << 16) / max(1, run.unitsPerEm)
            let up = (glyph.y * unitsOfPath) / max(1, run.unitsPerEm)
            pen += (glyph.advance * ink.size << 16) / max(1, run.unitsPerEm)
            if glyphs.paths[number].isEmpty { continue }
            svg.raw("<use href=\"#g\(number)\" x=\"")
            svg.bytes.append(decimal: (left >> 7) / max(1, ink.size))
            svg.raw("\" y=\"")
            svg.bytes.append(decimal: baseline * unitsOfPath / max(1, ink.size) - up)
            svg.raw("\"/>")
          }
        }
      }
    }
    if open != nil { svg.raw("</g>\n") }
  }
}

extension DrawnText {
  /// Browsers put baselines on whole pixels.
  ///
  /// - Parameters:
  ///   - top: the top of the text's container.
  ///   - shift: in 1/64 px.
  func baseline(ofLine line: Int, in top: Pixels, shift: Int) -> Int {
    let own = (top + y).sixtyFourths + (line * setting.lineHeight + setting.baseline.onLinux) << 6
    return (own + shift + 32) >> 6
  }
}

/// A token of the theme is a word; anything else is not a colour.
private func safeName(_ token: String) -> String {
  token.utf8.allSatisfy { byte in
    byte == 0x2D || byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  } ? token : "text"
}

extension Frame {
  fileprivate func moved(x: Pixels, y: Pixels) -> Frame {
    Frame(x: self.x + x, y: self.y + y, width: width, height: height)
  }
}

/// Bytes of SVG.
private struct SVGText {
  var bytes: [UInt8] = []

  mutating func raw(_ markup: String) { bytes += Array(markup.utf8) }

  /// In a text or in a quoted value of an attribute.
  mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "\""): raw("&quot;")
      case 0x09, 0x0A, 0x0D, 0x20...: bytes.append(byte)
      default: break
      }
    }
  }

  mutating func rect(_ frame: Frame, _ more: String) {
    raw("<rect")
    attributes(of: frame)
    raw(" \(more)/>\n")
  }

  mutating func attributes(of frame: Frame) {
    raw(
      " x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(max(.zero, frame.width))\" height=\"\(max(.zero, frame.height))\"")
  }
}
