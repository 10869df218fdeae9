/// The break opportunities inside a token.
///
/// If all engines agree, the policy is their answer and the markup stays plain. If they differ, or their answer is
/// unknown (dictionary scripts, boxes, characters that the tables do not contain), the answer of ICU (UAX #14, strict)
/// is written into the markup.
struct BreakPolicy {
  /// - Parameters:
  ///   - token: valid UTF-8 without white space.
  ///   - elementStarts: indices of `token` at which an element begins or ends; ascending.
  ///   - glyphless: ranges of `token`'s indices that are boxes, around which engines differ; ascending.
  /// - Complexity: O(token); ICU is called if the tables have no answer.
  static func shape(
    of token: ArraySlice<UInt8>, elementStarts: [Int] = [], glyphless: [Range<Int>] = [],
    tailoring: LineBreakTailoring, tables: BreakTables = .measured, segmenter: inout TextSegmenter
  ) -> TokenShape {
    var reading = TokenReading(
      token: token, tailoring: tailoring, elementStarts: elementStarts[...], boxes: glyphless[...])
    // The segmenter's answer, computed when it is needed.
    var breaks: [Int]?
    var shape = ShapeBuilder(byteCount: token.count)
    while let place = reading.next(in: tables) {
      switch place.verdict {
      case .never: continue
      case .always:
        // Next to text that is held together, the break is marked.
        if shape.isHolding { reading.startsAnew() }
        shape.addBreak(at: place.offset, isContested: false)
      case .contested:
        let known = breaks ?? segmenterBreaks(in: token, glyphless: glyphless, tailoring: tailoring, &segmenter)
        breaks = known
        let next = known.partitionPoint { $0 < place.offset }
        if next < known.count, known[next] == place.offset {
          shape.addBreak(at: place.offset, isContested: true)
          reading.startsAnew()
        } else {
          shape.hold()
        }
      }
    }
    if shape.isContested, holdsDictionaryScript(token), !holdsIdeographs(token) {
      return .marked(at: breaks ?? segmenterBreaks(in: token, glyphless: glyphless, tailoring: tailoring, &segmenter))
    }
    return shape.shape
  }

  private static func segmenterBreaks(
    in token: ArraySlice<UInt8>, glyphless: [Range<Int>], tailoring: LineBreakTailoring,
    _ segmenter: inout TextSegmenter
  ) -> [Int] {
    // In Chinese, ICU treats curly quotes as brackets. In words of letters they are not.
    let own = holdsIdeographs(token) ? tailoring : .general
    // A box is a unit, whatever its characters are.
    var boxes = glyphless[...]
    return segmenter.lineBreaks(in: token, tailoring: own).dropLast().filter { offset in
      let index = token.startIndex + offset
      while let box = boxes.first, box.upperBound <= index { boxes.removeFirst() }
      return boxes.first.map { index <= $0.lowerBound } ?? true
    }
  }

  private static func holdsIdeographs(_ token: ArraySlice<UInt8>) -> Bool {
    ScalarSequence(bytes: token).contains { _, scalar in
      guard scalar >= 0x1100 else { return false }
      return switch CharacterProperties.lineBreakClass(of: scalar) {
      case .ideographic, .nonstarter, .conditionalStarter: true
      default: false
      }
    }
  }

  private static func holdsDictionaryScript(_ token: ArraySlice<UInt8>) -> Bool {
    ScalarSequence(bytes: token).contains { _, scalar in
      scalar >= 0x0E00 && CharacterProperties.lineBreakClass(of: scalar) == .dictionary
    }
  }
}

/// Collects the parts of a token.
private struct ShapeBuilder {
  private var breaks: [TokenShape.Break] = []
  /// The flags of the parts before the last one.
  private var isHeld: [Bool] = []
  /// True if the last part is held together.
  private(set) var isHolding = false
  private(set) var isContested = false
  private let byteCount: Int

  /// - Parameter byteCount: the length of the token.
  init(byteCount: Int) { self.byteCount = byteCount }

  mutating func addBreak(at offset: Int, isContested: Bool) {
    if breaks.isEmpty {
      // Room for Chinese and Japanese, where lines can break after nearly every character, of three bytes.
      breaks.reserveCapacity(byteCount / 3)
      isHeld.reserveCapacity(byteCount / 3)
    }
    breaks.append(TokenShape.Break(offset: offset, isMarked: isContested))
    isHeld.append(isHolding)
    isHolding = false
    if isContested { self.isContested = true }
  }

