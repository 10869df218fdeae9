import Fonts
import Geometry
import TextLayout

/// Puts drawings into few bytes: whatever comes more than once, in texts, cards or whole shelves, is written once and
/// then named by its number. `reading.js` reads it in the same order.
struct ReportEncoder {
  private(set) var strings = Table<String>()
  private(set) var glyphs: GlyphTable
  private var unitsPerEm = Table<Int>()
  private var words = Table<PackedNumbers>()
  private var styles = Table<PackedNumbers>()
  private var settings = Table<LineSetting>()
  private var texts = Table<PackedNumbers>()
  private var knownTexts: [ObjectIdentifier: Int] = [:]
  /// Keeps what is known by its address.
  private var kept: [SetParagraph] = []
  private(set) var images: ImageTable
  private var cards = Table<PackedNumbers>()
  private var shelves = Table<PackedNumbers>()
  private var pairs: [PackedNumbers] = []

  init(mostGlyphBytes: Int, mostImageBytes: Int) {
    glyphs = GlyphTable(mostBytes: mostGlyphBytes)
    images = ImageTable(mostBytes: mostImageBytes)
  }

  /// All numbers, tables first, each behind its count.
  var numbers: PackedNumbers {
    var all = PackedNumbers()
    func append(_ table: [PackedNumbers]) {
      all.append(table.count)
      for entry in table { all.append(entry) }
    }
    all.append(glyphs.advances.count)
    for advance in glyphs.advances { all.append(signed: advance) }
    all.append(unitsPerEm.values.count)
    for units in unitsPerEm.values { all.append(units) }
    append(words.values)
    append(styles.values)
    all.append(settings.values.count)
    for setting in settings.values {
      all.append(setting.lineHeight)
      all.append(signed: setting.baseline.onLinux)
      all.append(signed: setting.baseline.doubled)
      all.append(setting.edge.rawValue * 2 + (setting.startsRight ? 1 : 0))
    }
    append(texts.values)
    append(cards.values)
    append(shelves.values)
    append(pairs)
    return all
  }

  // MARK: Pairs and shelves

  /// - Parameters:
  ///   - themes: the numbers of the colours of either side.
  mutating func append(
    _ pair: ShelfPair, before: ShelfDrawing?, after: ShelfDrawing?, themes: (before: Int, after: Int)
  ) {
    var entry = PackedNumbers()
    entry.append(strings.number(of: pair.widthClass))
    entry.append(pair.pageWidth)
    for (drawing, theme) in [(before, themes.before), (after, themes.after)] {
      guard let drawing else {
        entry.append(0)
        continue
      }
      entry.append(number(of: drawing) + 1)
      entry.append(theme)
    }
    let changed = pair.changedCards.sorted().map { strings.number(of: $0) }
    entry.append(changed.count)
    for id in changed { entry.append(id) }
    pairs.append(entry)
  }

  private mutating func number(of drawing: ShelfDrawing) -> Int {
    var entry = PackedNumbers()
    entry.append(drawing.bounds)
    append(drawing.marks, to: &entry)
    entry.append(drawing.cards.count)
    for card in drawing.cards {
      entry.append(strings.number(of: card.id))
      entry.append(card.x)
      entry.append(card.y)
      entry.append(number(of: card.drawing))
    }
    return shelves.number(of: entry)
  }

  private mutating func number(of card: CardDrawing) -> Int {
    var entry = PackedNumbers()
    entry.append(card.width)
    entry.append(card.height)
    append(card.marks, to: &entry)
    return cards.number(of: entry)
  }

  private enum Code: Int { case slot, box, image, flowingText, placedText, clip }

  private mutating func append(_ marks: [Mark], to entry: inout PackedNumbers) {
    entry.append(marks.count)
    for mark in marks {
      switch mark {
      case .slot(let name, let frame, let lineCount):
        entry.append(Code.slot.rawValue)
        entry.append(strings.number(of: name))
        entry.append(frame)
        entry.append(lineCount)
      case .box(let kind, let frame):
        entry.append(Code.box.rawValue)
        entry.append(kind.rawValue)
        entry.append(frame)
      case .image(let reference, let name, let frame):
        entry.append(Code.image.rawValue)
        entry.append(reference.flatMap { images.number(of: $0) }.map { $0 + 1 } ?? 0)
        entry.append(strings.number(of: name))
        entry.append(frame)
      case .text(let text): append(text, to: &entry)
      case .clippedText(let text, let frame):
        entry.append(Code.clip.rawValue)
        entry.append(frame)
        append(text, to: &entry)
      }
    }
  }

  // MARK: Texts

