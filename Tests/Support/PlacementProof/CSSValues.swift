/// Reads a length in CSS pixels; 1 rem is 16 px. nil for everything else.
func cssLength(_ text: String) -> Double? {
  let unit = text.drop { $0.isNumber && $0.isASCII || $0 == "." || $0 == "-" }
  let digits = text[..<unit.startIndex]
  guard let last = digits.last, last.isNumber, let number = Double(digits), abs(number) < 1e9 else { return nil }
  switch unit {
  case "rem": return number * 16
  case "px": return number
  case "": return number == 0 ? 0 : nil
  default: return nil
  }
}

/// The second argument of a function with two arguments, such as `min(100%,4rem)`.
func secondArgument(of value: String) -> String? {
  value.hasPrefix("min(") ? arguments(of: value[...])?.last.map { CSSText(Array($0.utf8)).trimmed.text } : nil
}

/// The two arguments of a function.
private func arguments(of value: Substring) -> [Substring]? {
  guard value.hasSuffix(")"), let open = value.firstIndex(of: "(") else { return nil }
  let parts = value[value.index(after: open)...].dropLast().split(separator: ",", maxSplits: 1)
  return parts.count == 2 ? parts : nil
}

/// The tracks of one axis of a grid, at their minimum sizes.
struct GridTracks: Equatable {
  /// The end of each track without gaps, in CSS pixels, starting with 0.
  private(set) var edges: [Double] = [0]

  var count: Int { edges.count - 1 }

  /// Reads lengths, `minmax(length,…)`, which counts as its first length, and `repeat(n,…)` of these.
  init?(_ value: String) {
    for track in Self.tracks(in: value[...]) {
      if track.hasPrefix("repeat("), let parts = arguments(of: track), let count = Int(parts[0]), count > 0 {
        let sizes = Self.tracks(in: parts[1]).map(Self.size)
        for _ in 0..<min(count, 100_000) { for size in sizes { guard append(size) else { return nil } } }
      } else {
        guard append(Self.size(track)) else { return nil }
      }
    }
    if count == 0 { return nil }
  }

  private mutating func append(_ size: Double?) -> Bool {
    guard let size, let last = edges.last else { return false }
    edges.append(last + size)
    return true
  }

  private static func size(_ track: Substring) -> Double? {
    let length = track.hasPrefix("minmax(") ? arguments(of: track)?.first : track
    return length.flatMap { cssLength(String($0)) }
  }

  /// The parts between spaces, except spaces in parentheses.
  private static func tracks(in value: Substring) -> [Substring] {
    var depth = 0
    return value.split { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth <= 0 && character.isWhitespace
    }
  }

  /// The offset of a grid line from the first line. Lines are numbered from 1.
  func offset(ofLine line: Int, gap: Double) -> Double? {
    edges.indices.contains(line - 1) ? edges[line - 1] + Double(line - 1) * gap : nil
  }

  /// The distance between two lines without the gap after the last track.
  func size(from start: Int, to end: Int, gap: Double) -> Double? {
    guard start < end, let lower = offset(ofLine: start, gap: gap), let upper = offset(ofLine: end, gap: gap)
    else { return nil }
    return upper - lower - gap
  }
}

/// Grid lines, numbered from 1.
struct GridArea {
  let rowStart: Int
  let columnStart: Int
  let rowEnd: Int
  let columnEnd: Int

  /// - Parameter value: four lines between slashes.
  init?(_ value: String) {
    let lines = value.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard lines.count == 4, lines.allSatisfy({ $0 > 0 }) else { return nil }
    self.init(rowStart: lines[0], columnStart: lines[1], rowEnd: lines[2], columnEnd: lines[3])
  }

  init(rowStart: Int, columnStart: Int, rowEnd: Int, columnEnd: Int) {
    (self.rowStart, self.columnStart, self.rowEnd, self.columnEnd) = (rowStart, columnStart, rowEnd, columnEnd)
  }
}

extension PageWidths {
  /// Reads `@container page (min-width:…)` or `@container page (width>=…) and (width<…)`; nil for other conditions.
  init?(_ prelude: String) {
    guard prelude.hasPrefix("@container page ") else { return nil }
    let condition = prelude.dropFirst("@container page ".count).filter { !$0.isWhitespace }
    for part in condition.split(separator: ")", omittingEmptySubsequences: true) {
      let bound = part.hasPrefix("and(") ? part.dropFirst(4) : part.dropFirst(part.hasPrefix("(") ? 1 : 0)
      let known = [("min-width:", true), ("width>=", true), ("width<", false)].first { bound.hasPrefix($0.0) }
      guard let (name, isFrom) = known, let length = cssLength(String(bound.dropFirst(name.count))) else { return nil }
      if isFrom { from = length } else { below = length }
    }
  }
}

extension StatedWindow {
  /// Reads `@media (orientation:…) and (height<480px)`; nil for other conditions.
  init?(_ prelude: String) {
    guard prelude.hasPrefix("@media ") else { return nil }
    let condition = prelude.dropFirst("@media ".count).filter { !$0.isWhitespace }
    self.init()
    for part in condition.split(separator: ")") {
      switch part.hasPrefix("and(") ? part.dropFirst(4) : part.dropFirst(part.hasPrefix("(") ? 1 : 0) {
      case "orientation:portrait": orientation = "portrait"
      case "orientation:landscape": orientation = "landscape"
      case "height<480px": isLow = true
      case "height>=480px": isLow = false
      default: return nil
      }
    }
  }
}
