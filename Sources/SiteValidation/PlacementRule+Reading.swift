extension PlacementRule.Declaration {
  /// The declarations that matter for placement in `name:value`; none for all others.
  static func read(_ text: ArraySlice<UInt8>) -> [PlacementRule.Declaration] {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return [] }
    let value = text[(colon + 1)...].trimmed
    let name = text[..<colon].trimmed
    if let property = PlacementRule.Property(name) {
      return [PlacementRule.Declaration(property: property, value: property.read(value))]
    }
    switch name.text.lowercased() {
    case "gap":
      let parts = value.split { $0.isSpace }
      guard let first = parts.first, let last = parts.last, parts.count <= 2 else { return [] }
      return [
        PlacementRule.Declaration(property: .rowGap, value: .length(in: first)),
        PlacementRule.Declaration(property: .columnGap, value: .length(in: last)),
      ]
    case "padding", "padding-inline":
      return [PlacementRule.Property.paddingInlineStart, .paddingInlineEnd].map {
        PlacementRule.Declaration(property: $0, value: .other(value.text))
      }
    default: return []
    }
  }
}

/// The names of the properties; most differ in length already.
private let propertyNames = PlacementRule.Property.allCases.map { (name: Array($0.rawValue.utf8), property: $0) }

extension PlacementRule.Property {
  /// By its name, in upper or lower case.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    let known = propertyNames.first { name, _ in
      name.count == text.count && text.elementsEqual(name) { ($0.isASCIILetter ? $0 | 0x20 : $0) == $1 }
    }
    guard let known else { return nil }
    self = known.property
  }

  fileprivate func read(_ text: ArraySlice<UInt8>) -> PlacementRule.Value {
    switch self {
    case .inlineSize, .minBlockSize, .paddingInlineStart, .paddingInlineEnd, .marginInlineStart, .marginInlineEnd,
      .marginBlockStart, .columnGap, .rowGap:
      .length(in: text)
    case .minInlineSize: text.arguments(of: "min").map { .length(in: $0.second) } ?? .length(in: text)
    case .alignItems, .justifyContent, .display: .other(text.text)
    case .gridTemplateColumns, .gridTemplateRows: GridTracks(text).map { .tracks($0) } ?? .other(text.text)
    case .gridArea: GridArea(text).map { .area($0) } ?? .other(text.text)
    }
  }
}

extension PlacementRule.Value {
  fileprivate static func length(in text: ArraySlice<UInt8>) -> PlacementRule.Value {
    cssLength(text).map { .length($0) } ?? .other(text.text)
  }
}

extension GridTracks {
  /// A list of lengths and of `minmax(length, …)`, which is its first length at rest; `repeat(n, …)` of such.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    self.init()
    var rest = text.trimmed
    while !rest.isEmpty {
      let track = rest.popTrack()
      if let (count, list) = track.arguments(of: "repeat") {
        guard let count = wholeNumber(count), let repeated = GridTracks.sizes(list), count * repeated.count <= 100_000
        else { return nil }
        for _ in 0..<count { repeated.forEach { append($0) } }
      } else {
        guard let size = GridTracks.size(track) else { return nil }
        append(size)
      }
      rest = rest.trimmed
    }
    if count == 0 { return nil }
  }

  private static func sizes(_ text: ArraySlice<UInt8>) -> [Double]? {
    var sizes: [Double] = []
    var rest = text.trimmed
    while !rest.isEmpty {
      guard let size = size(rest.popTrack()) else { return nil }
      sizes.append(size)
      rest = rest.trimmed
    }
    return sizes
  }

  private static func size(_ track: ArraySlice<UInt8>) -> Double? {
    track.arguments(of: "minmax").map { cssLength($0.first) } ?? cssLength(track)
  }
}

extension GridArea {
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    let lines = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { wholeNumber($0) }
    guard lines.count == 4, let rowStart = lines[0], let columnStart = lines[1], let rowEnd = lines[2],
      let columnEnd = lines[3]
    else { return nil }
    self.init(rowStart: rowStart, columnStart: columnStart, rowEnd: rowEnd, columnEnd: columnEnd)
  }
}

/// A length in CSS pixels; 1 rem is 16 px.
func cssLength(_ text: ArraySlice<UInt8>) -> Double? {
  let text = text.trimmed
  let digits = text.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  guard digits.last?.isASCIIDigit == true, let number = decimalNumber(digits), abs(number) < 1e9 else { return nil }
  switch text.dropFirst(digits.count).text {
  case "rem": return number * 16
  case "px": return number
  case "": return number == 0 ? 0 : nil
  default: return nil
  }
}

/// 1 to 999,999.
func wholeNumber(_ text: ArraySlice<UInt8>) -> Int? {
  let text = text.trimmed
  guard (1...6).contains(text.count), text.allSatisfy({ $0.isASCIIDigit }), let number = Int(text.text), number > 0
  else { return nil }
  return number
}

extension ArraySlice<UInt8> {
  /// Takes the bytes up to the next space that is not in parentheses.
  fileprivate mutating func popTrack() -> ArraySlice<UInt8> {
    var depth = 0
    let track = prefix { byte in
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      return depth > 0 || !byte.isSpace
    }
    self = self[track.endIndex...]
    return track
  }

  /// The two arguments of a function of this name, or nil for anything else.
  fileprivate func arguments(of name: String) -> (first: ArraySlice<UInt8>, second: ArraySlice<UInt8>)? {
    guard starts(with: "\(name)(".utf8), last == UInt8(ascii: ")"), let comma = firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    return (self[(startIndex + name.utf8.count + 1)..<comma], self[(comma + 1)..<(endIndex - 1)])
  }
}
