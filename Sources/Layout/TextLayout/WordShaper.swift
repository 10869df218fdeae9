/// The properties of a leaf that shaping needs in addition to its bytes: a font and a language.
struct ShapingContext: Hashable {
  var font: FontRequest
  var language: String

  /// False for Chinese, Japanese and Korean, for which the style sheet switches kerning off.
  var isKerned: Bool { LineBreakTailoring(language: language) == .general && !isKorean(language) }
}

/// The text that is being shaped: its bytes and the embedding level of each, which is empty if all text is left to
/// right.
struct ShapingText {
  let bytes: [UInt8]
  let levels: [UInt8]
  /// True if all of the text certainly runs from right to left, false if all runs from left to right; otherwise nil.
  let isRightToLeft: Bool?

  init(bytes: [UInt8], levels: [UInt8]) {
    self.bytes = bytes
    self.levels = levels
    isRightToLeft = levels.isEmpty ? false : levels.allSatisfy { $0 & 1 == 1 } ? true : nil
  }

  /// Returns whether a range runs from right to left, or nil if it has both directions.
  @inline(__always)
  func isRightToLeft(_ range: Range<Int>) -> Bool? { isRightToLeft ?? direction(of: range) }

  private func direction(of range: Range<Int>) -> Bool? {
    let levels = levels.span
    guard let first = range.first else { return false }
    for index in range where (levels[index] ^ levels[first]) & 1 != 0 { return nil }
    return levels[first] & 1 == 1
  }

  /// Appends the bytes that distinguish equal texts in different directions. No byte of UTF-8 is 0xFD.
  ///
  /// - Parameter range: a range of at most 255 bytes.
  func appendDirections(to key: inout [UInt8], of range: Range<Int>) {
    key.append(0xFD)
    var isRightToLeft = false
    for offset in range where (levels[offset] & 1 == 1) != isRightToLeft {
      isRightToLeft.toggle()
      key.append(UInt8(clamping: offset - range.lowerBound))
    }
  }
}

/// Measures words, each distinct one once.
///
/// A word is shaped without the text around it. That is exact, because spaces take part in no lookup of a served face
/// (see `FontFace.touchesSpace`), so no rule extends from one word into another.
struct WordShaper: ~Copyable {
  private let fonts: ServedFonts
  var shaper: Shaper
  private var known = TextTable<Advance>(mostTexts: 1 << 15)
  private var recent = RecentTexts<Advance>()
  private var recentDoubts = RecentTexts<Int>()
  private var knownDivisions = TextTable<WordDivision>(mostTexts: 1 << 13)
  /// Memory for the bytes of a word and its reading.
  private var key: [UInt8] = []
  private var contexts: [Context] = []
  /// The tables for contexts without kerning, one for each size.
  var ideographTables: [IdeographTable] = []
  private var numbers: [ShapingContext: Int] = [:]

  private struct Context {
    let stack: ServedStack?
    let language: String
    let disablesKerning: Bool
    /// The letters and digits of ASCII that need neither the reader's fonts nor a box.
    let plainCharacters: CharacterCoverage
    var pairs: PairedWords
  }

  init?(fonts: ServedFonts) {
    guard let shaper = Shaper() else { return nil }
    self.fonts = fonts.copy()
    self.shaper = shaper
  }

  /// The number that represents a context in the other functions.
  mutating func number(of context: ShapingContext) -> Int {
    if let known = numbers[context] { return known }
    let number = contexts.count
    let stack = fonts.stacks[context.font]
    var plain = CharacterCoverage()
    for byte in lettersAndDigits.utf8 where !needsBoxOrFace([byte], stack: stack) { plain.insert(UInt32(byte)) }
    contexts.append(
      Context(
        stack: stack, language: context.language, disablesKerning: !context.isKerned, plainCharacters: plain,
        pairs: PairedWords(stack: stack, language: context.language, disablesKerning: !context.isKerned)))
    numbers[context] = number
    return number
  }

  /// Returns whether a text has only ASCII letters and digits, none of which needs the reader's fonts, or a box.
  func isPlain(_ text: Span<UInt8>, context: Int) -> Bool {
    let plain = contexts.span[context].plainCharacters
    for index in text.indices where !plain.contains(UInt32(text[index])) { return false }
    return true
  }

  func stack(ofContext context: Int) -> ServedStack? { contexts[context].stack }

