import Content
public import Geometry
import TextLayout
import Themes

/// The layouts of cards, stored in columns: one more layout needs no separate allocation.
struct CardLayouts: Sendable {
  var rows: [LayoutRow] = []
  /// The slots of all rows; those of one row are consecutive.
  var slots: [MeasuredSlot] = []
  /// The lines of each text of each row, as their number in `lines.lines`; none if cutting hides the whole text.
  var texts: [OptionalIndex] = []
  /// The properties that most layouts do not have.
  var details: [LayoutDetails] = []
  var lines = KnownLines()

  func slot(_ id: Slot, ofRow row: Int) -> MeasuredSlot? {
    let slots = slots.span
    for index in rows[row].slots where slots[index].id == id { return slots[index] }
    return nil
  }

  /// The number of the lines of a text; nil if cutting hides it.
  func lines(ofText text: Int, inRow row: Int) -> Int? { texts[rows[row].firstText + text].index }

  /// The number of lines of a text; 0 if cutting hides it.
  func lineCount(ofText text: Int, inRow row: Int) -> Int {
    lines(ofText: text, inRow: row).map { lines.lines.counts[$0].lineCount } ?? 0
  }

  /// See ``TextLines/details(_:)``; nil if cutting hides the text.
  func lineDetails(ofText text: Int, inRow row: Int) -> LineDetails? {
    lines(ofText: text, inRow: row).flatMap { lines.lines.details($0) }
  }

  /// The number of lines of all texts in a range of `texts`, and of those that resolve a close call.
  func lineCounts(ofTexts range: Range<Int>) -> (all: Int, settled: Int, dividesText: Bool) {
    var result = (all: 0, settled: 0, dividesText: false)
    let (texts, counts) = (texts.span, lines.lines.counts.span)
    for index in range {
      guard let number = texts[index].index else { continue }
      result.all += counts[number].lineCount
      guard counts[number].isDivided else { continue }
      result.settled += counts[number].settledCount
      result.dividesText = true
    }
    return result
  }

  /// Removes the last row.
  mutating func removeLast() {
    let row = rows.removeLast()
    slots.removeLast(slots.count - row.slots.lowerBound)
    texts.removeLast(texts.count - row.firstText)
    if let first = row.details { details.removeLast(details.count - first) }
  }
}

/// A layout of a card at one width.
///
/// Numbers have 32 bits, because a shelf has several layouts of each card.
@usableFromInline
struct LayoutRow: Sendable {
  @usableFromInline let ownWidth: Int32
  @usableFromInline let ownVariant: Int32
  @usableFromInline let height: Int32
  @usableFromInline let firstSlot: Int32
  @usableFromInline let slotCount: Int32
  @usableFromInline let startOfTexts: Int32
  @usableFromInline let textTotal: Int32
  @usableFromInline let tagNumber: OptionalIndex
  @usableFromInline let tagWidth: Int32
  @usableFromInline let detailNumber: OptionalIndex
  @usableFromInline let lineTotal: Int32
  @usableFromInline let settledTotal: Int32
  /// True if the markup divides a text.
  @usableFromInline let dividesText: Bool
  @usableFromInline var exceedsMaximum = false

  init(
    width: Int, variant: Int, naturalHeight: Pixels, slots: Range<Int>, texts: Range<Int>, tags: Int?, tagWidth: Int,
    details: Int?, lineCount: Int, settledCount: Int, dividesText: Bool
  ) {
    ownWidth = Int32(clamping: width)
    ownVariant = Int32(truncatingIfNeeded: variant)
    height = Int32(clamping: naturalHeight.sixtyFourths)
    firstSlot = Int32(truncatingIfNeeded: slots.lowerBound)
    slotCount = Int32(truncatingIfNeeded: slots.count)
    startOfTexts = Int32(truncatingIfNeeded: texts.lowerBound)
    textTotal = Int32(truncatingIfNeeded: texts.count)
    tagNumber = OptionalIndex(tags)
    self.tagWidth = Int32(clamping: tagWidth)
    detailNumber = OptionalIndex(details)
    lineTotal = Int32(clamping: lineCount)
    settledTotal = Int32(clamping: settledCount)
    self.dividesText = dividesText
  }

  /// The width in whole CSS pixels.
  @inlinable var width: Int { Int(ownWidth) }
  /// The index of the anatomy in use in `ComposedCard.anatomies`.
  @inlinable var variant: Int { Int(ownVariant) }
  /// The least height that contains everything, after cutting.
  @inlinable var naturalHeight: Pixels { Pixels(sixtyFourths: Int(height)) }
  @inlinable var slots: Range<Int> { Int(firstSlot)..<Int(firstSlot) + Int(slotCount) }
  @inlinable var firstText: Int { Int(startOfTexts) }
  @inlinable var textCount: Int { Int(textTotal) }
  /// The index in `KnownLines.tags`; nil if no tags are visible.
  @inlinable var tags: Int? { tagNumber.index }
  /// The width of the rows of tags, in whole CSS pixels.
  var widthOfTags: Int { Int(tagWidth) }
  /// The index in `CardLayouts.details`; nil if there are none.
  var details: Int? { detailNumber.index }
  /// The number of lines of all texts.
  @inlinable var lineCount: Int { Int(lineTotal) }
  /// The sum over all texts of ``LineDetails/settledCount``.
  @inlinable var settledCount: Int { Int(settledTotal) }
}

/// The properties that most layouts do not have.
struct LayoutDetails: Sendable, Hashable {
  static let none = LayoutDetails()

  /// Blocks and list items of the body, by number, that cutting hides.
  var hiddenBlocks: Set<Int> = []
  /// The room of the visible numbers of items in the body, in order.
  var markers: [MarkerFrame] = []
  /// The columns of the tables in the body, by the number of the table.
  var columns: [Int: TableColumns] = [:]
  /// Slots that the card lacks but keeps free, so that it is level with other cards.
  var rooms: Set<Slot> = []
  /// The widths of items of rows, and of texts that are as wide as needed: whole CSS pixels.
  var itemWidths: [ElementPath: Int] = [:]
}
