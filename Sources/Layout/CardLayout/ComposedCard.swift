public import Content
import Diagnostics
public import Themes

/// A card with its theme applied: every text in its styles, nothing measured yet.
///
/// It is immutable and large, so copies of its owners share it.
public final class ComposedCard: Sendable {
  public let card: Card
  /// The anatomies that the card can use, in order of preference; at least one.
  public let anatomies: [CardAnatomy]
  /// True if the markup says which anatomy is used.
  public let hasVariants: Bool
  /// All texts of the card; the fields below refer to them by index.
  public let texts: [ComposedText]
  /// The slots of the theme.
  public let slots: SlotTable
  /// The texts of slots with one text, indexed by slot number.
  private let labels: [Int?]
  /// The texts of tags; empty if no width class shows any.
  public let tags: [Int]
  /// "+1", "+2" and so on, one for each tag, in the direction of numbers; empty if every tag is always visible.
  public let chips: [Int]
  public let body: [BodyBlock]

  init(
    card: Card, anatomies: [CardAnatomy], hasVariants: Bool, slots: SlotTable, texts: [ComposedText], labels: [Int?],
    tags: [Int], chips: [Int], body: [BodyBlock]
  ) {
    self.card = card
    self.anatomies = anatomies
    self.hasVariants = hasVariants
    self.texts = texts
    self.slots = slots
    self.labels = labels
    self.tags = tags
    self.chips = chips
    self.body = body
  }

  /// - Parameter variant: an index in `anatomies`.
  public func anatomy(_ variant: Int) -> CardAnatomy { anatomies[variant] }

  /// The text of a slot of ``SlotKind/text``; nil for all others.
  public func text(of slot: Slot) -> Int? { labels[slot.number] }

  func labels(without slot: Slot?) -> [Int?] {
    var labels = labels
    if let slot { labels[slot.number] = nil }
    return labels
  }
}

/// A block of a body.
public struct BodyBlock: Sendable, Hashable {
  /// Rare payloads are stored out of line, so that a text needs no separate memory.
  public enum BodyBlockKind: Sendable, Hashable {
    case paragraph(text: Int)
    /// The heading's depth: the number of headings above it, including itself, from 1, without gaps on the way down.
    case heading(depth: Int, text: Int)
    case quote([BodyBlock])
    case list(start: Int?, isTight: Bool, items: [BodyItem])
    /// Code, which is never wrapped; the element scrolls.
    indirect case code(info: String, text: String, lineCount: Int)
    case rule
    indirect case figure(BodyFigure)
    indirect case table(BodyTable)
  }

  public struct BodyItem: Sendable, Hashable {
    public let blocks: [BodyBlock]
    /// The number of the item, which is numbered together with the blocks.
    public let number: Int
    /// The text of the item's number, such as `12.`; nil in a list of bullets.
    public let marker: Int?
  }

  public struct BodyTable: Sendable, Hashable {
    public struct TableRow: Sendable, Hashable {
      /// The blocks of each cell, one for each column.
      public let cells: [[BodyBlock]]
      /// The number of the row, which is numbered together with the blocks.
      public let number: Int
    }

    public let columns: [Block.BlockTable.ColumnAlignment]
    /// True if the first row names the columns.
    public let hasHeader: Bool
    public let rows: [TableRow]
  }

  public let kind: BodyBlockKind
  /// The number of the block in reading order, counted over the whole body: containers before their content.
  public let number: Int
}

extension BodyBlock {
  /// The blocks in it, in order: those of a quote, of the items of a list and of the cells of a table.
  public var content: [BodyBlock] {
    switch kind {
    case .quote(let blocks): blocks
    case .list(_, _, let items): items.flatMap(\.blocks)
    case .table(let table): table.rows.flatMap { $0.cells.joined() }
    case .paragraph, .heading, .code, .rule, .figure: []
    }
  }
}
