import Diagnostics

/// The attributes that kramdown and pandoc write after a picture, or on the line below it: `{: width="300" .wide}` or
/// `{width=300}`. The picture gets the width; none of the attributes is text.
struct PictureAttributes {
  private(set) var blocks: [Block] = []
  /// The first attribute that has no effect.
  private(set) var omitted: Diagnostic?
  private let source: SourceText
  private var hasChanged = false

  /// Finds the attributes; nil if no picture of the document has any.
  ///
  /// - Complexity: O(length)
  init?(of document: MarkdownDocument, in source: SourceText) {
    guard source.bytes.contains(UInt8(ascii: "{")) else { return nil }
    self.source = source
    blocks = read(document.blocks)
    if !hasChanged { return nil }
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func read(_ blocks: [Block]) -> [Block] {
    blocks.map { block in
      var changed = block.mapContent { read($0) }
      switch block.kind {
      case .paragraph(let content): changed.kind = .paragraph(read(content))
      case .heading(let level, let content): changed.kind = .heading(level: level, read(content))
      case .quote, .list, .table, .code, .thematicBreak: break
      }
      return changed
    }
  }

  private mutating func read(_ inlines: [Inline]) -> [Inline] {
    var result: [Inline] = []
    for inline in inlines {
      var changed = inline
      switch inline.kind {
      case .span(let span, let content): changed.kind = .span(span, read(content))
      case .link(let target, let title, let content): changed.kind = .link(target, title: title, read(content))
      case .text(let text):
        guard !isEscaped(inline), let list = AttributeList(text), let picture = place(before: list, in: result) else {
          break
        }
        hasChanged = true
        result.removeSubrange((picture + 1)...)
        if let width = list.width { result[picture] = result[picture].withWidth(width) }
        if let name = list.omitted, omitted == nil { omitted = .omittedAttribute(name, at: inline.range, in: source) }
        if list.rest.isEmpty { continue }
        changed.kind = .text(list.rest)
      case .softBreak, .hardBreak, .wordBreak, .code, .image: break
      }
      result.append(changed)
    }
    return result
  }

  /// Returns whether a backslash marks the braces as text.
  private func isEscaped(_ text: Inline) -> Bool {
    source.bytes.indices.contains(text.range.lower) && source.bytes[text.range.lower] == UInt8(ascii: "\\")
  }

  /// The index of the picture, or of the link around one, that precedes some attributes.
  private func place(before list: AttributeList, in inlines: [Inline]) -> Int? {
    guard let last = inlines.indices.last else { return nil }
    if case .softBreak = inlines[last].kind {
      // The attributes are on a separate line.
      return list.rest.isEmpty && last > 0 && inlines[last - 1].isPicture ? last - 1 : nil
    }
    return inlines[last].isPicture ? last : nil
  }
}

extension Inline {
  /// True for a picture, and for a link that has no other content.
  fileprivate var isPicture: Bool {
    switch kind {
    case .image: return true
    case .link(_, title: _, let content):
      guard content.count == 1, case .image = content[0].kind else { return false }
      return true
    default: return false
    }
  }

  fileprivate func withWidth(_ width: Int) -> Inline {
    var inline = self
    switch kind {
    case .image(let target, let title, let alt, width: _):
      inline.kind = .image(target, title: title, alt: alt, width: width)
    case .link(let target, let title, let content):
      inline.kind = .link(target, title: title, content.map { $0.withWidth(width) })
    default: break
    }
    return inline
  }
}

/// Attributes between braces at the start of a text.
private struct AttributeList {
  /// The width in whole CSS pixels.
  private(set) var width: Int?
  /// The first attribute other than the size of a picture.
  private(set) var omitted: String?
  /// The text after the braces.
  let rest: String

  /// No screen is wider than this.
  private static let widest = 100_000

  /// Reads the attributes; nil if there are no braces, or if something else is between them.
  init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "{"), let end = text.firstIndex(of: "}") else { return nil }
    rest = String(text[text.index(after: end)...])
    var content = text[text.index(after: text.startIndex)..<end]
    if content.first == ":" { content.removeFirst() }
    var isAny = false
    while true {
      content = content.drop { $0 == " " || $0 == "\t" }
      if content.isEmpty { break }
      guard let item = Self.item(&content) else { return nil }
      isAny = true
      let value = item.value.hasSuffix("px") ? item.value.dropLast(2) : item.value
      switch item.name {
      case "width", "w":
        if let width = Int(value), (1...Self.widest).contains(width) {
          self.width = width
          continue
        }
      // The height follows from the width.
      case "height", "h": if Int(value) != nil { continue }
      default: break
      }
      omitted = omitted ?? String(item.written)
    }
    if !isAny { return nil }
  }

  /// Removes `.class`, `#id`, `name=value` or `name="value"` from the start of a text.
  private static func item(
    _ text: inout Substring
  ) -> (written: Substring, name: Substring, value: Substring)? {
    let start = text
    let isName: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == ":" }
    let isShort = text.first == "." || text.first == "#"
    if isShort { text.removeFirst() }
    let name = text.prefix(while: isName)
    if name.isEmpty { return nil }
    text = text[name.endIndex...]
    var value: Substring = ""
    if !isShort {
      guard text.first == "=" else { return nil }
      text.removeFirst()
      if let quote = text.first, quote == "\"" || quote == "'" {
        text.removeFirst()
        guard let end = text.firstIndex(of: quote) else { return nil }
        value = text[..<end]
        text = text[text.index(after: end)...]
      } else {
        value = text.prefix { $0 != " " && $0 != "\t" }
        text = text[value.endIndex...]
      }
    }
    if let next = text.first, next != " ", next != "\t" { return nil }
    return (start[..<text.startIndex], isShort ? "" : name, value)
  }
}

extension Diagnostic {
  /// - Parameter range: the range of the text that begins with the attributes.
  fileprivate static func omittedAttribute(_ name: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, .foreignSyntax, "CommonMark has no attributes: `\(name)` of a picture is omitted", at: range,
      in: source,
      help: "only the width has an effect, in pixels: {width=300}; remove the others")
  }
}
