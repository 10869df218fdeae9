import CardLayout

/// The page widths at which a page changes.
struct ChangingWidths: Sendable {
  /// The first step's, and each at which the height or the number of columns of a shelf becomes another. Ascending.
  let widths: [Int]

  init(_ shelves: [ComparedShelf], steps: [Step]) {
    guard let first = steps.first else {
      widths = []
      return
    }
    let begins = Set(shelves.flatMap { $0.layouts.map(\.minimumWidth) })
    widths = [first.width] + steps.dropFirst().map(\.minimumWidth).filter(begins.contains)
  }

  /// `These seven widths matter:`, to be followed by them.
  var sentence: String {
    switch widths.count {
    case 0: "There is nothing that changes."
    case 1: "One width matters, all others look alike:"
    default: "These \(countWord(widths.count)) widths matter:"
    }
  }
}

/// In words up to twelve.
private func countWord(_ count: Int) -> String {
  let words = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  return words.indices.contains(count) ? words[count] : String(count)
}
