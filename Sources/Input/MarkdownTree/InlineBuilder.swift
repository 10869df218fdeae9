import CCmark
import Diagnostics

/// Builds the inlines of one paragraph or heading.
struct InlineBuilder {
  private let source: SourceText
  private let block: SourceRange
  private let targets: TargetRule
  private var cursor: InlineCursor
  private var frames: [InlineFrame]
  /// Open containers that are nested too deeply; their text goes to the last frame.
  private var flattened = 0
  /// The names of open tags that are shown as text.
  private var openedAsText: [String] = []

  init(
    source: SourceText, block: SourceRange, quotes: Int, isHeading: Bool, targets: @escaping TargetRule
  ) {
    self.source = source
    self.block = block
    self.targets = targets
    cursor = InlineCursor(bytes: source.bytes, block: block, quotes: quotes, heading: isHeading)
    frames = [InlineFrame(.block, start: block.lower, source: source.bytes)]
  }

  mutating func enter(_ node: CmarkTree.CmarkNode, findings: inout Findings) {
    switch node.type {
    case CMARK_NODE_TEXT:
      if let range = cursor.passPlainText(node) {
        frames[frames.count - 1].appendSource(range)
      } else {
        let text = node.literal
        let range = cursor.passText(text, form: isInAutolink ? .autolink : .prose)
        append(.text(singleLine(withoutControls(text, at: range, in: source, findings: &findings))), range)
      }
    case CMARK_NODE_CODE: append(.code(node.literal), cursor.passCode())
    case CMARK_NODE_SOFTBREAK: append(.softBreak, cursor.passBreak())
    case CMARK_NODE_LINEBREAK: append(.hardBreak, cursor.passBreak())
    case CMARK_NODE_HTML_INLINE: addHTML(node.literal, findings: &findings)
    case CMARK_NODE_EMPH: push(.span(.emphasis), marks: ["*", "_"], findings: &findings)
    case CMARK_NODE_STRONG: push(.span(.strong), marks: ["**", "__"], findings: &findings)
    case CMARK_NODE_LINK:
      push(.link(address: node.address, title: node.title), marks: ["[", "<"], findings: &findings)
    case CMARK_NODE_IMAGE:
      push(.image(address: node.address, title: node.title), marks: ["!["], findings: &findings)
    default: break
    }
  }

  mutating func exit(_ node: CmarkTree.CmarkNode, findings: inout Findings) {
    let address: SourceRange?
    switch node.type {
    case CMARK_NODE_EMPH:
      cursor.passMark(["*", "_"])
      address = nil
    case CMARK_NODE_STRONG:
      cursor.passMark(["**", "__"])
      address = nil
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: address = cursor.passLinkEnd()
    default: return
    }
    if flattened > 0 {
      flattened -= 1
    } else if frames.count > 1 {
      let frame = frames.removeLast()
      close(frame, address: address, findings: &findings)
    }
  }

  mutating func finish(findings: inout Findings) -> [Inline] {
    while frames.count > 1 {
      let frame = frames.removeLast()
      close(frame, address: nil, findings: &findings)
    }
    var frame = frames[0]
    warnAboutTags(frame.unmatched, findings: &findings)
    return frame.content
  }

  /// The number of containers and open tags around the next inline.
  private var depth: Int { frames.reduce(frames.count - 1) { $0 + $1.depth } }

  private var isInAutolink: Bool {
    guard case .link = frames[frames.count - 1].container else { return false }
    return isAutolink(frames[frames.count - 1].start)
  }

  private func isAutolink(_ start: Int) -> Bool {
    start < source.bytes.count && source.bytes[start] == UInt8(ascii: "<")
  }

  private var isInLink: Bool {
    frames.contains { if case .link = $0.container { true } else { false } }
  }

  private mutating func append(_ kind: Inline.InlineKind, _ range: SourceRange) {
    frames[frames.count - 1].append(Inline(kind, range: range))
  }

  private mutating func push(_ container: InlineFrame.InlineContainer, marks: [String], findings: inout Findings) {
    cursor.passDefinitions()
    let start = cursor.position
    cursor.passMark(marks)
    guard flattened == 0, depth < MarkdownLimits.depth else {
      if flattened == 0 {
        findings.report(
          .markdownTooDeep, .tooDeep("emphasis, links and tags", at: cursor.range(from: start), in: source))
      }
      flattened += 1
      return
    }
    frames.append(InlineFrame(container, start: start, source: source.bytes))
  }

