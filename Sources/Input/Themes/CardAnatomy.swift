public import Arrangements

/// A part of a card that holds text.
public enum TextSlot: String, Sendable, Hashable, CaseIterable { case eyebrow, title, subtitle, body, tags, footer }

/// How a card is put together, top to bottom, or which other anatomies it has to choose from.
public struct CardAnatomy: Sendable, Hashable {
  public var name: String
  public var padding: Int
  public var minHeight: Int
  /// As a shelf's `maxCardHeight`; the lesser of the two holds.
  public var maxHeight: Int?
  /// A card is at least that tall for its width.
  public var ratio: Ratio?
  /// Of texts that name no other.
  public var textAlignment: TextAlignment?
  /// As a variant it is taken where a card is at least that wide between its paddings.
  public var minWidth = 0
  public var elements: [AnatomyElement]
  /// Other anatomies: a card takes the first that fits it, or the last. Only where there are no elements.
  public var variants: [PlacedName] = []

  public indirect enum AnatomyElement: Sendable, Hashable {
    case image(ImagePlacement)
    case text(TextPlacement)
    /// Elements side by side.
    case row(ItemRow)
    /// Elements below each other.
    case stack(Stack)
  }
}

/// Width to height.
public struct Ratio: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// In whole CSS pixels.
  public func height(forWidth length: Int) -> Int { (length * height + width / 2) / max(1, width) }
}

/// Where lines stand in their slot.
public enum TextAlignment: String, Sendable, Hashable, CaseIterable { case start, center, end }

/// Where elements stand across the direction of their row or stack.
public enum CrossAlignment: String, Sendable, Hashable, CaseIterable { case start, center, end, stretch }

/// Which slots are made equally tall.
public enum SlotLevel: String, Sendable, Hashable, CaseIterable {
  /// Those of all cards of a shelf; in a waterfall, of all that are equally wide.
  case shelf
  /// Those of the cards in one line. In a waterfall there is none.
  case row
}

/// How wide an element of a row or stack is. Lengths are whole CSS pixels.
public enum ItemWidth: Sendable, Hashable {
  /// What is free; several share it.
  case fill
  /// No more than there is room for.
  case fixed(Int)
  /// As wide as its texts on one line, up to a maximum and to what is free.
  case hug(maximum: Int?)
}

extension CardAnatomy {
  /// An image with a width and a height of its own, or one that is as wide as there is room for and as tall as its ratio
  /// says, rounded to whole pixels.
  public struct ImagePlacement: Sendable, Hashable {
    public var gap: Int
    public var width: Int?
    /// nil is by ratio.
    public var height: Int?
    public var ratio: Ratio = Ratio(16, 9)
    /// Reaches over the card's padding at the sides, and at the top where it is the first element.
    public var bleeds = false
    /// Kept free below the image where something stands below it, on top of that slot's own gap.
    public var below = 0
    public var minHeight = 0
    public var maxHeight: Int?
    public var maxWidth: Int?
    /// Where an image that is narrower than its stack stands; nil is as the stack says.
    public var alignment: CrossAlignment?
    public var grows = false

    /// In whole CSS pixels.
    public func size(in available: Int) -> (width: Int, height: Int) {
      let width = width ?? min(available, maxWidth ?? available)
      if let height { return (width, height) }
      return (width, max(minHeight, min(ratio.height(forWidth: width), maxHeight ?? Int.max)))
    }
  }

  public struct TextPlacement: Sendable, Hashable {
    public var slot: TextSlot
    /// Kept free above the slot where something stands above it; an absent slot takes its gap along.
    public var gap: Int
    /// This slot and all below it keep to the bottom of a card that is taller than it needs.
    public var isPinnedToBottom = false
    public var width: ItemWidth = .fill
    /// The slot is at least as tall as that many lines.
    public var minLines = 0
    public var textAlignment: TextAlignment?
    public var level: SlotLevel?
    public var grows = false
  }

  public struct ItemRow: Sendable, Hashable {
    /// Kept free above the row where something stands above it.
    public var gap: Int
    /// Between the items that a card has.
    public var spacing: Int
    /// Of items that are less tall than the row.
    public var alignment: CrossAlignment
    public var width: ItemWidth
    /// From this text size on the items stand below each other, each as wide as the row; nil is never.
    public var stackAt: TextSizeCategory?
    public var isStacked: Bool
    public var grows: Bool
    /// Not empty; never pinned, since a row has no bottom of its own.
    public var items: [AnatomyElement]

