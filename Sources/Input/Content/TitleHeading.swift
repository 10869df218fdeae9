import Diagnostics

/// The heading that is the title of a text if the front matter has none: the first of level 1, or one before all text.
struct TitleHeading {
  let title: FieldText
  /// The target of the heading, if it has links and all of them lead there.
  let link: PlacedLink?

  /// Reads the heading. It is removed from the document only if it is the first block.
  ///
  /// - Complexity: O(length)
  static func take(from document: inout MarkdownDocument, of source: SourceText, into sink: inout DiagnosticSink)
    -> TitleHeading?
  {
    let blocks = document.blocks
    var isBelowText = false
    for (index, block) in blocks.enumerated() {
      guard case .heading(let level, let content) = block.kind else {
        isBelowText = isBelowText || !block.isPictures
        continue
      }
      // A heading further down names its part; the text is named after its file.
      if isBelowText, level > 1 { continue }
      let text = title(of: content)
      guard !text.isEmpty else { continue }
      guard text.unicodeScalars.count <= ContentLimits.textLength else {
        sink.report(FieldFindings(source: source, fault: .finding).tooLong("title", at: block.range))
        return nil
      }
      let title = FieldText(text, range: block.range)
      guard index == 0 else { return TitleHeading(title: title, link: nil) }
      document.blocks = Array(blocks.dropFirst())
      var links: [PlacedLink] = []
      content.forEachInline {
        // The link of a badge is not a link of the title.
        guard case .link(let target, title: _, let content) = $0.kind, !isOfImages(content) else { return }
        links.append(PlacedLink(target: target, range: $0.range))
      }
      for other in links.dropFirst() where other.target != links[0].target {
        sink.report(.titleLinkLost(at: other.range, in: source, because: "a title has only one"))
      }
      return TitleHeading(title: title, link: links.first)
    }
    return nil
  }

  /// Removes a heading at the beginning of a text that says only what the title does.
  ///
  /// - Complexity: O(length); O(1) without headings
  static func drop(repeating title: FieldText?, from document: inout MarkdownDocument) {
    guard let title, document.hasHeadings else { return }
    let blocks = document.blocks
    guard case .heading(_, let content)? = blocks.first?.kind,
      self.title(of: content).lowercased() == collapsed(title.text).lowercased()
    else { return }
    document.blocks = Array(blocks.dropFirst())
  }

  /// The text without badges; the descriptions of the images if there is nothing else.
  private static func title(of content: [Inline]) -> String {
    let text = collapsed(plainText(of: content, withImages: false))
    return text.isEmpty ? collapsed(plainText(of: content)) : text
  }

  private static func isOfImages(_ content: [Inline]) -> Bool {
    !content.isEmpty && collapsed(plainText(of: content, withImages: false)).isEmpty
  }
}

extension Block {
  /// True for a paragraph of pictures alone, such as a row of badges.
  fileprivate var isPictures: Bool {
    guard case .paragraph(let content) = kind else { return false }
    return collapsed(plainText(of: content, withImages: false)).isEmpty
  }
}

extension Diagnostic {
  static func titleLinkLost(at range: SourceRange, in source: SourceText, because reason: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("title-link-lost"), "this link of the title is not shown, because \(reason)", at: range,
      in: source,
      help: "put it into the text below, or write title: and link: in the front matter")
  }
}
