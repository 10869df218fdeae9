public import Geometry

/// One slot of a card that stacks them.
public struct StackedSlot: Hashable, Sendable {
  /// Zero where the card has nothing to show in it.
  public var height: Pixels
  /// To what stands above it; the first slot's counts too.
  public var gapAbove: Pixels

  public init(height: Pixels, gapAbove: Pixels = .zero) {
    self.height = height
    self.gapAbove = gapAbove
  }
}

/// The height of a card: its paddings, its slots and the gaps above them.
///
/// - Parameters:
///   - slots: from the top, each with the gap above it.
///   - paddingTop: above the first slot.
///   - paddingBottom: below the last.
///   - collapsesGaps: whether an empty slot takes its gap with it.
/// - Complexity: O(slots).
public func stackedHeight(
  of slots: [StackedSlot], paddingTop: Pixels, paddingBottom: Pixels, collapsesGaps: Bool = false
) -> Pixels {
  var height = paddingTop.bounded + paddingBottom.bounded
  for slot in slots where slot.height > .zero || !collapsesGaps {
    height += slot.gapAbove.bounded + slot.height.bounded
  }
  return height.bounded
}

/// What a card needs: lines that may be cut, and all the rest.
public struct CardNeed: Hashable, Sendable {
  /// Everything but the lines of the slot that is cut, its gap included.
  public var fixedHeight: Pixels
  public var lineHeight: Pixels
  public var lineCount: Int

  public init(fixedHeight: Pixels, lineHeight: Pixels = .zero, lineCount: Int = 0) {
    self.fixedHeight = fixedHeight
    self.lineHeight = lineHeight
    self.lineCount = lineCount
  }

  public var naturalHeight: Pixels { fixedHeight.bounded + height(ofLines: lineCount) }

  /// Saturating, as the number of lines has no bound of its own.
  fileprivate func height(ofLines count: Int) -> Pixels {
    let most = lineHeight > .zero ? Pixels.longest.sixtyFourths / lineHeight.sixtyFourths : 0
    return lineHeight.bounded * min(max(0, count), most)
  }
}

/// What becomes of a card that is taller than the maximum.
public enum HeightClamp: Hashable, Sendable, CaseIterable {
  /// It is as tall as the maximum; below its last whole line some room may stay blank.
  case exact
  /// It ends after its last whole line.
  case wholeLine
}

/// A card under a maximum height.
public struct ClampedCard: Hashable, Sendable {
  public var height: Pixels
  /// Whole lines that are shown.
  public var visibleLines: Int
  public var isClamped: Bool
}

extension CardNeed {
  /// The card no taller than a maximum: `height < maximum ? height : maximum`, and as many whole lines as that holds.
  ///
  /// A card whose fixed part alone is taller is as tall as the maximum and shows no line.
  public func clamped(to maximum: Pixels?, _ clamp: HeightClamp) -> ClampedCard {
    let natural = naturalHeight
    guard let maximum = maximum?.bounded, natural > maximum else {
      return ClampedCard(height: natural, visibleLines: max(0, lineCount), isClamped: false)
    }
    let room = max(.zero, maximum - fixedHeight.bounded)
    let line = lineHeight.bounded
    let lines = line > .zero ? min(max(0, lineCount), room.sixtyFourths / line.sixtyFourths) : 0
    let snapped = min(maximum, fixedHeight.bounded + line * lines)
    return ClampedCard(height: clamp == .exact ? maximum : snapped, visibleLines: lines, isClamped: true)
  }
}

/// The cards of a shelf, for its height.
public struct ShelfNeed: Hashable, Sendable {
  public var cards: [CardNeed]
  public var maximumCardHeight: Pixels?
  public var clamp: HeightClamp
  /// Shelves of one name are equally tall; one without a name is on its own.
  public var group: String?

  public init(
    cards: [CardNeed], maximumCardHeight: Pixels? = nil, clamp: HeightClamp = .exact, group: String? = nil
  ) {
    self.cards = cards
    self.maximumCardHeight = maximumCardHeight
    self.clamp = clamp
    self.group = group
  }
}

/// The one height of all cards of each shelf: as tall as the tallest needs after its clamp, over the whole group where
/// the shelf is in one.
///
/// The least maximum of a group holds for all of it, and so does the clamp to whole lines of any of its shelves, also
/// where such a shelf has no cards: so heights never fall when a card is added.
///
/// - Returns: one height a shelf, in order; zero for a shelf without cards. Heights do not depend on the order of cards
///   or shelves.
/// - Complexity: O(cards + shelves).
public func uniformCardHeights(of shelves: [ShelfNeed]) -> [Pixels] {
  var maxima: [String: Pixels] = [:]
  var wholeLines: Set<String> = []
  for shelf in shelves {
    guard let group = shelf.group else { continue }
    if let maximum = shelf.maximumCardHeight { maxima[group] = min(maximum, maxima[group] ?? maximum) }
    if shelf.clamp == .wholeLine { wholeLines.insert(group) }
  }
  var groupHeights: [String: Pixels] = [:]
  let heights = shelves.map { shelf in
    let maximum = shelf.group.map { maxima[$0] } ?? shelf.maximumCardHeight
    let clamp = shelf.group.map { wholeLines.contains($0) ? .wholeLine : .exact } ?? shelf.clamp
    let height = shelf.cards.reduce(Pixels.zero) { max($0, $1.clamped(to: maximum, clamp).height) }
    if let group = shelf.group { groupHeights[group] = max(height, groupHeights[group] ?? .zero) }
    return height
  }
  return zip(shelves, heights).map { shelf, height in
    shelf.cards.isEmpty ? .zero : shelf.group.flatMap { groupHeights[$0] } ?? height
  }
}