    public init(
      gap: Int, spacing: Int, alignment: CrossAlignment, width: ItemWidth = .fill,
      stackAt: TextSizeCategory? = .accessibility1, grows: Bool = false, items: [AnatomyElement]
    ) {
      self.gap = gap
      self.spacing = spacing
      self.alignment = alignment
      self.width = width
      self.stackAt = stackAt
      self.grows = grows
      self.items = items
      isStacked = false
      isStacked = isStacked(at: .large)
    }

    func isStacked(at category: TextSizeCategory) -> Bool { stackAt.map { category >= $0 } ?? false }

    /// - Parameter isEnlarged: on a page that is narrower than devices, which is what enlarged text leaves of one.
    public func isStacked(whereTextIsEnlarged isEnlarged: Bool) -> Bool { isStacked || isEnlarged && stackAt != nil }
  }

  public struct Stack: Sendable, Hashable {
    public var gap = 0
    /// Of elements that are narrower than the stack.
    public var alignment: CrossAlignment = .stretch
    public var width: ItemWidth = .fill
    public var grows = false
    /// Never pinned.
    public var elements: [AnatomyElement]
  }
}

// MARK: - What all elements have

extension CardAnatomy.AnatomyElement {
  public var gap: Int {
    switch self {
    case .image(let image): image.gap
    case .text(let text): text.gap
    case .row(let row): row.gap
    case .stack(let stack): stack.gap
    }
  }

  /// What is below it keeps to the bottom of a card that is taller than it needs.
  public var grows: Bool {
    switch self {
    case .image(let image): image.grows
    case .text(let text): text.grows
    case .row(let row): row.grows
    case .stack(let stack): stack.grows
    }
  }

  public var width: ItemWidth {
    switch self {
    case .image(let image): image.width.map { .fixed($0) } ?? .fill
    case .text(let text): text.width
    case .row(let row): row.width
    case .stack(let stack): stack.width
    }
  }

  /// Those of a row or stack.
  public var children: [CardAnatomy.AnatomyElement] {
    switch self {
    case .image, .text: []
    case .row(let row): row.items
    case .stack(let stack): stack.elements
    }
  }
}

extension CardAnatomy {
  /// The slots for text and their settings, in order.
  public var texts: [TextPlacement] { CardAnatomy.texts(in: elements) }

  public var image: ImagePlacement? { CardAnatomy.image(in: elements) }

  /// Whether texts stand beside each other, or have widths of their own: lines may be far narrower than a card.
  public var hasNarrowPlaces: Bool {
    var waiting = elements
    while let element = waiting.popLast() {
      switch element {
      case .image: continue
      case .row(let row):
        let texts = row.items.count { if case .image = $0 { false } else { true } }
        if texts > 1 || row.width != .fill { return true }
      case .text, .stack: if element.width != .fill { return true }
      }
      waiting += element.children
    }
    return false
  }

  /// The place of the first element that keeps to the bottom; all below it do too, whether the card has it or not.
  public var firstPinned: Int? {
    let pinned = elements.firstIndex { if case .text(let text) = $0 { text.isPinnedToBottom } else { false } }
    let below = elements.dropLast().firstIndex { $0.grows }.map { $0 + 1 }
    return [pinned, below].compactMap(\.self).min()
  }

  // The reader of themes bounds the depth, so recursion is bounded too.
  private static func texts(in elements: [AnatomyElement]) -> [TextPlacement] {
    elements.flatMap { element in if case .text(let text) = element { [text] } else { texts(in: element.children) } }
  }

  private static func image(in elements: [AnatomyElement]) -> ImagePlacement? {
    for element in elements {
      if case .image(let image) = element { return image }
      if let image = image(in: element.children) { return image }
    }
    return nil
  }
}

extension Theme {
  /// The anatomies that a card of this one chooses from, best first: itself, or its variants and theirs.
  ///
  /// - Returns: at least one; none that has variants.
  public func alternatives(of anatomy: CardAnatomy) -> [CardAnatomy] {
    var found: [CardAnatomy] = []
    var visited: Set<String> = []
    var waiting = [anatomy]
    while let next = waiting.popLast() {
      guard visited.insert(next.name).inserted else { continue }
      if next.variants.isEmpty { found.append(next) }
      waiting += next.variants.reversed().compactMap { self.anatomy($0.name) }
    }
    return found.isEmpty ? [anatomy] : found
  }
}
