import CardLayout
import Content
import Diagnostics
import TextLayout

/// Writes one text: its pieces in their elements, with every break and cut of its layout.
struct TextMarkup: ~Copyable {
  let prepared: PreparedText
  let variants: TextVariants
  private let pieces: [Piece]
  private let bytes: [UInt8]
  private let needEscaping: Bool
  private var paths: TextPaths
  /// The open elements, outermost first: rests, and a path.
  private var open: [Wrapper] = []
  /// The number of rests: each is one of ``TextVariants/cuts``.
  private var rests = 0
  /// True if the path of the piece is open.
  private var isPathOpen = false
  /// The range of the text that is not yet written.
  private var pending = 0..<0
  // The indices of the next break, cut and turn.
  private var nextBreak = 0
  private var nextCut = 0
  private var nextTurn = 0
  /// The smallest offset of these marks.
  private var nextMark = 0
  private var elements: TextElements

  /// - Parameters:
  ///   - text: the index of the text in both lists, which are not copied for each text.
  static func write(
    _ text: Int, of composed: [ComposedText], prepared: [PreparedText], variants: TextVariants,
    targets: TargetResolution, classes: inout StepClasses, to markup: inout Markup
  ) {
    if variants.hasNoMarks, prepared[text].isOneDirection {
      if composed[text].spans.count == 1, writePlain(prepared[text], to: &markup) { return }
      let start = markup.bytes.count
      var writer = UnmarkedText(
        text, of: composed, prepared: prepared[text], wraps: variants.wraps, targets: targets)
      if writer.write(classes: &classes, to: &markup) { return }
      markup.takeBack(to: start)
    }
    writePieces(
      composed[text], prepared: prepared[text], variants: variants, targets: targets, classes: &classes, to: &markup)
  }

  /// Writes a text of any kind.
  static func writePieces(
    _ composed: ComposedText, prepared: PreparedText, variants: TextVariants, targets: TargetResolution,
    classes: inout StepClasses, to markup: inout Markup
  ) {
    var writer = TextMarkup(composed: composed, prepared: prepared, variants: variants, targets: targets)
    writer.write(classes: &classes, to: &markup)
  }

  /// Writes a text that consists only of words and spaces.
  ///
  /// - Returns: false, without writing anything, if it does not.
  private static func writePlain(_ prepared: PreparedText, to markup: inout Markup) -> Bool {
    let (pieces, bytes) = (prepared.pieces, prepared.bytes)
    let all = pieces.span
    guard all.count > 0, all[0].joint == .none else { return false }
    for index in all.indices where !all[index].continuesRun { return false }
    if mayNeedEscaping(bytes) {
      markup.text(bytes, pieces, pieces.indices, hasFirstSpace: true)
    } else {
      markup.plainText(bytes, pieces, pieces.indices)
    }
    return true
  }

  private init(composed: ComposedText, prepared: PreparedText, variants: TextVariants, targets: TargetResolution) {
    self.prepared = prepared
    self.variants = variants
    pieces = prepared.pieces
    bytes = prepared.bytes
    needEscaping = mayNeedEscaping(bytes)
    paths = TextPaths(of: composed, prepared, glues: variants.glues)
    elements = TextElements(of: composed.spans, targets: targets)
    findNextMark()
  }

  private mutating func write(classes: inout StepClasses, to markup: inout Markup) {
    var index = 0
    while index < pieces.count {
      let isSame = paths.move(to: index)
      if !isSame { isPathOpen = false }
      writeJoint(before: index, isSamePath: isSame, classes: &classes, to: &markup)
      if pieces[index].kind == .text, nextMark > pieces[index].upper {
        if !isPathOpen { enterPath(classes: &classes, to: &markup) }
        append(pieces[index].lower..<pieces[index].upper, to: &markup)
      } else {
        writeMarked(index, classes: &classes, to: &markup)
      }
      index = writePlainPieces(after: index, to: &markup)
    }
    rests = 0
    enter([], count: 0, classes: &classes, to: &markup)
  }