  mutating func hold() {
    isHolding = true
    isContested = true
  }

  var shape: TokenShape {
    breaks.isEmpty && !isContested ? .whole : .mixed(at: breaks, isHeld: isHeld + CollectionOfOne(isHolding))
  }
}

/// The positions between a token's characters, with the answers of the tables. The tables are passed to `next(in:)`
/// instead of stored, so that tasks do not contend for their reference counts.
private struct TokenReading {
  struct ReadingPlace {
    /// The offset from the start of the token, in bytes.
    var offset: Int
    var verdict: BreakVerdict
  }

  private let start: Int
  private let tailoring: LineBreakTailoring
  private var scalars: ScalarSequence.Iterator
  private var elementStarts: ArraySlice<Int>
  private var boxes: ArraySlice<Range<Int>>
  /// The index of the next element or box; nearly all tokens have none.
  private var nextMark: Int
  /// The character before the position, with its marks; nil at the token's start.
  private var before: BreakKind?
  private var context = BreakContext.start
  /// True if an engine may treat `before` as the first character of its word: an element starts there, or the markup
  /// allows a break.
  private var mayStart = false

  init(
    token: ArraySlice<UInt8>, tailoring: LineBreakTailoring, elementStarts: ArraySlice<Int>,
    boxes: ArraySlice<Range<Int>>
  ) {
    start = token.startIndex
    self.tailoring = tailoring
    self.elementStarts = elementStarts
    self.boxes = boxes
    nextMark = min(elementStarts.first ?? .max, boxes.first?.lowerBound ?? .max)
    scalars = ScalarSequence(bytes: token).makeIterator()
  }

  /// Records that the markup allows a break at the position that `next` returned.
  mutating func startsAnew() { mayStart = true }

  mutating func next(in tables: borrowing BreakTables) -> ReadingPlace? {
    let markKind = tables.kinds[.mark]
    while let (index, scalar) = scalars.next() {
      var startsElement = false
      if index >= nextMark {
        while let box = boxes.first, box.upperBound <= index { boxes.removeFirst() }
        if let box = boxes.first, box.contains(index) {
          if index > box.lowerBound { continue }
          let isFirst = before == nil
          step(to: 0, in: tables.general)
          if !isFirst { return ReadingPlace(offset: index - start, verdict: .contested) }
          continue
        }
        while let element = elementStarts.first, element <= index {
          elementStarts.removeFirst()
          startsElement = element == index
        }
        nextMark = min(elementStarts.first ?? .max, boxes.first?.lowerBound ?? .max)
      }
      let kind = tables.kinds.kind(of: scalar)
      let isMark = kind != 0 && kind == markKind
      guard let before else {
        step(to: isMark ? 0 : kind, in: tables.general)
        continue
      }
      if isMark {
        let verdict = addMark(to: before, in: tables.kinds)
        if startsElement { mayStart = true }
        return ReadingPlace(offset: index - start, verdict: verdict)
      }
      var verdict = tables.verdict(before, kind, context: startsElement ? .other : context, tailoring: tailoring)
      if mayStart {
        verdict = verdict.and(tables.verdict(before, kind, context: .start, tailoring: tailoring))
      }
      step(to: kind, in: tables.general)
      if startsElement { mayStart = true }
      return ReadingPlace(offset: index - start, verdict: verdict)
    }
    return nil
  }

  /// - Parameter table: any table, because all have the same contexts.
  private mutating func step(to kind: BreakKind, in table: borrowing BreakTable) {
    context = if let before { table.context(after: before) } else { .start }
    before = kind
    mayStart = false
  }

  /// A mark joins its letter (LB9). How engines treat marks on punctuation and digits is unknown.
  private mutating func addMark(to base: BreakKind, in kinds: borrowing BreakKinds) -> BreakVerdict {
    switch base {
    case 0: return .contested
    case kinds[.asciiLetter], kinds[.letter]: before = kinds[.mark]
    case kinds[.mark], kinds[.hebrew], kinds[.han], kinds[.kana], kinds[.smallKana], kinds[.hangul]: break
    default:
      before = 0
      return .contested
    }
    return .never
  }
}
