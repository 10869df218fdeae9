/// Similar texts, such as two versions of a shelf's markup: each piece is stored once.
///
/// A piece ends after a line feed, and between two tags if it is long enough.
struct SharedPieces {
  private(set) var pieces: [String] = []
  private var numbers: [ArraySlice<UInt8>: Int] = [:]

  /// Shorter pieces take more room as numbers than as text. 500 cards whose padding changed take a fifth less room than
  /// with lines only.
  private static let leastBytes = 24

  /// The pieces of a text by their numbers, as ranges.
  ///
  /// - Complexity: O(bytes).
  mutating func runs(of text: [UInt8]) -> [Int] {
    var numbers: [Int] = []
    var start = 0
    for index in text.indices {
      let isBetweenTags =
        text[index] == UInt8(ascii: ">") && index + 1 < text.count && text[index + 1] == UInt8(ascii: "<")
      guard text[index] == 0x0A || isBetweenTags && index - start >= Self.leastBytes else { continue }
      numbers.append(number(of: text[start...index]))
      start = index + 1
    }
    if start < text.count { numbers.append(number(of: text[start...])) }
    return asRuns(numbers)
  }

  private mutating func number(of piece: ArraySlice<UInt8>) -> Int {
    if let known = numbers[piece] { return known }
    numbers[piece] = pieces.count
    pieces.append(String(decoding: piece, as: UTF8.self))
    return pieces.count - 1
  }
}

/// Numbers as pairs: the first of a range, and its length.
func asRuns(_ numbers: [Int]) -> [Int] {
  var runs: [Int] = []
  for number in numbers {
    if let last = runs.indices.last, runs[last - 1] + runs[last] == number {
      runs[last] += 1
    } else {
      runs += [number, 1]
    }
  }
  return runs
}
