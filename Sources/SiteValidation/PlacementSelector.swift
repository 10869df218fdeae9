/// What a selector of a style sheet places.
struct PlacementSelector: Equatable {
  enum Part: Hashable {
    /// `#id`: a shelf, a section or a card.
    case element
    /// `#id>.cards`: a list of a shelf.
    case list
    /// `#id>.cards>.card`: all cards of a list.
    case cards
    /// `#id .tags`: the list of tags of a card, or of all cards of a shelf.
    case tags
    /// `#id .tags>:nth-child(n)`: a tag of a card, from 1.
    case tag(Int)
  }

  /// What the reader has chosen for a shelf that has two layouts.
  enum Choice: Hashable, CaseIterable {
    case first
    case other

    /// After the shelf's id.
    var condition: StaticString {
      switch self {
      case .first: ":not(:has(.other:checked))"
      case .other: ":has(.other:checked)"
      }
    }
  }

  let part: Part
  /// In the names that were read; likewise the shelf's.
  let id: Range<Int>
  /// Only what is in this shelf, with this choice.
  let scope: Scope?

  struct Scope: Equatable {
    let shelf: Range<Int>
    let choice: Choice
  }

  /// nil for every selector that is none of these.
  ///
  /// - Parameter names: takes the names without their escapes.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>, names: inout [UInt8]) {
    let range = bytes.trimmed(range)
    let end = range.upperBound
    guard let start = range.first, bytes[start] == UInt8(ascii: "#"),
      var (position, id) = bytes.name(from: start + 1, upTo: end, into: &names)
    else { return nil }
    var scope: Scope?
    if position < end, bytes[position] == UInt8(ascii: ":"),
      let choice = Choice.allCases.first(where: { bytes.hasText($0.condition, in: position..<end) })
    {
      scope = Scope(shelf: id, choice: choice)
      position += choice.condition.utf8CodeUnitCount
      let next = bytes.trimmed(position..<end).lowerBound
      if next > position, next < end, bytes[next] == UInt8(ascii: "#") {
        guard let inner = bytes.name(from: next + 1, upTo: end, into: &names) else { return nil }
        (position, id) = inner
      }
    }
    self.scope = scope
    self.id = id
    let rest = bytes.trimmed(position..<end)
    if rest.lowerBound > position, bytes.hasText(".tags", in: rest) {
      guard let part = Part(bytes, tags: (rest.lowerBound + 5)..<end) else { return nil }
      self.part = part
      return
    }
    var depth = 0
    position = rest.lowerBound
    while position < end {
      guard bytes[position] == UInt8(ascii: ">") else { return nil }
      let next = bytes.trimmed((position + 1)..<end).lowerBound
      var name: [UInt8] = []
      guard next < end, bytes[next] == UInt8(ascii: "."), depth < 2,
        case let after = bytes.endOfCSSName(from: next + 1, upTo: end, into: &name),
        name.elementsEqual((depth == 0 ? "cards" : "card").utf8)
      else { return nil }
      depth += 1
      position = bytes.trimmed(after..<end).lowerBound
    }
    part = depth == 0 ? .element : depth == 1 ? .list : .cards
  }
}

extension PlacementSelector.Part {
  /// Of what follows `.tags` in a selector.
  fileprivate init?(_ bytes: Span<UInt8>, tags rest: Range<Int>) {
    if rest.isEmpty {
      self = .tags
      return
    }
    let head: StaticString = ">:nth-child("
    guard bytes.hasText(head, in: rest), bytes[rest.upperBound - 1] == UInt8(ascii: ")"),
      rest.count > head.utf8CodeUnitCount,
      let number = wholeNumber(bytes, (rest.lowerBound + head.utf8CodeUnitCount)..<(rest.upperBound - 1))
    else { return nil }
    self = .tag(number)
  }
}

/// A class that a rule says something about, wherever its elements are.
struct ClassSelector: Equatable {
  /// In the names that were read.
  let name: Range<Int>
  /// Only in shelves with this choice.
  let choice: PlacementSelector.Choice?

  /// nil for every selector but `.name` and `.shelf:has(…) .name`.
  init?(_ bytes: Span<UInt8>, _ range: Range<Int>, names: inout [UInt8]) {
    let range = bytes.trimmed(range)
    let end = range.upperBound
    guard var position = range.first, bytes[position] == UInt8(ascii: ".") else { return nil }
    var choice: PlacementSelector.Choice?
    let shelf: StaticString = ".shelf"
    if bytes.hasText(shelf, in: range) {
      let condition = position + shelf.utf8CodeUnitCount
      for each in PlacementSelector.Choice.allCases where bytes.hasText(each.condition, in: condition..<end) {
        let after = condition + each.condition.utf8CodeUnitCount
        guard after < end, bytes[after] == 0x20 else { continue }
        choice = each
        position = after + 1
      }
    }
    guard position < end, bytes[position] == UInt8(ascii: "."),
      let (after, name) = bytes.name(from: position + 1, upTo: end, into: &names), after == end
    else { return nil }
    self.name = name
    self.choice = choice
  }
}

extension Span<UInt8> {
  /// Reads a name; nil if there is none.
  ///
  /// - Returns: where it ends, and where it is in the names.
  fileprivate func name(
    from start: Int, upTo end: Int, into names: inout [UInt8]
  ) -> (end: Int, name: Range<Int>)? {
    let first = names.count
    let after = endOfCSSName(from: start, upTo: end, into: &names)
    return names.count > first ? (after, first..<names.count) : nil
  }
}