  /// The advances of a part of one leaf.
  ///
  /// - Parameter reading: the scripts, if they differ from those of the text by itself.
  @inline(__always)
  mutating func word(
    _ range: Range<Int>, of text: ShapingText, context: Int, size: Int, reading: ScriptReading? = nil
  ) -> Advance {
    if let advance = paired(range, of: text, context: context, size: size, reading: reading) { return advance }
    guard range.count <= longestCached, let isRightToLeft = text.isRightToLeft(range) else {
      return shape(range, of: text, context: context, size: size, reading: reading?.part(range))
    }
    let number = number(context, size: size, isRightToLeft: isRightToLeft)
    if let reading {
      return word(range, of: text, context: context, size: size, number: number, reading: reading)
    }
    guard let key = RecentTexts<Advance>.RecentKey(text.bytes.span.extracting(range), number) else {
      return knownWord(range, of: text, context: context, size: size, number: number)
    }
    if let advance = recent[key] { return advance }
    let advance = knownWord(range, of: text, context: context, size: size, number: number)
    recent.keep(advance, for: key)
    return advance
  }

  /// The advance of a word, computed from its kerning pairs; nil if it has to be shaped.
  @inline(__always)
  private mutating func paired(
    _ range: Range<Int>, of text: ShapingText, context: Int, size: Int, reading: ScriptReading?
  ) -> Advance? {
    let script = reading?.uniformScript(in: range)
    if reading != nil, script == nil { return nil }
    guard text.levels.isEmpty || text.isRightToLeft(range) == false else { return nil }
    return contexts[context].pairs.advance(
      of: text.bytes.span.extracting(range), reading: script, size: size, shaper: &shaper)
  }

  /// The advances of the clusters of one run, computed from its kerning pairs if these determine them.
  private mutating func clusters(
    of run: ShapingRun, in text: ShapingText, font: MeasuringFont, context: Int, size: Int, reading: ScriptReading?
  ) -> [ClusterAdvance] {
    if !run.isRightToLeft, reading == nil {
      let clusters = contexts[context].pairs.clusterAdvances(
        of: text.bytes.span.extracting(run.range), reading: run.script, size: size, shaper: &shaper)
      if let clusters { return clusters }
    }
    return shaper.clusterAdvances(
      of: text.bytes[run.range], font: font, language: contexts[context].language,
      properties: run.properties(disablesKerning: contexts[context].disablesKerning, reading: reading), size: size)
  }

  private mutating func knownWord(
    _ range: Range<Int>, of text: ShapingText, context: Int, size: Int, number: Int
  ) -> Advance {
    if let index = known.index(of: text.bytes.span.extracting(range), number) { return known.values[index] }
    return firstWord(range, of: text, context: context, size: size, number: number)
  }

  /// The amount by which a text is wider or narrower than its two parts, which all engines read as they are by
  /// themselves.
  ///
  /// - Parameters:
  ///   - edge: the offset of the second part.
  ///   - parts: the sum of the parts' advances.
  mutating func doubt(
    of range: Range<Int>, dividedAt edge: Int, parts: @autoclosure () -> Advance, in text: ShapingText, context: Int,
    size: Int
  ) -> Int {
    guard text.levels.isEmpty,
      let key = RecentTexts<Int>.RecentKey(
        text.bytes.span.extracting(range), number(context, size: size, isRightToLeft: false),
        edge: edge - range.lowerBound)
    else { return word(range, of: text, context: context, size: size).distance(outside: parts()) }
    if let doubt = recentDoubts[key] { return doubt }
    let doubt = word(range, of: text, context: context, size: size).distance(outside: parts())
    recentDoubts.keep(doubt, for: key)
    return doubt
  }

  /// The number that distinguishes equal bytes.
  private func number(_ context: Int, size: Int, isRightToLeft: Bool) -> Int {
    context << 18 | size << 2 | (isRightToLeft ? 1 : 0)
  }

  private mutating func firstWord(
    _ range: Range<Int>, of text: ShapingText, context: Int, size: Int, number: Int
  ) -> Advance {
    let shaped = shape(range, of: text, context: context, size: size, reading: nil)
    known.add(shaped, for: text.bytes.span.extracting(range), number)
    return shaped
  }

  private mutating func word(
    _ range: Range<Int>, of text: ShapingText, context: Int, size: Int, number: Int, reading: ScriptReading
  ) -> Advance {
    // The key is moved out, so that it keeps its memory and is not copied.
    var key: [UInt8] = []
    swap(&key, &self.key)
    defer { swap(&key, &self.key) }
    key.removeAll(keepingCapacity: true)
    key.append(contentsOf: text.bytes[range])
    reading.appendKey(to: &key, of: range)
    if let index = known.index(of: key.span, number) { return known.values[index] }
    let shaped = shape(range, of: text, context: context, size: size, reading: reading.part(range))
    known.add(shaped, for: key.span, number)
    return shaped
  }

