import CardLayout
import MarkdownTree
import TextLayout

/// Where links and images of the content are, as seen from the page that is written.
struct TargetResolution {
  /// The relative or absolute URL, or nil where there is nothing to link to.
  let link: (LinkTarget) -> String?
  let image: (LinkTarget) -> String?
}

/// Writes one text: its pieces in their elements, with every break and cut that its layout settled.
struct TextMarkup {
  /// What stands around a piece, outermost first.
  private enum Wrapper: Hashable {
    /// Everything after a cut.
    case rest(StepSet)
    case span(Int)
    /// A run against the block's direction, by its place in `PreparedText.isolated`.
    case isolate(Int)
    /// A stretch that does not wrap at some steps, by its place in `TextVariants.glues`.
    case glue(Int)
    /// An unbreakable stretch.
    case atom(Int)
  }

  private let composed: ComposedText
  private let prepared: PreparedText
  private let targets: TargetResolution
  private var open: [Wrapper] = []
  private var rests: [Wrapper] = []
  private let glues: [TextVariants.Glue]
  private var breaks: ArraySlice<TextVariants.Mark>
  private var cuts: ArraySlice<TextVariants.Cut>
  private var turns: ArraySlice<Int>
  private var isOnOneLine = false

  /// - Parameter isOnOneLine: the text must not wrap even where it is too wide, so that no place is left for it to break:
  ///   `<wbr>` does in Chromium and WebKit, whatever `white-space` says.
  static func write(
    _ composed: ComposedText, prepared: PreparedText, variants: TextVariants, targets: TargetResolution,
    isOnOneLine: Bool = false, classes: inout StepClasses, to markup: inout Markup
  ) {
    var writer = TextMarkup(composed: composed, prepared: prepared, variants: variants, targets: targets)
    writer.isOnOneLine = isOnOneLine
    writer.write(classes: &classes, to: &markup)
  }

  private init(composed: ComposedText, prepared: PreparedText, variants: TextVariants, targets: TargetResolution) {
    self.composed = composed
    self.prepared = prepared
    self.targets = targets
    glues = variants.glues
    breaks = variants.breaks[...]
    cuts = variants.cuts[...]
    turns = prepared.turns[...]
  }

  private mutating func write(classes: inout StepClasses, to markup: inout Markup) {
    let isolation = isolatedPaths()
    let gluing = gluedPieces()
    let paths = innerPaths(in: isolation.paths, gluing: gluing)
    for (index, piece) in prepared.pieces.enumerated() {
      // What stands before the first piece of an isolated run stands before the run.
      let isInsideRun = index > 0 && isolation.runs[index] != nil && isolation.runs[index] == isolation.runs[index - 1]
      let spans = isInsideRun ? isolation.paths[index] : composed.path(ofLeaf: piece.leaf).map(Wrapper.span)
      let isInsideGlue = index > 0 && gluing[index] != nil && gluing[index] == gluing[index - 1]
      switch piece.joint {
      case .none: break
      case .opportunity:
        // Next to an element that does not wrap, engines are told.
        if isInsideGlue || gluing[index] == nil && (index == 0 || gluing[index - 1] == nil) { break }
        enter(spans, classes: &classes, to: &markup)
        markup.open(.wbr)
      case .space:
        var path = composed.path(ofLeaf: piece.spaceLeaf).map(Wrapper.span)
        if isInsideRun, let run = isolation.runs[index] {
          path.insert(.isolate(run), at: min(isolation.depths[run], path.count))
        }
        if isInsideGlue, let glue = gluing[index] { path.append(.glue(glue)) }
        enter(commonPath(path), classes: &classes, to: &markup)
        markup.text(" ")
      case .wordBreak where isOnOneLine: break
      case .wordBreak:
        enter(spans, classes: &classes, to: &markup)
        markup.open(.wbr)
      case .hardBreaks(let count):
        enter(spans, classes: &classes, to: &markup)
        for _ in 0..<count { markup.open(.br) }
      }
      if let mark = breaks.first, mark.offset == piece.lower {
        breaks.removeFirst()
        enter(spans, classes: &classes, to: &markup)
        writeBreak(mark.steps, classes: &classes, to: &markup)
      }
      let path = paths[index]
      enter(path, classes: &classes, to: &markup)
      write(piece, path: path, classes: &classes, to: &markup)
      if let cut = cuts.first, cut.offset == piece.upper {
        cuts.removeFirst()
        enter(isolation.paths[index], classes: &classes, to: &markup)
        writeEllipsis(cut, classes: &classes, to: &markup)
      }
    }
    rests = []
    enter([], classes: &classes, to: &markup)
  }

