import Diagnostics

/// The footnotes of a text: `[^label]` is a number, and `[^label]: note` is in a list at the end.
///
/// A note that nothing refers to stays where it is, as it is written, and so does a reference without a note.
struct Footnotes {
  private let source: SourceText
  /// The notes by their labels.
  private var notes: [String: [Block]] = [:]
  /// The labels in the order of their numbers.
  private var order: [String] = []
  private var referenced: Set<String> = []

  /// - Complexity: O(length)
  static func read(_ blocks: [Block], in source: SourceText, _ survey: TextSurvey) -> [Block] {
    let (bytes, range) = (source.bytes.span, survey.range)
    let offsets = range.lower..<max(range.lower, min(range.upper, bytes.count) - 1)
    guard offsets.contains(where: { bytes[$0] == UInt8(ascii: "[") && bytes[$0 + 1] == UInt8(ascii: "^") }) else {
      return blocks
    }
    var footnotes = Footnotes(source: source)
    footnotes.findReferences(in: blocks)
    if footnotes.referenced.isEmpty { return blocks }
    let rest = footnotes.takeNotes(from: blocks)
    footnotes.takeDefinitions(in: survey.lines, outside: blocks.code)
    if footnotes.notes.isEmpty { return blocks }
    return footnotes.numbered(rest) + footnotes.list
  }

  private init(source: SourceText) { self.source = source }

  // MARK: - Notes

  private mutating func findReferences(in blocks: [Block]) {
    blocks.forEachLeaf { block in
      let isNote = label(ofNoteAt: block.inlines.first) != nil
      var isFirst = true
      block.inlines.forEachInline { inline in
        for (label, range) in labels(in: inline) {
          if isFirst, isNote, range.lowerBound == inline.range.lower { continue }
          referenced.insert(label)
        }
        isFirst = false
      }
    }
  }

  /// The blocks without notes. A note ends with its paragraph, or where the next one begins.
  private mutating func takeNotes(from blocks: [Block]) -> [Block] {
    var rest: [Block] = []
    var last: String?
    for block in blocks {
      switch block.kind {
      case .paragraph(let content):
        let text: [Inline]
        (text, last) = takeNotes(from: content, at: block.range)
        if !text.isEmpty { rest.append(Block(.paragraph(text), range: block.range)) }
      case .code(info: "", let text) where last != nil && !source.hasFence(at: block.range.lower):
        // Further paragraphs of a note are indented.
        let paragraph = Block(.paragraph([Inline(.text(collapsed(text)), range: block.range)]), range: block.range)
        if let last { notes[last]?.append(paragraph) }
      default:
        last = nil
        rest.append(block.mapContent { takeNotes(from: $0) })
      }
    }
    return rest
  }

  /// - Returns: the text before the first note, and the label of the last one.
  private mutating func takeNotes(from content: [Inline], at range: SourceRange) -> (text: [Inline], last: String?) {
    var text: [Inline] = []
    var last: String?
    let end = Inline(.softBreak, range: range)
    for line in content.lines {
      if let (label, length) = label(ofNoteAt: line.first), referenced.contains(label), notes[label] == nil {
        notes[label] = [Block(.paragraph(line.dropping(length)), range: range)]
        last = label
      } else if let last, let note = notes[last]?[0].inlines {
        notes[last]?[0].kind = .paragraph(note + [end] + line)
      } else {
        text += (text.isEmpty ? [] : [end]) + line
      }
    }
    return last == nil ? (content, nil) : (text, last)
  }

  /// libcmark reads a note of one word as the definition of a link.
  private mutating func takeDefinitions(in lines: [SourceRange], outside code: [SourceRange]) {
    for (label, text) in FootnoteDefinitions(in: source.bytes, lines: lines, outside: code).all {
      let name = Self.name(of: source.bytes[label.lower + 2..<label.upper - 1])
      guard referenced.contains(name), notes[name] == nil else { continue }
      notes[name] = [Block(.paragraph([Inline(.text(source.text(in: text)), range: text)]), range: text)]
    }
  }

