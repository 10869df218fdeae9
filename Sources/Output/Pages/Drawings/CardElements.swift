import Arrangements
import CardLayout
import Content
import Themes

/// The elements of a card on a page, as its style sheet selects them.
struct CardElements {
  let appearance: Appearance
  let article: Int
  private(set) var slots: [Slot: Int] = [:]
  /// The blocks and items of the body, keyed by number.
  private(set) var blocks: [Int: Int] = [:]
  /// The content of code blocks, keyed by block number.
  private(set) var codes: [Int: Int] = [:]
  private(set) var tags: [Int] = []
  /// The elements around the texts of tags: their links, or the tags themselves.
  private(set) var tagTexts: [Int] = []
  private var spans: [SpanKey: Int] = [:]

  private struct SpanKey: Hashable {
    let text: Int
    let span: Int
  }

  /// - Parameter list: the element that holds the cards.
  init(_ card: PreparedCard, _ measured: MeasuredCard, in list: Int, _ appearance: Appearance) {
    self.appearance = appearance
    let item = appearance.add("li", ["card"], in: list)
    let anatomy = card.composed.anatomy(measured.variant)
    article = appearance.add(
      "article", [anatomy.name], in: item, isRightToLeft: card.composed.card.direction == .rtl)
    let firstPinned = anatomy.firstPinned ?? anatomy.elements.count
    var pinned: Int?
    for (place, element) in anatomy.elements.enumerated() where card.shows(element, keepingFree: measured.rooms) {
      if place >= firstPinned, pinned == nil { pinned = appearance.add("div", ["pinned"], in: article) }
      add(element, of: card, measured, in: pinned ?? article)
    }
  }

  // The reader of themes bounds the depth, so recursion is bounded too.
  private mutating func add(
    _ element: CardAnatomy.AnatomyElement, of card: PreparedCard, _ measured: MeasuredCard, in parent: Int
  ) {
    func addAll(_ name: String) {
      let box = appearance.add("div", [name], in: parent)
      for child in element.children where card.shows(child, keepingFree: measured.rooms) {
        add(child, of: card, measured, in: box)
      }
    }
    switch element {
    case .image: slots[.image] = appearance.add("div", ["image"], in: parent)
    case .text(let placement) where measured.rooms.contains(placement.slot):
      _ = appearance.add("div", ["room", card.composed.slots.className(of: placement.slot)], in: parent)
    case .text(let placement): add(placement.slot, of: card, measured, in: parent)
    case .row: addAll("row")
    case .stack: addAll("labels")
    }
  }

  private mutating func add(_ slot: Slot, of card: PreparedCard, _ measured: MeasuredCard, in parent: Int) {
    let name = card.composed.slots.className(of: slot)
    switch slot.kind {
    case .image: break
    case .text where slot == .title:
      let title = appearance.add("h3", [name], in: parent)
      slots[slot] = card.composed.card.link == nil ? title : appearance.add("a", in: title)
    case .text: slots[slot] = appearance.add("p", [name], in: parent)
    case .markdown:
      let body = appearance.add("div", [name], in: parent)
      slots[slot] = body
      for block in card.composed.body { add(block, in: body) }
    case .tags:
      let list = appearance.add("ul", [name], in: parent)
      slots[slot] = list
      guard let shown = measured.tags?.frames.count else { return }
      let hasChip = measured.tags?.arrangement.chip != nil
      let links = card.composed.card.tagLinks
      for place in 0..<shown {
        let isChip = hasChip && place == shown - 1
        let tag = appearance.add("li", isChip ? ["more"] : [], in: list)
        tags.append(tag)
        let isLink = !isChip && links.indices.contains(place) && links[place] != nil
        tagTexts.append(isLink ? appearance.add("a", in: tag) : tag)
      }
    }
  }

  // The reader of Markdown bounds the depth of the tree, so recursion is bounded too.
  private mutating func add(_ block: BodyBlock, in parent: Int) {
    switch block.kind {
    case .paragraph: blocks[block.number] = appearance.add("p", in: parent)
    case .heading: blocks[block.number] = appearance.add("h4", in: parent)
    case .quote(let children):
      let quote = appearance.add("blockquote", in: parent)
      blocks[block.number] = quote
      for child in children { add(child, in: quote) }
    case .list(let start, let isTight, let items):
      let list = appearance.add(start == nil ? "ul" : "ol", isTight ? [] : ["loose"], in: parent)
      blocks[block.number] = list
      for item in items {
        let element = appearance.add("li", in: list)
        blocks[item.number] = element
        for child in item.blocks { add(child, in: element) }
      }
    case .code:
      let block = (number: block.number, element: appearance.add("pre", in: parent))
      blocks[block.number] = block.element
      codes[block.number] = appearance.add("code", in: block.element)
    case .rule: blocks[block.number] = appearance.add("hr", in: parent)
    case .figure(let figure):
      let box = appearance.add("div", ["figure"], in: parent)
      blocks[block.number] = appearance.add(
        "img", in: figure.link == nil ? box : appearance.add("a", in: box))
    case .table(let table):
      let element = appearance.add("table", in: appearance.add("div", ["table"], in: parent))
      blocks[block.number] = element
      for row in table.rows {
        let line = appearance.add("tr", in: element)
        for cell in row.cells {
          let box = appearance.add("td", in: line)
          for child in cell { add(child, in: box) }
        }
      }
    }
  }

  /// Adds the `::before` of an element.
  func before(_ element: Int) -> Int { appearance.add("::before", in: element) }

  /// The innermost element around a leaf of a text.
  ///
  /// - Parameter block: the text's own element.
  mutating func element(ofLeaf leaf: Int, ofText text: Int, _ composed: ComposedText, in block: Int) -> Int {
    var element = block
    for span in composed.path(ofLeaf: leaf) {
      let key = SpanKey(text: text, span: span)
      if let known = spans[key] {
        element = known
      } else {
        element = appearance.add(composed.spans[span].elementName, in: element)
        spans[key] = element
      }
    }
    return element
  }
}

extension ComposedText.TextSpan {
  /// The element's name, as in the markup.
  var elementName: String {
    switch element {
    case .block, .image: "span"
    case .code: "code"
    case .link: "a"
    case .span(let kind):
      switch kind {
      case .emphasis: "em"
      case .strong: "strong"
      case .italic: "i"
      case .bold: "b"
      case .keyboard: "kbd"
      case .strikethrough: "s"
      case .underline: "u"
      case .mark: "mark"
      case .small: "small"
      case .sub: "sub"
      case .sup: "sup"
      case .code: "code"
      }
    }
  }
}
