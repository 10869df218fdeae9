import Diagnostics

/// Limits on a template, which is read and rendered by recursion.
enum TemplateLimits {
  static let bytes = 64 * 1024
  /// The depth of nested sections, blocks and partials.
  static let depth = 32
  /// The white space before each line of a partial, including that of the partials around it; in bytes.
  static let indentation = 256
  /// The tags of a page; those of partials are counted each time.
  static let tags = 10_000
}

/// A Mustache template, as <https://mustache.github.io/mustache.5.html> defines it, with inheritance and functions.
struct Template: Sendable {
  indirect enum TemplateNode: Sendable {
    /// A part of the source.
    case text(SourceRange)
    case value(TemplateTag)
    case section(TemplateSection)
    /// A block with its default content. It is indented like its tag.
    case block(TemplateTag, [TemplateNode], indentation: SourceRange)
    /// A partial with the blocks that are passed to it, by name.
    case partial(TemplateTag, blocks: [String: TemplateBlock], indentation: SourceRange)
    case pragma(TemplateTag)
  }

  /// A section that is shown for each entry of a list, or if its value is true; or an inverted one.
  struct TemplateSection: Sendable {
    let tag: TemplateTag
    let nodes: [TemplateNode]
    /// True if its content depends only on the values of an entry of the navigation.
    let showsEntryAlone: Bool

    init(_ tag: TemplateTag, _ nodes: [TemplateNode]) {
      self.tag = tag
      self.nodes = nodes
      showsEntryAlone = nodes.allSatisfy(dependsOnEntryAlone)
    }
  }

  struct TemplateBlock: Sendable {
    let tag: TemplateTag
    let nodes: [TemplateNode]
  }

  let source: SourceText
  private(set) var nodes: [TemplateNode] = []

  /// - Complexity: O(bytes)
  init(_ source: SourceText) throws(TemplateFault) {
    self.source = source
    guard source.bytes.count <= TemplateLimits.bytes else {
      throw TemplateFault(.size, SourceRange(TemplateLimits.bytes, TemplateLimits.bytes + 1), source)
    }
    try read()
  }

  /// An open construct: the template itself, a section, a block or a partial.
  private struct TemplateFrame {
    let tag: TemplateTag?
    let indentation: SourceRange
    /// The offset after the tag.
    let start: Int
    var nodes: [TemplateNode] = []
    /// True in blocks that are passed to a partial, whose lines are indented for the context in which they are shown.
    let isPassed: Bool
    /// The indentation of the first line of such a block, which is removed from all of its lines.
    var passedIndentation: Int?

    var holdsBlocksAlone: Bool { tag?.kind == .inheritingPartial }
  }

  private mutating func read() throws(TemplateFault) {
    var tags = TemplateTags(source)
    var frames = [TemplateFrame(tag: nil, indentation: SourceRange(0, 0), start: 0, isPassed: false)]
    var start = 0
    while let tag = try tags.next() {
      let top = frames.count - 1
      let nowhere = SourceRange(tag.range.lower, tag.range.lower)
      let before = blanks(before: tag, in: frames[top])
      // A line that contains only a tag is not shown.
      let end = before == nil ? nil : lineEnd(after: tag)
      let (isAlone, margin) = (end != nil, before ?? nowhere)
      let keepsMargin = [.partial, .inheritingPartial, .block].contains(tag.kind)
      append(SourceRange(start, isAlone && !keepsMargin ? margin.lower : tag.range.lower), to: &frames[top])
      start = end ?? tag.range.upper
      if isAlone, frames[top].isPassed, frames[top].passedIndentation == nil {
        frames[top].passedIndentation = margin.upper - margin.lower
      }
      let lost = min(frames[top].passedIndentation ?? 0, margin.upper - margin.lower)
      let indentation = SourceRange(margin.lower + lost, margin.upper)
      switch tag.kind {
      case .section, .inverted, .block, .inheritingPartial:
        if frames[top].holdsBlocksAlone, tag.kind != .block { throw TemplateFault(.otherThanBlock, tag.range, source) }
        guard frames.count <= TemplateLimits.depth else { throw TemplateFault(.depth, tag.range, source) }
        frames.append(
          TemplateFrame(
            tag: tag, indentation: indentation, start: start,
            isPassed: frames[top].isPassed || frames[top].holdsBlocksAlone,
            passedIndentation: frames[top].passedIndentation))
      case .end:
        guard let opening = frames[top].tag, opening.name == tag.name, opening.transforms == tag.transforms else {
          throw TemplateFault(.otherEnd, tag.range, source)
        }
        let frame = frames.removeLast()
        frames[top - 1].nodes.append(node(opening, frame.nodes, indentation: frame.indentation))
      case .variable, .unescapedVariable, .partial, .pragma:
        if frames[top].holdsBlocksAlone { throw TemplateFault(.otherThanBlock, tag.range, source) }
        switch tag.kind {
        case .partial:
          frames[top].nodes.append(.partial(tag, blocks: [:], indentation: isAlone ? indentation : nowhere))
        case .pragma: frames[top].nodes.append(.pragma(tag))
        default: frames[top].nodes.append(.value(tag))
        }
      case .other: break
      }
    }
    if frames.count > 1, let open = frames[frames.count - 1].tag { throw TemplateFault(.noEnd, open.range, source) }
    append(SourceRange(start, source.bytes.count), to: &frames[0])
    nodes = frames[0].nodes
  }

