import CardLayout
import Fonts
import Geometry
import MarkdownTree
import TextLayout
import Themes

/// Where a text stands in a card, as far as its looks depend on it.
enum TextPlace { case title, body, other }

/// Shapes the texts of one build, each once however many layouts show it.
final class ParagraphSetter {
  let fonts: ReportFonts
  private var setter: TextSetter
  private var preparer: TextPreparer
  private var known: [Key: SetParagraph] = [:]
  /// Keeps what `known` names by its address.
  private var kept: [ComposedCard] = []

  private struct Key: Hashable {
    let card: ObjectIdentifier
    let text: Int
  }

  /// nil where ICU or HarfBuzz cannot start.
  init?(_ fonts: ReportFonts) {
    guard let setter = TextSetter(fonts: fonts.fonts), let preparer = TextPreparer(fonts: fonts.fonts) else {
      return nil
    }
    self.fonts = fonts
    self.setter = setter
    self.preparer = preparer
  }

  /// - Parameters:
  ///   - text: a place in the texts of the card.
  ///   - style: of the block.
  func draw(
    _ text: Int, of card: PreparedCard, lines: MeasuredText, style: TextStyle, place: TextPlace, box: Frame,
    edge: LineSetting.Edge, isRightToLeft: Bool
  ) -> DrawnText {
    let composed = card.composed.texts[text]
    let prepared = card.texts[text]
    let key = Key(card: ObjectIdentifier(card.composed), text: text)
    let paragraph: SetParagraph
    if let found = known[key] {
      paragraph = found
    } else {
      paragraph = self.paragraph(composed, prepared, color: style.color, place: place)
      if kept.last !== card.composed { kept.append(card.composed) }
      known[key] = paragraph
    }
    return drawn(
      paragraph, composed.styled, prepared, lines: lines, style: style, lineHeight: composed.lineHeight, box: box,
      edge: edge, isRightToLeft: isRightToLeft)
  }

  /// A text that no card has, such as a shelf's title.
  func draw(
    _ composed: ComposedText, _ prepared: PreparedText, lines: MeasuredText, style: TextStyle, box: Frame,
    isRightToLeft: Bool
  ) -> DrawnText {
    drawn(
      paragraph(composed, prepared, color: style.color, place: .other), composed.styled, prepared, lines: lines,
      style: style, lineHeight: composed.lineHeight, box: box, edge: isRightToLeft ? .right : .left,
      isRightToLeft: isRightToLeft)
  }

