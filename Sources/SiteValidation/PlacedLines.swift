/// The wrapping lines of a flow, a grid's rows or a list, on pages of some width. Lengths are CSS pixels.
struct PlacedLines {
  struct Card {
    let width: Double
    let height: Double
    let marginStart: Double
    let marginEnd: Double
    let marginTop: Double
  }

  typealias Rectangle = (x: Double, y: Double, width: Double, height: Double)

  let room: Double
  let start: Double
  let columnGap: Double
  let rowGap: Double
  let alignItems: String

  init?(_ list: PlacedBox, shelf: PlacedBox, at step: StepLayout) {
    let page = step.minWidth
    guard let width = shelf.length(.inlineSize, onPageOf: page),
      let start = list.length(.paddingInlineStart, onPageOf: page),
      let end = list.length(.paddingInlineEnd, onPageOf: page)
    else { return nil }
    self.start = start
    room = width - start - end
    columnGap = list.gap(.columnGap, onPageOf: page)
    rowGap = list.gap(.rowGap, onPageOf: page)
    alignItems = list.text(.alignItems, onPageOf: page) ?? "stretch"
  }

  /// Where the cards are, from the top of the list and the leading edge of the shelf (CSS Flexible Box Layout 1, 9.3).
  func frames(of cards: [Card]) -> [Rectangle] {
    var frames: [Rectangle] = []
    frames.reserveCapacity(cards.count)
    let share: Double =
      switch alignItems {
      case "center": 0.5
      case "flex-end": 1
      default: 0
      }
    let stretches = alignItems == "stretch"
    var top = 0.0
    for line in lines(of: cards) {
      if line.lowerBound > 0 { top += rowGap }
      let height = line.map { cards[$0].marginTop + cards[$0].height }.max() ?? 0
      var x = start
      for index in line {
        let card = cards[index]
        if index > line.lowerBound { x += columnGap }
        let left = height - card.marginTop - card.height
        let offset = left * share
        frames.append(
          (
            x + card.marginStart, top + card.marginTop + offset, card.width,
            stretches ? height - card.marginTop : card.height
          ))
        x += card.marginStart + card.width + card.marginEnd
      }
      top += height
    }
    return frames
  }

  private func lines(of cards: [Card]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var first = 0
    var x = 0.0
    for (index, card) in cards.enumerated() {
      let outer = card.marginStart + card.width + card.marginEnd
      if index > first, x + columnGap + outer > room + grain {
        lines.append(first..<index)
        first = index
      }
      x = index == first ? outer : x + columnGap + outer
    }
    return first < cards.count ? lines + [first..<cards.count] : lines
  }
}
