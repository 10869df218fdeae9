import Content

extension Markup.MarkupElement {
  /// The element of a span of Markdown.
  init(_ span: Inline.InlineSpan) {
    self =
      switch span {
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
