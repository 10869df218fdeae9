import CardLayout
import Fonts
import Geometry
import MarkdownTree
import TextLayout
import Themes

/// The kind of a text's place in a card, if its looks depend on it.
enum TextPlace { case title, body, other }

/// Sets the texts of one build in lines.
final class ParagraphSetter {
  let fonts: DrawingFonts
  private var setter: TextSetter
  private var preparer: TextPreparer

  /// nil if ICU or HarfBuzz cannot start.
  init?(_ fonts: DrawingFonts) {
    guard let setter = TextSetter(fonts: fonts.fonts), let preparer = TextPreparer(fonts: fonts.fonts) else {
      return nil
    }
    self.fonts = fonts
    self.setter = setter
    self.preparer = preparer
  }

  /// - Parameters:
  ///   - text: an index in the texts of the card.
  ///   - style: the style of the block.
  func draw(
    _ text: Int, of card: PreparedCard, lines: MeasuredText, style: TextStyle, place: TextPlace, box: Frame,
    edge: LineSetting.Edge, isRightToLeft: Bool
  ) -> DrawnText {
    let composed = card.composed.texts[text]
    let prepared = card.texts[text]
    return draw(
      composed, prepared, lines: lines, style: style, place: place, box: box, edge: edge, isRightToLeft: isRightToLeft)
  }

  /// Draws a text outside of cards, such as a shelf's title.
  func draw(
    _ composed: ComposedText, _ prepared: PreparedText, lines: MeasuredText, style: TextStyle, box: Frame,
    isRightToLeft: Bool
  ) -> DrawnText {
    draw(
      composed, prepared, lines: lines, style: style, place: .other, box: box, edge: isRightToLeft ? .right : .left,
      isRightToLeft: isRightToLeft)
  }

  /// Draws a few characters that the style sheet generates, on one line.
  func drawMarker(
    _ string: String, style: TextStyle, color: String, language: String, box: Frame, isRightToLeft: Bool
  ) -> DrawnText {
    let run = TextRunStyle(font: style.request, size: style.size)
    let styled = StyledText(
      leaves: [.init(.text(string), style: run, span: 0)], language: language, isRightToLeft: isRightToLeft)
    let prepared = preparer.prepare(styled)
    let ink = InkStyle(size: run.size, color: color, shift: 0, line: .none)
    return DrawnText(
      fonts: fonts, styles: [ink], x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: style.lineHeight, edge: isRightToLeft ? .left : .right, isRightToLeft),
      lines: setter.lines(of: styled, prepared, prepared.lines(width: 1 << 20)))
  }

  /// A block of code.
  func drawCode(_ code: String, style: TextStyle, box: Frame, edge: LineSetting.Edge) -> DrawnText {
    let ink = InkStyle(size: style.size, color: style.color, shift: 0, line: .none)
    return DrawnText(
      fonts: fonts, styles: [ink], x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: style.lineHeight, edge: edge, false),
      lines: setter.codeLines(of: code, font: style.request, size: style.size))
  }

  // MARK: Parts

  private func draw(
    _ composed: ComposedText, _ prepared: PreparedText, lines: MeasuredText, style: TextStyle, place: TextPlace,
    box: Frame, edge: LineSetting.Edge, isRightToLeft: Bool
  ) -> DrawnText {
    DrawnText(
      fonts: fonts,
      styles: composed.styled.leaves.indices.map { ink(ofLeaf: $0, in: composed, color: style.color, place: place) },
      x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: composed.lineHeight, edge: edge, isRightToLeft),
      lines: setter.lines(of: composed.styled, prepared, lines))
  }

  private func ink(
    ofLeaf leaf: Int, in composed: ComposedText, color: String, place: TextPlace
  ) -> InkStyle {
    let size = composed.styled.leaves[leaf].style.size
    var ink = InkStyle(size: size, color: color, shift: 0, line: .none)
    for number in composed.path(ofLeaf: leaf) {
      let span = composed.spans[number]
      let own = span.size ?? size
      switch span.element {
      case .link:
        if place == .body { ink.color = "accent" }
        if place != .title { ink.line = .under }
      case .span(.underline): ink.line = .under
      case .span(.strikethrough): ink.line = .through
      // -.4em and .25em, as in the style sheet.
      case .span(.sup): ink.shift -= own * 64 * 2 / 5
      case .span(.sub): ink.shift += own * 16
      case .block, .span, .code, .image: break
      }
    }
    return ink
  }

  private func setting(
    _ style: TextStyle, lineHeight: Int, edge: LineSetting.Edge, _ isRightToLeft: Bool
  ) -> LineSetting {
    LineSetting(
      lineHeight: lineHeight,
      baseline: fonts.fonts.baseline(of: style.request, size: style.size, lineHeight: lineHeight),
      edge: edge, startsRight: isRightToLeft)
  }
}

extension TextStyle {
  /// The style, at least as large as the language requires.
  func raised(for language: String) -> TextStyle {
    var style = self
    style.size = max(size, leastTextSize(in: language))
    return style
  }

  var request: FontRequest { FontRequest(stack: font, weight: weight, isItalic: isItalic) }
}