  /// Writes the pieces after one that are in the same elements and need only spaces between them.
  ///
  /// - Returns: the piece after them.
  private mutating func writePlainPieces(after index: Int, to markup: inout Markup) -> Int {
    let first = index + 1
    guard isPathOpen, !paths.hasAtom else { return first }
    let pieces = pieces
    let all = pieces.span
    let hasRunsOrGlues = paths.hasRunsOrGlues
    var end = first
    while end < all.count, all[end].continuesRun(ofLeaf: all[index].leaf), nextMark > all[end].upper,
      !hasRunsOrGlues || paths.isAlike(end, index)
    {
      end += 1
    }
    if end > first {
      flush(to: &markup)
      if needEscaping {
        markup.text(bytes, pieces, first..<end, hasFirstSpace: true)
      } else {
        markup.plainText(bytes, pieces, first..<end)
      }
    }
    return end
  }

  private mutating func writeJoint(
    before index: Int, isSamePath: Bool, classes: inout StepClasses, to markup: inout Markup
  ) {
    switch pieces[index].joint {
    case .none: break
    case .opportunity where !variants.wraps, .wordBreak where !variants.wraps: break
    case .opportunity:
      // Next to an element that does not wrap, the break opportunity must be explicit.
      if paths.isNextToGlue { enterAndOpen(.wbr, classes: &classes, to: &markup) }
    case .space:
      if isSamePath, isPathOpen, !paths.hasAtom, pieces[index].spaceLeaf == pieces[index].leaf {
        flush(to: &markup)
      } else {
        paths.findSpace(inLeaf: pieces[index].spaceLeaf)
        let path = paths.ofSpace
        enter(path, count: commonCount(path), classes: &classes, to: &markup)
      }
      markup.space()
    case .wordBreak: enterAndOpen(.wbr, classes: &classes, to: &markup)
    case .hardBreaks(let count):
      for _ in 0..<count { enterAndOpen(.br, classes: &classes, to: &markup) }
    }
  }

  /// Enters the elements between two pieces.
  private mutating func enterAndOpen(
    _ element: Markup.MarkupElement, classes: inout StepClasses, to markup: inout Markup
  ) {
    let path = paths.beforePiece()
    enter(path, count: path.count, classes: &classes, to: &markup)
    markup.open(element)
  }

  /// Writes a piece that is not text, or that has marks.
  private mutating func writeMarked(_ index: Int, classes: inout StepClasses, to markup: inout Markup) {
    let piece = pieces[index]
    if let mark = variants.breaks.element(nextBreak), mark.offset == piece.lower {
      nextBreak += 1
      let path = paths.beforePiece()
      let count = paths.isInsideAtom ? commonCount(path) : path.count
      enter(path, count: count, classes: &classes, to: &markup)
      writeBreak(mark, isInAtom: paths.isInsideAtom, classes: &classes, to: &markup)
    }
    enterPath(classes: &classes, to: &markup)
    // Without an element around both, a line can break between a box and its ellipsis.
    let isHeld = piece.kind != .text && variants.cuts.element(nextCut)?.offset == piece.upper
    let opensElement = isHeld && !paths.hasAtom
    if opensElement {
      flush(to: &markup)
      markup.open(.span, class: "n")
    }
    write(piece, classes: &classes, to: &markup)
    if let cut = variants.cuts.element(nextCut), cut.offset == piece.upper {
      if !isHeld {
        let path = paths.aroundPiece
        enter(path, count: path.count, classes: &classes, to: &markup)
      }
      writeEllipsis(classes: &classes, to: &markup)
      if opensElement { markup.close(.span) }
    }
    findNextMark()
  }

  /// Writes the text of a piece, with the breaks and cuts inside it.
  private mutating func write(_ piece: Piece, classes: inout StepClasses, to markup: inout Markup) {
    if piece.kind != .text, prepared.turns.element(nextTurn) == piece.lower { writeTurn(to: &markup) }
    switch piece.kind {
    case .missing:
      flush(to: &markup)
      markup.open(.span, class: "m")
      append(piece.lower..<piece.upper, to: &markup)
      flush(to: &markup)
      markup.close(.span)
    case .apart:
      flush(to: &markup)
      let stack = paths.composed.styled.leaves[piece.leaf].style.font.stack
      markup.open(.span, [(.class, FontSheet.className(ofLettersApartIn: stack, piece.family))])
      append(piece.lower..<piece.upper, to: &markup)
      flush(to: &markup)
      markup.close(.span)
    case .box: writeImage(piece, classes: &classes, to: &markup)
    case .text:
      var position = piece.lower
      while true {
        findNextMark()
        let next = nextMark
        guard next < piece.upper else { break }
        if next > position {
          append(position..<next, to: &markup)
          position = next
        }
        if variants.cuts.element(nextCut)?.offset == next { writeEllipsis(classes: &classes, to: &markup) }
        enterPath(classes: &classes, to: &markup)
        if let mark = variants.breaks.element(nextBreak), mark.offset == next {
          nextBreak += 1
          writeBreak(mark, isInAtom: paths.hasAtom, classes: &classes, to: &markup)
        }
        if prepared.turns.element(nextTurn) == next { writeTurn(to: &markup) }
      }
      append(position..<piece.upper, to: &markup)
    }
  }