  private mutating func append(_ text: DrawnText, to entry: inout PackedNumbers) {
    switch text.lines {
    case .flowing(let counts, let isCut):
      entry.append(Code.flowingText.rawValue)
      entry.append(number(of: text.paragraph))
      entry.append(settings.number(of: text.setting))
      entry.append(text.x)
      entry.append(text.y)
      entry.append(text.width)
      entry.append(counts.count << 1 | (isCut ? 1 : 0))
      for count in counts { entry.append(count) }
    case .placed(let lines):
      entry.append(Code.placedText.rawValue)
      entry.append(settings.number(of: text.setting))
      entry.append(text.x)
      entry.append(text.y)
      entry.append(lines.count)
      for line in lines { append(line, of: text, to: &entry) }
    }
  }

  private mutating func append(_ line: SetLine, of text: DrawnText, to entry: inout PackedNumbers) {
    let offset = text.offset(of: line)
    var placed: [(x: Int, style: Int, word: Int)] = []
    for item in line.items {
      let ink = text.paragraph.styles[item.leaf]
      let style = number(of: ink, leaf: item.leaf, text.paragraph)
      var x = item.x + offset
      for (word, width) in words(of: item.content, size: ink.size, fonts: text.paragraph.fonts) {
        placed.append((x, style, word))
        x += width
      }
    }
    entry.append(placed.count)
    var last = 0
    for item in placed {
      let x = item.x >> 10
      entry.append(signed: x - last)
      last = x
      entry.append(item.style)
      entry.append(item.word)
    }
  }

  private mutating func number(of paragraph: SetParagraph) -> Int {
    if let known = knownTexts[ObjectIdentifier(paragraph)] { return known }
    var entry = PackedNumbers()
    let tokens = paragraph.tokens ?? []
    entry.append(tokens.count)
    var style: Int?
    for token in tokens {
      let ink = paragraph.styles[token.leaf]
      let own = number(of: ink, leaf: token.leaf, paragraph)
      let words = words(of: token.content, size: ink.size, fonts: paragraph.fonts).map(\.number)
      let space = token.spaceLeaf.map { paragraph.styles[$0].space }
      // What stands before it: nothing, a space of its own style, one of another, or less or more than nothing.
      let joint = space.map { $0 == ink.space ? 1 : 2 } ?? (token.kerning == 0 ? 0 : 3)
      entry.append(joint | (own == style ? 0 : 4) | (words.count == 1 ? 0 : 8))
      if joint == 2, let space { entry.append(signed: space >> 6) }
      if joint == 3 { entry.append(signed: token.kerning >> 6) }
      if own != style { entry.append(own) }
      style = own
      if words.count != 1 { entry.append(words.count) }
      for word in words { entry.append(word) }
    }
    let number = texts.number(of: entry)
    knownTexts[ObjectIdentifier(paragraph)] = number
    kept.append(paragraph)
    return number
  }

  private mutating func number(of ink: InkStyle, leaf: Int, _ paragraph: SetParagraph) -> Int {
    var entry = PackedNumbers()
    entry.append(ink.size)
    entry.append(strings.number(of: ink.color))
    entry.append(signed: ink.shift)
    entry.append(ink.line.rawValue)
    entry.append(signed: ink.space >> 6)
    let ellipsis =
      paragraph.ellipses.indices.contains(leaf)
      ? words(of: paragraph.ellipses[leaf], size: ink.size, fonts: paragraph.fonts).map(\.number) : []
    entry.append(ellipsis.count)
    for word in ellipsis { entry.append(word) }
    return styles.number(of: entry)
  }

  /// The words that a content is put together of, with their widths in 1/65536 px.
  private mutating func words(
    of content: SetContent, size: Int, fonts: ReportFonts
  ) -> [(number: Int, width: Int)] {
    switch content {
    case .glyphs(let runs):
      return runs.map { run in (words.number(of: packed(run, fonts: fonts)), run.width(atSize: size)) }
    case .image(let width):
      return [(words.number(of: box(width: width << 6, isImage: true)), width << 16)]
    case .missing(let width): return [(words.number(of: box(width: width >> 10, isImage: false)), width)]
    }
  }

  private func box(width: Int, isImage: Bool) -> PackedNumbers {
    var entry = PackedNumbers()
    entry.append(0)
    entry.append(width << 1 | (isImage ? 1 : 0))
    return entry
  }

  private mutating func packed(_ run: GlyphRun, fonts: ReportFonts) -> PackedNumbers {
    var entry = PackedNumbers()
    entry.append(unitsPerEm.number(of: run.unitsPerEm) + 1)
    entry.append(run.glyphs.count)
    for glyph in run.glyphs {
      let number = glyphs.number(of: glyph, in: run, fonts: fonts)
      let more = glyph.advance - glyphs.advances[number]
      let isPlain = more == 0 && glyph.x == 0 && glyph.y == 0
      entry.append(number << 1 | (isPlain ? 0 : 1))
      if isPlain { continue }
      entry.append(signed: more)
      entry.append(signed: glyph.x)
      entry.append(signed: glyph.y)
    }
    return entry
  }
}

/// Values that are named by their numbers.
struct Table<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let known = numbers[value] { return known }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
