extension [PlacementDeclaration] {
  /// Adds the declarations that matter for placement in `name:value`; none for all others.
  mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>, on pages: PageWidths) {
    var colon = range.lowerBound
    while colon < range.upperBound, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon < range.upperBound else { return }
    let name = bytes.trimmed(range.lowerBound..<colon)
    let value = bytes.trimmed((colon + 1)..<range.upperBound)
    let first = count
    if let property = PlacementDeclaration.Property(bytes, name) {
      append(property.read(bytes, value))
    } else if bytes.isText("gap", in: name) {
      readGap(bytes, value)
    } else if bytes.isText("padding", in: name) || bytes.isText("padding-inline", in: name) {
      let detail = PlacementDeclaration.Detail(bytes.text(value))
      append(PlacementDeclaration(.paddingInlineStart, detail: detail))
      append(PlacementDeclaration(.paddingInlineEnd, detail: detail))
    }
    for index in first..<count { self[index].pages = pages }
  }

  /// One or two lengths: of rows, and of columns.
  private mutating func readGap(_ bytes: Span<UInt8>, _ value: Range<Int>) {
    var parts: [Range<Int>] = []
    var position = value.lowerBound
    while position < value.upperBound {
      let start = position
      while position < value.upperBound, !bytes[position].isSpace { position += 1 }
      parts.append(start..<position)
      position = bytes.trimmed(position..<value.upperBound).lowerBound
    }
    guard let first = parts.first, let last = parts.last, parts.count <= 2 else { return }
    append(PlacementDeclaration.Property.rowGap.length(bytes, first))
    append(PlacementDeclaration.Property.columnGap.length(bytes, last))
  }
}

extension PlacementDeclaration.Property {
  /// By its name, in upper or lower case.
  fileprivate init?(_ bytes: Span<UInt8>, _ name: Range<Int>) {
    // Few are as long as each other.
    let candidates: (Self, Self?)? =
      switch name.count {
      case 7: (.display, .rowGap)
      case 9: (.gridArea, nil)
      case 10: (.columnGap, nil)
      case 11: (.inlineSize, .alignItems)
      case 14: (.minBlockSize, nil)
      case 15: (.minInlineSize, .justifyContent)
      case 17: (.marginInlineEnd, nil)
      case 18: (.paddingInlineEnd, .gridTemplateRows)
      case 19: (.marginInlineStart, nil)
      case 20: (.paddingInlineStart, nil)
      case 21: (.gridTemplateColumns, nil)
      default: nil
      }
    if let candidates {
      for candidate in [candidates.0, candidates.1].compactMap(\.self) where bytes.isText(candidate.name, in: name) {
        self = candidate
        return
      }
    }
    guard bytes.isText(Self.marginBlockStart.name, in: name) else {
      return nil
    }
    self = .marginBlockStart
  }

  fileprivate func read(_ bytes: Span<UInt8>, _ value: Range<Int>) -> PlacementDeclaration {
    switch self {
    case .inlineSize, .minBlockSize, .paddingInlineStart, .paddingInlineEnd, .marginInlineStart, .marginInlineEnd,
      .marginBlockStart, .columnGap, .rowGap:
      return length(bytes, value)
    case .minInlineSize: return length(bytes, bytes.secondArgument(of: "min(", in: value) ?? value)
    case .alignItems, .justifyContent, .display: break
    case .gridTemplateColumns, .gridTemplateRows:
      if let tracks = GridTracks(bytes, value) {
        return PlacementDeclaration(self, detail: PlacementDeclaration.Detail("a list of tracks", tracks: tracks))
      }
    case .gridArea: if let area = GridArea(bytes, value) { return PlacementDeclaration(self, area: area) }
    }
    return PlacementDeclaration(self, detail: PlacementDeclaration.Detail(bytes.text(value)))
  }

  fileprivate func length(_ bytes: Span<UInt8>, _ value: Range<Int>) -> PlacementDeclaration {
    if let length = cssLength(bytes, value) { return PlacementDeclaration(self, length: length) }
    return PlacementDeclaration(self, detail: PlacementDeclaration.Detail(bytes.text(value)))
  }
}