  private mutating func findNextMark() {
    nextMark = min(
      variants.breaks.element(nextBreak)?.offset ?? Int.max, variants.cuts.element(nextCut)?.offset ?? Int.max,
      prepared.turns.element(nextTurn) ?? Int.max)
  }

  // MARK: Text

  /// Appends a range; consecutive ranges are written together.
  private mutating func append(_ range: Range<Int>, to markup: inout Markup) {
    if pending.upperBound == range.lowerBound, !pending.isEmpty {
      pending = pending.lowerBound..<range.upperBound
    } else {
      flush(to: &markup)
      pending = range
    }
  }

  private mutating func flush(to markup: inout Markup) {
    if pending.isEmpty { return }
    if needEscaping { markup.text(bytes[pending]) } else { markup.plainText(bytes, pending) }
    pending = 0..<0
  }

  // MARK: Marks

  private mutating func writeTurn(to markup: inout Markup) {
    nextTurn += 1
    writeWordJoiner(to: &markup)
  }

  /// Keeps the text before and after together, without a character in the text.
  private mutating func writeWordJoiner(to markup: inout Markup) {
    flush(to: &markup)
    markup.open(.span, class: "j")
    markup.close(.span)
  }

  /// - Parameter isInAtom: true if the line must not end there at other steps. Firefox may end it at a hidden break
  ///   unless a word joiner precedes the break; in a text from right to left and where the direction changes, the word
  ///   joiner must follow it.
  private mutating func writeBreak(
    _ mark: TextVariants.VariantMark, isInAtom: Bool, classes: inout StepClasses, to markup: inout Markup
  ) {
    let isJoined = isInAtom && mark.steps != classes.all && prepared.turns.element(nextTurn) != mark.offset
    let isRightToLeft = paths.composed.styled.isRightToLeft
    if isJoined, !isRightToLeft { writeWordJoiner(to: &markup) }
    writeBreak(mark.steps, classes: &classes, to: &markup)
    if isJoined, isRightToLeft { writeWordJoiner(to: &markup) }
  }

  /// Ends the line at some steps. If a line may be wider than its slot, the line feed wraps (`.o`): Chromium ends such
  /// a line even before content that does not wrap.
  private mutating func writeBreak(_ steps: StepSet, classes: inout StepClasses, to markup: inout Markup) {
    flush(to: &markup)
    let overflowing = steps.intersection(variants.overflowing)
    var others = steps
    others.subtract(overflowing)
    for (name, shown) in [("b o", overflowing), ("b", others)] as [(StaticString, StepSet)] where !shown.isEmpty {
      markup.begin(.span)
      writeClass(name, shownAt: shown, classes: &classes, to: &markup)
      markup.end(.span)
      markup.close(.span)
    }
  }

  /// Writes a class. The style sheet supplies the characters of breaks and ellipses, so that the text does not contain
  /// them.
  private func writeClass(
    _ name: StaticString, shownAt steps: StepSet, classes: inout StepClasses, to markup: inout Markup
  ) {
    markup.begin(.class)
    markup.word(name)
    if steps != classes.all {
      markup.word(" ")
      markup.name(of: classes.use(.shown, steps), steps)
    }
    markup.endAttribute()
  }

  private mutating func writeEllipsis(classes: inout StepClasses, to markup: inout Markup) {
    let cut = variants.cuts[nextCut]
    nextCut += 1
    flush(to: &markup)
    for steps in cut.lineEnds { writeBreak(steps, classes: &classes, to: &markup) }
    markup.begin(.span)
    writeClass("e", shownAt: cut.steps, classes: &classes, to: &markup)
    markup.attribute(.ariaHidden, literal: "true")
    markup.end(.span)
    markup.close(.span)
    rests = nextCut
    isPathOpen = false
  }

