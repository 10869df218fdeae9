import Arrangements
import Diagnostics
public import MarkdownTree
public import SiteContent
import TextLayout
public import Themes

/// Applies the theme to a card.
///
/// - Parameters:
///   - anatomy: an anatomy, which may have variants; texts that any of them shows are composed.
///   - tags: the tag settings of the card's shelf.
///   - leastWidths: the least widths of the cards of its shelf.
/// - Complexity: O(text of the card).
public func composeCard(
  _ card: Card, anatomy: CardAnatomy, tags settings: TagSettings = TagSettings(), theme: Theme,
  leastWidths: LeastCardWidths = LeastCardWidths(onDevices: .max / 2)
) -> ComposedCard {
  var composer = CardComposer(anatomy: anatomy, tags: settings, theme: theme, leastWidths: leastWidths)
  return composer.compose(card)
}

/// Applies the theme to the cards of a shelf.
public struct CardComposer: Sendable {
  private let theme: Theme
  let styles: TextStyles
  private let headingStyles: [TextStyle]
  private let anatomies: [CardAnatomy]
  private let hasVariants: Bool
  let slots: [TextSlot]
  /// See ``CardAnatomy/leastLineWidth(inCardsOf:)``.
  private let leastLineWidth: Int
  let showsTags: Bool
  let hidesTags: Bool
  /// "+1", "+2" and so on, in the language of the last card: the cards of a shelf share them.
  private var chips: [ComposedText] = []
  private var languageOfChips = ""

  /// - Parameters:
  ///   - anatomy: an anatomy, which may have variants; texts that any of them shows are composed.
  ///   - tags: the tag settings of the shelf.
  ///   - leastWidths: the least widths of the shelf's cards.
  public init(anatomy: CardAnatomy, tags settings: TagSettings, theme: Theme, leastWidths: LeastCardWidths) {
    self.theme = theme
    styles = theme.textStyles
    headingStyles = [styles.heading]
    anatomies = theme.alternatives(of: anatomy)
    hasVariants = !anatomy.variants.isEmpty
    let shown = Set(anatomies.flatMap { $0.texts.map(\.slot) })
    slots = TextSlot.allCases.filter(shown.contains)
    let last = anatomies.count - 1
    leastLineWidth =
      anatomies.enumerated().map { $1.leastLineWidth(inCardsOf: leastWidths, isLast: $0 == last) }.min() ?? 0
    let mostRows = theme.mostRows(ofTags: settings)
    showsTags = slots.contains(.tags) && mostRows.contains { $0 != 0 }
    hidesTags = mostRows.contains { $0 != nil && $0 != 0 }
  }

  /// - Complexity: O(text of the card).
  public mutating func compose(_ card: consuming Card) -> ComposedCard {
    var composer = BlockComposer(
      theme: theme, language: card.language, isRightToLeft: card.direction == .rtl, textStyle: styles.body,
      headingStyles: headingStyles, leastLineWidth: leastLineWidth,
      // Three texts above the body, and a few in it.
      textCount: 6 + (showsTags ? card.tags.count : 0) * (hidesTags ? 2 : 1))
    func add(_ text: FieldText?, in slot: TextSlot, style: TextStyle) -> Int? {
      slots.contains(slot) ? text.map { composer.add($0.text, style: style) } : nil
    }
    let eyebrow = add(card.eyebrow, in: .eyebrow, style: styles.eyebrow)
    let title = card.title.map { composer.add($0.text, style: styles.title) }
    let subtitle = add(card.subtitle, in: .subtitle, style: styles.subtitle)
    let body = slots.contains(.body) ? composer.blocks(of: card.body) : []
    let tags = showsTags ? card.tags.map { composer.addTag($0.text, style: styles.tag) } : []
    let chips = hidesTags ? composer.add(chips(counting: tags.count, language: card.language)) : []
    let footer = add(card.footer, in: .footer, style: styles.footer)
    return ComposedCard(
      card: card, anatomies: anatomies, hasVariants: hasVariants, texts: composer.texts, eyebrow: eyebrow, title: title,
      subtitle: subtitle, tags: tags, chips: chips, body: body, footer: footer)
  }

