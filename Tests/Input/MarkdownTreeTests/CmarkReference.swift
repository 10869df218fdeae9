import CCmark
import Glibc

/// The result of libcmark itself, after our reader's rules were applied to libcmark's own tree: raw HTML is text except
/// for the allowed tags, a link inside a link is text, and entities cannot produce line ends or control characters.
///
/// This uses no code of the reader; it implements the rules a second time.
final class CmarkReference {
  private let root: OpaquePointer
  /// Nodes that were removed from the tree.
  private var detached: [OpaquePointer] = []
  private(set) var rawHTML = 0
  private(set) var controlCharacters = 0
  private(set) var nestedLinks = 0

  private static let options = CMARK_OPT_UNSAFE
  private static let spans: Set = ["b", "i", "em", "strong", "code", "kbd", "s", "u", "mark", "small", "sub", "sup"]

  /// Nil if libcmark has no memory.
  init?(_ text: String) {
    guard let root = cmark_parse_document(text, text.utf8.count, Self.options) else { return nil }
    self.root = root
  }

  deinit {
    cmark_node_free(root)
    for node in detached { cmark_node_free(node) }
  }

  /// libcmark's own rendering, without our rules.
  static func renderedHTML(of text: String) -> String {
    guard let html = cmark_markdown_to_html(text, text.utf8.count, options) else { return "" }
    defer { free(html) }
    return String(cString: html)
  }

  var html: String {
    guard let html = cmark_render_html(root, Self.options) else { return "" }
    defer { free(html) }
    return String(cString: html)
  }

  /// The sequences of letters and digits in all text that a page shows, in order.
  var words: [String] {
    nodes().flatMap { node -> [String] in
      let literal = cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
      let isTag = cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE && Tag(literal).map(Self.isAllowed) == true
      return isTag ? [] : alphanumericRuns(of: literal)
    }
  }

  /// The targets of links and images, in the order in which they end.
  var addresses: [String] {
    nodes().compactMap { node in cmark_node_get_url(node).map { String(cString: $0) } }
  }

  private func isInLink(_ node: OpaquePointer) -> Bool {
    var ancestor = cmark_node_parent(node)
    while let current = ancestor {
      if cmark_node_get_type(current) == CMARK_NODE_LINK { return true }
      ancestor = cmark_node_parent(current)
    }
    return false
  }

