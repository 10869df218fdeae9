import CardLayout
import Themes

/// The page widths at which a page changes.
struct ChangingWidths: Sendable {
  /// The first step's width, and each width at which cards of a shelf are arranged differently. Ascending.
  let widths: [Int]
  /// The first step's width, and each width at which the height or the number of columns of a shelf changes: often all
  /// of them, because lines of text break elsewhere at every step. Ascending.
  let heights: [Int]

  init(_ shelves: [ComparedShelf], steps: [Step]) {
    guard let first = steps.first else {
      widths = []
      heights = []
      return
    }
    let others = steps.dropFirst().map(\.minimumWidth)
    widths = [first.width] + others.filter(Set(shelves.flatMap(\.rearrangements)).contains)
    heights = [first.width] + others.filter(Set(shelves.flatMap { $0.layouts.map(\.minimumWidth) }).contains)
  }

  /// A sentence such as `These seven widths matter:`, which precedes the list.
  var sentence: String {
    switch widths.count {
    case 0: "The arrangement is the same at all widths."
    case 1: "Cards are arranged differently from this width on:"
    default: "These \(countWord(widths.count)) widths matter:"
    }
  }
}

/// The number as a word, up to twelve.
private func countWord(_ count: Int) -> String {
  let words = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  return words.indices.contains(count) ? words[count] : String(count)
}
