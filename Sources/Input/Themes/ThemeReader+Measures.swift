import Arrangements
import Content
import Diagnostics

extension ThemeReader {
  /// Reads `tags`.
  ///
  /// - Parameter classes: The names of the width classes, ascending.
  mutating func tagStyle(_ keys: YAMLMappingReader?, classes: [String]) -> TagStyle {
    var style = TagStyle.standard
    guard var keys else { return style }
    let paddingKey = YAMLKey("padding", "One length, or two: top and bottom, then the sides.")
    keys.recorder?.note(paddingKey, .either([.integer(0...2000), .list(.integer(0...2000), count: 1...2)]))
    if let node = keys.node(paddingKey) { readPadding(node, into: &style) }
    style.spacing = length(
      &keys, YAMLKey("spacing", "The space between tags, in CSS pixels. Default: 6."), default: style.spacing)
    style.lineSpacing = length(
      &keys, YAMLKey("lineSpacing", "The space between lines of tags, in CSS pixels. Default: 6."),
      default: style.lineSpacing)
    style.align =
      keys.choice(YAMLKey("align", "How the tags of a line are aligned."), of: LineAlignment.self, into: &sink)?.value
      ?? style.align
    style.lastLine =
      keys.choice(YAMLKey("lastLine", "How the last line of tags is aligned."), of: LastLine.self, into: &sink)?.value
      ?? style.lastLine
    style.distribute =
      keys.choice(YAMLKey("distribute", "How lines of tags are filled."), of: LineDistribution.self, into: &sink)?.value
      ?? style.distribute
    style.maxRows = limit(
      &keys, YAMLKey("maxRows", "The greatest number of lines of tags, optionally by width class."), in: 0...1000,
      classes: classes, default: style.maxRows)
    keys.finish(into: &sink)
    return style
  }

  /// Reads one length for all sides, or `[block, inline]`.
  private mutating func readPadding(_ node: YAMLNode, into style: inout TagStyle) {
    var items = [node]
    if case .sequence(let nodes) = node.value { items = nodes }
    guard (1...2).contains(items.count), let block = items.first, let inline = items.last else {
      return sink.report(findings.paddingInvalid(at: node.range))
    }
    style.paddingBlock = padding(block) ?? style.paddingBlock
    style.paddingInline = items.count == 1 ? style.paddingBlock : padding(inline) ?? style.paddingInline
  }

  private mutating func padding(_ node: YAMLNode) -> Int? {
    values.integer(
      node, called: "padding", in: 0...2000, wholeBecause: ThemeFindings.wholePixels, into: &sink)?.value
  }

  /// Reads `body`.
  mutating func bodyStyle(_ keys: YAMLMappingReader?) -> BodyStyle {
    var style = BodyStyle.standard
    guard var keys else { return style }
    style.blockSpacing = length(
      &keys, YAMLKey("blockSpacing", "The space between blocks, in CSS pixels."), default: style.blockSpacing)
    style.itemSpacing = length(
      &keys, YAMLKey("itemSpacing", "The space between the items of a list, in CSS pixels."), default: style.itemSpacing
    )
    style.indent = length(
      &keys, YAMLKey("indent", "The indent of lists and quotes, in CSS pixels."), default: style.indent)
    style.codePadding = length(
      &keys, YAMLKey("codePadding", "The padding of code blocks, in CSS pixels."), default: style.codePadding)
    style.ruleThickness = length(
      &keys, YAMLKey("ruleThickness", "The thickness of horizontal rules, in CSS pixels."), default: style.ruleThickness
    )
    if let ratio = ratio(
      &keys,
      YAMLKey(
        "imageRatio", "The ratio of width to height of pictures in the text whose files have no size, such as 16/9."))
    {
      style.imageRatioWidth = ratio.width
      style.imageRatioHeight = ratio.height
    }
    keys.finish(into: &sink)
    return style
  }

  /// Reads `shelf`.
  ///
  /// - Parameter classes: The names of the width classes, ascending.
  mutating func shelfStyle(_ keys: YAMLMappingReader?, classes: [String]) -> ShelfStyle {
    var style = ShelfStyle.standard
    var columns = style.columns
    if var keys {
      style.cardWidth =
        length(&keys, YAMLKey("cardWidth", "CSS pixels. Default: 280."), in: 1...2000)?.value ?? style.cardWidth
      style.spacing = length(
        &keys, YAMLKey("spacing", "The space between cards, in CSS pixels. Default: 16."), default: style.spacing)
      style.titleGap = length(
        &keys, YAMLKey("titleGap", "The space below the title of a shelf, in CSS pixels."), default: style.titleGap)
      style.shelfGap = length(
        &keys, YAMLKey("shelfGap", "The space between shelves, in CSS pixels."), default: style.shelfGap)
      let columnsKey = YAMLKey("columns", "The number of columns, by width class.")
      keys.recorder?.note(columnsKey, .byName(.either([.integer(1...24), .nothing])))
      if let counts = keys.mapping(columnsKey, into: &sink) { columns = numbers(counts, in: 1...24, classes) }
      keys.finish(into: &sink)
    }
    // A class without a number uses the number of the next narrower class.
    var count = 1
    style.columns = columns.filter { WindowShape.classNames.contains($0.key) }
    for name in classes where !WindowShape.classNames.contains(name) {
      count = columns[name] ?? count
      style.columns[name] = count
    }
    return style
  }

  /// Reads a number, or a mapping of numbers by width class; classes below the first one with a number keep the
  /// default.
  ///
  /// - Parameter classes: The names of the width classes, ascending.
  mutating func limit(
    _ keys: inout YAMLMappingReader, _ key: YAMLKey, in range: ClosedRange<Int>, classes: [String],
    default other: ClassLimit?
  ) -> ClassLimit? {
    keys.recorder?.note(key, .either([.integer(range), .byName(.either([.integer(range), .nothing]))]))
    guard case .mapping? = keys.node(key)?.value, let entries = keys.mapping(key, into: &sink) else {
      return keys.integer(key, in: range, into: &sink).map { ClassLimit($0.value) } ?? other
    }
    let named = numbers(entries, in: range, classes)
    return named.isEmpty ? other : ClassLimit(other?.base, named: named)
  }

  private mutating func numbers(
    _ counts: YAMLMappingReader, in range: ClosedRange<Int>, _ classes: [String]
  ) -> [String: Int] {
    var result: [String: Int] = [:]
    for entry in counts.entries {
      if !classes.contains(entry.key) {
        sink.report(findings.widthClassUnknown(entry.key, known: classes, at: entry.keyRange))
      }
      guard !entry.value.isNothing else { continue }
      result[entry.key] = values.integer(entry.value, called: entry.key, in: range, into: &sink)?.value
    }
    let unused = WindowShape.neverCounting(among: result.keys)
    for entry in counts.entries where unused.contains(entry.key) {
      sink.report(findings.classNeverCounts(entry.key, at: entry.keyRange))
    }
    return result
  }
}