  func applyRules() {
    let nodes = nodes()
    for node in nodes where cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK {
      rawHTML += 1
      guard let paragraph = cmark_node_new(CMARK_NODE_PARAGRAPH) else { continue }
      cmark_node_replace(node, paragraph)
      detached.append(node)
      appendLines(of: literal(node), to: paragraph)
    }
    for node in nodes {
      applyTags(among: children(of: node))
    }
    for node in self.nodes() where cmark_node_get_type(node) == CMARK_NODE_LINK && isInLink(node) {
      nestedLinks += 1
      for child in children(of: node) { cmark_node_insert_before(node, child) }
      detach(node)
    }
    for node in self.nodes() {
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT: cmark_node_set_literal(node, plain(literal(node)))
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
        cmark_node_set_title(node, plain(String(cString: cmark_node_get_title(node))))
      case CMARK_NODE_CODE_BLOCK:
        cmark_node_set_fence_info(node, plain(String(cString: cmark_node_get_fence_info(node))))
        // A code block with one empty line is treated like one without lines.
        if literal(node) == "\n" { cmark_node_set_literal(node, "") }
      default: break
      }
    }
    for node in self.nodes() where cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH && isEmpty(node) { detach(node) }
  }

  /// Pairs of allowed tags among the same children become nodes; `<br>` and `<wbr>` have no end tag.
  private func applyTags(among siblings: [OpaquePointer]) {
    var open: [(name: String, node: OpaquePointer)] = []
    for node in siblings where cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE {
      guard let tag = Tag(literal(node)), Self.isAllowed(tag) else {
        replaceByText(node)
        continue
      }
      switch tag.name {
      case "br":
        cmark_node_replace(node, cmark_node_new(CMARK_NODE_LINEBREAK))
        detached.append(node)
      case "wbr": keep(node, as: "<wbr>")
      case let name where !tag.isClosing: open.append((name, node))
      case let name:
        guard let index = open.lastIndex(where: { $0.name == name }) else {
          replaceByText(node)
          continue
        }
        keep(open[index].node, as: "<\(name)>")
        keep(node, as: "</\(name)>")
        for inner in open[(index + 1)...] { replaceByText(inner.node) }
        open.removeSubrange(index...)
      }
    }
    for left in open { replaceByText(left.node) }
  }

  private func keep(_ node: OpaquePointer, as literal: String) {
    var ancestor = cmark_node_parent(node)
    while let parent = ancestor {
      // Alternative text has no markup.
      if cmark_node_get_type(parent) == CMARK_NODE_IMAGE { return detach(node) }
      ancestor = cmark_node_parent(parent)
    }
    cmark_node_set_literal(node, literal)
  }

  private func replaceByText(_ node: OpaquePointer) {
    rawHTML += 1
    for (index, line) in literal(node).split(separator: "\n").enumerated() {
      if index > 0 { cmark_node_insert_before(node, cmark_node_new(CMARK_NODE_SOFTBREAK)) }
      cmark_node_insert_before(node, text(String(line)))
    }
    detach(node)
  }

  private func detach(_ node: OpaquePointer) {
    cmark_node_unlink(node)
    detached.append(node)
  }

  private func appendLines(of html: String, to paragraph: OpaquePointer) {
    let lines = html.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }.filter { !$0.isEmpty }
    for (index, line) in lines.enumerated() {
      if index > 0 { cmark_node_append_child(paragraph, cmark_node_new(CMARK_NODE_SOFTBREAK)) }
      cmark_node_append_child(paragraph, text(String(line)))
    }
  }

  private func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r": result += " "
      case "\u{FFFD}", "\u{0}"..<"\u{9}", "\u{B}"..<"\u{20}", "\u{7F}"..<"\u{A0}": controlCharacters += 1
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Control characters and tags can leave a paragraph without content.
  private func isEmpty(_ paragraph: OpaquePointer) -> Bool {
    children(of: paragraph).allSatisfy { cmark_node_get_type($0) == CMARK_NODE_TEXT && literal($0).isEmpty }
  }

  private func text(_ literal: String) -> OpaquePointer? {
    let node = cmark_node_new(CMARK_NODE_TEXT)
    cmark_node_set_literal(node, literal)
    return node
  }

  private func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }

  private func children(of node: OpaquePointer) -> [OpaquePointer] {
    var children: [OpaquePointer] = []
    var next = cmark_node_first_child(node)
    while let child = next {
      children.append(child)
      next = cmark_node_next(child)
    }
    return children
  }

  private func nodes() -> [OpaquePointer] {
    var nodes: [OpaquePointer] = []
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    while cmark_iter_next(iterator) != CMARK_EVENT_DONE {
      guard cmark_iter_get_event_type(iterator) == CMARK_EVENT_ENTER else { continue }
      if let node = cmark_iter_get_node(iterator) { nodes.append(node) }
    }
    return nodes
  }

  private struct Tag {
    let name: String
    let isClosing: Bool
    let isEmpty: Bool

    /// nil for a tag with attributes, and for text that is not a tag.
    init?(_ html: String) {
      guard let match = html.wholeMatch(of: /<(\/?)([A-Za-z]+)[ \t\n]*(\/?)>/) else { return nil }
      name = match.2.lowercased()
      isClosing = !match.1.isEmpty
      isEmpty = !match.3.isEmpty
    }
  }

  private static func isAllowed(_ tag: Tag) -> Bool {
    ["br", "wbr"].contains(tag.name) ? !tag.isClosing : spans.contains(tag.name) && !tag.isEmpty
  }
}

/// The sequences of letters and digits in a text.
func alphanumericRuns(of text: String) -> [String] {
  text.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map { String($0) }
}
