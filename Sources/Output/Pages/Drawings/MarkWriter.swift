import Diagnostics
import Geometry
import TextLayout
import Themes

/// Writes marks as SVG.
struct MarkWriter {
  /// A source of an image.
  struct Source {
    var url: String
    /// True if the cropped image fills the frame; otherwise its centre shows.
    var isCut: Bool
    /// The offset of the whole image from the frame's top left corner, if the crop is known.
    var place: (x: Double, y: Double, width: Double, height: Double)?
  }

  /// Device pixels per CSS pixel.
  let scale: Int
  private(set) var body = SVGText()
  /// Gradients, clips and filters.
  private(set) var definitions = SVGText()
  var glyphs: GlyphTable
  /// Returns the source of an image; nil if it is not available.
  private let source: (DrawnImage, Frame) -> Source?
  private var identifiers = 0

  init(scale: Int, glyphs: GlyphTable, source: @escaping (DrawnImage, Frame) -> Source?) {
    self.scale = scale
    self.glyphs = glyphs
    self.source = source
  }

  mutating func raw(_ markup: String) { body.raw(markup) }

  mutating func rect(_ frame: Frame, _ more: String) { body.rect(frame, more) }

  mutating func identifier() -> String {
    identifiers += 1
    return "d\(identifiers)"
  }

  mutating func define(_ markup: String) { definitions.raw(markup) }

  private func fill(_ color: DrawnColor) -> String {
    switch color {
    case .token(let name): "fill=\"var(--\(safeName(name)))\""
    case .ink(let ink): Self.fill(ink)
    }
  }

  static func fill(_ ink: SRGBColor) -> String {
    "fill=\"\(ink.hexadecimal)\"" + (ink.opacity < 1 ? " fill-opacity=\"\(decimal(ink.opacity))\"" : "")
  }

  // MARK: Marks

  /// - Parameter isPlain: slots are drawn as boxes.
  mutating func write(_ marks: [Mark], x: Pixels, y: Pixels, isPlain: Bool) {
    for mark in marks {
      switch mark {
      case .slot(_, let frame, _):
        if isPlain { body.rect(frame.moved(x: x, y: y), "class=\"slot\" rx=\"3\"") }
      case .box(_, let frame, let paint?): write(paint, frame.moved(x: x, y: y))
      case .box(let kind, let frame, nil):
        let radius = kind == .tag ? frame.height.roundedDown / 2 : kind == .code || kind == .toggle ? 8 : 0
        body.rect(frame.moved(x: x, y: y), "class=\"b\(kind.rawValue)\" rx=\"\(radius)\"")
      case .image(let image, _, let frame, let paint): write(image, frame.moved(x: x, y: y), paint)
      case .text(let text): write(text, x: x, y: y)
      case .clippedText(let text, let frame):
        let box = frame.moved(x: x, y: y)
        body.raw("<svg")
        body.attributes(of: box)
        body.raw(" viewBox=\"\(box.x) \(box.y) \(box.width) \(box.height)\">")
        write(text, x: x, y: y)
        body.raw("</svg>\n")
      }
    }
    // Outlines are drawn above everything else in a card.
    for mark in marks {
      switch mark {
      case .box(_, let frame, let paint?), .image(_, _, let frame, let paint?):
        writeOutline(of: paint, frame.moved(x: x, y: y))
      default: break
      }
    }
  }

  private mutating func write(_ image: DrawnImage?, _ frame: Frame, _ paint: BoxPaint?) {
    if let paint { write(paint, frame) }
    guard let image, let source = source(image, frame) else {
      if paint == nil { body.rect(frame, "class=\"hole\"") }
      return
    }
    let box = BoxOutline(frame, radii: paint?.radii ?? Array(repeating: .pixels(0), count: 4), scale: scale)
    var clip = ""
    if box.radii.contains(where: { $0.x > 0 && $0.y > 0 }) {
      let name = identifier()
      definitions.raw("<clipPath id=\"\(name)\"><path d=\"\(box.path)\"/></clipPath>\n")
      clip = " clip-path=\"url(#\(name))\""
    }
    if let place = source.place {
      // A nested viewport crops the image.
      body.raw(
        "<g\(clip)><svg x=\"\(decimal(box.left))\" y=\"\(decimal(box.top))\" width=\"\(decimal(box.width))\" height=\"\(decimal(box.height))\">"
          + "<image href=\"\(source.url)\" preserveAspectRatio=\"none\" x=\"\(decimal(place.x))\" y=\"\(decimal(place.y))\" width=\"\(decimal(place.width))\" height=\"\(decimal(place.height))\"/></svg></g>\n"
      )
      return
    }
    body.raw(
      "<image href=\"\(source.url)\" preserveAspectRatio=\"\(source.isCut ? "none" : "xMidYMid slice")\""
        + " x=\"\(decimal(box.left))\" y=\"\(decimal(box.top))\" width=\"\(decimal(box.width))\" height=\"\(decimal(box.height))\"\(clip)/>\n"
    )
  }

  // MARK: Texts

