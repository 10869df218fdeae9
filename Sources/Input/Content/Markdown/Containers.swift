import Diagnostics

/// Containers between lines of colons, as Docusaurus, VitePress and pandoc write them:
///
///     ::: tip Title
///     Text
///     :::
///
/// A container for a note is a quote with a title. Any other is left out, and what is in it stays.
struct Containers {
  private let source: SourceText
  private var blocks: [Block] = []
  private var open: [OpenContainer] = []

  private struct OpenContainer {
    let line: ContainerLine
    let written: Block
    var blocks: [Block] = []
  }

  /// - Complexity: O(length)
  static func read(_ blocks: [Block], in source: SourceText) -> [Block] {
    var containers = Containers(source: source)
    for block in blocks { containers.take(block) }
    return containers.finished
  }

  private init(source: SourceText) { self.source = source }

  private mutating func take(_ block: Block) {
    if let rest = withoutEnd(of: block) {
      append(rest)
      return close()
    }
    guard case .paragraph(let content) = block.kind, case let lines = content.lines,
      lines.contains(where: { ContainerLine($0, in: source) != nil })
    else { return append(block) }
    var text: [Inline] = []
    func paragraph() -> Block { Block(.paragraph(text), range: block.range) }
    for line in lines {
      guard let mark = ContainerLine(line, in: source), mark.isOpening || !open.isEmpty else {
        text += (text.isEmpty ? [] : [Inline(.softBreak, range: block.range)]) + line
        continue
      }
      if !text.isEmpty { append(paragraph()) }
      text = []
      if mark.isOpening {
        open.append(OpenContainer(line: mark, written: Block(.paragraph(line), range: block.range)))
      } else {
        close()
      }
    }
    if !text.isEmpty { append(paragraph()) }
  }

  private mutating func close() {
    guard let closed = open.popLast() else { return }
    for block in closed.line.blocks(around: closed.blocks, at: closed.written.range) { append(block) }
  }

  /// A list or quote without the line of colons behind it, which libcmark takes for a part of its last paragraph.
  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private func withoutEnd(of block: Block, isInside: Bool = false) -> Block? {
    guard !open.isEmpty else { return nil }
    var changed = block
    switch block.kind {
    case .paragraph(let content):
      guard isInside, let end = content.last, content.count > 1, ContainerLine([end], in: source)?.isOpening == false,
        case .softBreak = content[content.count - 2].kind
      else { return nil }
      changed.kind = .paragraph(content.dropLast(2))
    case .quote(var blocks):
      guard let last = blocks.last, let rest = withoutEnd(of: last, isInside: true) else { return nil }
      blocks[blocks.count - 1] = rest
      changed.kind = .quote(blocks)
    case .list(var list):
      guard var item = list.items.last, let last = item.last, let rest = withoutEnd(of: last, isInside: true) else {
        return nil
      }
      item[item.count - 1] = rest
      list.items[list.items.count - 1] = item
      changed.kind = .list(list)
    case .heading, .code, .thematicBreak, .table: return nil
    }
    return changed
  }

  private mutating func append(_ block: Block) {
    if let last = open.indices.last { open[last].blocks.append(block) } else { blocks.append(block) }
  }

  /// A container without an end is text.
  private var finished: [Block] { blocks + open.flatMap { [$0.written] + $0.blocks } }
}

/// A line that begins or ends a container.
private struct ContainerLine {
  let isOpening: Bool
  private var name = ""
  private var title: [Inline] = []

  init?(_ line: [Inline], in source: SourceText) {
    guard let first = line.first, let bytes = first.written(in: source), bytes.starts(with: ":::".utf8) else {
      return nil
    }
    let rest = String(decoding: bytes.drop { $0 == UInt8(ascii: ":") }, as: UTF8.self)[...].drop(while: \.isWhitespace)
    guard !rest.isEmpty else {
      guard line.count == 1 else { return nil }
      isOpening = false
      return
    }
    guard !rest.hasSuffix(":::"), let sign = rest.first, sign.isLetter || sign == "{" else { return nil }
    isOpening = true
    name = rest.prefix { $0.isLetter || $0 == "-" }.lowercased()
    var words = collapsed(String(rest.dropFirst(name.count)))
    // Attributes, and a title in brackets.
    if let brace = words.firstIndex(of: "{") { words = collapsed(String(words[..<brace])) }
    if words.hasPrefix("["), words.hasSuffix("]") { words = String(words.dropFirst().dropLast()) }
    title = line.dropFirst().filter { $0.kind != .hardBreak }
    // The colons are no longer a part of it.
    let place = SourceRange(max(first.range.lower, first.range.upper - words.utf8.count), first.range.upper)
    if !words.isEmpty { title.insert(Inline(.text(words + (title.isEmpty ? "" : " ")), range: place), at: 0) }
  }

  func blocks(around blocks: [Block], at range: SourceRange) -> [Block] {
    guard NoteTitle.names.contains(name) else { return blocks }
    let usual = Inline(.text(NoteTitle.usual(name)), range: SourceRange(range.lower, range.lower))
    let shown = title.isEmpty ? [usual] : title
    return [Block(.quote([NoteTitle.block(shown, at: range)] + blocks), range: range)]
  }
}

/// The title of a note that stands out from the text around it.
enum NoteTitle {
  /// What such notes are called in the usual dialects.
  static let names: Set = [
    "abstract", "attention", "bug", "caution", "danger", "details", "error", "example", "failure", "faq", "hint",
    "important",
    "info", "note", "question", "quote", "seealso", "success", "summary", "tip", "todo", "warning",
  ]

  static func usual(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  static func block(_ title: [Inline], at range: SourceRange) -> Block {
    Block(.paragraph([Inline(.span(.strong, title), range: range)]), range: range)
  }
}
