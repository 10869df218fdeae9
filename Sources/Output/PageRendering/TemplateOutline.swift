import Diagnostics

/// Limits on a template: swift-mustache takes quadratic time to read one, and uses recursion to read and to render.
enum TemplateLimits {
  static let bytes = 64 * 1024
  /// Characters that may begin a tag, usually `{`.
  static let openings = 4096
  /// Nested sections, blocks and partials.
  static let depth = 32
  /// Tags of a page; those of partials are counted each time.
  static let tags = 10_000
}

/// A reason not to pass a template to swift-mustache.
struct TemplateComplexity: Error {
  enum TemplateExcess: Equatable {
    case size, openings, depth, tags
    case dynamicPartial
    case partialInItself(String)
    case sectionInItself(String)
  }

  let kind: TemplateExcess
  let range: SourceRange
  let source: SourceText
}

/// The tags of a template, as far as they determine the cost of rendering. The parser checks if they are well-formed.
struct TemplateOutline {
  indirect enum OutlineNode {
    /// Also an inverted one.
    case section(TemplateTag, [OutlineNode])
    /// A block with its default content.
    case block(TemplateTag, [OutlineNode])
    /// A partial with the blocks that are passed to it, by name.
    case partial(TemplateTag, blocks: [String: TemplateBlock])
    /// Any tag without content.
    case single(TemplateTag)
  }

  struct TemplateBlock {
    let tag: TemplateTag
    let nodes: [OutlineNode]
  }

  let source: SourceText
  private(set) var nodes: [OutlineNode] = []

  /// - Complexity: O(bytes)
  init(_ source: SourceText) throws(TemplateComplexity) {
    self.source = source
    guard source.bytes.count <= TemplateLimits.bytes else {
      throw TemplateComplexity(
        kind: .size, range: SourceRange(TemplateLimits.bytes, TemplateLimits.bytes + 1), source: source)
    }
    try read()
  }

  private struct OutlineFrame {
    let tag: TemplateTag?
    var nodes: [OutlineNode] = []
  }

  private mutating func read() throws(TemplateComplexity) {
    var tags = TemplateTags(source)
    var frames = [OutlineFrame(tag: nil)]
    while let tag = try tags.next() {
      switch tag.kind {
      case .section, .inverted, .block, .inheritingPartial:
        guard frames.count <= TemplateLimits.depth else {
          throw TemplateComplexity(kind: .depth, range: tag.range, source: source)
        }
        frames.append(OutlineFrame(tag: tag))
      case .end:
        guard frames.count > 1 else { continue }
        let frame = frames.removeLast()
        if let opening = frame.tag { frames[frames.count - 1].nodes.append(node(opening, frame.nodes)) }
      case .partial: frames[frames.count - 1].nodes.append(.partial(tag, blocks: [:]))
      case .dynamicPartial: throw TemplateComplexity(kind: .dynamicPartial, range: tag.range, source: source)
      case .variable, .unescapedVariable, .pragma, .other: frames[frames.count - 1].nodes.append(.single(tag))
      }
    }
    nodes = frames[0].nodes
  }

  private func node(_ tag: TemplateTag, _ nodes: [OutlineNode]) -> OutlineNode {
    switch tag.kind {
    case .block: return .block(tag, nodes)
    case .inheritingPartial:
      var blocks: [String: TemplateBlock] = [:]
      for case .block(let block, let nodes) in nodes { blocks[block.name] = TemplateBlock(tag: block, nodes: nodes) }
      return .partial(tag, blocks: blocks)
    default: return .section(tag, nodes)
    }
  }
}

/// A walk through everything that rendering a page may reach, whatever the values are.
struct TemplateWalk {
  private let outlines: [String: TemplateOutline]
  private var tagCount = 0
  private var partials: [String] = []
  private var sections: [String] = []
  private var depth = 0

  init(_ outlines: [String: TemplateOutline]) { self.outlines = outlines }

  /// - Complexity: O(tags that rendering comes to), at most `TemplateLimits.tags`.
  mutating func walk(_ name: String) throws(TemplateComplexity) {
    guard let outline = outlines[name] else { return }
    try walk(outline.nodes, inherited: [:], in: outline.source)
  }

  /// The replacement of a block, and the template that contains it.
  private struct Override {
    let nodes: [TemplateOutline.OutlineNode]
    let source: SourceText
  }

  private mutating func walk(
    _ nodes: [TemplateOutline.OutlineNode], inherited: [String: Override], in source: SourceText
  ) throws(TemplateComplexity) {
    for node in nodes {
      switch node {
      case .single(let tag): try count(tag.range, in: source)
      case .section(let tag, let nodes):
        try count(tag.range, in: source)
        // A list inside itself has as many entries as the product of both; none of a page's values contains itself.
        let repeats = tag.kind == .section
        guard !repeats || !sections.contains(tag.name) else {
          throw TemplateComplexity(kind: .sectionInItself(tag.name), range: tag.range, source: source)
        }
        if repeats { sections.append(tag.name) }
        try enter(tag.range, in: source)
        try walk(nodes, inherited: inherited, in: source)
        depth -= 1
        if repeats { sections.removeLast() }
      case .block(let tag, let nodes):
        try count(tag.range, in: source)
        try enter(tag.range, in: source)
        if let override = inherited[tag.name] {
          try walk(override.nodes, inherited: inherited, in: override.source)
        } else {
          try walk(nodes, inherited: inherited, in: source)
        }
        depth -= 1
      case .partial(let tag, let blocks):
        try count(tag.range, in: source)
        guard let outline = outlines[tag.name] else { continue }
        guard !partials.contains(tag.name), tag.name != "page" else {
          throw TemplateComplexity(kind: .partialInItself(tag.name), range: tag.range, source: source)
        }
        partials.append(tag.name)
        try enter(tag.range, in: source)
        let own = blocks.mapValues { Override(nodes: $0.nodes, source: source) }
        // As in rendering: outer blocks replace inner ones.
        try walk(outline.nodes, inherited: inherited.merging(own) { outer, _ in outer }, in: outline.source)
        depth -= 1
        partials.removeLast()
      }
    }
  }

  private mutating func count(_ range: SourceRange, in source: SourceText) throws(TemplateComplexity) {
    tagCount += 1
    if tagCount > TemplateLimits.tags { throw TemplateComplexity(kind: .tags, range: range, source: source) }
  }

  private mutating func enter(_ range: SourceRange, in source: SourceText) throws(TemplateComplexity) {
    depth += 1
    if depth > 2 * TemplateLimits.depth { throw TemplateComplexity(kind: .depth, range: range, source: source) }
  }
}