  private mutating func shape(
    _ range: Range<Int>, of text: ShapingText, context number: Int, size: Int, reading: ScriptReading?
  ) -> Advance {
    var word = ShapedWord()
    guard let stack = contexts[number].stack else { return Advance() }
    let ideographs = ideographTable(context: number, size: size)
    func add(_ run: ShapingRun) {
      let font = stack.faces[run.face].font
      if let ideographs, let sum = advance(ofIdeographs: run, of: text, table: ideographs) {
        word.add(units: sum.units, unitsPerEm: font.unitsPerEm, rounded: sum.rounded)
        return
      }
      let advance = shaper.advance(
        of: text.bytes[run.range], font: font, language: contexts[number].language,
        properties: run.properties(disablesKerning: contexts[number].disablesKerning, reading: reading), size: size)
      word.add(units: advance.units, unitsPerEm: font.unitsPerEm, rounded: advance.rounded)
    }
    for run in runs(in: range, stack: stack, text: text, reading: reading) { add(run) }
    return word.advance(atSize: size)
  }

  /// The glyphs of a part of one leaf, run by run in the order of the text.
  mutating func glyphRuns(_ range: Range<Int>, of text: ShapingText, context number: Int) -> [GlyphRun] {
    let context = contexts[number]
    guard let stack = context.stack, !stack.faces.isEmpty else { return [] }
    return runs(in: range, stack: stack, text: text).map { run in
      let face = stack.faces[run.face]
      let glyphs = shaper.glyphs(
        of: text.bytes[run.range], font: face.font, language: context.language,
        properties: run.properties(disablesKerning: context.disablesKerning))
      return GlyphRun(
        bytes: run.range, file: face.fileIndex, unitsPerEm: face.font.unitsPerEm, glyphs: glyphs)
    }
  }

  // MARK: Splitting

  /// The division of a text between its grapheme clusters.
  ///
  /// - Parameters:
  ///   - offsets: the offsets between clusters, ascending.
  ///   - readings: the scripts as engines may read them, in addition to those of the text by itself.
  mutating func division(
    at offsets: [Int], of range: Range<Int>, in text: ShapingText, context: Int, size: Int,
    readings: [ScriptReading] = []
  ) -> WordDivision {
    var division = division(at: offsets, of: range, in: text, context: context, size: size)
    for reading in readings {
      let other = divided(at: offsets, of: range, in: text, context: context, size: size, reading: reading)
      division.widen(by: other)
    }
    return division
  }

  private mutating func division(
    at offsets: [Int], of range: Range<Int>, in text: ShapingText, context: Int, size: Int
  ) -> WordDivision {
    guard range.count <= longestCached, let isRightToLeft = text.isRightToLeft(range) else {
      return divided(at: offsets, of: range, in: text, context: context, size: size, reading: nil)
    }
    let number = number(context, size: size, isRightToLeft: isRightToLeft)
    if let index = knownDivisions.index(of: text.bytes.span.extracting(range), number) {
      return knownDivisions.values[index].moved(by: range.lowerBound)
    }
    let division = divided(at: offsets, of: range, in: text, context: context, size: size, reading: nil)
    knownDivisions.add(division.moved(by: -range.lowerBound), for: text.bytes.span.extracting(range), number)
    return division
  }

  private mutating func divided(
    at offsets: [Int], of range: Range<Int>, in text: ShapingText, context: Int, size: Int, reading: ScriptReading?
  ) -> WordDivision {
    let edges = edges(at: offsets, in: range, of: text, context: context, size: size, reading: reading)
    return WordDivision(
      edges: edges.all,
      slack: splitSlack(
        at: offsets, unless: edges.isSafe, in: range, of: text, context: context, size: size, reading: reading)
        // A part can begin and end inside a ligature.
        + (edges.dividesCluster ? 65536 / 60 : 0))
  }

