import Diagnostics

/// Renders a page's template.
struct TemplateRendering {
  let templates: [String: Template]
  /// True if the origin of all parts is recorded.
  let isTraced: Bool
  private(set) var shell = PageShell()

  init(_ templates: [String: Template], isTraced: Bool) {
    self.templates = templates
    self.isTraced = isTraced
  }

  /// The values and settings at a position in a template.
  struct TemplateScope {
    var source: SourceText
    /// The values around the position, the innermost last.
    var values: [TemplateValue]
    /// The white space before each line.
    var indentation: [UInt8] = []
    var position: ListPosition?
    /// The blocks that are passed to the template, and the templates that contain them.
    var blocks: [String: (nodes: [Template.TemplateNode], source: SourceText)] = [:]

    /// The value of a tag; nil if there is none.
    func value(of tag: TemplateTag) -> TemplateValue? {
      if tag.name.isEmpty, tag.transforms.count == 1 { return position?.value(of: tag.transforms[0]) }
      var value = tag.name == "." ? values.last : nil
      for case .entry(let names) in values.reversed() where value == nil { value = names[tag.name] }
      for name in tag.transforms.reversed() { value = value?.transformed(by: name) }
      return value
    }

    func with(_ value: TemplateValue) -> TemplateScope {
      var scope = self
      scope.values.append(value)
      return scope
    }

    func indented(by range: SourceRange) -> TemplateScope {
      var scope = self
      scope.indentation += source.bytes[range.lower..<range.upper]
      return scope
    }
  }

  // Templates are nested at most `2 * TemplateLimits.depth` deep, so the recursion is bounded.
  mutating func show(_ nodes: [Template.TemplateNode], in scope: TemplateScope) {
    for node in nodes {
      switch node {
      case .text(let range): showText(range, in: scope)
      case .value(let tag): showValue(tag, in: scope)
      case .section(let section): show(section, in: scope)
      case .block(let tag, let nodes, let indentation):
        var inner = scope.indented(by: indentation)
        let passed = scope.blocks[tag.name]
        if let passed { inner.source = passed.source }
        show(passed?.nodes ?? nodes, in: inner)
      case .partial(let tag, let blocks, let indentation):
        guard let template = templates[tag.name] else { continue }
        var inner = scope.indented(by: indentation)
        inner.source = template.source
        // Outer blocks replace inner ones.
        inner.blocks.merge(blocks.mapValues { ($0.nodes, scope.source) }) { outer, _ in outer }
        show(template.nodes, in: inner)
      case .pragma: break
      }
    }
  }

  private mutating func showText(_ range: SourceRange, in scope: TemplateScope) {
    var lower = range.lower
    while lower < range.upper {
      let text = scope.source.bytes[lower..<range.upper]
      let end = scope.indentation.isEmpty ? nil : text.firstIndex(of: 0x0A)
      let upper = end.map { $0 + 1 } ?? range.upper
      startLine(in: scope)
      if isTraced { shell.note(SourceRange(lower, upper), of: scope.source) }
      shell.append(text[..<upper])
      lower = upper
    }
  }

  private mutating func startLine(in scope: TemplateScope) {
    if shell.endsLine { shell.append(scope.indentation) }
  }

  private mutating func showValue(_ tag: TemplateTag, in scope: TemplateScope) {
    guard let value = scope.value(of: tag) else { return }
    switch value {
    case .text(let text):
      guard !text.isEmpty else { return }
      startLine(in: scope)
      if tag.kind == .variable { shell.append(escaping: text) } else { shell.append(text.utf8) }
    case .markup(let bytes):
      guard !bytes.isEmpty else { return }
      startLine(in: scope)
      shell.append(bytes)
    case .shelves(let endsLine):
      startLine(in: scope)
      shell.appendGap(endsLine: endsLine)
    case .flag(let flag):
      startLine(in: scope)
      shell.append(String(flag).utf8)
    case .number(let number):
      startLine(in: scope)
      shell.append(String(number).utf8)
    case .list, .navigation, .entry: break
    }
  }

  private mutating func show(_ section: Template.TemplateSection, in scope: TemplateScope) {
    let value = scope.value(of: section.tag)
    if section.tag.kind == .inverted {
      let isShown =
        switch value {
        case nil: true
        case .flag(let flag): !flag
        case .list(let list): list.count == 0
        case .navigation(let navigation): navigation.list.count == 0
        case .text, .markup, .shelves, .number, .entry: false
        }
      if isShown { show(section.nodes, in: scope) }
      return
    }
    switch value {
    case nil: break
    case .flag(let flag): if flag { show(section.nodes, in: scope) }
    case .list(let list): show(section, for: list, in: scope)
    case .navigation(let navigation):
      if isTraced || !section.showsEntryAlone || !show(section, for: navigation, in: scope) {
        show(section, for: navigation.list, in: scope)
      }
    case .some(let value): show(section.nodes, in: scope.with(value))
    }
  }

  private mutating func show(_ section: Template.TemplateSection, for list: TemplateList, in scope: TemplateScope) {
    for index in 0..<list.count {
      var inner = scope.with(list.value(index))
      inner.position = ListPosition(index: index, count: list.count)
      show(section.nodes, in: inner)
    }
  }

  /// Shows the entries of other pages as they were shown on the first page from which they have the same addresses: n
  /// pages have n entries on each, and rendering them would take longer than all other work for a site of some hundred
  /// pages.
  ///
  /// - Returns: false if the page's own entry changes the indentation of the next one.
  private mutating func show(
    _ section: Template.TemplateSection, for navigation: NavigationList, in scope: TemplateScope
  ) -> Bool {
    guard navigation.list.count > 0 else { return false }
    let place = NavigationEntries.EntriesPlace(
      template: scope.source.path, offset: section.tag.range.lower, addressStart: navigation.address.start,
      indentation: scope.indentation, startsLine: shell.endsLine)
    let others = navigation.navigation.entries(at: place) {
      var rendering = self
      var entries = NavigationEntries()
      for index in 0..<navigation.list.count {
        let start = rendering.shell.length
        rendering.show(section.nodes, in: scope.with(navigation.value(index, isCurrent: false)))
        entries.append(rendering.shell, from: start)
      }
      return entries
    }
    guard let number = navigation.current else {
      shell.append(others.bytes)
      return true
    }
    var own = self
    own.shell.append(others.bytes[..<others.start(of: number)])
    own.show(section.nodes, in: scope.with(navigation.value(number, isCurrent: true)))
    guard scope.indentation.isEmpty || own.shell.endsLine == others.endsLine[number] else { return false }
    own.shell.append(others.bytes[others.ends[number]...])
    self = own
    return true
  }
}
