import CardLayout
import Content
import Diagnostics
import Geometry
import TextLayout
import Themes

/// The role of a text in a card. Its look depends on it.
enum TextPlace { case title, body, other }

/// The look of the innermost element around a leaf.
struct LeafLook {
  var element: Int
  /// True if the element is the block itself.
  var isBlock: Bool
  var look: ElementLook
}

/// Sets the texts of one build in lines.
final class ParagraphSetter {
  let fonts: DrawingFonts
  /// Device pixels per CSS pixel.
  let scale: Int
  private var setter: TextSetter
  private var preparer: TextPreparer

  /// Creates a setter; nil if ICU or HarfBuzz cannot start.
  init?(_ fonts: DrawingFonts, scale: Int) {
    guard let setter = TextSetter(fonts: fonts.fonts), let preparer = TextPreparer(fonts: fonts.fonts) else {
      return nil
    }
    self.fonts = fonts
    self.scale = scale
    self.setter = setter
    self.preparer = preparer
  }

  /// - Parameters:
  ///   - text: the index in the texts of the card.
  ///   - style: the style of the block.
  ///   - look: the look of the element around a leaf; nil for the default.
  func draw(
    _ text: Int, of card: PreparedCard, lines: MeasuredText, style: TextStyle, place: TextPlace, box: Frame,
    edge: LineSetting.Edge, isRightToLeft: Bool, look: ((Int) -> LeafLook)? = nil
  ) -> DrawnText {
    let composed = card.composed.texts[text]
    let prepared = card.texts[text]
    return draw(
      composed, prepared, lines: lines, style: style, place: place, box: box, edge: edge, isRightToLeft: isRightToLeft,
      source: card.composed.card.source.path, look: look)
  }

  /// Draws a text outside of cards, such as a shelf's title.
  func draw(
    _ composed: ComposedText, _ prepared: PreparedText, lines: MeasuredText, style: TextStyle, box: Frame,
    isRightToLeft: Bool, look: ((Int) -> LeafLook)? = nil
  ) -> DrawnText {
    draw(
      composed, prepared, lines: lines, style: style, place: .other, box: box, edge: isRightToLeft ? .right : .left,
      isRightToLeft: isRightToLeft, source: nil, look: look)
  }

  /// Draws a few characters that the style sheet generates, on one line.
  func drawLine(
    _ string: String, style: TextStyle, color: DrawnColor, language: String, box: Frame, edge: LineSetting.Edge,
    isRightToLeft: Bool
  ) -> DrawnText {
    let run = TextRunStyle(font: style.request, size: style.size)
    let styled = StyledText(
      leaves: [.init(.text(string), style: run, span: 0)], language: language, isRightToLeft: isRightToLeft)
    let prepared = preparer.prepare(styled)
    return DrawnText(
      fonts: fonts, styles: [InkStyle(size: run.size, color: color)], x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: style.lineHeight, edge: edge, isRightToLeft),
      lines: setter.lines(of: styled, prepared, prepared.lines(width: 1 << 20)))
  }

  /// Draws a block of code.
  func drawCode(
    _ code: String, style: TextStyle, color: DrawnColor, box: Frame, edge: LineSetting.Edge
  ) -> DrawnText {
    let ink = InkStyle(size: style.size, color: color)
    return DrawnText(
      fonts: fonts, styles: [ink], x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: style.lineHeight, edge: edge, false),
      lines: setter.codeLines(of: code, font: style.request, size: style.size))
  }

  // MARK: Parts

  private func draw(
    _ composed: ComposedText, _ prepared: PreparedText, lines: MeasuredText, style: TextStyle, place: TextPlace,
    box: Frame, edge: LineSetting.Edge, isRightToLeft: Bool, source: String?,
    look: ((Int) -> LeafLook)?
  ) -> DrawnText {
    DrawnText(
      fonts: fonts,
      styles: composed.styled.leaves.indices.map { leaf in
        var ink = ink(ofLeaf: leaf, in: composed, color: style.color, place: place, source: source)
        if let look = look?(leaf) { show(look, ofLeaf: leaf, in: composed, as: &ink) }
        return ink
      },
      x: box.x, y: box.y, width: box.width,
      setting: setting(style, lineHeight: composed.lineHeight, edge: edge, isRightToLeft),
      lines: setter.lines(of: composed.styled, prepared, lines))
  }

  private func ink(
    ofLeaf leaf: Int, in composed: ComposedText, color: String, place: TextPlace, source: String?
  ) -> InkStyle {
    let size = composed.styled.leaves[leaf].style.size
    var ink = InkStyle(size: size, color: .token(color))
    func line(_ number: Int, isThrough: Bool) {
      ink.lines.append(
        TextLine(
          element: number, isThrough: isThrough, thickness: nil, offset: nil, skipsInk: true, color: ink.color))
    }
    for number in composed.path(ofLeaf: leaf) {
      let span = composed.spans[number]
      let own = span.size ?? size
      switch span.element {
      case .link:
        if place == .body { ink.color = .token("accent") }
        if place != .title { line(number, isThrough: false) }
      case .span(.underline): line(number, isThrough: false)
      case .span(.strikethrough): line(number, isThrough: true)
      // The shifts are -.4em and .25em, as in the style sheet.
      case .span(.sup): ink.shift -= own * 64 * 2 / 5
      case .span(.sub): ink.shift += own * 16
      case .image(let target, title: _, alt: _, let height):
        ink.imageHeight = height
        ink.image = source.map { DrawnImage(reference: .target(target, from: $0), fonts: fonts) }
      case .block, .span, .code: break
      }
    }
    return ink
  }

  private func show(_ look: LeafLook, ofLeaf leaf: Int, in composed: ComposedText, as ink: inout InkStyle) {
    ink.color = .ink(look.look.color)
    ink.lines = look.look.lines
    guard !look.isBlock, !look.look.box.layers.isEmpty else { return }
    let style = composed.styled.leaves[leaf].style
    let area = fonts.fonts.baseline(of: style.font, size: style.size, lineHeight: 0, scale: scale)
    ink.box = InlineBox(
      element: look.element, paint: look.look.box, ascent: area.ascent, descent: area.descent)
  }

  private func setting(
    _ style: TextStyle, lineHeight: Int, edge: LineSetting.Edge, _ isRightToLeft: Bool
  ) -> LineSetting {
    LineSetting(
      lineHeight: lineHeight,
      baseline: fonts.fonts.baseline(of: style.request, size: style.size, lineHeight: lineHeight, scale: scale),
      scale: scale, edge: edge, startsRight: isRightToLeft)
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
