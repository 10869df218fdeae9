import CardLayout
import Content
import TextLayout
import Themes

/// Writes the blocks of a body. Content that is cut at some steps has a class for those steps.
struct BodyMarkup {
  let texts: [ComposedText]
  let prepared: [PreparedText]
  /// The layouts of the card that the body is in; without any, texts have no marks.
  let layouts: [CardAtSteps]
  /// The layouts that have the columns of tables; without any, browsers choose them.
  let tableLayouts: [CardAtSteps]
  let lineBreaks: LineBreaks
  /// For each block, by its number, the steps at which it is hidden.
  let hidden: [Int: StepSet]
  let targets: TargetResolution
  /// The indent of lists that have no class for it, in CSS pixels.
  let indent: Int
  /// The level of the heading above the blocks.
  private let level: Int
  /// The ids of the next headings; those without one are nil, and so are all after the last.
  private var headingIDs: ArraySlice<String?>

  /// - Parameters:
  ///   - level: the level of the heading above the blocks.
  ///   - headingIDs: the ids of the headings, in order.
  init(
    texts: [ComposedText], prepared: [PreparedText], layouts: [CardAtSteps] = [],
    tableLayouts: [CardAtSteps] = [], lineBreaks: LineBreaks = .natural,
    hidden: [Int: StepSet], targets: TargetResolution, indent: Int,
    below level: Int, headingIDs: [String?] = []
  ) {
    self.texts = texts
    self.prepared = prepared
    self.layouts = layouts
    self.tableLayouts = tableLayouts
    self.lineBreaks = lineBreaks
    self.hidden = hidden
    self.targets = targets
    self.indent = indent
    self.level = level
    self.headingIDs = headingIDs[...]
  }

  mutating func write(_ blocks: [BodyBlock], classes: inout StepClasses, to markup: inout Markup) {
    for block in blocks { write(block, classes: &classes, to: &markup) }
  }

  private mutating func write(_ block: BodyBlock, classes: inout StepClasses, to markup: inout Markup) {
    let attributes = attributes(hiddenAt: hidden[block.number], classes: &classes)
    switch block.kind {
    case .paragraph(let text): write(text, in: .p, attributes, classes: &classes, to: &markup)
    case .heading(let depth, let text):
      let id = (headingIDs.popFirst() ?? nil).map { [(Markup.MarkupAttribute.id, $0)] } ?? []
      if prepared[text].isEmpty { return }
      write(text, in: .heading(level + depth), id + attributes, classes: &classes, to: &markup)
    case .quote(let children):
      markup.open(.blockquote, attributes)
      write(children, classes: &classes, to: &markup)
      markup.close(.blockquote)
    case .list(let start, let isTight, let items):
      write(items, start: start, isTight: isTight, attributes, classes: &classes, to: &markup)
    case .code(let info, let text, _):
      // Content that is wider than its card scrolls, and must be reachable with the keyboard.
      markup.open(.pre, attributes + [(.tabindex, "0")])
      let language = info.isEmpty ? "" : info.split(separator: " ").first.map(String.init) ?? ""
      markup.open(.code, isPlainWord(language) ? [(.class, "language-\(language)")] : [])
      markup.text(text)
      // Browsers show no line after the last line end: a blank last line needs one more.
      if text.isEmpty || text.utf8.last == 0x0A { markup.text("\n") }
      markup.close(.code)
      markup.close(.pre)
    case .rule: markup.open(.hr, attributes)
    case .figure(let figure):
      markup.open(.div, [(.class, (["figure"] + attributes.map(\.1)).joined(separator: " "))])
      write(figure, classes: &classes, to: &markup)
      markup.close(.div)
    case .table(let table):
      write(table, numbered: block.number, attributes, classes: &classes, to: &markup)
    }
  }

  private func write(_ figure: BodyFigure, classes: inout StepClasses, to markup: inout Markup) {
    guard let source = targets.image(figure.target) else { return }
    let url = figure.link.flatMap { targets.link($0.target) }
    if let url {
      markup.open(.a, [(.href, url)] + (figure.link.map { $0.title.isEmpty ? [] : [(.title, $0.title)] } ?? []))
    }
    let size = figure.shape.attributes
    markup.open(
      .img,
      [
        (.class, classes.figure(figure.shape)), (.src, source), (.alt, figure.alt), (.width, String(size.width)),
        (.height, String(size.height)), (.loading, "lazy"),
      ] + (figure.title.isEmpty ? [] : [(.title, figure.title)]))
    if url != nil { markup.close(.a) }
  }

  private func write(
    _ text: Int, in element: Markup.MarkupElement, _ attributes: [(Markup.MarkupAttribute, String)],
    classes: inout StepClasses, to markup: inout Markup
  ) {
    if prepared[text].isEmpty { return }
    if attributes.isEmpty { markup.open(element) } else { markup.open(element, attributes) }
    writeContent(of: text, classes: &classes, to: &markup)
    markup.close(element)
  }

