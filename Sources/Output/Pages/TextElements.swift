import CardLayout
import Content

/// Writes the tags of a text's inline elements.
struct TextElements {
  let targets: TargetResolution
  private let spans: [ComposedText.TextSpan]
  /// The address of the link that is open, or was open last.
  private var lastLink: (span: Int, url: String?)?

  init(of spans: [ComposedText.TextSpan], targets: TargetResolution) {
    self.spans = spans
    self.targets = targets
  }

  /// - Parameter span: the number of an element.
  mutating func open(_ span: Int, classes: inout StepClasses, to markup: inout Markup) {
    let size = spans[span].size
    guard case .link(let target, let title) = spans[span].element else {
      let element = element(span)
      guard let size else { return markup.open(element) }
      markup.begin(element)
      markup.attribute(.class, classes.textSize(size))
      return markup.end(element)
    }
    lastLink = (span, targets.link(target))
    let element = element(span)
    markup.begin(element)
    if let size { markup.attribute(.class, classes.textSize(size)) }
    if let url = lastLink?.url {
      markup.attribute(.href, url)
      if !title.isEmpty { markup.attribute(.title, title) }
    }
    markup.end(element)
  }

  func close(_ span: Int, to markup: inout Markup) { markup.close(element(span)) }

  /// False for an image, which is not an element around its own box.
  func isElement(_ span: Int) -> Bool { if case .image = spans[span].element { false } else { true } }

  /// The number of the element around another one; 0 is the block.
  func parent(of span: Int) -> Int { spans[span].parent }

  /// Returns whether an element is the same as another, or around it.
  func contains(_ outer: Int, _ inner: Int) -> Bool {
    var current = inner
    while current != 0, current != outer { current = spans[current].parent }
    return current == outer
  }

  private func element(_ span: Int) -> Markup.MarkupElement {
    switch spans[span].element {
    case .block, .image: .span
    case .code: .code
    // A link without a target is reported when the content is read; its text remains. Links are never nested.
    case .link: lastLink?.span == span && lastLink?.url != nil ? .a : .span
    case .span(let kind): Markup.MarkupElement(kind)
    }
  }
}