  /// The space between two pieces belongs to an element only where the piece before it is in that element too: an
  /// element that holds nothing but a space would stand at the end of a line for nothing.
  private func commonPath(_ path: [Wrapper]) -> [Wrapper] {
    let current = open.filter { if case .rest = $0 { false } else { true } }
    return Array(zip(path, current).prefix { $0 == $1 }.map(\.0))
  }

  /// The text of a piece, with the breaks and cuts that fall inside it.
  private mutating func write(
    _ piece: Piece, path: [Wrapper], classes: inout StepClasses, to markup: inout Markup
  ) {
    if piece.kind != .text, turns.first == piece.lower { writeTurn(to: &markup) }
    switch piece.kind {
    case .missing:
      markup.open(.span, [(.class, "m")])
      markup.text(prepared.bytes[piece.lower..<piece.upper])
      markup.close(.span)
    case .box: writeImage(piece, classes: &classes, to: &markup)
    case .text:
      var position = piece.lower
      while true {
        let nextBreak = breaks.first.map(\.offset) ?? Int.max
        let nextCut = cuts.first.map(\.offset) ?? Int.max
        let nextTurn = turns.first ?? Int.max
        let next = min(nextBreak, nextCut, nextTurn)
        guard next < piece.upper else { break }
        markup.text(prepared.bytes[position..<next])
        position = next
        if nextCut == next, let cut = cuts.popFirst() { writeEllipsis(cut, classes: &classes, to: &markup) }
        enter(path, classes: &classes, to: &markup)
        if nextBreak == next, let mark = breaks.popFirst() {
          writeBreak(mark.steps, classes: &classes, to: &markup)
        }
        if nextTurn == next { writeTurn(to: &markup) }
      }
      markup.text(prepared.bytes[position..<piece.upper])
    }
  }

  /// Keeps what is before and after together, without a character in the text.
  private mutating func writeTurn(to markup: inout Markup) {
    turns.removeFirst()
    markup.open(.span, [(.class, "j")])
    markup.close(.span)
  }

  private func writeBreak(_ steps: StepSet, classes: inout StepClasses, to markup: inout Markup) {
    if steps == classes.all {
      markup.open(.br)
    } else {
      markup.open(.br, [(.class, classes.name(.shown, steps))])
    }
  }

  private mutating func writeEllipsis(
    _ cut: TextVariants.Cut, classes: inout StepClasses, to markup: inout Markup
  ) {
    for steps in cut.lineEnds { writeBreak(steps, classes: &classes, to: &markup) }
    markup.open(.span, [(.class, classes.name(.shown, cut.steps)), (.ariaHidden, "true")])
    markup.text("…")
    markup.close(.span)
    rests.append(.rest(cut.steps))
  }

  private func writeImage(_ piece: Piece, classes: inout StepClasses, to markup: inout Markup) {
    let span = composed.spans[composed.styled.leaves[piece.leaf].span]
    guard case .image(let target, _, let alt) = span.element, let size = span.size else { return }
    guard let source = targets.image(target) else {
      markup.text(alt)
      return
    }
    markup.open(
      .img,
      [
        (.class, classes.imageSize(size)), (.src, source), (.alt, alt), (.width, String(size)),
        (.height, String(size)),
      ])
  }

  /// Where isolated runs put their pieces: around what the pieces of a run have in common.
  private struct Isolation {
    /// The path of each piece, isolated runs included.
    var paths: [[Wrapper]]
    /// The run that each piece is in.
    var runs: [Int?]
    /// How many elements stand around each run.
    var depths: [Int]
  }

  private func isolatedPaths() -> Isolation {
    let paths = prepared.pieces.map { composed.path(ofLeaf: $0.leaf).map(Wrapper.span) }
    var isolation = Isolation(paths: paths, runs: Array(repeating: nil, count: paths.count), depths: [])
    for (number, run) in prepared.isolated.enumerated() {
      let depth = commonDepth(of: paths[run.pieces])
      isolation.depths.append(depth)
      for index in run.pieces {
        isolation.paths[index].insert(.isolate(number), at: depth)
        isolation.runs[index] = number
      }
    }
    return isolation
  }

