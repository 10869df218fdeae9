import CMarkdownMemory
import Diagnostics

/// A container that is being read.
struct InlineFrame {
  enum InlineContainer: Equatable {
    case span(Inline.InlineSpan)
    case link
    case image
  }

  let container: InlineContainer
  /// The index of the node that becomes the container.
  let node: Int
  /// The offset of its beginning in the file.
  let start: Int
  /// The number of open tags before it.
  let tags: Int
}

/// An opening tag whose closing tag has not been read yet; until then, it is a text.
struct OpenTag {
  let span: Inline.InlineSpan
  /// The index of its text.
  let node: Int
}

extension DocumentBuilder {
  /// Reads the content of a paragraph or heading.
  mutating func readInlines(of block: CmarkTree.CmarkNode, in range: SourceRange, quotes: Int, isHeading: Bool) {
    cursor.start(block: range, quotes: quotes, heading: isHeading)
    openedAsText = []
    walkInlines(of: block)
    warnAboutTags(from: 0)
  }

  /// libcmark's containers can be nested very deeply, so this does not recurse.
  private mutating func walkInlines(of block: CmarkTree.CmarkNode) {
    guard var node = block.firstChild else { return }
    var level = 0
    while true {
      if begin(node) {
        if let child = node.firstChild {
          node = child
          level += 1
          continue
        }
        end(node)
      }
      while true {
        if let next = node.next {
          node = next
          break
        }
        guard level > 0, let parent = node.parent else { return }
        level -= 1
        node = parent
        end(node)
      }
    }
  }

  /// Returns whether the node is a container.
  private mutating func begin(_ node: CmarkTree.CmarkNode) -> Bool {
    switch node.type {
    case CMARK_NODE_TEXT: addText(node)
    case CMARK_NODE_CODE: list.append(codeSpan: node, at: cursor.passCode())
    case CMARK_NODE_SOFTBREAK: list.append(.softBreak, at: cursor.passBreak())
    case CMARK_NODE_LINEBREAK: list.append(.hardBreak, at: cursor.passBreak())
    case CMARK_NODE_HTML_INLINE: addHTML(node.literal)
    case CMARK_NODE_EMPH: push(.span(.emphasis), mark: .emphasis)
    case CMARK_NODE_STRONG: push(.span(.strong), mark: .strong)
    case CMARK_NODE_LINK: push(.link, mark: .link)
    case CMARK_NODE_IMAGE: push(.image, mark: .image)
    default: break
    }
    switch node.type {
    case CMARK_NODE_EMPH, CMARK_NODE_STRONG, CMARK_NODE_LINK, CMARK_NODE_IMAGE: return true
    default: return false
    }
  }

  private mutating func end(_ node: CmarkTree.CmarkNode) {
    let address: SourceRange?
    switch node.type {
    case CMARK_NODE_EMPH:
      cursor.passMark(.emphasis)
      address = nil
    case CMARK_NODE_STRONG:
      cursor.passMark(.strong)
      address = nil
    default: address = cursor.passLinkEnd()
    }
    if flattened > 0 {
      flattened -= 1
    } else if let frame = frames.popLast() {
      close(frame, node, address: address)
    }
  }

  private mutating func addText(_ node: CmarkTree.CmarkNode) {
    if let range = cursor.passPlainText(node) {
      let isMasked = hasMasks && source.bytes[range.lower..<range.upper].contains(Comments.maskByte)
      warnAboutSpacedTargets(in: range)
      if !isMasked { return list.appendSource(range) }
      list.append(text: unmasked(source.text(in: range)), at: range)
      return
    }
    let written = node.literal
    let form: InlineCursor.SourceForm = isInAutolink ? .autolink : .prose
    let range = cursor.passText(written, form: form)
    let text = singleLine(withoutControls(unmasked(written), at: range, in: source, findings: &findings))
    let parts = keepsTextsApart && text == written ? cursor.parts(of: written, at: range, form: form) : []
    if parts.isEmpty { list.append(text: text, at: range) }
    for part in parts {
      if part.isAsWritten {
        list.appendSource(part.range)
      } else {
        list.append(text: String(decoding: Array(text.utf8)[part.literal], as: UTF8.self), at: part.range)
      }
    }
  }

