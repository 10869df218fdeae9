/// A set of Unicode scalars as a two-level bitmap: membership is two loads, union a loop over words.
public struct CharacterCoverage: Sendable, Hashable {
  /// For each block of 256 scalars, the index of its four words in `words`; nil if it has none. 16 bits are enough for all
  /// blocks of Unicode.
  private var blocks: [UInt16?]
  private var words: [UInt64]

  public init() {
    blocks = []
    words = []
  }

  /// - Complexity: O(1).
  public func contains(_ scalar: UInt32) -> Bool {
    let block = Int(scalar >> 8)
    guard block < blocks.count, let index = blocks[block] else { return false }
    return words[Int(index) * 4 + Int(scalar >> 6) & 3] & (1 << UInt64(scalar & 63)) != 0
  }

  /// - Complexity: O(blocks of 256 scalars).
  public func isSubset(of other: CharacterCoverage) -> Bool {
    blocks.indices.allSatisfy { block in
      guard let index = blocks[block] else { return true }
      return (0..<4).allSatisfy { word in
        let own = words[Int(index) * 4 + word]
        guard block < other.blocks.count, let others = other.blocks[block] else { return own == 0 }
        return own & ~other.words[Int(others) * 4 + word] == 0
      }
    }
  }

  /// - Complexity: O(blocks of 256 scalars).
  public func isDisjoint(with other: CharacterCoverage) -> Bool {
    zip(blocks, other.blocks).allSatisfy { own, others in
      guard let own, let others else { return true }
      return (0..<4).allSatisfy { words[Int(own) * 4 + $0] & other.words[Int(others) * 4 + $0] == 0 }
    }
  }

  /// Inserts a scalar. Scalars above U+10FFFF are ignored.
  public mutating func insert(_ scalar: UInt32) {
    guard scalar <= 0x10FFFF else { return }
    words[word(of: Int(scalar >> 8)) + Int(scalar >> 6) & 3] |= 1 << UInt64(scalar & 63)
  }

  /// The index of the first word of a block, which is created if necessary.
  private mutating func word(of block: Int) -> Int {
    if block >= blocks.count {
      blocks.append(contentsOf: repeatElement(UInt16?.none, count: block + 1 - blocks.count))
    }
    if let index = blocks[block] { return Int(index) * 4 }
    let start = words.count
    blocks[block] = UInt16(start / 4)
    words.append(contentsOf: [0, 0, 0, 0])
    return start
  }

  public mutating func insert(scalarsOf text: String) {
    for scalar in text.unicodeScalars { insert(scalar.value) }
  }

  /// Inserts the scalars of a text that are wanted; the filter is not called for members.
  ///
  /// - Parameters:
  ///   - text: the text, which is read from its start to its end.
  ///   - marked: the marks among the scalars, to which those of the text are added.
  ///   - isWanted: returns whether a scalar is to be inserted.
  public mutating func insert(
    scalarsOf text: UTF8Span, marked: inout MarkedLetters, where isWanted: (UInt32) -> Bool
  ) {
    let bytes = text.span
    // The bits of all bytes; the first two words are ASCII.
    var present: InlineArray<4, UInt64> = [0, 0, 0, 0]
    for index in bytes.indices {
      let byte = bytes[index]
      present[Int(byte >> 6)] |= 1 &<< UInt64(byte)
    }
    if present[2] | present[3] != 0 { insert(scalarsOutsideASCIIOf: bytes, marked: &marked, where: isWanted) }
    insert(present[0], from: 0, where: isWanted)
    insert(present[1], from: 64, where: isWanted)
  }

