import Arrangements
public import Content
import Diagnostics
public import Images
import TextLayout
public import Themes

/// Returns the size of a picture in CSS pixels, for its target and the path of the file with the target; nil if the
/// picture's file has none.
public typealias ImageSizes = @Sendable (LinkTarget, _ path: String) -> ImageSize?

/// Applies the theme to a card.
///
/// - Parameters:
///   - anatomy: an anatomy, which may have variants; texts that any of them shows are composed.
///   - tags: the tag settings of the card's shelf.
///   - leastWidths: the least widths of the cards of its shelf.
///   - imageSize: returns the sizes of the pictures in its body.
/// - Complexity: O(text of the card).
public func composeCard(
  _ card: Card, anatomy: CardAnatomy, tags settings: TagSettings = TagSettings(), theme: Theme,
  leastWidths: LeastCardWidths = LeastCardWidths(onDevices: .max / 2), imageSize: @escaping ImageSizes = { _, _ in nil }
) -> ComposedCard {
  let composition = CardComposition(anatomy: anatomy, tags: settings, theme: theme, leastWidths: leastWidths)
  var composer = CardComposer(composition, theme: theme, imageSize: imageSize)
  return composer.compose(card)
}

/// The settings of a shelf on which the composition of its cards depends. With equal settings, the same theme and the
/// same sizes of pictures, the composition of a card is equal.
public struct CardComposition: Sendable, Hashable {
  /// The anatomies from which some cards choose.
  struct Choice: Sendable, Hashable {
    /// In order of preference; at least one.
    let anatomies: [CardAnatomy]
    let hasVariants: Bool

    init(_ anatomy: CardAnatomy, theme: Theme) {
      anatomies = theme.alternatives(of: anatomy)
      hasVariants = !anatomy.variants.isEmpty
    }
  }

  /// The choices of all cards. The first one is that of cards that name no anatomy.
  let choices: [Choice]
  /// The index of the choice of a card that names an anatomy, or whose section does; empty if there are none.
  private let named: [String: Int]
  let tags: TagSettings
  /// See ``CardAnatomy/leastLineWidth(inCardsOf:)``.
  let leastLineWidth: Int

  /// - Parameters:
  ///   - anatomy: the anatomy of cards that name none. It may have variants; texts that any of them shows are composed.
  ///   - others: the anatomies that single cards name.
  ///   - tags: the tag settings of the shelf.
  ///   - leastWidths: the least widths of the shelf's cards. Characters do not depend on them.
  public init(
    anatomy: CardAnatomy, others: some Sequence<CardAnatomy> = EmptyCollection(), tags: TagSettings, theme: Theme,
    leastWidths: LeastCardWidths = LeastCardWidths(onDevices: .max / 2)
  ) {
    var choices = [Choice(anatomy, theme: theme)]
    var named: [String: Int] = [:]
    for other in others where other.name != anatomy.name {
      named[other.name] = choices.count
      choices.append(Choice(other, theme: theme))
    }
    if !named.isEmpty { named[anatomy.name] = 0 }
    self.choices = choices
    self.named = named
    self.tags = tags
    leastLineWidth =
      choices.lazy.flatMap { choice in
        choice.anatomies.enumerated().map { [last = choice.anatomies.count - 1] in
          $1.leastLineWidth(inCardsOf: leastWidths, isLast: $0 == last)
        }
      }.min() ?? 0
  }

  /// The index of the choice of a card.
  func choice(of card: borrowing Card) -> Int {
    named.isEmpty ? 0 : card.sizes?.anatomy.flatMap { named[$0.value] } ?? 0
  }
}

/// Applies the theme to the cards of a shelf.
public struct CardComposer: Sendable {
  /// What the anatomies of a choice show.
  struct ShownSlots: Sendable {
    /// The slots, of any kind except ``SlotKind/image``.
    let slots: [Slot]
    let showsTags: Bool
    let hidesTags: Bool

    init(_ choice: CardComposition.Choice, mostRows: [Int?], slots table: SlotTable) {
      let shown = Set(choice.anatomies.flatMap { $0.texts.map(\.slot) })
      slots = table.slots.filter(shown.contains)
      showsTags = slots.contains(.tags) && mostRows.contains { $0 != 0 }
      hidesTags = mostRows.contains { $0 != nil && $0 != 0 }
    }
  }