  /// Reports links and images that libcmark shows as text, because their targets have spaces.
  private mutating func warnAboutSpacedTargets(in range: SourceRange) {
    guard mayHaveTargets else { return }
    for offset in range.lower..<range.upper where source.bytes[offset] == UInt8(ascii: "(") {
      // A template is read by ``Dialect``.
      guard offset > range.lower, source.bytes[offset - 1] == UInt8(ascii: "]"),
        offset + 1 == range.upper || source.bytes[offset + 1] != UInt8(ascii: "{"),
        let target = SpacedTarget(in: source.bytes, at: offset, block: range)
      else { continue }
      findings.report(.foreignSyntax, .spacedTarget(target, in: source))
    }
  }

  /// The number of containers and open tags around the next inline.
  private var depth: Int { frames.count + openTags.count }

  private var isInAutolink: Bool {
    guard let frame = frames.last, frame.container == .link else { return false }
    return isAutolink(frame.start)
  }

  private func isAutolink(_ start: Int) -> Bool {
    start < source.bytes.count && source.bytes[start] == UInt8(ascii: "<")
  }

  private mutating func push(_ container: InlineFrame.InlineContainer, mark: InlineCursor.InlineMark) {
    cursor.passDefinitions()
    let start = cursor.position
    cursor.passMark(mark)
    guard flattened == 0, depth < MarkdownLimits.depth else {
      if flattened == 0 {
        let range = cursor.range(from: start)
        findings.report(.markdownTooDeep, .tooDeep("emphasis, links and tags", at: range, in: source))
      }
      flattened += 1
      return
    }
    let node = list.append(.removed, at: SourceRange(start, start))
    frames.append(InlineFrame(container: container, node: node, start: start, tags: openTags.count))
  }

  private mutating func close(_ frame: InlineFrame, _ node: CmarkTree.CmarkNode, address: SourceRange?) {
    warnAboutTags(from: frame.tags)
    let range = cursor.range(from: frame.start)
    switch frame.container {
    case .span(let span): list.enclose(from: frame.node, in: .span, value: DocumentCode.number(of: span), at: range)
    case .link: closeLink(frame, unmasked(node.address), title: unmasked(node.title), at: range, address: address)
    case .image:
      let alt = list.plainText(from: frame.node)
      list.removeAll(from: frame.node)
      if let target = target(unmasked(node.address), at: address ?? range) {
        let title = singleLine(withoutControls(unmasked(node.title), at: range, in: source, findings: &findings))
        let image = list.append(.removed, at: range)
        list.enclose(from: image, in: NodeLink(target: target, title: title, alt: alt), isImage: true, at: range)
      } else {
        list.append(text: alt, at: range)
      }
    }
  }

  private mutating func closeLink(
    _ frame: InlineFrame, _ written: String, title: String, at range: SourceRange, address: SourceRange?
  ) {
    if frames.contains(where: { $0.container == .link }) {
      // libcmark makes links of addresses in angle brackets everywhere.
      findings.report(.linkNested, .linkNested(at: range, in: source))
      list.open(frame.node)
    } else if isAutolink(frame.start), let scheme = scheme(refusedIn: written) {
      findings.report(.autolinkScheme, .autolinkScheme(written, scheme: scheme, at: range, in: source))
      replace(frame, "<", ">", at: range)
    } else if address == nil, isFootnote(frame, of: written) {
      replace(frame, "[", "]", at: range)
    } else if let target = target(written, at: address ?? range) {
      let title = singleLine(withoutControls(title, at: range, in: source, findings: &findings))
      list.enclose(from: frame.node, in: NodeLink(target: target, title: title), isImage: false, at: range)
    } else {
      list.open(frame.node)
    }
  }