  private func writeContent(of text: Int, classes: inout StepClasses, to markup: inout Markup) {
    if prepared[text].isEmpty { return }
    let variants = TextVariants(ofText: text, in: layouts, of: prepared[text], lineBreaks: lineBreaks)
    TextMarkup.write(
      text, of: texts, prepared: prepared, variants: variants, targets: targets, classes: &classes, to: &markup)
  }

  private mutating func write(
    _ items: [BodyBlock.BodyItem], start: Int?, isTight: Bool, _ attributes: [(Markup.MarkupAttribute, String)],
    classes: inout StepClasses, to markup: inout Markup
  ) {
    let element: Markup.MarkupElement = start == nil ? .ul : .ol
    var names = attributes.map(\.1)
    if !isTight { names.append("loose") }
    if let start, start != 1 { names.append(classes.listStart(start)) }
    let own = items.indent(prepared, least: indent)
    if own > indent { names.append(classes.listIndent(own)) }
    var all: [(Markup.MarkupAttribute, String)] = names.isEmpty ? [] : [(.class, names.joined(separator: " "))]
    // Safari does not treat a list without markers as a list.
    all.append((.role, "list"))
    if let start, start != 1 { all.append((.start, String(start))) }
    markup.open(element, all)
    for item in items {
      markup.open(.li, self.attributes(hiddenAt: hidden[item.number], classes: &classes))
      write(item.blocks, classes: &classes, to: &markup)
      markup.close(.li)
    }
    markup.close(element)
  }

  private mutating func write(
    _ table: BodyBlock.BodyTable, numbered number: Int, _ attributes: [(Markup.MarkupAttribute, String)],
    classes: inout StepClasses, to markup: inout Markup
  ) {
    classes.useTables()
    let columns = tableLayouts.compactMap { layout in layout.card.columns[number].map { ($0, layout.steps) } }
    let mayScroll = tableLayouts.isEmpty || columns.contains { $0.0.isScrolled }
    markup.open(
      .div,
      [(.class, (["table"] + attributes.map(\.1)).joined(separator: " "))] + (mayScroll ? [(.tabindex, "0")] : []))
    markup.open(.table)
    if !columns.isEmpty { write(columns, count: table.columns.count, classes: &classes, to: &markup) }
    for (place, row) in table.rows.enumerated() {
      let isHeader = table.hasHeader && place == 0
      if isHeader { markup.open(.thead) } else if place == (table.hasHeader ? 1 : 0) { markup.open(.tbody) }
      markup.open(.tr, self.attributes(hiddenAt: hidden[row.number], classes: &classes))
      for (alignment, cell) in zip(table.columns, row.cells) {
        let name: Markup.MarkupElement = isHeader ? .th : .td
        markup.open(name, alignment.className.map { [(.class, $0)] } ?? [])
        write(cell: cell, classes: &classes, to: &markup)
        markup.close(name)
      }
      markup.close(.tr)
      if isHeader { markup.close(.thead) } else if place == table.rows.count - 1 { markup.close(.tbody) }
    }
    markup.close(.table)
    markup.close(.div)
  }

  /// Writes the widths of the columns, each with the steps at which it applies.
  private func write(
    _ columns: [(columns: TableColumns, steps: StepSet)], count: Int, classes: inout StepClasses,
    to markup: inout Markup
  ) {
    markup.open(.colgroup)
    for column in 0..<count {
      var steps: [Int: StepSet] = [:]
      for layout in columns { steps[layout.columns.widths[column], default: StepSet()].formUnion(layout.steps) }
      let names = steps.sorted { $0.key < $1.key }.map { classes.name(.columnWidth($0.key), $0.value) }
      markup.open(.col, [(.class, names.joined(separator: " "))])
    }
    markup.close(.colgroup)
  }

  private mutating func write(cell: [BodyBlock], classes: inout StepClasses, to markup: inout Markup) {
    guard cell.count == 1, case .paragraph(let text) = cell[0].kind else {
      return write(cell, classes: &classes, to: &markup)
    }
    writeContent(of: text, classes: &classes, to: &markup)
  }

  private func attributes(hiddenAt steps: StepSet?, classes: inout StepClasses) -> [(Markup.MarkupAttribute, String)] {
    guard let steps, !steps.isEmpty else { return [] }
    return [(.class, classes.name(.hidden, steps))]
  }

  private func isPlainWord(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { byte in
        byte == 0x2D || byte == 0x2B || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      }
  }
}

extension Block.BlockTable.ColumnAlignment {
  /// The class of cells that do not begin where the text does.
  fileprivate var className: String? {
    switch self {
    case .start: nil
    case .center: "c"
    case .end: "d"
    }
  }
}
