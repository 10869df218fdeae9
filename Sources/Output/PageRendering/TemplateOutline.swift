import Diagnostics

/// What a template may hold at most: swift-mustache takes quadratic time to read one, and recurses to read and to render.
enum TemplateLimits {
  static let bytes = 64 * 1024
  /// Signs that may begin a tag, `{` for most.
  static let openings = 4096
  /// Sections, blocks and partials inside one another.
  static let depth = 32
  /// Tags of a page, those of partials counted each time.
  static let tags = 10_000
}

/// A reason not to hand a template to swift-mustache.
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

/// The tags of a template, as far as they tell what rendering it costs. Whether they are well formed is for the parser
/// to say.
struct TemplateOutline {
  indirect enum OutlineNode {
    /// Also an inverted one.
    case section(TemplateTag, [OutlineNode])
    /// A block with what it has by default.
    case block(TemplateTag, [OutlineNode])
    /// With the blocks that it is given, by their names.
    case partial(TemplateTag, blocks: [String: TemplateBlock])
    /// Anything that holds nothing.
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

/// A walk through all that rendering a page may come to, whatever the values are.
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

  /// What a block is replaced with, and the template in which that is written.
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
        // A list in itself has as many entries as the product of both; none of a page's values holds itself.
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
        // As rendering has it: what is outside replaces what is inside.
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
