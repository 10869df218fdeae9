public import Geometry
public import TextLayout
public import Themes

/// A card whose texts are shaped; it knows no width.
public struct PreparedCard: Sendable {
  public internal(set) var composed: ComposedCard
  /// One for each of `composed.texts`.
  public internal(set) var texts: [PreparedText]

  public init(_ composed: ComposedCard, preparer: inout TextPreparer) {
    self.composed = composed
    var texts: [PreparedText] = []
    for text in composed.texts { texts.append(preparer.prepare(text.styled)) }
    self.texts = texts
  }
}

/// A part of a card that has a frame.
public enum SlotName: String, Sendable, Hashable, CaseIterable {
  case image, eyebrow, title, subtitle, body, tags, footer

  public init(_ slot: TextSlot) {
    switch slot {
    case .eyebrow: self = .eyebrow
    case .title: self = .title
    case .subtitle: self = .subtitle
    case .body: self = .body
    case .tags: self = .tags
    case .footer: self = .footer
    }
  }
}

/// The place of an element in its anatomy: in the card's stack, then in the row or stack that is there, and so on.
public typealias ElementPath = [Int]

/// A slot of a card at one width.
public struct MeasuredSlot: Sendable, Hashable {
  public var name: SlotName
  /// In the card, at its natural height.
  public var frame: Frame
  /// Moves down with the bottom of a card that is taller than it needs.
  public var isPinned: Bool
  /// Lines of text, or rows of tags; for an image 0.
  public var lineCount: Int
  public var isTruncated: Bool
  /// What the slot takes by itself; a row whose items are stretched may make it taller.
  public var ownHeight: Pixels
  /// What it was made at least as tall as, to be level with others.
  public var levelHeight: Pixels?
  /// What a body has at least by the number of lines that its anatomy gives it, where the card's greatest height leaves
  /// it less than that.
  public var loweredHeight: Pixels?
}

/// A card at one width: what it needs.
///
/// Copies share one content: the steps that show a card alike hold the same one, and see so at once.
public struct MeasuredCard: Sendable, Hashable {
  private final class SharedCard: Sendable {
    let content: MeasuredContent

    init(_ content: MeasuredContent) { self.content = content }
  }

  private let shared: SharedCard

  init(_ content: MeasuredContent) { shared = SharedCard(content) }

  var content: MeasuredContent { shared.content }

  /// The place in `ComposedCard.anatomies` of the one that was taken.
  public var variant: Int { shared.content.variant }
  public var width: Int { shared.content.width }
  /// The least height that holds everything, after any clamp.
  public var naturalHeight: Pixels { shared.content.naturalHeight }
  public var slots: [MeasuredSlot] { shared.content.slots }
  /// nil where none shows.
  public var tags: MeasuredTags? { shared.content.tags }
  /// One for each of `ComposedCard.texts`; nil where a clamp hides the whole text.
  public var texts: [MeasuredText?] { shared.content.texts }
  /// Blocks and list items of the body, by number, that a clamp hides.
  public var hiddenBlocks: Set<Int> { shared.content.hiddenBlocks }
  /// The card is taller than it may be and has nothing left to cut.
  public var exceedsMaximum: Bool { shared.content.exceedsMaximum }
  /// Slots that the card lacks and keeps free, to be level with others.
  public var rooms: Set<TextSlot> { shared.content.rooms }
  /// Of the items of rows, and of texts that are as wide as they need: whole CSS pixels.
  public var itemWidths: [ElementPath: Int] { shared.content.itemWidths }

  /// A card of which nothing shows.
  public static func hidden(textCount: Int) -> MeasuredCard {
    MeasuredCard(MeasuredContent(width: 0, texts: Array(repeating: nil, count: textCount)))
  }

  public func slot(_ name: SlotName) -> MeasuredSlot? { shared.content.slot(name) }

  /// The slots in a card of a given height, which is at least the natural one.
  public func slots(inHeight height: Pixels) -> [MeasuredSlot] {
    var placed = slots
    for index in placed.indices where placed[index].isPinned { placed[index].frame.y += height - naturalHeight }
    return placed
  }

  /// Whether two copies are of one card: what is not may still be equal.
  public func isIdentical(to other: MeasuredCard) -> Bool { shared === other.shared }

  public static func == (a: MeasuredCard, b: MeasuredCard) -> Bool {
    a.isIdentical(to: b) || a.shared.content == b.shared.content
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared.content) }
}

/// What a measured card says, while it is put together.
struct MeasuredContent: Sendable, Hashable {
  // What is told apart soonest stands first: equality asks in this order.
  var width: Int
  var naturalHeight = Pixels.zero
  var variant = 0
  var exceedsMaximum = false
  var slots: [MeasuredSlot] = []
  var texts: [MeasuredText?]
  var tags: MeasuredTags?
  var hiddenBlocks: Set<Int> = []
  var rooms: Set<TextSlot> = []
  var itemWidths: [ElementPath: Int] = [:]

  func slot(_ name: SlotName) -> MeasuredSlot? { slots.first { $0.name == name } }
}