  private mutating func writeImage(_ piece: Piece, classes: inout StepClasses, to markup: inout Markup) {
    flush(to: &markup)
    let span = paths.composed.spans[paths.composed.styled.leaves[piece.leaf].span]
    guard case .image(let target, let title, let alt, let height) = span.element, let width = span.size else { return }
    guard let source = elements.targets.image(target) else {
      markup.text(alt)
      return
    }
    let size = LineImageSize(width: width, lineHeight: paths.composed.lineHeight)
    markup.open(
      .img,
      [
        (.class, classes.lineImage(size)), (.src, source), (.alt, alt), (.width, String(size.width)),
        (.height, String(height)),
      ] + (title.isEmpty ? [] : [(.title, title)]))
  }

  // MARK: Elements

  private mutating func enterPath(classes: inout StepClasses, to markup: inout Markup) {
    if isPathOpen { return }
    let path = paths.ofPiece
    enter(path, count: path.count, classes: &classes, to: &markup)
    isPathOpen = true
  }

  /// The space between two pieces belongs to an element only if the previous piece is in that element too: an element
  /// with only a space could be useless at the end of a line.
  ///
  /// - Returns: the number of elements at the start of the path that are open.
  private func commonCount(_ path: [Wrapper]) -> Int {
    var count = 0
    for wrapper in open where wrapper.kind != .rest {
      guard count < path.count, path[count] == wrapper else { break }
      count += 1
    }
    return count
  }

  /// Closes and opens elements until the rests after all cuts, and the start of a path, are open.
  private mutating func enter(
    _ path: [Wrapper], count: Int, classes: inout StepClasses, to markup: inout Markup
  ) {
    flush(to: &markup)
    isPathOpen = false
    let outside = restsAroundIsolate(of: path, count: count)
    let wanted = rests + count
    var common = 0
    while common < open.count, common < wanted, open[common] == wrapper(common, of: path, outside) { common += 1 }
    while open.count > common, let last = open.popLast() { close(last, to: &markup) }
    while open.count < wanted {
      let next = wrapper(open.count, of: path, outside)
      start(next, classes: &classes, to: &markup)
      open.append(next)
    }
  }

  /// Where the isolated run in a path is, and how many rests are around it: rests that begin inside the run are inside
  /// its element, because two elements would be shown in the other order.
  private func restsAroundIsolate(of path: [Wrapper], count: Int) -> (rests: Int, place: Int) {
    guard let place = path[..<count].firstIndex(where: { $0.kind == .isolate }) else { return (rests, count) }
    guard let known = open.firstIndex(of: path[place]) else { return (rests, place) }
    return (open[..<known].count { $0.kind == .rest }, place)
  }

  private func wrapper(_ index: Int, of path: [Wrapper], _ outside: (rests: Int, place: Int)) -> Wrapper {
    if index < outside.rests { return Wrapper(.rest, index) }
    if index <= outside.rests + outside.place || rests == outside.rests { return path[index - outside.rests] }
    let inside = index - outside.place - 1
    return inside < rests ? Wrapper(.rest, inside) : path[index - rests]
  }

  private mutating func start(_ wrapper: Wrapper, classes: inout StepClasses, to markup: inout Markup) {
    switch wrapper.kind {
    case .rest:
      let steps = variants.cuts[wrapper.number].steps
      markup.begin(.span)
      markup.classAttribute(of: classes.use(.hidden, steps), steps)
      markup.end(.span)
    case .isolate:
      markup.begin(.bdi)
      markup.attribute(.dir, literal: prepared.isolated[wrapper.number].isRightToLeft ? "rtl" : "ltr")
      markup.end(.bdi)
    case .glue:
      let steps = variants.glues[wrapper.number].steps
      if steps == classes.all { return markup.open(.span, class: "n") }
      markup.begin(.span)
      markup.classAttribute(of: classes.use(.glued, steps), steps)
      markup.end(.span)
    case .atom: markup.open(.span, class: "n")
    case .span: elements.open(wrapper.number, classes: &classes, to: &markup)
    }
  }

  private func close(_ wrapper: Wrapper, to markup: inout Markup) {
    switch wrapper.kind {
    case .rest, .glue, .atom: markup.close(.span)
    case .isolate: markup.close(.bdi)
    case .span: elements.close(wrapper.number, to: &markup)
    }
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { index < count ? self[index] : nil }
}
