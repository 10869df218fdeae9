import Diagnostics
public import MarkdownTree
public import SiteContent
public import Themes

/// A card with its theme applied: every text in its styles, nothing measured yet.
///
/// Nothing of it changes, and it is large: copies of what holds it share it.
public final class ComposedCard: Sendable {
  public let card: Card
  /// What the card chooses from at each width, best first; at least one.
  public let anatomies: [CardAnatomy]
  /// Whether it is said which of them was taken.
  public let hasVariants: Bool
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
  public let footer: Int?

  init(
    card: Card, anatomies: [CardAnatomy], hasVariants: Bool, texts: [ComposedText], eyebrow: Int?, title: Int?,
    subtitle: Int?, tags: [Int], chips: [Int], body: [BodyBlock], footer: Int?
  ) {
    self.card = card
    self.anatomies = anatomies
    self.hasVariants = hasVariants
    self.texts = texts
    self.eyebrow = eyebrow
    self.title = title
    self.subtitle = subtitle
    self.tags = tags
    self.chips = chips
    self.body = body
    self.footer = footer
  }

  /// - Parameter variant: a place in `anatomies`.
  public func anatomy(_ variant: Int) -> CardAnatomy { anatomies[variant] }

  /// The text of a slot that is one.
  public func text(of slot: TextSlot) -> Int? {
    switch slot {
    case .eyebrow: eyebrow
    case .title: title
    case .subtitle: subtitle
    case .footer: footer
    case .body, .tags: nil
    }
  }
}

/// A block of a body.
public struct BodyBlock: Sendable, Hashable {
  public indirect enum BodyBlockKind: Sendable, Hashable {
    case paragraph(text: Int)
    /// How many headings it stands below, itself included: from 1, with no number left out on the way down.
    case heading(depth: Int, text: Int)
    case quote([BodyBlock])
    case list(start: Int?, isTight: Bool, items: [BodyItem])
    /// Never wrapped; the element scrolls.
    case code(info: String, text: String, lineCount: Int)
    case rule
    case figure(LinkTarget, title: String, alt: String)
  }

  public struct BodyItem: Sendable, Hashable {
    public let blocks: [BodyBlock]
    /// Counted together with the blocks.
    public let number: Int
  }

  public let kind: BodyBlockKind
  /// The place of the block in reading order, counted over the whole body: containers before what they hold.
  public let number: Int
}