  /// How many elements all of some paths begin with.
  private func commonDepth(of paths: ArraySlice<[Wrapper]>) -> Int {
    guard let first = paths.first else { return 0 }
    return paths.reduce(first.count) { min($0, zip($1, first).prefix { $0 == $1 }.count) }
  }

  /// The glue that each piece is in.
  private func gluedPieces() -> [Int?] {
    var gluing = [Int?](repeating: nil, count: prepared.pieces.count)
    var index = 0
    for (number, glue) in glues.enumerated() {
      while index < gluing.count, prepared.pieces[index].lower < glue.offset { index += 1 }
      while index < gluing.count, prepared.pieces[index].upper <= glue.end {
        gluing[index] = number
        index += 1
      }
    }
    return gluing
  }

  /// The paths of pieces with the glues and atoms that they are in. An atom may reach over several leaves: it stands
  /// around what they have in common.
  private func innerPaths(in base: [[Wrapper]], gluing: [Int?]) -> [[Wrapper]] {
    var paths = zip(base, gluing).map { path, glue in glue.map { path + [.glue($0)] } ?? path }
    var index = 0
    while index < prepared.pieces.count {
      let atom = prepared.pieces[index].atom
      var end = index + 1
      guard atom > 0 else {
        index = end
        continue
      }
      while end < prepared.pieces.count, prepared.pieces[end].atom == atom { end += 1 }
      if end - index > 1 || needsAtom(prepared.pieces[index]) {
        let common = commonDepth(of: paths[index..<end])
        for piece in index..<end { paths[piece].insert(.atom(atom), at: common) }
      }
      index = end
    }
    return paths
  }

  /// A single character, or a box, has no inside to protect.
  private func needsAtom(_ piece: Piece) -> Bool { piece.kind == .text && piece.upper - piece.lower > 1 }

  /// Closes and opens elements until the given ones are open.
  private mutating func enter(_ path: [Wrapper], classes: inout StepClasses, to markup: inout Markup) {
    let wanted = rests + path.filter { !isImage($0) }
    let common = zip(open, wanted).prefix { $0 == $1 }.count
    for wrapper in open[common...].reversed() { close(wrapper, to: &markup) }
    open.removeSubrange(common...)
    for wrapper in wanted[common...] {
      start(wrapper, classes: &classes, to: &markup)
      open.append(wrapper)
    }
  }

  private func isImage(_ wrapper: Wrapper) -> Bool {
    guard case .span(let index) = wrapper, case .image = composed.spans[index].element else { return false }
    return true
  }

  private func start(_ wrapper: Wrapper, classes: inout StepClasses, to markup: inout Markup) {
    switch wrapper {
    case .rest(let steps): markup.open(.span, [(.class, classes.name(.hidden, steps))])
    case .isolate(let run):
      markup.open(.bdi, [(.dir, prepared.isolated[run].isRightToLeft ? "rtl" : "ltr")])
    case .glue(let glue):
      let steps = glues[glue].steps
      markup.open(.span, [(.class, steps == classes.all ? "n" : classes.name(.glued, steps))])
    case .atom: markup.open(.span, [(.class, "n")])
    case .span(let index):
      let span = composed.spans[index]
      var attributes: [(Markup.Attribute, String)] = []
      if let size = span.size { attributes.append((.class, classes.textSize(size))) }
      if case .link(let target, let title) = span.element, let url = targets.link(target) {
        attributes.append((.href, url))
        if !title.isEmpty { attributes.append((.title, title)) }
      }
      markup.open(element(of: span), attributes)
    }
  }

  private func close(_ wrapper: Wrapper, to markup: inout Markup) {
    switch wrapper {
    case .rest, .glue, .atom: markup.close(.span)
    case .isolate: markup.close(.bdi)
    case .span(let index): markup.close(element(of: composed.spans[index]))
    }
  }

  private func element(of span: ComposedText.Span) -> Markup.Element {
    switch span.element {
    case .block, .image: .span
    case .code: .code
    // A link to nowhere is reported when the content is read; its text stays.
    case .link(let target, _): targets.link(target) == nil ? .span : .a
    case .span(let kind):
      switch kind {
      case .emphasis: .em
      case .strong: .strong
      case .italic: .i
      case .bold: .b
      case .keyboard: .kbd
      case .strikethrough: .s
      case .underline: .u
      case .mark: .mark
      case .small: .small
      case .sub: .sub
      case .sup: .sup
      case .code: .code
      }
    }
  }
}
