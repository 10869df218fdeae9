import Diagnostics

/// Visits every tag that a page can render with any values, and limits the cost of rendering.
struct TemplateWalk {
  private let templates: [String: Template]
  private var tagCount = 0
  private var partials: [String] = []
  private var sections: [String] = []
  private var depth = 0
  private var indentation = 0

  init(_ templates: [String: Template]) { self.templates = templates }

  /// - Complexity: O(tags that are rendered), at most `TemplateLimits.tags`.
  mutating func walk(_ name: String) throws(TemplateFault) {
    guard let template = templates[name] else { return }
    try walk(template.nodes, inherited: [:], in: template.source)
  }

  /// The replacement of a block, and the template that contains it.
  private struct Override {
    let nodes: [Template.TemplateNode]
    let source: SourceText
  }

  private mutating func walk(
    _ nodes: [Template.TemplateNode], inherited: [String: Override], in source: SourceText
  ) throws(TemplateFault) {
    for node in nodes {
      switch node {
      case .text: break
      case .value(let tag), .pragma(let tag): try count(tag.range, in: source)
      case .section(let section):
        let tag = section.tag
        try count(tag.range, in: source)
        // A list inside itself has as many entries as the product of both; none of a page's values contains itself.
        let repeats = tag.kind == .section
        guard !repeats || !sections.contains(tag.name) else {
          throw TemplateFault(.sectionInItself(tag.name), tag.range, source)
        }
        if repeats { sections.append(tag.name) }
        try enter(tag.range, in: source)
        try walk(section.nodes, inherited: inherited, in: source)
        depth -= 1
        if repeats { sections.removeLast() }
      case .block(let tag, let nodes, let margin):
        try count(tag.range, in: source)
        try enter(tag.range, indentedBy: margin, in: source)
        if let override = inherited[tag.name] {
          try walk(override.nodes, inherited: inherited, in: override.source)
        } else {
          try walk(nodes, inherited: inherited, in: source)
        }
        leave(indentedBy: margin)
      case .partial(let tag, let blocks, let margin):
        try count(tag.range, in: source)
        guard let template = templates[tag.name] else { continue }
        guard !partials.contains(tag.name), tag.name != "page" else {
          throw TemplateFault(.partialInItself(tag.name), tag.range, source)
        }
        partials.append(tag.name)
        try enter(tag.range, indentedBy: margin, in: source)
        let own = blocks.mapValues { Override(nodes: $0.nodes, source: source) }
        // Outer blocks replace inner ones, as in rendering.
        try walk(template.nodes, inherited: inherited.merging(own) { outer, _ in outer }, in: template.source)
        leave(indentedBy: margin)
        partials.removeLast()
      }
    }
  }

  private mutating func count(_ range: SourceRange, in source: SourceText) throws(TemplateFault) {
    tagCount += 1
    if tagCount > TemplateLimits.tags { throw TemplateFault(.tags, range, source) }
  }

  private mutating func enter(
    _ range: SourceRange, indentedBy margin: SourceRange = SourceRange(0, 0), in source: SourceText
  ) throws(TemplateFault) {
    depth += 1
    if depth > 2 * TemplateLimits.depth { throw TemplateFault(.depth, range, source) }
    indentation += margin.upper - margin.lower
    if indentation > TemplateLimits.indentation { throw TemplateFault(.indentation, range, source) }
  }

  private mutating func leave(indentedBy margin: SourceRange) {
    depth -= 1
    indentation -= margin.upper - margin.lower
  }
}