  public let composition: CardComposition
  private let bodyStyle: BodyStyle
  let styles: TextStyles
  /// The style of each slot, indexed by slot number: copies from the theme for each text would cost more than the text.
  let slotStyles: [TextStyle]
  private let headingStyles: [TextStyle]
  /// Stored because a copy of the theme for each card would cost as much as a text.
  private let inlineStyles: InlineStyles
  private let slotTable: SlotTable
  /// Indexed by choice.
  let shown: [ShownSlots]
  /// "+1", "+2" and so on, in the language of the last card: the cards of a shelf share them.
  private var chips: [ComposedText] = []
  private var languageOfChips = ""
  private let imageSize: ImageSizes

  /// - Parameters:
  ///   - composition: the settings, for the same theme.
  ///   - imageSize: returns the sizes of pictures in bodies.
  public init(
    _ composition: CardComposition, theme: borrowing Theme, imageSize: @escaping ImageSizes = { _, _ in nil }
  ) {
    self.composition = composition
    bodyStyle = theme.body
    self.imageSize = imageSize
    styles = theme.textStyles
    slotStyles = theme.slots.slots.map { [styles] in styles[$0] }
    headingStyles = [styles.heading]
    inlineStyles = InlineStyles(theme)
    slotTable = theme.slots
    let mostRows = theme.mostRows(ofTags: composition.tags)
    shown = composition.choices.map { [slotTable] in ShownSlots($0, mostRows: mostRows, slots: slotTable) }
  }

  /// - Complexity: O(text of the card).
  public mutating func compose(_ card: consuming Card) -> ComposedCard {
    let pictures = pictures(of: card)
    let choice = composition.choice(of: card)
    let (slots, showsTags, hidesTags) = (shown[choice].slots, shown[choice].showsTags, shown[choice].hidesTags)
    var composer = BlockComposer(
      styles: InlineStyles(inlineStyles, language: card.language, pictures: pictures), indent: bodyStyle.indent,
      language: card.language, isRightToLeft: card.direction == .rtl, textStyle: styles.body,
      headingStyles: headingStyles, leastLineWidth: composition.leastLineWidth,
      // Room for three texts above the body, and a few in it.
      textCount: 6 + (showsTags ? card.tags.count : 0) * (hidesTags ? 2 : 1))
    var labels = [Int?](repeating: nil, count: slotTable.slots.count)
    var (body, tags, chips): ([BodyBlock], [Int], [Int]) = ([], [], [])
    for slot in slots {
      switch slot.kind {
      case .image: break
      case .text: labels[slot.number] = card[slot].map { composer.add($0.text, style: slotStyles[slot.number]) }
      case .markdown: body = composer.blocks(of: card.body)
      case .tags:
        if showsTags { tags = card.tags.map { composer.addTag($0.text, style: styles.tag) } }
        if hidesTags { chips = composer.add(self.chips(counting: tags.count, language: card.language)) }
      }
    }
    return ComposedCard(
      card: card, anatomies: composition.choices[choice].anatomies,
      hasVariants: composition.choices[choice].hasVariants, slots: slotTable,
      texts: composer.texts, labels: labels, tags: tags, chips: chips, body: body)
  }

  private func pictures(of card: borrowing Card) -> PictureSizes? {
    guard card.body.hasImages else { return nil }
    let (imageSize, path) = (imageSize, card.source.path)
    return PictureSizes(style: bodyStyle) { imageSize($0, path) }
  }

  /// The chips for up to as many hidden tags. Numbers read from left to right everywhere.
  private mutating func chips(counting count: Int, language: String) -> ArraySlice<ComposedText> {
    if language != languageOfChips { (chips, languageOfChips) = ([], language) }
    while chips.count < count {
      chips.append(
        InlineComposer.compose(
          plain: "+\(chips.count + 1)", style: styles.tag,
          styles: InlineStyles(inlineStyles, language: language, pictures: nil), language: language,
          isRightToLeft: false))
    }
    return chips[..<count]
  }
}

/// Markdown blocks outside a card, such as a page's introduction.
public struct ComposedProse: Sendable {
  /// The style of its paragraphs.
  public let style: TextStyle
  public let texts: [ComposedText]
  public let blocks: [BodyBlock]
}

/// Composes Markdown outside a card, such as a page's introduction, in its style of the theme.
///
/// - Parameter imageSize: returns the sizes of its pictures.
public func composeProse(
  _ document: MarkdownDocument, theme: Theme, language: String, isRightToLeft: Bool,
  imageSize: @escaping @Sendable (LinkTarget) -> ImageSize? = { _ in nil }
) -> ComposedProse {
  let style = theme.textStyles.introduction
  let pictures = document.hasImages ? PictureSizes(style: theme.body, size: imageSize) : nil
  var composer = BlockComposer(
    styles: InlineStyles(theme, language: language, pictures: pictures), indent: theme.body.indent, language: language,
    isRightToLeft: isRightToLeft, textStyle: style, headingStyles: theme.proseHeadings)
  let blocks = composer.blocks(of: document)
  return ComposedProse(style: style, texts: composer.texts, blocks: blocks)
}

