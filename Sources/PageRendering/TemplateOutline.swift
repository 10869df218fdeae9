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
  enum Kind: Equatable {
    case size, openings, depth, tags
    case dynamicPartial
    case partialInItself(String)
    case sectionInItself(String)
  }

  let kind: Kind
  let range: SourceRange
  let source: SourceText
}

/// The tags of a template, as far as they tell what rendering it costs. Whether they are well formed is for the parser
/// to say.
struct TemplateOutline {
  indirect enum Node {
    case section(String, [Node], SourceRange)
    /// An inverted section, or a block with what it has by default.
    case part(block: String?, [Node], SourceRange)
    case partial(String, overrides: [String: [Node]], SourceRange)
    case other(SourceRange)
  }

  let source: SourceText
  private(set) var nodes: [Node] = []

  /// - Complexity: O(bytes)
  init(_ source: SourceText) throws(TemplateComplexity) {
    self.source = source
    guard source.bytes.count <= TemplateLimits.bytes else {
      throw TemplateComplexity(
        kind: .size, range: SourceRange(TemplateLimits.bytes, TemplateLimits.bytes + 1), source: source)
    }
    try read()
  }

  private struct Frame {
    let tag: TemplateTag?
    var nodes: [Node] = []
  }

  private mutating func read() throws(TemplateComplexity) {
    var tags = TemplateTags(source)
    var frames = [Frame(tag: nil)]
    while let tag = try tags.next() {
      switch tag.kind {
      case .section, .inverted, .block, .inheritingPartial:
        guard frames.count <= TemplateLimits.depth else {
          throw TemplateComplexity(kind: .depth, range: tag.range, source: source)
        }
        frames.append(Frame(tag: tag))
      case .end:
        guard frames.count > 1 else { continue }
        let frame = frames.removeLast()
        frames[frames.count - 1].nodes.append(node(of: frame))
      case .partial: frames[frames.count - 1].nodes.append(.partial(tag.name, overrides: [:], tag.range))
      case .dynamicPartial: throw TemplateComplexity(kind: .dynamicPartial, range: tag.range, source: source)
      case .other: frames[frames.count - 1].nodes.append(.other(tag.range))
      }
    }
    nodes = frames[0].nodes
  }

  private func node(of frame: Frame) -> Node {
    guard let tag = frame.tag else { return .part(block: nil, frame.nodes, source.fullRange) }
    switch tag.kind {
    case .section: return .section(tag.name, frame.nodes, tag.range)
    case .block: return .part(block: tag.name, frame.nodes, tag.range)
    case .inheritingPartial:
      var overrides: [String: [Node]] = [:]
      for case .part(let block?, let nodes, _) in frame.nodes { overrides[block] = nodes }
      return .partial(tag.name, overrides: overrides, tag.range)
    case .inverted, .end, .partial, .dynamicPartial, .other: return .part(block: nil, frame.nodes, tag.range)
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
    let nodes: [TemplateOutline.Node]
    let source: SourceText
  }

  private mutating func walk(
    _ nodes: [TemplateOutline.Node], inherited: [String: Override], in source: SourceText
  ) throws(TemplateComplexity) {
    for node in nodes {
      switch node {
      case .other(let range): try count(range, in: source)
      case .section(let name, let nodes, let range):
        try count(range, in: source)
        // A list in itself has as many entries as the product of both; none of a page's values holds itself.
        guard !sections.contains(name) else {
          throw TemplateComplexity(kind: .sectionInItself(name), range: range, source: source)
        }
        sections.append(name)
        try enter(range, in: source)
        try walk(nodes, inherited: inherited, in: source)
        depth -= 1
        sections.removeLast()
      case .part(let block, let nodes, let range):
        try count(range, in: source)
        try enter(range, in: source)
        if let override = block.flatMap({ inherited[$0] }) {
          try walk(override.nodes, inherited: inherited, in: override.source)
        } else {
          try walk(nodes, inherited: inherited, in: source)
        }
        depth -= 1
      case .partial(let name, let overrides, let range):
        try count(range, in: source)
        guard let outline = outlines[name] else { continue }
        guard !partials.contains(name), name != "page" else {
          throw TemplateComplexity(kind: .partialInItself(name), range: range, source: source)
        }
        partials.append(name)
        try enter(range, in: source)
        let own = overrides.mapValues { Override(nodes: $0, source: source) }
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
