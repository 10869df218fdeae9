public import Content
public import Geometry
public import TextLayout

/// A card with shaped texts, which does not depend on a width.
public struct PreparedCard: Sendable {
  public internal(set) var composed: ComposedCard
  /// The prepared form of each of `composed.texts`.
  public internal(set) var texts: [PreparedText]

  public init(_ composed: ComposedCard, preparer: inout TextPreparer) {
    self.composed = composed
    var texts: [PreparedText] = []
    texts.reserveCapacity(composed.texts.count)
    for index in composed.texts.indices { texts.append(preparer.prepare(composed.texts[index].styled)) }
    self.texts = texts
  }
}

/// The path of an element in its anatomy: its index in the card's stack, then in the row or stack there, and so on.
public typealias ElementPath = [Int]

/// The size and slots of a card at one width: a row in the layouts of its shelf.
///
/// Steps that show a card in the same way refer to the same row, so that comparing them is fast.
public struct MeasuredCard: Sendable, Hashable {
  @usableFromInline let layouts: SharedLayouts
  @usableFromInline let number: Int

  init(_ layouts: SharedLayouts, row: Int) {
    self.layouts = layouts
    number = row
  }

  @inlinable var row: LayoutRow { layouts.rows[number] }
  private var details: LayoutDetails {
    guard let number = row.details else { return LayoutDetails.none }
    return layouts.details[number]
  }

  /// True if the markup divides a text.
  @inlinable
  public var dividesText: Bool { row.dividesText }
  /// The number of lines of all texts.
  @inlinable
  public var lineCount: Int { row.lineCount }
  /// The sum over all texts of ``LineDetails/settledCount``.
  @inlinable
  public var settledCount: Int { row.settledCount }
  /// The index of the anatomy in use in `ComposedCard.anatomies`.
  @inlinable
  public var variant: Int { row.variant }
  @inlinable
  public var width: Int { row.width }
  /// The least height that contains everything, after cutting.
  @inlinable
  public var naturalHeight: Pixels { row.naturalHeight }
  /// True if the card is taller than allowed and cannot be cut further.
  @inlinable
  public var exceedsMaximum: Bool { row.exceedsMaximum }
  /// Blocks and list items of the body, by number, that cutting hides.
  public var hiddenBlocks: Set<Int> { details.hiddenBlocks }
  /// True if cutting hides any blocks.
  public var hidesBlocks: Bool { row.details != nil && !details.hiddenBlocks.isEmpty }
  /// The room of the visible numbers of items in the body, in order.
  public var markers: [MarkerFrame] { row.details == nil ? [] : details.markers }
  /// The columns of the tables in the body, by the number of the table.
  public var columns: [Int: TableColumns] { row.details == nil ? [:] : details.columns }
  /// Slots that the card lacks but keeps free, so that it is level with other cards.
  public var rooms: Set<Slot> { details.rooms }
  /// True if the card keeps any slots free.
  public var keepsRooms: Bool { row.details != nil && !details.rooms.isEmpty }
  /// The widths of items of rows, and of texts that are as wide as needed: whole CSS pixels.
  public var itemWidths: [ElementPath: Int] { details.itemWidths }

  // MARK: Slots

  /// - Complexity: O(slots); see ``slot(at:)``.
  public var slots: [MeasuredSlot] { Array(layouts.slots[row.slots]) }
  @inlinable
  public var slotCount: Int { row.slots.count }

  /// - Parameter index: from 0 to `slotCount - 1`.
  @inlinable
  public func slot(at index: Int) -> MeasuredSlot { layouts.slots[row.slots.lowerBound + index] }

  @inlinable
  public func slot(_ id: Slot) -> MeasuredSlot? {
    for index in row.slots where layouts.slots[index].id == id { return layouts.slots[index] }
    return nil
  }

  /// The slots in a card of a given height, which is at least the natural one.
  public func slots(inHeight height: Pixels) -> [MeasuredSlot] {
    var placed = slots
    for index in placed.indices where placed[index].isPinned { placed[index].frame.y += height - naturalHeight }
    return placed
  }

  // MARK: Texts

  /// The lines of each of `ComposedCard.texts`; nil if cutting hides the whole text.
  ///
  /// - Complexity: O(texts); see ``text(_:)``.
  public var texts: [MeasuredText?] { (0..<textCount).map { text($0) } }
  @inlinable
  public var textCount: Int { row.textCount }

  /// The lines of a text of the card; nil if cutting hides the whole text.
  @inlinable
  public func text(_ index: Int) -> MeasuredText? {
    guard let number = lineNumber(ofText: index) else { return nil }
    return layouts.lines[number]
  }

