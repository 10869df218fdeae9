import Diagnostics
import Fonts
import MarkdownTree
import TextLayout
import Themes

/// Turns inline nodes into text runs of one style, in the elements of the markup.
struct InlineComposer {
  // From the theme, which is too large to be copied for each text.
  private let code: (font: String, size: Int)
  private let bodySize: Int
  private let leastSize: Int
  private var leaves: [StyledText.Leaf] = []
  private var spans = [ComposedText.TextSpan(element: .block, parent: 0, size: nil)]

  private init(theme: Theme, language: String) {
    code = (theme.textStyles.code.font, theme.textStyles.code.size)
    bodySize = theme.textStyles.body.size
    leastSize = leastTextSize(in: language)
  }

  static func compose(
    _ inlines: [Inline], style: TextStyle, theme: Theme, language: String, isRightToLeft: Bool
  ) -> ComposedText {
    var composer = InlineComposer(theme: theme, language: language)
    let base = TextRunStyle(
      font: FontRequest(stack: style.font, weight: style.weight, isItalic: style.isItalic),
      size: max(style.size, composer.leastSize))
    composer.append(inlines, style: base, span: 0)
    return ComposedText(
      styled: StyledText(leaves: composer.leaves, language: language, isRightToLeft: isRightToLeft),
      spans: composer.spans, lineHeight: style.lineHeight, maximumLines: style.maxLines)
  }

  static func compose(
    plain text: String, style: TextStyle, theme: Theme, language: String, isRightToLeft: Bool
  ) -> ComposedText {
    compose(
      [Inline(.text(text), range: .init(0, 0))], style: style, theme: theme, language: language,
      isRightToLeft: isRightToLeft)
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func append(_ inlines: [Inline], style: TextRunStyle, span: Int) {
    for inline in inlines {
      switch inline.kind {
      case .text(let text): leaves.append(.init(.text(text), style: style, span: span))
      case .softBreak: leaves.append(.init(.text(" "), style: style, span: span))
      case .hardBreak: leaves.append(.init(.hardBreak, style: style, span: span))
      case .wordBreak: leaves.append(.init(.wordBreak, style: style, span: span))
      case .code(let text):
        let inner = codeStyle(in: style)
        let element = open(.code, size: inner.size, in: span)
        leaves.append(.init(.text(text), style: inner, span: element))
      case .span(let kind, let children):
        let inner = self.style(of: kind, in: style)
        let element = open(.span(kind), size: inner.size == style.size ? nil : inner.size, in: span)
        append(children, style: inner, span: element)
      case .link(let target, let title, let children):
        append(children, style: style, span: open(.link(target, title: title), size: nil, in: span))
      case .image(let target, let title, let alt):
        let width = inlineImageSize(forTextSize: style.size)
        let element = open(.image(target, title: title, alt: alt), size: width, in: span)
        leaves.append(.init(.box(width: width), style: style, span: element))
      }
    }
  }

  private mutating func open(_ element: ComposedText.TextSpan.SpanElement, size: Int?, in parent: Int) -> Int {
    spans.append(.init(element: element, parent: parent, size: size))
    return spans.count - 1
  }

  private func style(of span: Inline.InlineSpan, in style: TextRunStyle) -> TextRunStyle {
    var inner = style
    switch span {
    case .emphasis, .italic: inner.font.isItalic = true
    case .strong, .bold: inner.font.weight = 700
    case .keyboard, .code: inner = codeStyle(in: style)
    case .small: inner.size = scaled(style.size, by: 85)
    case .sub, .sup: inner.size = scaled(style.size, by: 75)
    case .strikethrough, .underline, .mark: break
    }
    return inner
  }

  /// Code keeps its size in relation to the body's in every style.
  private func codeStyle(in style: TextRunStyle) -> TextRunStyle {
    var inner = style
    inner.font.stack = code.font
    inner.size = max(leastSize, textSize(nearestTo: style.size * code.size, over: bodySize))
    return inner
  }

  private func scaled(_ size: Int, by percent: Int) -> Int {
    max(leastSize, textSize(nearestTo: size * percent, over: 100))
  }
}

/// The side of a square image in running text: it is on the baseline and no taller than the letters, so that the line
/// height stays the same. Whole CSS pixels.
func inlineImageSize(forTextSize size: Int) -> Int { max(4, size * 4 / 5) }