  /// A few characters of the style sheet's own, on one line.
  func drawMarker(
    _ string: String, style: TextStyle, color: String, language: String, box: Frame, isRightToLeft: Bool
  ) -> DrawnText {
    let run = TextRunStyle(font: style.request, size: style.size)
    let styled = StyledText(
      leaves: [.init(.text(string), style: run, span: 0)], language: language, isRightToLeft: isRightToLeft)
    let prepared = preparer.prepare(styled)
    let ink = InkStyle(size: run.size, color: color, shift: 0, line: .none, space: 0)
    let paragraph = SetParagraph(tokens: nil, styles: [ink], ellipses: [], fonts: fonts)
    return DrawnText(
      paragraph: paragraph, x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: style.lineHeight, edge: isRightToLeft ? .left : .right, isRightToLeft),
      lines: .placed(setter.lines(of: styled, prepared, prepared.lines(width: 1 << 20))))
  }

  /// A block of code.
  func drawCode(_ code: String, style: TextStyle, box: Frame, edge: LineSetting.Edge) -> DrawnText {
    let ink = InkStyle(size: style.size, color: style.color, shift: 0, line: .none, space: 0)
    let paragraph = SetParagraph(tokens: nil, styles: [ink], ellipses: [], fonts: fonts)
    return DrawnText(
      paragraph: paragraph, x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: style.lineHeight, edge: edge, false),
      lines: .placed(setter.codeLines(of: code, font: style.request, size: style.size)))
  }

  // MARK: Parts

  private func paragraph(
    _ composed: ComposedText, _ prepared: PreparedText, color: String, place: TextPlace
  ) -> SetParagraph {
    let leaves = composed.styled.leaves.indices
    var styles: [InkStyle] = []
    var ellipses: [SetContent] = []
    for leaf in leaves {
      styles.append(
        ink(
          ofLeaf: leaf, in: composed, color: color, place: place,
          space: setter.spaceWidth(ofLeaf: leaf, in: composed.styled)))
      ellipses.append(setter.ellipsis(ofLeaf: leaf, in: composed.styled))
    }
    return SetParagraph(
      tokens: setter.tokens(of: composed.styled, prepared), styles: styles, ellipses: ellipses, fonts: fonts)
  }

  private func ink(
    ofLeaf leaf: Int, in composed: ComposedText, color: String, place: TextPlace, space: Int
  ) -> InkStyle {
    let size = composed.styled.leaves[leaf].style.size
    var ink = InkStyle(size: size, color: color, shift: 0, line: .none, space: space)
    for number in composed.path(ofLeaf: leaf) {
      let span = composed.spans[number]
      let own = span.size ?? size
      switch span.element {
      case .link:
        if place == .body { ink.color = "accent" }
        if place != .title { ink.line = .under }
      case .span(.underline): ink.line = .under
      case .span(.strikethrough): ink.line = .through
      // -.4em and .25em, as the style sheet has it.
      case .span(.sup): ink.shift -= own * 64 * 2 / 5
      case .span(.sub): ink.shift += own * 16
      case .block, .span, .code, .image: break
      }
    }
    return ink
  }

  private func drawn(
    _ paragraph: SetParagraph, _ styled: StyledText, _ prepared: PreparedText, lines: MeasuredText, style: TextStyle,
    lineHeight: Int, box: Frame, edge: LineSetting.Edge, isRightToLeft: Bool
  ) -> DrawnText {
    DrawnText(
      paragraph: paragraph, x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: lineHeight, edge: edge, isRightToLeft),
      lines: flowing(paragraph.tokens, styled, prepared, lines) ?? .placed(setter.lines(of: styled, prepared, lines)))
  }

  private func setting(
    _ style: TextStyle, lineHeight: Int, edge: LineSetting.Edge, _ isRightToLeft: Bool
  ) -> LineSetting {
    LineSetting(
      lineHeight: lineHeight,
      baseline: fonts.fonts.baseline(of: style.request, size: style.size, lineHeight: lineHeight),
      edge: edge, startsRight: isRightToLeft)
  }

  /// nil where a token is divided, or kerned with the ellipsis behind it.
  private func flowing(
    _ tokens: [SetToken]?, _ styled: StyledText, _ prepared: PreparedText, _ lines: MeasuredText
  ) -> DrawnText.Lines? {
    guard let tokens else { return nil }
    let end = lines.cut ?? prepared.bytes.count
    let starts = lines.lineStarts
    var next = 0
    var counts: [Int] = []
    for line in starts.indices {
      let limit = line + 1 < starts.count ? starts[line + 1] : end
      let first = next
      while next < tokens.count, tokens[next].bytes.lowerBound < limit {
        guard tokens[next].bytes.upperBound <= max(limit, tokens[next].bytes.lowerBound) else { return nil }
        next += 1
      }
      counts.append(next - first)
    }
    if lines.isTruncated, next > 0, case .glyphs = tokens[next - 1].content,
      setter.kerning(
        ofEllipsisBehind: prepared.bytes[tokens[next - 1].bytes], leaf: tokens[next - 1].leaf, in: styled) != 0
    {
      return nil
    }
    return .flowing(counts, isCut: lines.isTruncated)
  }
}

extension TextStyle {
  /// No smaller than a language can be set.
  func raised(for language: String) -> TextStyle {
    var style = self
    style.size = max(size, leastTextSize(in: language))
    return style
  }

  var request: FontRequest { FontRequest(stack: font, weight: weight, isItalic: isItalic) }
}
