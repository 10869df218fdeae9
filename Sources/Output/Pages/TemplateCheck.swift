import Diagnostics

/// The kind of a page's value, as far as templates are concerned.
indirect enum TemplateValueKind: Sendable, Equatable {
  /// Text, which is escaped because authors write it.
  case text
  /// Markup that the build creates, and that is safe.
  case markup
  case flag, number
  case list(of: TemplateValueKind)
  case entry([String: TemplateValueKind])
}

/// Follows all tags that can be rendered for a page, with the meaning of each name there.
struct TemplateCheck {
  private let templates: [String: Template]
  private var reached: Set<String> = []
  private var showsShelves = false
  /// True if the page comes to the controls of its shelves.
  private(set) var showsColumnToggles = false
  private var hasUnknownNames = false
  /// The reported tags: a tag in a partial can be reached on several paths.
  private var reported: Set<TemplateTagPlace> = []

  private struct TemplateTagPlace: Hashable {
    let path: String
    let range: SourceRange
  }

  /// The values around a tag.
  private struct Scope {
    var source: SourceText
    /// The values, the innermost last.
    var stack: [TemplateValueKind]
    var isInList = false
    var inherited: [String: (block: Template.TemplateBlock, source: SourceText)] = [:]
  }

  init(_ templates: [String: Template]) { self.templates = templates }

  /// - Complexity: O(tags that are rendered), which `TemplateWalk` has bounded.
  mutating func run(into sink: inout DiagnosticSink) {
    let page = Dictionary(PageValue.allCases.map { ($0.rawValue, $0.kind) }) { first, _ in first }
    walk("page", in: Scope(source: SourceText(path: "", text: ""), stack: [.entry(page)]), into: &sink)
    // In a template that no page includes, only names are checked, because the values there are unknown.
    let isShown = showsColumnToggles
    defer { showsColumnToggles = isShown }
    let anywhere = page.merging(PageValue.ofEntries) { first, _ in first }
    for name in templates.keys.sorted() where !reached.contains(name) {
      walk(
        name, in: Scope(source: SourceText(path: "", text: ""), stack: [.entry(anywhere)], isInList: true), into: &sink)
    }
    if let page = templates["page"]?.source, !showsShelves, !hasUnknownNames {
      sink.report(.templateWithoutShelves(page))
    }
  }

  private mutating func walk(_ name: String, in scope: Scope, into sink: inout DiagnosticSink) {
    guard let template = templates[name] else { return }
    reached.insert(name)
    var scope = scope
    scope.source = template.source
    walk(template.nodes, in: scope, into: &sink)
  }