/// Applies a text style to one line of plain text.
public func composeLine(
  _ text: String, style: TextStyle, theme: Theme, language: String, isRightToLeft: Bool
) -> ComposedText {
  InlineComposer.compose(
    plain: text, style: style, styles: InlineStyles(theme, language: language), language: language,
    isRightToLeft: isRightToLeft)
}

/// The code blocks among some blocks, at any depth. Their lines are never broken, so no layout needs them: this is for
/// checks of missing characters.
public func composeCode(of blocks: [BodyBlock], theme: Theme) -> [ComposedText] {
  blocks.flatMap { block -> [ComposedText] in
    switch block.kind {
    case .code(_, let text, _):
      codeParagraphs(of: text).map {
        composeLine($0, style: theme.textStyles.code, theme: theme, language: "en", isRightToLeft: false)
      }
    case .quote, .list, .table: composeCode(of: block.content, theme: theme)
    case .paragraph, .heading, .rule, .figure: []
    }
  }
}

/// Directions are determined per paragraph, which in code is a line; before U+0580 there is only one direction.
private func codeParagraphs(of text: String) -> [String] {
  guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return [text] }
  return text.utf8.split(separator: 0x0A).map { String(Substring($0)) }
}

private struct BlockComposer {
  let styles: InlineStyles
  /// The indent of lists and quotes, in CSS pixels.
  let indent: Int
  let language: String
  let isRightToLeft: Bool
  let textStyle: TextStyle
  /// The styles of headings by depth, from 1; the last one applies to all greater depths.
  let headingStyles: [TextStyle]
  private(set) var texts: [ComposedText] = []
  private var blockCount = 0
  /// The Markdown levels of the headings under which the next heading can be.
  private var openHeadings: [Int] = []
  /// The width of the narrowest line at the current depth of lists and quotes, in CSS pixels.
  private var leastLineWidth: Int

  init(
    styles: InlineStyles, indent: Int, language: String, isRightToLeft: Bool, textStyle: TextStyle,
    headingStyles: [TextStyle], leastLineWidth: Int = StyledText.usualLeastLineWidth, textCount: Int = 0
  ) {
    self.styles = styles
    self.indent = indent
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.textStyle = textStyle
    self.headingStyles = headingStyles
    self.leastLineWidth = leastLineWidth
    texts.reserveCapacity(textCount)
  }

  mutating func add(_ text: String, style: TextStyle) -> Int {
    add(compose(text, style: style))
  }

  private func compose(_ text: String, style: TextStyle) -> ComposedText {
    InlineComposer.compose(
      plain: text, style: style, styles: styles, language: language, isRightToLeft: isRightToLeft)
  }

  /// Adds a text that is never split: a tag or the number of an item.
  mutating func addTag(_ text: String, style: TextStyle) -> Int {
    texts.append(compose(text, style: style))
    return texts.count - 1
  }

  /// Adds composed texts that are never split.
  mutating func add(_ composed: ArraySlice<ComposedText>) -> [Int] {
    texts.append(contentsOf: composed)
    return Array(texts.count - composed.count..<texts.count)
  }

  private mutating func add(_ reader: inout DocumentReader, _ inlineCount: Int, style: TextStyle) -> Int {
    add(
      InlineComposer.compose(
        &reader, inlineCount: inlineCount, style: style, styles: styles, language: language,
        isRightToLeft: isRightToLeft))
  }

  private mutating func add(_ text: consuming ComposedText) -> Int {
    text.styled.leastLineWidth = leastLineWidth
    texts.append(text)
    return texts.count - 1
  }

  mutating func blocks(of document: MarkdownDocument) -> [BodyBlock] {
    if document.isEmpty { return [] }
    var reader = DocumentReader(separatingPictures(of: document))
    var blocks: [BodyBlock] = []
    blocks.reserveCapacity(4)
    while !reader.isAtEnd { blocks.append(block(&reader)) }
    return blocks
  }

  private func separatingPictures(of document: MarkdownDocument) -> MarkdownDocument {
    guard let pictures = styles.pictures else { return document }
    return document.separatingPictures { [lineHeight = textStyle.lineHeight] in
      pictures.isBlock($0, width: $1, lineHeight: lineHeight)
    }
  }

  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  private mutating func block(_ reader: inout DocumentReader) -> BodyBlock {
    let number = blockCount
    blockCount += 1
    return BodyBlock(kind: kind(ofBlockIn: &reader), number: number)
  }