  /// Replaces a link with its text between brackets.
  private mutating func replace(_ frame: InlineFrame, _ opening: String, _ closing: String, at range: SourceRange) {
    let text = opening + list.plainText(from: frame.node) + closing
    list.removeAll(from: frame.node)
    list.append(text: text, at: range)
  }

  /// A footnote of one word is the definition of a link (`[^1]: Word`), whose target does not exist. A footnote that is
  /// an address can remain a link.
  private func isFootnote(_ frame: InlineFrame, of written: String) -> Bool {
    endOfFootnote(at: frame.start, in: source.bytes, upTo: cursor.block.upper) != nil
      && LinkTarget(written)?.kind != .absolute
  }

  private mutating func target(_ written: String, at range: SourceRange) -> LinkTarget? {
    do {
      return try targets(written)
    } catch {
      findings.report(.linkRefused, .linkRefused(written, error, at: range, in: source))
      return nil
    }
  }

  /// The scheme that causes an address to be refused; nil if it is not refused, or for another reason.
  private func scheme(refusedIn written: String) -> String? {
    do {
      _ = try targets(written)
      return nil
    } catch {
      guard case .scheme(let scheme) = error else { return nil }
      return scheme
    }
  }

  // MARK: - Tags

  private mutating func addHTML(_ written: String) {
    let range = cursor.passText(written, form: .html)
    let html = unmasked(written)
    if html.isEmpty { return }
    switch RawTag(html) {
    case .hardBreak: list.append(.hardBreak, at: range)
    case .wordBreak: list.append(.wordBreak, at: range)
    case .open(let span):
      let node = list.append(text: html, at: range)
      if depth < MarkdownLimits.depth {
        openTags.append(OpenTag(span: span, node: node))
      } else {
        findings.report(.markdownTooDeep, .tooDeep("emphasis, links and tags", at: range, in: source))
      }
    case .close(let span):
      let outside = frames.last?.tags ?? 0
      if let position = openTags[outside...].lastIndex(where: { $0.span == span }) {
        let tag = openTags[position].node
        warnAboutTags(from: position + 1)
        openTags.removeLast()
        let opening = list.nodes[tag].range
        let whole = SourceRange(opening.lower, max(range.upper, opening.upper))
        list.enclose(from: tag, in: .span, value: DocumentCode.number(of: span), at: whole)
      } else {
        addAsText(html, range)
      }
    case nil: addAsText(html, range)
    }
  }

  /// Tags that occur in pairs in texts of other programs.
  private static let pairs: Set = ["a", "center", "font", "span"]

  private mutating func addAsText(_ html: String, _ range: SourceRange) {
    let name = tagName(html)
    if readsDialects, HTMLTag.isHarmless(name) {
      tags[range.lower] = html
      list.append(text: html, at: range)
      return
    }
    // The opening tag was reported, and fixing it fixes this one.
    if html.hasPrefix("</"), let place = openedAsText.lastIndex(of: name) {
      openedAsText.remove(at: place)
    } else {
      if Self.pairs.contains(name), openedAsText.count < MarkdownLimits.depth { openedAsText.append(name) }
      findings.report(.rawHTML, .rawHTML(html, at: range, in: source))
    }
    for (index, line) in html.utf8.split(separator: 0x0A).enumerated() {
      if index > 0 { list.append(.softBreak, at: range) }
      list.append(text: String(decoding: line, as: UTF8.self), at: range)
    }
  }

  /// Reports the open tags from a number on, which remain texts.
  private mutating func warnAboutTags(from number: Int) {
    if number >= openTags.count { return }
    for tag in openTags[number...] {
      let node = list.nodes[tag.node]
      let html = list.text(of: node)
      findings.report(.rawHTML, .rawHTML(html, at: node.range, in: source))
    }
    openTags.removeSubrange(number...)
  }
}

private func tagName(_ html: String) -> String {
  html.drop { "</".contains($0) }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.lowercased()
}
