public import Arrangements
public import Content

/// The layout of a card from top to bottom, or a list of other anatomies to choose from.
public struct CardAnatomy: Sendable, Hashable {
  public var name: String
  public var padding: Int
  /// The thickness of a line inside its edges, in halves of a CSS pixel. It is above the content and takes no room.
  public var border = 0
  public var minHeight: Int
  /// The greatest height, like a shelf's `maxCardHeight`; the smaller of the two applies.
  public var maxHeight: Int?
  /// The least height of a card in relation to its width.
  public var ratio: Ratio?
  /// The alignment of texts that do not set their own.
  public var textAlignment: TextAlignment?
  /// The least width between its paddings at which a card uses the anatomy, if it is a variant.
  public var minWidth = 0
  public var elements: [AnatomyElement]
  /// Other anatomies: a card uses the first that fits, or the last. Only without elements.
  public var variants: [PlacedName] = []

  /// It is indirect because it is large, and each card passes over the elements of its anatomy.
  public indirect enum AnatomyElement: Sendable, Hashable {
    case image(ImagePlacement)
    case text(TextPlacement)
    /// Elements next to each other.
    case row(ItemRow)
    /// Elements below each other.
    case stack(Stack)
  }
}

/// The ratio of width to height.
public struct Ratio: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// The height for a width, in whole CSS pixels.
  public func height(forWidth length: Int) -> Int { (length * height + width / 2) / max(1, width) }
}

/// The alignment of lines in their slot.
public enum TextAlignment: String, Sendable, Hashable, CaseIterable { case start, center, end }

/// The alignment of elements perpendicular to the direction of their row or stack.
public enum CrossAlignment: String, Sendable, Hashable, CaseIterable { case start, center, end, stretch }

/// The slots that are equally tall.
public enum SlotLevel: String, Sendable, Hashable, CaseIterable {
  /// The slots of all cards of a shelf; in a waterfall, of all cards of the same width.
  case shelf
  /// The slots of the cards in one line. A waterfall has no lines.
  case row
}

/// The width of an element of a row or stack. Lengths are whole CSS pixels.
public enum ItemWidth: Sendable, Hashable {
  /// The remaining space, which several elements share.
  case fill
  /// A fixed width, but no more than there is room for.
  case fixed(Int)
  /// As wide as its texts on one line, up to a maximum and to the remaining space.
  case hug(maximum: Int?)
}

extension CardAnatomy {
  /// An image with a fixed width and height, or one that fills the available width and is as tall as its ratio
  /// requires, rounded to whole pixels.
  public struct ImagePlacement: Sendable, Hashable {
    public var gap: Int
    public var width: Int?
    /// The fixed height; nil means that the ratio gives the height.
    public var height: Int?
    public var ratio: Ratio = Ratio(16, 9)
    /// Extends over the card's padding at the sides, and at the top if it is the first element.
    public var bleeds = false
    /// The space below the image if there is something below it, in addition to the gap of the next slot.
    public var below = 0
    public var minHeight = 0
    public var maxHeight: Int?
    public var maxWidth: Int?
    /// The alignment of an image that is narrower than its stack; nil means the alignment of the stack.
    public var alignment: CrossAlignment?
    public var grows = false

    /// The size in an available width, in whole CSS pixels.
    public func size(in available: Int) -> (width: Int, height: Int) {
      let width = width ?? min(available, maxWidth ?? available)
      if let height { return (width, height) }
      return (width, max(minHeight, min(ratio.height(forWidth: width), maxHeight ?? Int.max)))
    }
  }

  public struct TextPlacement: Sendable, Hashable {
    /// A slot of any kind except ``SlotKind/image``.
    public var slot: Slot
    /// The space above the slot if there is something above it; an absent slot has no gap.
    public var gap: Int
    /// True if this slot and all below it move to the bottom of a card that is taller than needed.
    public var isPinnedToBottom = false
    public var width: ItemWidth = .fill
    /// The least height of the slot, in lines.
    public var minLines = 0
    public var textAlignment: TextAlignment?
    public var level: SlotLevel?
    public var grows = false
  }

  public struct ItemRow: Sendable, Hashable {
    /// The space above the row if there is something above it.
    public var gap: Int
    /// The space between the items that a card has.
    public var spacing: Int
    /// The alignment of items that are less tall than the row.
    public var alignment: CrossAlignment
    public var width: ItemWidth
    /// The text size from which the items are stacked, each as wide as the row; nil means never.
    public var stackAt: TextSizeCategory?
    public var isStacked: Bool
    public var grows: Bool
    /// The items of the row; never empty. None is pinned: only the card's own stack can pin elements to its bottom.
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

    /// - Parameter isEnlarged: true on a page that is narrower than any device, as with enlarged text.
    public func isStacked(whereTextIsEnlarged isEnlarged: Bool) -> Bool { isStacked || isEnlarged && stackAt != nil }
  }

  public struct Stack: Sendable, Hashable {
    public var gap = 0
    /// The alignment of elements that are narrower than the stack.
    public var alignment: CrossAlignment = .stretch
    public var width: ItemWidth = .fill
    public var grows = false
    /// The elements of the stack; none is pinned.
    public var elements: [AnatomyElement]
  }
}

// MARK: - Properties of all elements

extension CardAnatomy.AnatomyElement {
  public var gap: Int {
    switch self {
    case .image(let image): image.gap
    case .text(let text): text.gap
    case .row(let row): row.gap
    case .stack(let stack): stack.gap
    }
  }

  /// True if the content below it moves to the bottom of a card that is taller than needed.
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

  /// The elements of a row or stack.
  public var children: [CardAnatomy.AnatomyElement] {
    switch self {
    case .image, .text: []
    case .row(let row): row.items
    case .stack(let stack): stack.elements
    }
  }
}

extension CardAnatomy {
  /// The slots other than images and their settings, in order.
  public var texts: [TextPlacement] { CardAnatomy.texts(in: elements) }

  public var image: ImagePlacement? { CardAnatomy.image(in: elements) }

  /// The index of the first pinned element; all elements below it are pinned too, whether the card has them or not.
  public var firstPinned: Int? {
    let elements = elements.span
    for index in elements.indices {
      if case .text(let text) = elements[index], text.isPinnedToBottom { return index }
      if index + 1 < elements.count, elements[index].grows { return index + 1 }
    }
    return nil
  }

  // The reader of themes limits the depth, so the recursion is bounded.
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
  /// The anatomies that a card can use, in order of preference: this one, or its variants and their variants.
  ///
  /// - Returns: at least one anatomy; none has variants.
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
