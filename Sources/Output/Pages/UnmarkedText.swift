import CardLayout
import Diagnostics
import TextLayout

/// Writes a text without breaks and cuts that consists of words and spaces in elements, as most texts do. The text
/// between two tags is copied as a whole.
struct UnmarkedText: ~Copyable {
  private let pieces: [Piece]
  private let bytes: [UInt8]
  private let leaves: [StyledText.Leaf]
  private let needEscaping: Bool
  private let hasElements: Bool
  /// False if nothing can end a line.
  private let wraps: Bool
  private var elements: TextElements
  /// The open elements, outermost first.
  private var open: [Int] = []

  init(
    _ text: Int, of composed: [ComposedText], prepared: PreparedText, wraps: Bool, targets: TargetResolution
  ) {
    pieces = prepared.pieces
    bytes = prepared.bytes
    leaves = composed[text].styled.leaves
    hasElements = composed[text].spans.count > 1
    needEscaping = mayNeedEscaping(bytes)
    self.wraps = wraps
    elements = TextElements(of: composed[text].spans, targets: targets)
  }

  /// - Returns: false if something in the text is not a word or space. Then only a part was written.
  mutating func write(classes: inout StepClasses, to markup: inout Markup) -> Bool {
    var index = 0
    while index < pieces.count {
      let end = endOfRun(from: index)
      if end == index { return false }
      let span = hasElements ? leaves[pieces[index].leaf].span : 0
      switch pieces[index].joint {
      case .none, .opportunity: break
      case .space:
        // The space belongs to an element only if the previous piece is in that element too: an element with only a
        // space could be useless at the end of a line.
        if hasElements { close(to: leaves[pieces[index].spaceLeaf].span, markup: &markup) }
        markup.space()
      case .wordBreak:
        if !wraps { break }
        enter(span, classes: &classes, to: &markup)
        markup.open(.wbr)
      case .hardBreaks(let count):
        enter(span, classes: &classes, to: &markup)
        for _ in 0..<count { markup.open(.br) }
      }
      enter(span, classes: &classes, to: &markup)
      if needEscaping {
        markup.text(bytes, pieces, index..<end, hasFirstSpace: false)
      } else {
        markup.plainText(bytes, pieces, index..<end, hasFirstSpace: false)
      }
      index = end
    }
    close(to: 0, markup: &markup)
    return true
  }

  /// The end of the words and spaces in one element from a piece on; the piece itself if it is not a word.
  private func endOfRun(from index: Int) -> Int {
    let all = pieces.span
    guard all[index].kind == .text, all[index].atom == 0 else { return index }
    let leaf = all[index].leaf
    var end = index + 1
    while end < all.count, all[end].continuesRun(ofLeaf: leaf) { end += 1 }
    return end
  }

  // MARK: Elements

  private mutating func enter(_ span: Int, classes: inout StepClasses, to markup: inout Markup) {
    if span == open.last ?? 0 { return }
    close(to: span, markup: &markup)
    start(span, classes: &classes, to: &markup)
  }

  /// Closes all elements that do not contain another.
  private mutating func close(to span: Int, markup: inout Markup) {
    while let last = open.last, !elements.contains(last, span) {
      elements.close(last, to: &markup)
      open.removeLast()
    }
  }

  // The reader of Markdown limits the depth of elements, so the recursion is bounded.
  private mutating func start(_ span: Int, classes: inout StepClasses, to markup: inout Markup) {
    if span == open.last ?? 0 { return }
    start(elements.parent(of: span), classes: &classes, to: &markup)
    guard elements.isElement(span) else { return }
    elements.open(span, classes: &classes, to: &markup)
    open.append(span)
  }
}

extension Piece {
  /// True if the piece is a word that follows others with nothing or a space between them.
  @inline(__always)
  var continuesRun: Bool {
    guard atom == 0, kind == .text else { return false }
    return switch joint {
    case .none, .opportunity, .space: true
    case .wordBreak, .hardBreaks: false
    }
  }

  /// Returns the same for a piece of a leaf, with a space of that leaf.
  @inline(__always)
  func continuesRun(ofLeaf leaf: Int) -> Bool {
    guard self.leaf == leaf, atom == 0, kind == .text else { return false }
    return switch joint {
    case .none, .opportunity: true
    case .space: spaceLeaf == leaf
    case .wordBreak, .hardBreaks: false
    }
  }
}