  private mutating func close(_ frame: consuming InlineFrame, address: SourceRange?, findings: inout Findings) {
    warnAboutTags(frame.unmatched, findings: &findings)
    let range = cursor.range(from: frame.start)
    switch frame.container {
    case .block: break
    case .span(let span): append(.span(span, frame.content), range)
    case .link where isInLink:
      // libcmark makes links of addresses in angle brackets everywhere.
      findings.report(.linkNested, .linkNested(at: range, in: source))
      frames[frames.count - 1].append(contentsOf: frame.content)
    case .link(let written, title: _) where isAutolink(frame.start) && scheme(refusedIn: written) != nil:
      let scheme = scheme(refusedIn: written) ?? ""
      findings.report(.autolinkScheme, .autolinkScheme(written, scheme: scheme, at: range, in: source))
      append(.text("<" + plainText(of: frame.content) + ">"), range)
    case .link(let written, title: _) where address == nil && isFootnote(frame, of: written):
      append(.text("[" + plainText(of: frame.content) + "]"), range)
    case .link(let written, let title):
      if let target = target(written, at: address ?? range, findings: &findings) {
        let title = singleLine(withoutControls(title, at: range, in: source, findings: &findings))
        append(.link(target, title: title, frame.content), range)
      } else {
        frames[frames.count - 1].append(contentsOf: frame.content)
      }
    case .image(let written, let title):
      let alt = plainText(of: frame.content)
      if let target = target(written, at: address ?? range, findings: &findings) {
        let title = singleLine(withoutControls(title, at: range, in: source, findings: &findings))
        append(.image(target, title: title, alt: alt), range)
      } else {
        append(.text(alt), range)
      }
    }
  }

  /// A footnote of one word is the definition of a link (`[^1]: Word`), whose target does not exist. A footnote that is
  /// an address can stay a link.
  private func isFootnote(_ frame: borrowing InlineFrame, of written: String) -> Bool {
    endOfFootnote(at: frame.start, in: source.bytes, upTo: block.upper) != nil
      && LinkTarget(written)?.kind != .absolute
  }

  private func target(_ written: String, at range: SourceRange, findings: inout Findings) -> LinkTarget? {
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

  private mutating func addHTML(_ html: String, findings: inout Findings) {
    let range = cursor.passText(html, form: .html)
    let last = frames.count - 1
    switch RawTag(html) {
    case .hardBreak: append(.hardBreak, range)
    case .wordBreak: append(.wordBreak, range)
    case .open(let span):
      if depth < MarkdownLimits.depth {
        frames[last].open(span, text: Inline(.text(html), range: range))
      } else {
        findings.report(.markdownTooDeep, .tooDeep("emphasis, links and tags", at: range, in: source))
        append(.text(html), range)
      }
    case .close(let span):
      if let unmatched = frames[last].close(span, at: range) {
        warnAboutTags(unmatched, findings: &findings)
      } else {
        addAsText(html, range, findings: &findings)
      }
    case nil: addAsText(html, range, findings: &findings)
    }
  }

  /// Tags in texts of other programs that come in pairs.
  private static let pairs: Set = ["a", "center", "font", "span"]

  private mutating func addAsText(_ html: String, _ range: SourceRange, findings: inout Findings) {
    let name = tagName(html)
    // The opening tag was reported, and fixing it fixes this one.
    if html.hasPrefix("</"), let place = openedAsText.lastIndex(of: name) {
      openedAsText.remove(at: place)
    } else {
      if Self.pairs.contains(name), openedAsText.count < MarkdownLimits.depth { openedAsText.append(name) }
      findings.report(.rawHTML, .rawHTML(html, at: range, in: source))
    }
    for (index, line) in html.utf8.split(separator: 0x0A).enumerated() {
      if index > 0 { append(.softBreak, range) }
      append(.text(String(decoding: line, as: UTF8.self)), range)
    }
  }

  private func warnAboutTags(_ tags: [Inline], findings: inout Findings) {
    for tag in tags {
      guard case .text(let html) = tag.kind else { continue }
      findings.report(.rawHTML, .rawHTML(html, at: tag.range, in: source))
    }
  }
}

private func tagName(_ html: String) -> String {
  html.drop { "</".contains($0) }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.lowercased()
}

/// The text with line breaks as spaces: an entity can contain one inside a line.
func singleLine(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
  return String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
}