  // The nesting of templates is limited, so the recursion is bounded.
  private mutating func walk(_ nodes: [Template.TemplateNode], in scope: Scope, into sink: inout DiagnosticSink) {
    for node in nodes {
      switch node {
      case .text: break
      case .value(let tag), .pragma(let tag): check(tag, in: scope, into: &sink)
      case .section(let section):
        let tag = section.tag
        var inner = scope
        if let kind = kind(of: tag, in: scope, into: &sink), tag.kind == .section {
          switch kind {
          case .flag: break
          case .list(let element):
            inner.stack.append(element)
            inner.isInList = true
          case .text, .markup, .number, .entry: inner.stack.append(kind)
          }
        }
        walk(section.nodes, in: inner, into: &sink)
      case .block(let tag, let nodes, _):
        guard let own = scope.inherited[tag.name] else {
          walk(nodes, in: scope, into: &sink)
          continue
        }
        var inner = scope
        inner.source = own.source
        walk(own.block.nodes, in: inner, into: &sink)
      case .partial(let tag, let blocks, _):
        guard let template = templates[tag.name] else {
          report(.templatePartialUnknown(tag, known: partialNames, in: scope.source), at: tag, in: scope, into: &sink)
          continue
        }
        let known = blockNames(in: template.nodes)
        for (name, block) in blocks.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
          report(
            .templateBlockUnknown(block.tag, of: tag.name, known: known.sorted(), in: scope.source), at: block.tag,
            in: scope, into: &sink)
        }
        var inner = scope
        // Outer blocks replace inner ones, as in rendering.
        inner.inherited.merge(blocks.mapValues { ($0, scope.source) }) { outer, _ in outer }
        walk(tag.name, in: inner, into: &sink)
      }
    }
  }

  private var partialNames: [String] { templates.keys.filter { $0 != "page" }.sorted() }

  /// The blocks of a template, with those of the templates that it includes.
  private func blockNames(in nodes: [Template.TemplateNode]) -> Set<String> {
    var names: Set<String> = []
    for node in nodes {
      switch node {
      case .text, .value, .pragma: break
      case .section(let section): names.formUnion(blockNames(in: section.nodes))
      case .block(let tag, let nodes, _): names.formUnion(blockNames(in: nodes).union([tag.name]))
      case .partial(let tag, let blocks, _):
        for block in blocks.values { names.formUnion(blockNames(in: block.nodes)) }
        if let template = templates[tag.name] { names.formUnion(blockNames(in: template.nodes)) }
      }
    }
    return names
  }

  // MARK: - Values

  private mutating func check(_ tag: TemplateTag, in scope: Scope, into sink: inout DiagnosticSink) {
    switch tag.kind {
    case .pragma: report(.templatePragma(tag, in: scope.source), at: tag, in: scope, into: &sink)
    case .variable, .unescapedVariable:
      guard let kind = kind(of: tag, in: scope, into: &sink) else { return }
      let isEscaped = tag.kind == .variable
      switch kind {
      case .text where !isEscaped:
        report(.templateUnescaped(tag, in: scope.source), at: tag, in: scope, into: &sink)
      case .markup where isEscaped:
        report(.templateMarkupEscaped(tag, in: scope.source), at: tag, in: scope, into: &sink)
      case .list, .entry: report(.templateNotText(tag, kind, in: scope.source), at: tag, in: scope, into: &sink)
      case .text, .markup, .flag, .number: break
      }
    default: break
    }
  }

  /// The kind of a tag's value; nil if a fault was reported.
  private mutating func kind(
    of tag: TemplateTag, in scope: Scope, into sink: inout DiagnosticSink
  ) -> TemplateValueKind? {
    if tag.name.isEmpty, !tag.transforms.isEmpty { return positionKind(of: tag, in: scope, into: &sink) }
    if tag.name == "shelves" { showsShelves = true }
    if tag.name == "columnToggles", tag.kind == .unescapedVariable { showsColumnToggles = true }
    var kind = tag.name == "." ? scope.stack.last : nil
    if kind == nil {
      for case .entry(let values) in scope.stack.reversed() where kind == nil { kind = values[tag.name] }
    }
    guard var kind else {
      hasUnknownNames = true
      report(.templateNameUnknown(tag, known: names(in: scope), in: scope.source), at: tag, in: scope, into: &sink)
      return nil
    }
    for transform in tag.transforms.reversed() {
      guard let next = kind.transformed(by: transform) else {
        report(.templateTransform(transform, of: kind, tag, in: scope.source), at: tag, in: scope, into: &sink)
        return nil
      }
      kind = next
    }
    return kind
  }

  /// The kind of a function such as `{{#first()}}`, which depends on the position in the list around it.
  private mutating func positionKind(
    of tag: TemplateTag, in scope: Scope, into sink: inout DiagnosticSink
  ) -> TemplateValueKind? {
    let kinds: [String: TemplateValueKind] = [
      "first": .flag, "last": .flag, "even": .flag, "odd": .flag, "index": .number,
    ]
    if scope.isInList, tag.transforms.count == 1, let kind = kinds[tag.transforms[0]] { return kind }
    report(.templatePosition(tag, known: kinds.keys.sorted(), in: scope.source), at: tag, in: scope, into: &sink)
    return nil
  }

  private func names(in scope: Scope) -> [String] {
    var names: Set<String> = []
    for case .entry(let values) in scope.stack { names.formUnion(values.keys) }
    return names.sorted()
  }

  private mutating func report(
    _ diagnostic: Diagnostic, at tag: TemplateTag, in scope: Scope, into sink: inout DiagnosticSink
  ) {
    if reported.insert(TemplateTagPlace(path: scope.source.path, range: tag.range)).inserted { sink.report(diagnostic) }
  }
}

extension TemplateValueKind {
  /// The kind of a function's result; nil if it cannot be applied.
  fileprivate func transformed(by name: String) -> TemplateValueKind? {
    switch (self, name) {
    case (.text, "capitalized"), (.text, "lowercased"), (.text, "uppercased"): .text
    case (.text, "empty"), (.markup, "empty"), (.list, "empty"): .flag
    case (.list, "count"): .number
    case (.list, "reversed"): self
    case (.list(let element), "first"), (.list(let element), "last"): element
    default: nil
    }
  }

  var functions: [String] {
    switch self {
    case .text: ["capitalized", "empty", "lowercased", "uppercased"]
    case .markup: ["empty"]
    case .list: ["count", "empty", "first", "last", "reversed"]
    case .flag, .number, .entry: []
    }
  }
}
