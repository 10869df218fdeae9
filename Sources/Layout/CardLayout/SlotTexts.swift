import SiteContent
import Themes

extension ComposedCard {
  /// The texts of a slot, in order.
  public func texts(of slot: SlotName) -> [Int] {
    switch slot {
    case .image: []
    case .tags: tags
    case .eyebrow: eyebrow.map { [$0] } ?? []
    case .title: title.map { [$0] } ?? []
    case .subtitle: subtitle.map { [$0] } ?? []
    case .footer: footer.map { [$0] } ?? []
    case .body: body.flatMap(\.texts)
    }
  }
}

extension BodyBlock {
  /// The texts of a block, in order.
  public var texts: [Int] {
    var texts: [Int] = []
    appendTexts(to: &texts)
    return texts
  }

  /// Appends the texts of a block, in order.
  // The reader of Markdown limits the depth of the tree, so the recursion is bounded.
  public func appendTexts(to texts: inout [Int]) {
    switch kind {
    case .paragraph(let text), .heading(_, let text): texts.append(text)
    case .quote(let blocks): for block in blocks { block.appendTexts(to: &texts) }
    case .list(_, _, let items): for item in items { for block in item.blocks { block.appendTexts(to: &texts) } }
    case .code, .rule, .figure: break
    }
  }

  /// The texts of a block, each with the number of lists and quotes around it.
  public var indentedTexts: [(text: Int, depth: Int)] {
    switch kind {
    case .paragraph(let text), .heading(_, let text): [(text, 0)]
    case .quote(let blocks): blocks.flatMap(\.indentedTexts).map { ($0.text, $0.depth + 1) }
    case .list(_, _, let items):
      items.flatMap { $0.blocks.flatMap(\.indentedTexts) }.map { ($0.text, $0.depth + 1) }
    case .code, .rule, .figure: []
    }
  }
}

extension PreparedCard {
  /// The card with an empty slot and without a least height, to compute its height then.
  ///
  /// - Complexity: O(texts); no shaping.
  public func without(_ slot: SlotName?) -> PreparedCard {
    var card = composed.card
    if slot == .image { card.image = nil }
    var reduced = self
    reduced.composed = ComposedCard(
      card: card, anatomies: composed.anatomies.map(\.withoutLeastHeight), hasVariants: composed.hasVariants,
      texts: composed.texts, eyebrow: slot == .eyebrow ? nil : composed.eyebrow,
      title: slot == .title ? nil : composed.title, subtitle: slot == .subtitle ? nil : composed.subtitle,
      tags: slot == .tags ? [] : composed.tags, chips: composed.chips, body: slot == .body ? [] : composed.body,
      footer: slot == .footer ? nil : composed.footer)
    return reduced
  }
}

extension CardAnatomy {
  fileprivate var withoutLeastHeight: CardAnatomy {
    var anatomy = self
    anatomy.minHeight = 0
    anatomy.ratio = nil
    return anatomy
  }
}
