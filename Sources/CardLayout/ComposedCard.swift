import Diagnostics
public import MarkdownTree
public import SiteContent
public import Themes

/// A card with its theme applied: every text in its styles, nothing measured yet.
public struct ComposedCard: Sendable {
  public let card: Card
  public let anatomy: CardAnatomy
  /// All texts of the card; the fields below name them by their place.
  public let texts: [ComposedText]
  public let eyebrow: Int?
  public let title: Int?
  public let subtitle: Int?
  /// None where no width class shows any.
  public let tags: [Int]
  /// "+1", "+2" and so on, one for each tag, in the direction of numbers; none where every tag always shows.
  public let chips: [Int]
  public let body: [BodyBlock]
}

/// A block of a body.
public struct BodyBlock: Sendable, Hashable {
  public indirect enum Kind: Sendable, Hashable {
    case paragraph(text: Int)
    /// Levels 1 to 6 as written.
    case heading(level: Int, text: Int)
    case quote([BodyBlock])
    case list(start: Int?, isTight: Bool, items: [Item])
    /// Never wrapped; the element scrolls.
    case code(info: String, text: String, lineCount: Int)
    case rule
    case figure(LinkTarget, title: String, alt: String)
  }

  public struct Item: Sendable, Hashable {
    public let blocks: [BodyBlock]
    /// Counted together with the blocks.
    public let number: Int
  }

  public let kind: Kind
  /// The place of the block in reading order, counted over the whole body: containers before what they hold.
  public let number: Int
}

extension CardAnatomy {
  /// The place of the first element that keeps to the bottom; all below it do too, whether the card has it or not.
  public var firstPinned: Int? {
    elements.firstIndex { if case .text(let placement) = $0 { placement.isPinnedToBottom } else { false } }
  }

  /// Whether the anatomy has an image over the card's whole width.
  public var hasWideImage: Bool { elements.contains { if case .image = $0 { true } else { false } } }
}