  private mutating func blocks(_ reader: inout DocumentReader, _ count: Int) -> [BodyBlock] {
    (0..<count).map { _ in block(&reader) }
  }

  /// - Parameter start: the number of the first item; nil for bullets.
  private mutating func items(
    _ reader: inout DocumentReader, _ count: Int, from start: Int?
  ) -> [BodyBlock.BodyItem] {
    (0..<count).map { index in
      let number = blockCount
      blockCount += 1
      let blockCount = reader.nextItem()
      let marker = start.map { addTag("\($0 &+ index).", style: textStyle) }
      return BodyBlock.BodyItem(blocks: blocks(&reader, blockCount), number: number, marker: marker)
    }
  }

  private mutating func rows(_ reader: inout DocumentReader, _ count: Int, of columnCount: Int)
    -> [BodyBlock.BodyTable.TableRow]
  {
    let outside = leastLineWidth
    leastLineWidth = min(outside, widestWord(inCellOf: textStyle.size))
    defer { leastLineWidth = outside }
    return (0..<count).map { _ in
      let number = blockCount
      blockCount += 1
      let cells = (0..<columnCount).map { _ in blocks(&reader, reader.nextItem()) }
      return BodyBlock.BodyTable.TableRow(cells: cells, number: number)
    }
  }

  /// The greatest indent of a list before its numbers are measured: no digit is wider than the text is tall.
  private func greatestIndent(ofListFrom start: Int?, _ count: Int) -> Int {
    guard let start else { return indent }
    return max(indent, ("\(start &+ count)".utf8.count + 1) * textStyle.size + markerGap)
  }

  private mutating func indented<Content>(
    by indent: Int, _ compose: (inout BlockComposer) -> Content
  ) -> Content {
    let outside = leastLineWidth
    leastLineWidth = max(0, outside - indent)
    defer { leastLineWidth = outside }
    return compose(&self)
  }

  /// Headings tell users of screen readers how the parts of a page are related, so no level is skipped on the way down,
  /// whatever levels the Markdown has.
  private mutating func depth(ofHeading level: Int) -> Int {
    while let last = openHeadings.last, last >= level { openHeadings.removeLast() }
    openHeadings.append(level)
    return openHeadings.count
  }

  /// The only picture of a paragraph, which may be in a link; nil, without reading anything, if the paragraph has other
  /// content.
  private func figure(_ reader: inout DocumentReader, _ pictures: PictureSizes) -> BodyFigure? {
    var ahead = reader
    var link: BodyFigure.FigureLink?
    if ahead.isAtLink, case .link(let target, let title, inlineCount: 1) = ahead.nextInline().node {
      link = BodyFigure.FigureLink(target: target, title: title)
    }
    guard ahead.isAtImage, case .image(let target, let title, let alt, let width) = ahead.nextInline().node else {
      return nil
    }
    reader = ahead
    return BodyFigure(target: target, title: title, alt: alt, link: link, shape: pictures.shape(target, width: width))
  }

  private mutating func kind(ofBlockIn reader: inout DocumentReader) -> BodyBlock.BodyBlockKind {
    switch reader.nextBlock().node {
    case .paragraph(let count):
      if count == 1, let pictures = styles.pictures, let figure = figure(&reader, pictures) { return .figure(figure) }
      return .paragraph(text: add(&reader, count, style: textStyle))
    case .heading(let level, let count):
      let depth = count == 0 ? openHeadings.count + 1 : depth(ofHeading: level)
      return .heading(
        depth: depth, text: add(&reader, count, style: headingStyles[min(depth, headingStyles.count) - 1]))
    case .quote(let count): return .quote(indented(by: indent) { $0.blocks(&reader, count) })
    case .list(let start, let isTight, let count):
      let indent = greatestIndent(ofListFrom: start, count)
      return .list(
        start: start, isTight: isTight, items: indented(by: indent) { $0.items(&reader, count, from: start) })
    case .code(let info, let text):
      return .code(info: info, text: text, lineCount: 1 + text.utf8.count { $0 == 0x0A })
    case .thematicBreak: return .rule
    case .table(let columns, let hasHeader, let count):
      return .table(
        BodyBlock.BodyTable(columns: columns, hasHeader: hasHeader, rows: rows(&reader, count, of: columns.count)))
    }
  }
}
