public import Geometry
public import TextLayout
public import Themes

/// A card with shaped texts, which does not depend on a width.
public struct PreparedCard: Sendable {
  public internal(set) var composed: ComposedCard
  /// One for each of `composed.texts`.
  public internal(set) var texts: [PreparedText]

  public init(_ composed: ComposedCard, preparer: inout TextPreparer) {
    self.composed = composed
    var texts: [PreparedText] = []
    texts.reserveCapacity(composed.texts.count)
    for index in composed.texts.indices { texts.append(preparer.prepare(composed.texts[index].styled)) }
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

/// The path of an element in its anatomy: its index in the card's stack, then in the row or stack there, and so on.
public typealias ElementPath = [Int]

/// The size and slots of a card at one width.
///
/// Copies share their content: steps that show a card in the same way refer to the same content, so that comparing them
/// is fast.
public struct MeasuredCard: Sendable, Hashable {
  private final class SharedCard: Sendable {
    let content: MeasuredContent
    /// True if the markup divides a text.
    let dividesText: Bool
    let lineCount: Int
    let settledCount: Int

    init(_ content: MeasuredContent) {
      self.content = content
      var (dividesText, lineCount, settledCount) = (false, 0, 0)
      let texts = content.texts.span
      for index in texts.indices {
        guard let count = texts[index]?.lineCount else { continue }
        lineCount += count
        guard texts[index]?.isDivided == true else { continue }
        dividesText = true
        settledCount += texts[index]?.settledCount ?? 0
      }
      self.dividesText = dividesText
      self.lineCount = lineCount
      self.settledCount = settledCount
    }
  }

  private let shared: SharedCard

  init(_ content: MeasuredContent) { shared = SharedCard(content) }

  var content: MeasuredContent { shared.content }
  /// True if the markup divides a text.
  public var dividesText: Bool { shared.dividesText }
  /// Of all texts.
  public var lineCount: Int { shared.lineCount }
  /// Of all texts; see ``MeasuredText/settledCount``.
  public var settledCount: Int { shared.settledCount }

  /// The index of the anatomy in use in `ComposedCard.anatomies`.
  public var variant: Int { shared.content.variant }
  public var width: Int { shared.content.width }
  /// The least height that contains everything, after cutting.
  public var naturalHeight: Pixels { shared.content.naturalHeight }
  public var slots: [MeasuredSlot] { shared.content.slots }
  /// nil if none are visible.
  public var tags: MeasuredTags? { shared.content.tags }
  /// One for each of `ComposedCard.texts`; nil if cutting hides the whole text.
  public var texts: [MeasuredText?] { shared.content.texts }
  /// Blocks and list items of the body, by number, that cutting hides.
  public var hiddenBlocks: Set<Int> { shared.content.hiddenBlocks }
  /// True if there are any.
  public var hidesBlocks: Bool { !shared.content.hiddenBlocks.isEmpty }
  /// True if the card is taller than allowed and cannot be cut further.
  public var exceedsMaximum: Bool { shared.content.exceedsMaximum }
  /// Slots that the card lacks but keeps free, to be level with others.
  public var rooms: Set<TextSlot> { shared.content.rooms }
  /// True if there are any.
  public var keepsRooms: Bool { !shared.content.rooms.isEmpty }
  /// The widths of items of rows, and of texts that are as wide as needed: whole CSS pixels.
  public var itemWidths: [ElementPath: Int] { shared.content.itemWidths }

  /// A card without any visible content.
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

  /// Returns whether two copies share their content. If they do not, they may still be equal.
  public func isIdentical(to other: MeasuredCard) -> Bool { shared === other.shared }

  public static func == (a: MeasuredCard, b: MeasuredCard) -> Bool {
    // The width differs most often, and a whole content is copied to be compared.
    a.isIdentical(to: b) || a.width == b.width && a.shared.content == b.shared.content
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(shared.content) }
}

/// The content of a measured card while it is built.
struct MeasuredContent: Sendable, Hashable {
  // The property that differs most often is first, because equality compares in this order.
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