  /// The numbers of up to as many hidden tags. They read from left to right everywhere.
  private mutating func chips(counting count: Int, language: String) -> ArraySlice<ComposedText> {
    if language != languageOfChips { (chips, languageOfChips) = ([], language) }
    while chips.count < count {
      chips.append(
        composeLine(
          "+\(chips.count + 1)", style: styles.tag, theme: theme, language: language, isRightToLeft: false))
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
public func composeProse(
  _ document: MarkdownDocument, theme: Theme, language: String, isRightToLeft: Bool
) -> ComposedProse {
  let style = theme.textStyles.introduction
  var composer = BlockComposer(
    theme: theme, language: language, isRightToLeft: isRightToLeft, textStyle: style,
    headingStyles: theme.proseHeadings)
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
    case .quote(let children): composeCode(of: children, theme: theme)
    case .list(_, _, let items): items.flatMap { composeCode(of: $0.blocks, theme: theme) }
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
  /// Of lists and quotes, in CSS pixels.
  let indent: Int
  let language: String
  let isRightToLeft: Bool
  let textStyle: TextStyle
  /// By depth, from 1; the last one applies to all greater depths.
  let headingStyles: [TextStyle]
  private(set) var texts: [ComposedText] = []
  private var blockCount = 0
  /// The Markdown levels of the headings under which the next one can be.
  private var openHeadings: [Int] = []
  /// The width of the narrowest line at the current depth of lists and quotes, in CSS pixels.
  private var leastLineWidth: Int

  init(
    theme: Theme, language: String, isRightToLeft: Bool, textStyle: TextStyle, headingStyles: [TextStyle],
    leastLineWidth: Int = StyledText.usualLeastLineWidth, textCount: Int = 0
  ) {
    styles = InlineStyles(theme, language: language)
    indent = theme.body.indent
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

  /// Adds a text that is never split.
  mutating func addTag(_ text: String, style: TextStyle) -> Int {
    texts.append(compose(text, style: style))
    return texts.count - 1
  }

  /// Adds texts that are composed, and are never split.
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
    var reader = DocumentReader(document)
    var blocks: [BodyBlock] = []
    blocks.reserveCapacity(4)
    while !reader.isAtEnd { blocks.append(block(&reader)) }
    return blocks
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

  private mutating func items(_ reader: inout DocumentReader, _ count: Int) -> [BodyBlock.BodyItem] {
    (0..<count).map { _ in
      let number = blockCount
      blockCount += 1
      let blockCount = reader.nextItem()
      return BodyBlock.BodyItem(blocks: blocks(&reader, blockCount), number: number)
    }
  }

  private mutating func indented<Content>(_ compose: (inout BlockComposer) -> Content) -> Content {
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

  private mutating func kind(ofBlockIn reader: inout DocumentReader) -> BodyBlock.BodyBlockKind {
    switch reader.nextBlock().node {
    case .paragraph(inlineCount: 1) where reader.isAtImage:
      guard case .image(let target, let title, let alt) = reader.nextInline().node else { return .rule }
      return .figure(target, title: title, alt: alt)
    case .paragraph(let count): return .paragraph(text: add(&reader, count, style: textStyle))
    case .heading(let level, let count):
      let depth = count == 0 ? openHeadings.count + 1 : depth(ofHeading: level)
      return .heading(
        depth: depth, text: add(&reader, count, style: headingStyles[min(depth, headingStyles.count) - 1]))
    case .quote(let count): return .quote(indented { $0.blocks(&reader, count) })
    case .list(let start, let isTight, let count):
      return .list(start: start, isTight: isTight, items: indented { $0.items(&reader, count) })
    case .code(let info, let text):
      return .code(info: info, text: text, lineCount: 1 + text.utf8.count { $0 == 0x0A })
    case .thematicBreak: return .rule
    }
  }
}
