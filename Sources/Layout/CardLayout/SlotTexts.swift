public import Content
public import TextLayout
import Themes

extension ComposedCard {
  /// The texts of a slot, in order.
  public func texts(of slot: Slot) -> [Int] {
    switch slot.kind {
    case .image: []
    case .tags: tags
    case .text: text(of: slot).map { [$0] } ?? []
    case .markdown: body.flatMap(\.texts)
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
    case .table: for block in content { block.appendTexts(to: &texts) }
    case .code, .rule, .figure: break
    }
  }

  /// The texts of a block, each with its distance from the leading edge in whole CSS pixels.
  ///
  /// - Parameters:
  ///   - texts: the texts of the card.
  ///   - indent: the indent of quotes, and the least one of lists.
  public func indentedTexts(_ texts: [PreparedText], indent: Int) -> [(text: Int, x: Int)] {
    func all(_ blocks: [BodyBlock], indentedBy own: Int) -> [(text: Int, x: Int)] {
      blocks.flatMap { $0.indentedTexts(texts, indent: indent) }.map { ($0.text, $0.x + own) }
    }
    switch kind {
    case .paragraph(let text), .heading(_, let text): return [(text, 0)]
    case .quote(let blocks): return all(blocks, indentedBy: indent)
    case .list(_, _, let items):
      return all(items.flatMap(\.blocks), indentedBy: items.indent(texts, least: indent))
    case .code, .rule, .figure, .table: return []
    }
  }
}

extension PreparedCard {
  /// The card with an empty slot and without a least height, for computing its height in that case.
  ///
  /// - Complexity: O(texts); no shaping.
  public func without(_ slot: Slot?) -> PreparedCard {
    var card = composed.card
    if slot == .image { card.image = nil }
    var reduced = self
    reduced.composed = ComposedCard(
      card: card, anatomies: composed.anatomies.map(\.withoutLeastHeight), hasVariants: composed.hasVariants,
      slots: composed.slots, texts: composed.texts, labels: composed.labels(without: slot),
      tags: slot == .tags ? [] : composed.tags, chips: composed.chips, body: slot == .body ? [] : composed.body)
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