  private mutating func write(_ text: DrawnText, x: Pixels, y: Pixels) {
    for (number, line) in text.lines.enumerated() {
      let left = text.offset(of: line) + (text.x + x).sixtyFourths << 10
      writeBoxes(of: text, line, number, left: left, top: y)
      writeLines(of: text, line, number, left: left, top: y, areThrough: false)
      writeImages(of: text, line, number, left: left, top: y)
    }
    writeGlyphs(of: text, x: x, y: y)
    for (number, line) in text.lines.enumerated() {
      let left = text.offset(of: line) + (text.x + x).sixtyFourths << 10
      writeLines(of: text, line, number, left: left, top: y, areThrough: true)
    }
  }

  private mutating func writeGlyphs(of text: DrawnText, x: Pixels, y: Pixels) {
    var open: InkStyle?
    for (number, line) in text.lines.enumerated() {
      let offset = text.offset(of: line) + (text.x + x).sixtyFourths << 10
      for item in line.items {
        guard case .glyphs(let runs) = item.content else { continue }
        let ink = text.styles[item.leaf]
        if ink != open {
          if open != nil { body.raw("</g>\n") }
          body.raw("<g \(fill(ink.color)) transform=\"scale(")
          body.bytes.append(decimal: ink.size, dividedBy: unitsOfPath)
          body.raw(")\">")
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
            body.raw("<use href=\"#g\(number)\" x=\"")
            body.bytes.append(decimal: ((left * unitsOfPath) >> 16) / max(1, ink.size))
            body.raw("\" y=\"")
            body.bytes.append(decimal: baseline * unitsOfPath / max(1, ink.size * scale) - up)
            body.raw("\"/>")
          }
        }
      }
    }
    if open != nil { body.raw("</g>\n") }
  }

  private mutating func writeImages(of text: DrawnText, _ line: SetLine, _ number: Int, left: Int, top: Pixels) {
    for item in line.items {
      let ink = text.styles[item.leaf]
      guard case .image(let width) = item.content, let image = ink.image else { continue }
      // The image is in the middle of the line.
      let above = (2 * number + 1) * text.setting.lineHeight - ink.imageHeight
      write(
        image,
        Frame(
          x: Pixels(sixtyFourths: (left + item.x) >> 10), y: text.y + top + Pixels(sixtyFourths: above * 32),
          width: Pixels(width), height: Pixels(ink.imageHeight)), BoxPaint())
    }
  }

  /// Writes the boxes of elements in a line, such as those of code.
  private mutating func writeBoxes(of text: DrawnText, _ line: SetLine, _ number: Int, left: Int, top: Pixels) {
    for stretch in text.stretches(of: line, by: { $0.box?.element }) {
      guard let box = text.styles[stretch.leaf].box else { continue }
      let baseline = text.baseline(ofLine: number, in: top, shift: text.styles[stretch.leaf].shift)
      let frame = Frame(
        x: Pixels(sixtyFourths: (left + stretch.x.lowerBound) >> 10),
        y: Pixels(sixtyFourths: (baseline - box.ascent) * 64 / scale),
        width: Pixels(sixtyFourths: (stretch.x.upperBound - stretch.x.lowerBound) >> 10),
        height: Pixels(sixtyFourths: (box.ascent + box.descent) * 64 / scale))
      write(box.paint, frame)
    }
  }

  /// Writes decoration lines.
  private mutating func writeLines(
    of text: DrawnText, _ line: SetLine, _ number: Int, left: Int, top: Pixels, areThrough: Bool
  ) {
    var elements: [Int] = []
    for item in line.items {
      for line in text.styles[item.leaf].lines where line.isThrough == areThrough && !elements.contains(line.element) {
        elements.append(line.element)
      }
    }
    for element in elements {
      let own = { (ink: InkStyle) in ink.lines.contains { $0.element == element } ? element : nil }
      for stretch in text.stretches(of: line, by: own) {
        let ink = text.styles[stretch.leaf]
        guard let style = ink.lines.first(where: { $0.element == element }) else { continue }
        let band = TextLineBand(style, ink: ink, ascent: text.setting.baseline.ascent, scale: scale)
        let top = text.baseline(ofLine: number, in: top, shift: ink.shift) + band.top
        let pixel = { (length: Int) in Double(length) / 65_536 }
        var x = (left + stretch.x.lowerBound)...(left + stretch.x.upperBound)
        let gaps =
          style.skipsInk && !areThrough
          ? text.gaps(
            in: line, left: left, from: band.top, to: band.top + band.thickness, scale: scale, glyphs: &glyphs)
          : []
        for gap in gaps + [x.upperBound...x.upperBound] where gap.upperBound >= x.lowerBound {
          let end = min(gap.lowerBound, x.upperBound)
          if end > x.lowerBound {
            body.raw(
              "<rect x=\"\(decimal(pixel(x.lowerBound)))\" y=\"\(decimal(Double(top) / Double(scale)))\" width=\"\(decimal(pixel(end - x.lowerBound)))\" height=\"\(decimal(Double(band.thickness) / Double(scale)))\" \(fill(style.color))/>\n"
            )
          }
          x = min(max(gap.upperBound, x.lowerBound), x.upperBound)...x.upperBound
        }
      }
    }
  }
}

/// A token of the theme is a word; anything else is not a colour.
private func safeName(_ token: String) -> String {
  token.utf8.allSatisfy { byte in
    byte == 0x2D || byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  } ? token : "text"
}

extension Frame {
  func moved(x: Pixels, y: Pixels) -> Frame { Frame(x: self.x + x, y: self.y + y, width: width, height: height) }
}
