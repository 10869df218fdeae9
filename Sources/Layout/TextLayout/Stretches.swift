/// The amount by which a reader makes text larger, or spaces it out, without changing the boxes around it.
public struct TextGrowth: Sendable, Hashable {
  /// The growth in percent of the text's own size.
  public var percent: Int
  /// The extra space after each character, in hundredths of the text's size.
  public var letterSpacing: Int
  /// The extra space at each space, in hundredths of the text's size.
  public var wordSpacing: Int

  public init(percent: Int = 100, letterSpacing: Int = 0, wordSpacing: Int = 0) {
    self.percent = percent
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
  }

  public static let none = TextGrowth()
}

/// Decides who breaks the lines of a text that has grown.
public enum StretchBreaking: Sendable, Hashable {
  /// The browser, at break opportunities.
  case natural
  /// The browser, also inside words that are wider than a line, unless the markup holds them together: only the parts
  /// that the markup holds together are unbreakable.
  case anywhere
  /// Only the markup.
  case markup
}

extension PreparedText {
  /// A part of a text that is on one line whatever its width.
  public struct Stretch: Sendable, Hashable {
    /// The byte range in `PreparedText.bytes`.
    public var bytes: Range<Int>
    /// The width in 1/65536 CSS px, as the font defines it, including all growth.
    public var width: Int
  }

  /// The widest part of a text that browsers put on one line, although another width was measured.
  ///
  /// - Parameters: the same as those of `stretches`.
  public func widestStretch(
    of lines: MeasuredText, breaking: StretchBreaking, growth: TextGrowth, sizes: [Int]
  ) -> Stretch? {
    stretches(of: lines, breaking: breaking, growth: growth, sizes: sizes).max { $0.width < $1.width }
  }

  /// The parts of a text that browsers put on one line whatever their width, in order. If only the markup breaks lines,
  /// these are its lines, without blank ones.
  ///
  /// - Parameters:
  ///   - lines: the breaks and cuts in the markup; text after the cut does not count, but its ellipsis does.
  ///   - breaking: what breaks lines in addition to the markup.
  ///   - growth: the amount by which readers can make the text wider.
  ///   - sizes: the size of each leaf's text, in whole CSS pixels.
  /// - Complexity: O(pieces + grapheme clusters of divided words).
  public func stretches(
    of lines: MeasuredText, breaking: StretchBreaking, growth: TextGrowth, sizes: [Int]
  ) -> [Stretch] {
    var walk = StretchWalk(text: self, growth: growth, sizes: sizes)
    let end = lines.cut ?? bytes.count
    let breaks = breaking == .markup ? Set(lines.lineStarts) : Set(lines.forcedBreaks)
    var glues = lines.glues[...]
    for index in pieces.indices where pieces[index].lower < end {
      let piece = pieces[index]
      while let glue = glues.first, glue.end <= piece.lower { glues.removeFirst() }
      let isGlued = glues.first.map { $0.offset < piece.lower } ?? false
      let isGlueStart = glues.first.map { $0.offset == piece.lower } ?? false
      let mayBreak =
        switch piece.joint {
        case .none: breaking == .anywhere && piece.atom == 0
        case .hardBreaks: true
        case .space, .opportunity, .wordBreak: breaking != .markup && !isGlued
        }
      if mayBreak || isGlueStart || breaks.contains(piece.lower) {
        walk.breakLine()
      } else if case .space = piece.joint {
        walk.addSpace(before: index)
      }
      let isHeld = piece.atom > 0 || isGlued || isGlueStart
      if breaking == .anywhere, !isHeld {
        // Each character can have a separate line.
        walk.breakLine()
      } else {
        walk.add(index, upTo: end, breaks: breaks)
      }
    }
    if lines.isTruncated, breaking != .anywhere { walk.addEllipsis() }
    walk.breakLine()
    return walk.stretches
  }
}

private struct StretchWalk {
  let text: PreparedText
  let growth: TextGrowth
  let sizes: [Int]
  private(set) var stretches: [PreparedText.Stretch] = []
  private var start: Int?
  private var end = 0
  private var width = 0
  /// The leaf of the last piece.
  private var leaf = 0

  init(text: PreparedText, growth: TextGrowth, sizes: [Int]) {
    self.text = text
    self.growth = growth
    self.sizes = sizes
  }

  mutating func breakLine() {
    if let start { stretches.append(PreparedText.Stretch(bytes: start..<max(start, end), width: width)) }
    start = nil
    width = 0
  }

  mutating func addSpace(before index: Int) {
    let piece = text.pieces[index]
    let em = hundredth(ofLeaf: piece.spaceLeaf)
    width += piece.spaceWidth * growth.percent / 100 + em * (growth.letterSpacing + growth.wordSpacing)
  }

  mutating func addEllipsis() {
    width +=
      (text.ellipses.indices.contains(leaf) ? text.ellipses[leaf].width : 0) * growth.percent / 100 + growth
      .letterSpacing * hundredth(ofLeaf: leaf)
  }

  mutating func add(_ index: Int, upTo limit: Int, breaks: Set<Int>) {
    let piece = text.pieces[index]
    var lower = (offset: piece.lower, width: 0)
    for edge in text.graphemes[piece.graphemes] where edge.offset > piece.lower && edge.offset < piece.upper {
      if edge.offset >= limit {
        append(piece, from: lower, to: (edge.offset, edge.width))
        return
      }
      guard breaks.contains(edge.offset) else { continue }
      append(piece, from: lower, to: (edge.offset, edge.width))
      breakLine()
      lower = (edge.offset, edge.width)
    }
    append(piece, from: lower, to: (piece.upper, piece.advance.width))
  }

  private mutating func append(
    _ piece: Piece, from lower: (offset: Int, width: Int), to upper: (offset: Int, width: Int)
  ) {
    if start == nil { start = lower.offset }
    end = upper.offset
    leaf = piece.leaf
    let own = upper.width - lower.width
    if case .box = piece.kind {
      width += own
    } else {
      let count =
        growth.letterSpacing == 0
        ? 0 : String(decoding: text.bytes[lower.offset..<max(lower.offset, upper.offset)], as: UTF8.self).count
      width += own * growth.percent / 100 + count * growth.letterSpacing * hundredth(ofLeaf: piece.leaf)
    }
  }

  /// A hundredth of the size of a leaf's text, in 1/65536 px.
  private func hundredth(ofLeaf leaf: Int) -> Int { (sizes.indices.contains(leaf) ? sizes[leaf] : 0) << 16 / 100 }
}