  private func label(ofNoteAt inline: Inline?) -> (label: String, length: Int)? {
    guard let inline, let (label, range) = labels(in: inline).first, range.lowerBound == inline.range.lower,
      range.upperBound < inline.range.upper, source.bytes[range.upperBound] == UInt8(ascii: ":")
    else { return nil }
    return (label, range.count + 1)
  }

  /// The labels in a text, with their places in the file.
  private func labels(in inline: Inline) -> [(label: String, range: Range<Int>)] {
    guard let text = inline.written(in: source) else { return [] }
    return text.indices.compactMap { offset in
      guard let end = endOfFootnote(at: offset, in: source.bytes, upTo: text.endIndex) else { return nil }
      return (Self.name(of: text[offset + 2..<end - 1]), offset..<end)
    }
  }

  private static func name(of bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }

  // MARK: - Numbers

  private mutating func numbered(_ blocks: [Block]) -> [Block] {
    blocks.mapInlines { content, _ in content.flatMap { numbered($0) } }
  }

  private mutating func numbered(_ inline: Inline) -> [Inline] {
    let labels = labels(in: inline).filter { notes[$0.label] != nil }
    return inline.replacing(
      labels.map { label, range in
        let number = Inline(.text("\(number(of: label))"), range: SourceRange(range.lowerBound, range.lowerBound))
        return (range, [Inline(.span(.sup, [number]), range: SourceRange(range.lowerBound, range.upperBound))])
      })
  }

  private mutating func number(of label: String) -> Int {
    if let known = order.firstIndex(of: label) { return known + 1 }
    order.append(label)
    return order.count
  }

  /// The notes under a rule. A note can refer to others.
  private var list: [Block] {
    mutating get {
      var items: [[Block]] = []
      while items.count < order.count { items.append(numbered(notes[order[items.count]] ?? [])) }
      guard let range = items.first?.first?.range else { return [] }
      let notes = Block.BlockList(start: 1, isTight: true, items: items)
      return [Block(.thematicBreak, range: range), Block(.list(notes), range: range)]
    }
  }
}

/// The lines of a text that begin with `[^label]:`, outside of code.
struct FootnoteDefinitions {
  /// The ranges of the labels with their brackets, and of what follows the colons.
  private(set) var all: [(label: SourceRange, text: SourceRange)] = []

  /// - Parameter code: the ranges of blocks of code, in order.
  /// - Complexity: O(length)
  init(in bytes: [UInt8], lines: [SourceRange], outside code: [SourceRange]) {
    var code = code[...]
    for line in lines {
      let (first, end) = (startOfText(in: line, of: bytes), line.upper)
      guard let label = endOfFootnote(at: first, in: bytes, upTo: end), label < end, bytes[label] == UInt8(ascii: ":")
      else { continue }
      while let block = code.first, block.upper <= first { code.removeFirst() }
      if let block = code.first, block.lower <= first { continue }
      var text = label + 1
      while text < end, bytes[text] == 0x20 || bytes[text] == 0x09 { text += 1 }
      all.append((SourceRange(first, label), SourceRange(text, end)))
    }
  }
}

/// The end of a `[^label]` that begins at an offset; nil if there is none.
func endOfFootnote(at start: Int, in bytes: [UInt8], upTo end: Int) -> Int? {
  guard start >= 0, start + 3 < end, bytes[start] == UInt8(ascii: "["), bytes[start + 1] == UInt8(ascii: "^") else {
    return nil
  }
  for offset in (start + 2)..<min(end, start + 102) {
    switch bytes[offset] {
    case 0...0x20, UInt8(ascii: "["): return nil
    case UInt8(ascii: "]"): return offset > start + 2 ? offset + 1 : nil
    default: continue
    }
  }
  return nil
}

extension [Block] {
  /// The ranges of blocks of code, in the order of the text.
  fileprivate var code: [SourceRange] {
    var code: [SourceRange] = []
    forEachLeaf { if case .code = $0.kind { code.append($0.range) } }
    return code
  }
}