extension GridTracks {
  /// A list of lengths and of `minmax(length, …)`, which is its first length at rest; `repeat(n, …)` of such.
  fileprivate init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    self.init()
    var position = range.lowerBound
    while position < range.upperBound {
      let track = bytes.track(from: position, upTo: range.upperBound)
      if let (count, list) = bytes.arguments(of: "repeat(", in: track) {
        var repeated = GridTracks()
        guard let count = wholeNumber(bytes, count), repeated.add(bytes, list), count * repeated.count <= 100_000
        else { return nil }
        for _ in 0..<count {
          for index in 1..<max(1, repeated.edges.count) { append(repeated.edges[index] - repeated.edges[index - 1]) }
        }
      } else {
        guard let size = GridTracks.size(bytes, track) else { return nil }
        append(size)
      }
      position = bytes.trimmed(track.upperBound..<range.upperBound).lowerBound
    }
    if count == 0 { return nil }
  }

  /// Adds lengths; false if there is anything else.
  private mutating func add(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = bytes.trimmed(range).lowerBound
    while position < range.upperBound {
      let track = bytes.track(from: position, upTo: range.upperBound)
      guard let size = GridTracks.size(bytes, track) else { return false }
      append(size)
      position = bytes.trimmed(track.upperBound..<range.upperBound).lowerBound
    }
    return true
  }

  private static func size(_ bytes: Span<UInt8>, _ track: Range<Int>) -> Double? {
    cssLength(bytes, bytes.arguments(of: "minmax(", in: track)?.first ?? track)
  }
}

extension GridArea {
  fileprivate init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    var lines: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var count = 0
    var position = range.lowerBound
    while true {
      let start = position
      while position < range.upperBound, bytes[position] != UInt8(ascii: "/") { position += 1 }
      guard let line = wholeNumber(bytes, start..<position).map({ Int32(clamping: $0) }) else { return nil }
      switch count {
      case 0: lines.0 = line
      case 1: lines.1 = line
      case 2: lines.2 = line
      case 3: lines.3 = line
      default: return nil
      }
      count += 1
      if position == range.upperBound { break }
      position += 1
    }
    guard count == 4 else { return nil }
    self.init(rowStart: lines.0, columnStart: lines.1, rowEnd: lines.2, columnEnd: lines.3)
  }
}

/// A length in CSS pixels; 1 rem is 16 px.
func cssLength(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
  let range = bytes.trimmed(range)
  var end = range.lowerBound
  while end < range.upperBound,
    bytes[end].isASCIIDigit || bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: "-")
  {
    end += 1
  }
  guard end > range.lowerBound, bytes[end - 1].isASCIIDigit,
    let number = decimalNumber(bytes.extracting(range.lowerBound..<end)), abs(number) < 1e9
  else { return nil }
  switch range.upperBound - end {
  case 3 where bytes.hasText("rem", at: end): return number * 16
  case 2 where bytes.hasText("px", at: end): return number
  case 0: return number == 0 ? 0 : nil
  default: return nil
  }
}

/// 1 to 999,999.
func wholeNumber(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
  let range = bytes.trimmed(range)
  guard (1...6).contains(range.count) else { return nil }
  var number = 0
  for position in range {
    guard bytes[position].isASCIIDigit else { return nil }
    number = number * 10 + Int(bytes[position] &- UInt8(ascii: "0"))
  }
  return number > 0 ? number : nil
}

extension Span<UInt8> {
  /// The bytes up to the next space that is not in parentheses.
  fileprivate func track(from start: Int, upTo end: Int) -> Range<Int> {
    var depth = 0
    var position = start
    while position < end {
      let byte = self[position]
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth <= 0, byte.isSpace { break }
      position += 1
    }
    return start..<position
  }

  /// The two arguments of a function, or nil for anything else.
  ///
  /// - Parameter head: its name with the parenthesis.
  fileprivate func arguments(
    of head: StaticString, in range: Range<Int>
  ) -> (first: Range<Int>, second: Range<Int>)? {
    guard hasText(head, in: range), self[range.upperBound - 1] == UInt8(ascii: ")") else { return nil }
    let start = range.lowerBound + head.utf8CodeUnitCount
    var comma = start
    while comma < range.upperBound, self[comma] != UInt8(ascii: ",") { comma += 1 }
    guard comma < range.upperBound - 1 else { return nil }
    return (start..<comma, (comma + 1)..<(range.upperBound - 1))
  }

  fileprivate func secondArgument(of head: StaticString, in range: Range<Int>) -> Range<Int>? {
    arguments(of: head, in: range)?.second
  }
}