  private func node(_ tag: TemplateTag, _ nodes: [TemplateNode], indentation: SourceRange) -> TemplateNode {
    switch tag.kind {
    case .block: return .block(tag, nodes, indentation: indentation)
    case .inheritingPartial:
      var blocks: [String: TemplateBlock] = [:]
      for case .block(let block, let nodes, _) in nodes { blocks[block.name] = TemplateBlock(tag: block, nodes: nodes) }
      return .partial(tag, blocks: blocks, indentation: indentation)
    default: return .section(TemplateSection(tag, nodes))
    }
  }

  // MARK: - Lines

  private func append(_ range: SourceRange, to frame: inout TemplateFrame) {
    guard range.lower < range.upper, !frame.holdsBlocksAlone else { return }
    guard frame.isPassed else { return frame.nodes.append(.text(range)) }
    var lower = range.lower
    while lower < range.upper {
      let line = source.bytes[lower..<range.upper]
      let end = line.firstIndex(of: 0x0A).map { $0 + 1 } ?? range.upper
      if startsLine(lower) {
        let blanks = line.prefix(while: isBlank).count
        lower += min(blanks, frame.passedIndentation ?? blanks)
        frame.passedIndentation = frame.passedIndentation ?? blanks
      }
      if lower < end { frame.nodes.append(.text(SourceRange(lower, end))) }
      lower = end
    }
  }

  private func startsLine(_ offset: Int) -> Bool { offset == 0 || source.bytes[offset - 1] == 0x0A }

  /// The white space between the start of the line and a tag; nil if there is something else.
  private func blanks(before tag: TemplateTag, in frame: TemplateFrame) -> SourceRange? {
    var lower = tag.range.lower
    while lower > frame.start, isBlank(source.bytes[lower - 1]) { lower -= 1 }
    // The first block that is passed to a partial may follow its tag on the same line.
    let isFirst = startsLine(lower) || frame.holdsBlocksAlone && lower == frame.start
    return isFirst ? SourceRange(lower, tag.range.lower) : nil
  }

  /// The offset after the line of a tag, if nothing else follows it; nil for values.
  private func lineEnd(after tag: TemplateTag) -> Int? {
    guard ![.variable, .unescapedVariable].contains(tag.kind) else { return nil }
    let bytes = source.bytes
    var end = tag.range.upper
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    if end < bytes.count, bytes[end] == 0x0D { end += 1 }
    guard end < bytes.count else { return end }
    return bytes[end] == 0x0A ? end + 1 : nil
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

/// Returns whether a node shows only values of an entry of the navigation.
private func dependsOnEntryAlone(_ node: Template.TemplateNode) -> Bool {
  switch node {
  case .text: true
  case .value(let tag): PageValue.ofEntries[tag.name] != nil && tag.transforms.isEmpty
  case .section(let section):
    section.tag.name == "isCurrent" && section.tag.transforms.isEmpty && section.showsEntryAlone
  case .block, .partial, .pragma: false
  }
}

/// A reason why a template cannot be read, or costs too much to render.
struct TemplateFault: Error {
  enum TemplateFaultKind: Equatable {
    case badTag, badDelimiters, otherEnd, noEnd, otherThanBlock, functionOfBlock
    case size, depth, indentation, tags
    case dynamicPartial
    case partialInItself(String)
    case sectionInItself(String)
  }

  let kind: TemplateFaultKind
  let range: SourceRange
  let source: SourceText

  init(_ kind: TemplateFaultKind, _ range: SourceRange, _ source: SourceText) {
    self.kind = kind
    self.range = range
    self.source = source
  }
}
