import Diagnostics

/// The nodes of a document in the order of the text: a container comes before its content.
///
/// The list owns no memory except for its four buffers, so that it takes little time to fill and to free. A container
/// becomes text, or text a container, in place.
struct NodeList {
  /// The bytes of the file.
  let source: [UInt8]
  private(set) var nodes: [DocumentNode] = []
  /// The texts that differ from the bytes of the file.
  private(set) var texts: [UInt8] = []
  private(set) var links: [NodeLink] = []
  /// True if text that follows the last node in the file also follows it in the document.
  private var isTextOpen = false

  /// - Parameter length: the length of the text in bytes.
  init(source: [UInt8], length: Int) {
    self.source = source
    nodes.reserveCapacity(16 + length / 32)
  }

  var count: Int { nodes.count }

  // MARK: - Nodes

  /// Returns the index of the node.
  @discardableResult
  mutating func append(_ kind: DocumentNode.NodeKind, at range: SourceRange) -> Int {
    isTextOpen = false
    nodes.append(DocumentNode(kind: kind, range: range, end: nodes.count + 1))
    return nodes.count - 1
  }

  /// Ends the content of a container.
  mutating func close(_ index: Int) {
    isTextOpen = false
    nodes[index].end = nodes.count
  }

  mutating func removeAll(from index: Int) {
    isTextOpen = false
    nodes.removeSubrange(index...)
  }

  /// Changes a node without its content.
  mutating func change(_ index: Int, _ change: (inout DocumentNode) -> Void) {
    isTextOpen = false
    change(&nodes[index])
  }

  /// Makes a node the container of all nodes after it.
  mutating func enclose(from index: Int, in kind: DocumentNode.NodeKind, value: Int, at range: SourceRange) {
    close(index)
    nodes[index].kind = kind
    nodes[index].value = value
    nodes[index].range = range
  }

  mutating func enclose(from index: Int, in link: NodeLink, isImage: Bool, at range: SourceRange) {
    links.append(link)
    enclose(from: index, in: isImage ? .image : .link, value: links.count - 1, at: range)
  }

  /// Removes the last container, but not its content.
  mutating func open(_ index: Int) {
    isTextOpen = false
    nodes[index].kind = .removed
    nodes[index].end = index + 1
    // An empty text belongs only to a text of the same container.
    var isInText = false
    var next = index + 1
    while next < nodes.count {
      switch nodes[next].kind {
      case .removed: break
      case .emptyText: if !isInText { nodes[next].kind = .removed }
      case let kind: isInText = kind.isText
      }
      next = nodes[next].end
    }
  }

  // MARK: - Texts

  /// Appends text that the file contains unchanged. libcmark divides text into small pieces.
  mutating func appendSource(_ range: SourceRange) {
    let last = nodes.count - 1
    if isTextOpen, nodes[last].range.upper == range.lower {
      nodes[last].range = SourceRange(nodes[last].range.lower, range.upper)
    } else {
      append(.sourceText, at: range)
      isTextOpen = true
    }
  }

  @discardableResult
  mutating func append(text: String, at range: SourceRange) -> Int {
    let index = append(text.isEmpty ? .emptyText : .text, at: range)
    nodes[index].text = store(text)
    return index
  }

  mutating func append(codeSpan node: CmarkTree.CmarkNode, at range: SourceRange) {
    let index = append(.codeSpan, at: range)
    let start = texts.count
    node.appendLiteral(to: &texts)
    nodes[index].text = SourceRange(start, texts.count)
  }

  mutating func append(code text: String, info: String, at range: SourceRange) {
    let index = append(.code, at: range)
    let info = store(info)
    nodes[index].value = info.upper - info.lower
    nodes[index].text = SourceRange(info.lower, store(text).upper)
  }

  private mutating func store(_ text: String) -> SourceRange {
    let start = texts.count
    texts.append(contentsOf: text.utf8)
    return SourceRange(start, texts.count)
  }

  /// The text of a node that is a text.
  func text(of node: DocumentNode) -> String {
    switch node.kind {
    case .sourceText: String(decoding: source[node.range.lower..<node.range.upper], as: UTF8.self)
    case .text, .codeSpan: String(decoding: texts[node.text.lower..<node.text.upper], as: UTF8.self)
    default: ""
    }
  }

  /// The text of the last nodes without its marks, like ``plainText(of:)``.
  func plainText(from index: Int) -> String {
    var text = ""
    for node in nodes[index...] {
      switch node.kind {
      case .sourceText, .text, .codeSpan: text += self.text(of: node)
      case .softBreak, .hardBreak: text += " "
      case .image: text += links[node.value].alt
      default: continue
      }
    }
    return text
  }

  /// Returns whether all nodes from an index on are empty texts.
  func isEmpty(from index: Int) -> Bool {
    nodes[index...].allSatisfy { $0.kind == .removed || $0.kind == .emptyText }
  }
}