  /// The details of the lines of a text; nil if there are none, or if cutting hides the whole text.
  @inlinable
  public func lineDetails(ofText index: Int) -> LineDetails? {
    guard let number = lineNumber(ofText: index) else { return nil }
    return layouts.lines.details(number)
  }

  /// True if the markup divides a text.
  @inlinable
  public func dividesText(_ index: Int) -> Bool {
    guard let number = lineNumber(ofText: index) else { return false }
    return layouts.lines.counts[number].isDivided
  }

  /// Appends the byte offsets at which the lines of a text start, unless it is hidden.
  @inlinable
  public func appendLineStarts(ofText index: Int, to offsets: inout [Int]) {
    if let number = lineNumber(ofText: index) { layouts.lines.appendStarts(number, to: &offsets) }
  }

  /// A number for the lines of a text; nil if cutting hides the whole text. In two layouts of the card, equal numbers
  /// mean equal lines, and equal lines usually have equal numbers.
  @inlinable
  public func lineNumber(ofText index: Int) -> Int? { layouts.texts[row.firstText + index].index }

  /// A number for the rows of tags; nil if none are visible. In two layouts of the card, equal numbers mean the same
  /// rows.
  @inlinable
  public var tagNumber: Int? { row.tags }

  /// The visible tags; nil if there are none.
  public var tags: MeasuredTags? {
    row.tags.map { MeasuredTags(layouts.tags[$0], available: Pixels(row.widthOfTags)) }
  }

  // MARK: Equality

  /// Returns whether two cards are the same row. If they are not, they may still be equal.
  @inlinable
  public func isIdentical(to other: MeasuredCard) -> Bool { layouts === other.layouts && number == other.number }

  func isRow(_ row: Int, of layouts: SharedLayouts) -> Bool { number == row && self.layouts === layouts }

  public static func == (a: MeasuredCard, b: MeasuredCard) -> Bool {
    if a.isIdentical(to: b) { return true }
    // Properties that differ most often are compared first.
    let (one, other) = (a.row, b.row)
    return one.width == other.width && one.naturalHeight == other.naturalHeight && one.variant == other.variant
      && one.exceedsMaximum == other.exceedsMaximum && a.hasSlots(of: b) && a.hasTexts(of: b) && a.tags == b.tags
      && (one.details == nil && other.details == nil || a.details == b.details)
  }

  private func hasSlots(of other: MeasuredCard) -> Bool {
    let (own, others) = (row.slots, other.row.slots)
    return layouts.slots[own] == other.layouts.slots[others]
  }

  private func hasTexts(of other: MeasuredCard) -> Bool {
    guard row.textCount == other.row.textCount else { return false }
    let areOfOneShelf = layouts === other.layouts
    for index in 0..<row.textCount {
      if areOfOneShelf, lineNumber(ofText: index) == other.lineNumber(ofText: index) { continue }
      if text(index) != other.text(index) { return false }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(naturalHeight)
    hasher.combine(variant)
  }
}

/// The layouts of the cards of a shelf, which measured cards refer to.
@usableFromInline
final class SharedLayouts: Sendable {
  static let none = SharedLayouts(CardLayouts())

  @usableFromInline let rows: [LayoutRow]
  @usableFromInline let slots: [MeasuredSlot]
  @usableFromInline let texts: [OptionalIndex]
  let details: [LayoutDetails]
  @usableFromInline let lines: TextLines
  let tags: [TagsInRows]

  init(_ layouts: CardLayouts) {
    rows = layouts.rows
    slots = layouts.slots
    texts = layouts.texts
    details = layouts.details
    lines = layouts.lines.lines
    tags = layouts.lines.tags
  }
}

/// The cards of a shelf at one step.
public struct LaidOutCards: Sendable, Hashable, RandomAccessCollection {
  /// The layouts of the cards at all steps.
  var layouts = SharedLayouts.none
  /// The row of each card in the layouts.
  var rows: [Int] = []

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }

  public subscript(index: Int) -> MeasuredCard { MeasuredCard(layouts, row: rows[index]) }

  /// True if a text of some card of the shelf, in some layout, is wider than its line.
  public var mayOverflow: Bool { layouts.lines.haveOverflows }

  /// Returns whether all cards use the same anatomies in both.
  public func haveVariants(of other: LaidOutCards) -> Bool {
    guard count == other.count else { return false }
    let (own, others) = (layouts, other.layouts)
    for index in rows.indices where own !== others || rows[index] != other.rows[index] {
      if own.rows[rows[index]].variant != others.rows[other.rows[index]].variant { return false }
    }
    return true
  }

  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }

  public func hash(into hasher: inout Hasher) { for card in self { hasher.combine(card) } }
}
