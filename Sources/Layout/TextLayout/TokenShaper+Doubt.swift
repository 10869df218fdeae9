extension TokenShaper {
  /// The readings of a part of a token that can give it another advance than it has by itself.
  func readings(
    _ readings: TokenReadings, of range: Range<Int>, in text: ShapingText, style: LeafStyle
  ) -> [ScriptReading] {
    if readings.all.isEmpty { return [] }
    let others = readings.of(range)
    guard others.last == .byFace, words.isInOneFace(range, of: text, context: style.context) else { return others }
    return others.count == 1 ? [] : others.dropLast()
  }

  /// The advance of a text by itself, with its uncertainty from the scripts of the text around it.
  mutating func advance(
    of range: Range<Int>, in text: ShapingText, readings: [ScriptReading], style: LeafStyle
  ) -> Advance {
    if readings.isEmpty, text.levels.isEmpty, let table = style.ideographs,
      let advance = words.ideographTables[table].advance(ofCharacter: text.bytes.span.extracting(range))
    {
      return advance
    }
    var result = words.word(range, of: text, context: style.context, size: style.size)
    if readings.isEmpty { return result }
    var widths = result.width...result.width
    for reading in readings {
      let other = words.word(range, of: text, context: style.context, size: style.size, reading: reading)
      widths = min(widths.lowerBound, other.width)...max(widths.upperBound, other.width)
      result.rounded = RoundedAdvance(
        least: min(result.rounded.least, other.rounded.least), most: max(result.rounded.most, other.rounded.most))
      result.itemCount = max(result.itemCount, other.itemCount)
    }
    result.width = widths.lowerBound + widths.count / 2
    let slack = widths.count / 2
    result.slack += slack
    // The slack is added to both ends.
    result.rounded = result.rounded.narrowed(by: (slack * 60) >> 16)
    return result
  }

  /// Adds the uncertainty between pieces of a part, and between parts.
  mutating func addDoubts(
    to pieces: inout [ShapedToken.TokenPiece], of parts: ArraySlice<TokenStream.TokenPart>, in text: ShapingText,
    readings: TokenReadings, styles: [LeafStyle]
  ) {
    var first = 0
    for (number, part) in parts.enumerated() {
      var end = first
      while end < pieces.count, pieces[end].part == number { end += 1 }
      addDoubt(to: &pieces, in: first..<end, of: text, readings: readings, style: styles[part.leaf])
      if number > 0 {
        let before = (piece: pieces[first - 1], style: styles[parts[parts.startIndex + number - 1].leaf])
        let doubt = doubt(
          atEdgeBetween: before, and: (pieces[first], styles[part.leaf]), of: text, readings: readings)
        pieces[first - 1].advance.slack += doubt
        pieces[first].advance.slack += doubt
      }
      first = end
    }
  }

  /// Each piece is shaped alone, as in WebKit. If the result differs from that of the whole, which Blink and Gecko
  /// shape, the difference is uncertain.
  private mutating func addDoubt(
    to pieces: inout [ShapedToken.TokenPiece], in part: Range<Int>, of text: ShapingText, readings: TokenReadings,
    style: LeafStyle
  ) {
    guard part.count > 1 else { return }
    let doubts = doubts(between: pieces, in: part, of: text, readings: readings, style: style)
    if doubts.isEmpty { return }
    if readings.all.isEmpty, part.allSatisfy({ pieces[$0].kind == .text }) {
      let range = pieces[part.lowerBound].range.lowerBound..<pieces[part.upperBound - 1].range.upperBound
      let whole = words.word(range, of: text, context: style.context, size: style.size)
      if whole.distance(outside: part.reduce(into: Advance()) { $0 += pieces[$1].advance }) == 0 { return }
    }
    for (index, doubt) in doubts {
      pieces[index - 1].advance.slack += doubt
      pieces[index].advance.slack += doubt
    }
  }

  /// The uncertainties between neighbouring pieces, each with the index of the second one. Pairs occur again, and are
  /// then known; a long whole does not.
  private mutating func doubts(
    between pieces: [ShapedToken.TokenPiece], in part: Range<Int>, of text: ShapingText, readings: TokenReadings,
    style: LeafStyle
  ) -> [(index: Int, doubt: Int)] {
    var doubts: [(index: Int, doubt: Int)] = []
    let areReadAlike = readings.all.isEmpty
    let pieces = pieces.span
    for index in part.dropFirst() where pieces[index].kind == .text && pieces[index - 1].kind == .text {
      let edge = pieces[index].range.lowerBound
      let pair = pieces[index - 1].range.lowerBound..<pieces[index].range.upperBound
      if text.levels.isEmpty, let table = style.ideographs,
        words.ideographTables[table].holds(text.bytes.span.extracting(pair), lettersAlone: !areReadAlike)
      {
        continue
      }
      let doubt: Int
      let others = areReadAlike ? [] : self.readings(readings, of: pair, in: text, style: style)
      if others.isEmpty {
        doubt = words.doubt(
          of: pair, dividedAt: edge, parts: pieces[index - 1].advance + pieces[index].advance, in: text,
          context: style.context, size: style.size)
      } else {
        doubt = self.doubt(of: pair, dividedAt: edge, in: text, readings: others, style: style)
      }
      if doubt > 0 { doubts.append((index, doubt)) }
    }
    return doubts
  }

  /// The amount by which a text is wider or narrower than its two parts, by any reading.
  private mutating func doubt(
    of range: Range<Int>, dividedAt offset: Int, in text: ShapingText, readings: [ScriptReading], style: LeafStyle
  ) -> Int {
    var result = doubt(of: range, dividedAt: offset, in: text, reading: nil, style: style)
    for reading in readings {
      result = max(result, doubt(of: range, dividedAt: offset, in: text, reading: reading, style: style))
    }
    return result
  }

  private mutating func doubt(
    of range: Range<Int>, dividedAt offset: Int, in text: ShapingText, reading: ScriptReading?, style: LeafStyle
  ) -> Int {
    func advance(_ part: Range<Int>) -> Advance {
      words.word(part, of: text, context: style.context, size: style.size, reading: reading)
    }
    return advance(range).distance(outside: advance(range.lowerBound..<offset) + advance(offset..<range.upperBound))
  }

  /// The uncertainty at the edge of an element.
  ///
  /// Chromium and Firefox shape across it if the font is the same on both sides, so letters are kerned there; WebKit does
  /// not. Letters that join may take another form in any font.
  private mutating func doubt(
    atEdgeBetween before: (piece: ShapedToken.TokenPiece, style: LeafStyle),
    and after: (piece: ShapedToken.TokenPiece, style: LeafStyle), of text: ShapingText, readings: TokenReadings
  ) -> Int {
    // Boxes are inline blocks, and letters apart have a different font.
    guard before.piece.kind == .text, after.piece.kind == .text else { return 0 }
    let edge = after.piece.range.lowerBound
    if mayJoin(text.bytes[before.piece.range], text.bytes[after.piece.range]) {
      return max(before.style.size, after.style.size) << 15
    }
    guard before.style.context == after.style.context, before.style.size == after.style.size else { return 0 }
    let pair = before.piece.range.lowerBound..<after.piece.range.upperBound
    let others = self.readings(readings, of: pair, in: text, style: after.style)
    return doubt(of: pair, dividedAt: edge, in: text, readings: others, style: after.style)
  }
}
