import Arrangements
import Geometry
import Themes

/// The properties of an item of a row that determine its width.
struct RowItem {
  var width: ItemWidth
  /// The width on one line, in whole CSS pixels.
  var ownWidth: Int
  /// True for a fixed width, which is kept even if there is no room for it.
  var keepsWidth: Bool
}

extension RowItem {
  /// - Parameter ownWidth: the width of the element on one line.
  init(_ element: CardAnatomy.AnatomyElement, ownWidth: Int) {
    width = element.width
    self.ownWidth = ownWidth
    keepsWidth = if case .image = element { true } else { false }
  }
}

/// The widths of a row's items: first the fixed ones, then those that are as wide as needed, in order, and the rest in
/// equal shares, with leftover pixels spread among them.
///
/// - Complexity: O(items).
func rowWidths(_ items: [RowItem], in width: Int, spacing: Int) -> [Int] {
  var widths = items.map { _ in 0 }
  var free = max(0, width - spacing * max(0, items.count - 1))
  func take(_ wanted: Int, for index: Int) {
    widths[index] = min(wanted, free)
    free -= widths[index]
  }
  for (index, item) in items.enumerated() {
    guard case .fixed(let wanted) = item.width else { continue }
    take(wanted, for: index)
    if item.keepsWidth { widths[index] = wanted }
  }
  for (index, item) in items.enumerated() {
    if case .hug(let maximum) = item.width { take(min(item.ownWidth, maximum ?? Int.max), for: index) }
  }
  let filling = items.indices.filter { items[$0].width == .fill }
  for (index, share) in zip(filling, spreadShares(of: Pixels(free), among: filling.count)) {
    widths[index] = share.roundedDown
  }
  return widths
}
