import TextLayout

/// The distinct outlines of a picture. Font files differ from build to build, and so do the numbers of glyphs in them,
/// but the outlines are the same.
struct GlyphTable {
  private(set) var paths: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var known: [Key: Int] = [:]
  private var outlines: [Key: GlyphOutline] = [:]
  private var byteCount = 0
  /// Outlines beyond this number of bytes are drawn as boxes.
  let mostBytes: Int

  private struct Key: Hashable {
    let fonts: ObjectIdentifier
    let file: Int
    let glyph: UInt32
  }

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  mutating func number(of glyph: PlacedGlyph, in run: GlyphRun, fonts: DrawingFonts) -> Int {
    let key = Key(fonts: ObjectIdentifier(fonts), file: run.file, glyph: glyph.glyph)
    if let number = known[key] { return number }
    var path = outline(of: glyph, in: run, fonts: fonts).path(unitsPerEm: run.unitsPerEm)
    if numbers[path] == nil, byteCount + path.count > mostBytes { path = box(of: glyph, run) }
    let number: Int
    if let found = numbers[path] {
      number = found
    } else {
      number = paths.count
      numbers[path] = number
      paths.append(path)
      byteCount += path.count
    }
    known[key] = number
    return number
  }

  /// The paths of all outlines, by their numbers.
  var definitions: [UInt8] {
    var svg = SVGText()
    for (number, path) in paths.enumerated() where !path.isEmpty {
      svg.raw("<path id=\"g\(number)\" d=\"")
      svg.bytes += path
      svg.raw("\"/>")
    }
    return svg.bytes
  }

  mutating func outline(of glyph: PlacedGlyph, in run: GlyphRun, fonts: DrawingFonts) -> GlyphOutline {
    let key = Key(fonts: ObjectIdentifier(fonts), file: run.file, glyph: glyph.glyph)
    if let known = outlines[key] { return known }
    let outline = fonts.fonts.font(ofFile: run.file)?.outlines(of: [glyph.glyph]).first ?? GlyphOutline()
    outlines[key] = outline
    return outline
  }

  private func box(of glyph: PlacedGlyph, _ run: GlyphRun) -> [UInt8] {
    let width = glyph.advance * unitsOfPath / max(1, run.unitsPerEm)
    let margin = unitsOfPath / 25
    let inner = width - 2 * margin
    return inner > 0 ? Array("m\(margin)-\(margin)h\(inner)v-\(unitsOfPath * 2 / 3)h-\(inner)z".utf8) : []
  }
}

extension ServedFonts {
  /// The font that draws the glyphs of a file.
  fileprivate func font(ofFile file: Int) -> MeasuringFont? {
    for stack in stacks.values {
      if let face = stack.faces.first(where: { $0.fileIndex == file }) { return face.font }
    }
    return nil
  }
}