  /// The advances of a text up to each of some offsets, which ascend. A ligature is divided evenly.
  ///
  /// - Returns: for each offset also whether both sides certainly have the same advances if they are shaped separately;
  ///   the advance of the whole, and whether any offset is inside a cluster.
  private mutating func edges(
    at offsets: [Int], in range: Range<Int>, of text: ShapingText, context number: Int, size: Int,
    reading: ScriptReading?
  ) -> (all: [GraphemeEdge], isSafe: [Bool], advance: Advance, dividesCluster: Bool) {
    let context = contexts[number]
    var isSafe = [Bool](repeating: false, count: offsets.count)
    guard let stack = context.stack else {
      return (offsets.map { GraphemeEdge(offset: $0, width: 0, rounded: RoundedAdvance()) }, isSafe, Advance(), false)
    }
    var result: [GraphemeEdge] = []
    result.reserveCapacity(offsets.count)
    var pending = offsets[...]
    var dividesCluster = false
    var before = ShapedWord()
    let runs = runs(in: range, stack: stack, text: text, reading: reading)
    let isAlike = reading == nil && runs.count == 1 && isOneScript(text.bytes[range])
    for run in runs {
      let font = stack.faces[run.face].font
      let clusters = clusters(of: run, in: text, font: font, context: number, size: size, reading: reading)
      for (index, cluster) in clusters.enumerated() {
        let start = run.range.lowerBound + cluster.offset
        let end =
          index + 1 < clusters.count ? run.range.lowerBound + clusters[index + 1].offset : run.range.upperBound
        while let offset = pending.first, offset <= start {
          pending.removeFirst()
          isSafe[result.count] = isAlike && offset == start && !cluster.isJoined
          result.append(before.edge(at: offset, size: size))
        }
        let inside = pending.prefix { $0 < end }
        pending = pending[inside.endIndex...]
        if !inside.isEmpty { dividesCluster = true }
        for (position, offset) in inside.enumerated() {
          var divided = before
          let units = cluster.units * (position + 1) / (inside.count + 1)
          var rounded = RoundedAdvance()
          rounded.add(units * size, dividedBy: font.unitsPerEm)
          divided.add(units: units, unitsPerEm: font.unitsPerEm, rounded: rounded)
          result.append(divided.edge(at: offset, size: size))
        }
        before.add(units: cluster.units, unitsPerEm: font.unitsPerEm, rounded: cluster.rounded)
      }
    }
    for offset in pending { result.append(before.edge(at: offset, size: size)) }
    return (result, isSafe, before.advance(atSize: size), dividesCluster)
  }

  /// The greatest difference between the width of a separate part and its width inside the text: letters are no longer
  /// kerned or joined. It is determined from three grapheme clusters on either side of an offset.
  ///
  /// - Parameter isSafe: for each offset, whether there is certainly no difference.
  private mutating func splitSlack(
    at offsets: [Int], unless isSafe: [Bool], in range: Range<Int>, of text: ShapingText, context: Int, size: Int,
    reading: ScriptReading?
  ) -> Int {
    var slack = 4  // What rounding may come to.
    for index in offsets.indices.prefix(mostOffsetsTried) where !isSafe[index] {
      let lower = index >= 3 ? offsets[index - 3] : range.lowerBound
      let upper = index + 3 < offsets.count ? offsets[index + 3] : range.upperBound
      let offset = offsets[index]
      let left = word(lower..<offset, of: text, context: context, size: size, reading: reading)
      let right = word(offset..<upper, of: text, context: context, size: size, reading: reading)
      let whole = edges(at: [offset], in: lower..<upper, of: text, context: context, size: size, reading: reading)
      let before = whole.all[0].advance
      slack = max(slack, left.distance(outside: before), right.distance(outside: whole.advance - before))
    }
    // Untested positions are assumed to be within an eighth of an em.
    return offsets.count > mostOffsetsTried ? max(slack, size << 13) : slack
  }
}

/// The limit in bytes. Longer words rarely occur twice.
private let longestCached = 64

private let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/// A text of more characters is not a word, and is not worth three shapings per character.
private let mostOffsetsTried = 256

/// Returns whether each character has a script of its own, and all the same one: then each part of the text is shaped in
/// the script of the whole.
private func isOneScript(_ text: ArraySlice<UInt8>) -> Bool {
  var only: UInt32?
  return ScalarSequence(bytes: text).allSatisfy { _, scalar in
    let script = CharacterProperties.script(of: scalar)
    defer { only = script }
    return !CharacterProperties.isNeutral(script: script) && (only ?? script) == script
  }
}

private func isKorean(_ language: String) -> Bool {
  language.split(separator: "-").first?.lowercased() == "ko"
}

/// The positions at which a text can be split.
struct WordDivision {
  /// The edges at the requested offsets.
  var edges: [GraphemeEdge]
  /// The greatest difference between the width of a separate part and its width inside the text, in 1/65536 px.
  var slack: Int

  /// Includes the widths of another division at the same offsets, which an engine may use.
  fileprivate mutating func widen(by other: WordDivision) {
    var most = 0
    for (own, their) in zip(edges, other.edges) {
      most = max(most, their.advance.distance(outside: own.advance))
    }
    slack = max(slack, other.slack) + most
  }

  fileprivate func moved(by distance: Int) -> WordDivision {
    WordDivision(
      edges: edges.map {
        GraphemeEdge(offset: $0.offset + distance, width: $0.width, rounded: $0.rounded)
      }, slack: slack)
  }
}
