import Content
import Diagnostics
import Images
import TextLayout
import Themes

/// The parts of a theme that the styles of inline nodes need: a theme is too large to be copied for each text.
///
/// A class, so that calls do not copy it.
final class InlineStyles: Sendable {
  fileprivate let codeFont: String
  fileprivate let codeSize: Int
  fileprivate let bodySize: Int
  /// The size below which text is not legible in the language.
  fileprivate let leastSize: Int
  /// The sizes of pictures; nil if the texts have none.
  let pictures: PictureSizes?

  init(_ theme: borrowing Theme, language: String = "", pictures: PictureSizes? = nil) {
    self.pictures = pictures
    codeFont = theme.textStyles.code.font
    codeSize = theme.textStyles.code.size
    bodySize = theme.textStyles.body.size
    leastSize = leastTextSize(in: language)
  }

  /// Creates the same styles for texts of another language.
  init(_ other: InlineStyles, language: String, pictures: PictureSizes?) {
    self.pictures = pictures
    codeFont = other.codeFont
    codeSize = other.codeSize
    bodySize = other.bodySize
    leastSize = leastTextSize(in: language)
  }

  fileprivate func runStyle(of style: TextStyle) -> TextRunStyle {
    TextRunStyle(
      font: FontRequest(stack: style.font, weight: style.weight, isItalic: style.isItalic),
      size: max(style.size, leastSize))
  }
}

/// Turns inline nodes into text runs of one style, in the elements of the markup.
struct InlineComposer {
  private let styles: InlineStyles
  private let lineHeight: Int
  private var leaves: [StyledText.Leaf] = []
  private var spans = Self.block

  /// The spans of a text without elements; all such texts share them.
  private static let block = [ComposedText.TextSpan(element: .block, parent: 0, size: nil)]

  private init(styles: InlineStyles, lineHeight: Int, leafCount: Int) {
    self.styles = styles
    self.lineHeight = lineHeight
    leaves.reserveCapacity(leafCount)
  }

  /// Composes the next inlines of a document.
  static func compose(
    _ reader: inout DocumentReader, inlineCount: Int, style: TextStyle, styles: InlineStyles, language: String,
    isRightToLeft: Bool
  ) -> ComposedText {
    // Lines of plain text are one leaf.
    var composer = InlineComposer(styles: styles, lineHeight: style.lineHeight, leafCount: min(inlineCount, 2))
    composer.append(&reader, inlineCount, style: styles.runStyle(of: style), span: 0)
    return composer.text(style: style, language: language, isRightToLeft: isRightToLeft)
  }

  static func compose(
    plain text: String, style: TextStyle, styles: InlineStyles, language: String, isRightToLeft: Bool
  ) -> ComposedText {
    var composer = InlineComposer(styles: styles, lineHeight: style.lineHeight, leafCount: 1)
    composer.leaves.append(.init(.text(text), style: styles.runStyle(of: style), span: 0))
    return composer.text(style: style, language: language, isRightToLeft: isRightToLeft)
  }

  private consuming func text(style: TextStyle, language: String, isRightToLeft: Bool) -> ComposedText {
    ComposedText(
      styled: StyledText(leaves: leaves, language: language, isRightToLeft: isRightToLeft), spans: spans,
      lineHeight: style.lineHeight, maximumLines: style.maxLines)
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func append(_ reader: inout DocumentReader, _ count: Int, style: TextRunStyle, span: Int) {
    var rest = count
    while rest > 0 {
      switch reader.nextInline(of: &rest) {
      case .text(let text): leaves.append(.init(.text(text), style: style, span: span))
      case .hardBreak: leaves.append(.init(.hardBreak, style: style, span: span))
      case .wordBreak: leaves.append(.init(.wordBreak, style: style, span: span))
      case .code(let text):
        let inner = codeStyle(in: style)
        let element = open(.code, size: inner.size, in: span)
        leaves.append(.init(.text(text), style: inner, span: element))
      case .span(let kind, let count):
        let inner = self.style(of: kind, in: style)
        let element = open(.span(kind), size: inner.size == style.size ? nil : inner.size, in: span)
        append(&reader, count, style: inner, span: element)
      case .link(let target, let title, let count):
        append(&reader, count, style: style, span: open(.link(target, title: title), size: nil, in: span))
      case .image(let target, let title, let alt, let width):
        let size =
          styles.pictures?.sizeInLine(target, width: width, lineHeight: lineHeight)
          ?? ImageSize(width: lineHeight, height: lineHeight)
        let element = open(.image(target, title: title, alt: alt, height: size.height), size: size.width, in: span)
        leaves.append(.init(.box(width: size.width), style: style, span: element))
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
    inner.font.stack = styles.codeFont
    inner.size = max(
      styles.leastSize, textSize(nearestTo: style.size * styles.codeSize, over: styles.bodySize))
    return inner
  }

  private func scaled(_ size: Int, by percent: Int) -> Int {
    max(styles.leastSize, textSize(nearestTo: size * percent, over: 100))
  }
}