  private mutating func insert(
    scalarsOutsideASCIIOf bytes: Span<UInt8>, marked: inout MarkedLetters, where isWanted: (UInt32) -> Bool
  ) {
    var index = 0
    // The base and end of the last mark; at first the start of the text, which has no base.
    var (base, end): (UInt32?, Int) = (nil, 0)
    // The members of the last block of an alphabet that are no marks: nothing else needs to be determined for most
    // letters.
    var (block, letters): (UInt32, InlineArray<4, UInt64>) = (.max, [0, 0, 0, 0])
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let (scalar, length) = bytes.scalar(at: index)
      if scalar >> 8 == block, index != end, letters[Int(scalar >> 6) & 3] & (1 &<< UInt64(scalar & 63)) != 0 {
        index += length
        continue
      }
      if !contains(scalar), isWanted(scalar) {
        insert(scalar)
        marked.addIfMark(scalar)
      }
      if marked.hasMark(scalar) {
        if index != end { base = bytes.scalar(endingAt: index) }
        end = index + length
        if let base { marked.insert(scalar, on: base) }
      } else if index == end, joiners.contains(scalar) {
        end = index + length
      }
      index += length
      // Ideographs are spread over too many blocks.
      guard scalar < 0x2000 else { continue }
      block = scalar >> 8
      letters = members(ofBlock: block)
      let marks = marked.marks.members(ofBlock: block)
      for word in letters.indices { letters[word] &= ~marks[word] }
    }
  }

  /// The bits of a block of 256 scalars.
  private func members(ofBlock block: UInt32) -> InlineArray<4, UInt64> {
    guard Int(block) < blocks.count, let index = blocks[Int(block)] else { return [0, 0, 0, 0] }
    return InlineArray { words[Int(index) * 4 + $0] }
  }

  /// Inserts the scalars of a word of the bitmap that are wanted.
  private mutating func insert(_ bits: UInt64, from first: UInt32, where isWanted: (UInt32) -> Bool) {
    if bits == 0 { return }
    let known = blocks.isEmpty ? nil : blocks[0]
    let start = known.map { Int($0) * 4 } ?? word(of: 0)
    var missing = bits & ~words[start + Int(first >> 6)]
    while missing != 0 {
      let scalar = first + UInt32(missing.trailingZeroBitCount)
      if isWanted(scalar) { insert(scalar) }
      missing &= missing - 1
    }
  }

  public mutating func formUnion(_ other: CharacterCoverage) {
    for (block, index) in other.blocks.enumerated() {
      guard let index else { continue }
      let start = word(of: block)
      for offset in 0..<4 { words[start + offset] |= other.words[Int(index) * 4 + offset] }
    }
  }

  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// All members, ascending.
  public var scalars: [UInt32] {
    var result: [UInt32] = []
    for (block, index) in blocks.enumerated() {
      guard let index else { continue }
      for word in 0..<4 {
        var bits = words[Int(index) * 4 + word]
        while bits != 0 {
          result.append(UInt32(block << 8 | word << 6) + UInt32(bits.trailingZeroBitCount))
          bits &= bits - 1
        }
      }
    }
    return result
  }

  /// Maximal runs of consecutive members, ascending.
  public var ranges: [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for scalar in scalars {
      if let last = result.last, last.upperBound + 1 == scalar {
        result[result.count - 1] = last.lowerBound...scalar
      } else {
        result.append(scalar...scalar)
      }
    }
    return result
  }

  public static func == (a: CharacterCoverage, b: CharacterCoverage) -> Bool { a.scalars == b.scalars }

  public func hash(into hasher: inout Hasher) { hasher.combine(scalars) }
}

extension Span<UInt8> {
  /// The visible scalar that ends before an index of valid UTF-8, ignoring joiners; nil if there is none.
  fileprivate func scalar(endingAt index: Int) -> UInt32? {
    var end = index
    // Usually no joiner is skipped. Skipping more than a few would take quadratic time.
    for _ in 0..<4 where end > 0 {
      var start = end - 1
      while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
      let scalar = self.scalar(at: start).value
      if !joiners.contains(scalar) { return scalar > 0x20 ? scalar : nil }
      end = start
    }
    return nil
  }
}
