import Content

/// Writes values of the shapes that readers request. Most values are moderate, and some are at their limits.
struct ShapeWriter {
  /// Thrown for a key whose notation the generator does not know. Such a key needs a sample in `notations`.
  struct UnknownNotation: Error { let key: String }

  var chance: Chance
  /// The number of parts so far.
  private(set) var partCount = 0
  /// How many of a hundred numbers are at a limit.
  let boldness: Int
  /// The definitions that shapes refer to.
  var definitions: [String: ValueShape] = [:]
  /// Names that authors choose, used if a shape accepts any name.
  var names: [String]
  /// Possible values of some keys, as they are written: texts in a special notation, and names.
  var notations: [String: [String]]
  var language: String?

  init(chance: Chance, boldness: Int, names: [String], notations: [String: [String]] = [:]) {
    self.chance = chance
    self.boldness = boldness
    self.names = names
    self.notations = notations
  }

  mutating func newNumber() -> Int {
    partCount += 1
    return partCount - 1
  }

  /// Makes a part that can be left out.
  mutating func part(_ value: SiteValue) -> SitePart { SitePart(number: newNumber(), value: value) }

  /// - Parameters:
  ///   - key: the key whose value, or item of a value, is written.
  ///   - percent: how many of a hundred keys of mappings are written.
  mutating func value(of shape: ValueShape, key: String, percent: Int) throws -> SiteValue {
    if let samples = notations[key] { return .scalar(chance.one(of: samples)) }
    switch shape {
    case .any, .nothing: return .scalar("~")
    case .text(let pattern, maximumLength: _, orNumber: _):
      guard pattern == nil || pattern == #"\S"# else { throw UnknownNotation(key: key) }
      return .text(words(1...chance.one(of: [3, 8, 30])))
    case .integer(let range, let multiple): return .scalar(String(number(in: range, multipleOf: multiple)))
    case .number(let range): return .scalar(String(number(in: range, multipleOf: 1)) + chance.one(of: ["", ".5"]))
    case .boolean: return .scalar(chance.isTrue(70) ? "true" : "false")
    case .word(let words): return .scalar(chance.one(of: words))
    case .list(let item, let count, isUnique: _):
      let wanted = chance.number(in: max(1, count.lowerBound)...max(1, count.lowerBound, min(count.upperBound, 6)))
      return .list(
        try (0..<wanted).map { index in
          let value = try value(of: item, key: key, percent: percent)
          return index < count.lowerBound ? SitePart(number: nil, value: value) : part(value)
        })
    case .mapping(let shape): return .mapping(try mapping(shape, percent: percent))
    case .byName(let shape, pattern: _, required: _, let holdsMapping, isFilled: _):
      return try byName(shape, key: key, holdsMapping: holdsMapping)
    case .either(let shapes):
      return try value(of: chance.one(of: shapes.filter { $0 != .nothing }), key: key, percent: percent)
    case .reference(let name):
      guard let shape = definitions[name] else { throw UnknownNotation(key: name) }
      return try value(of: shape, key: key, percent: percent)
    }
  }

  /// The required keys of a mapping, and some of the others.
  mutating func mapping(
    _ shape: MappingShape, percent: Int, without left: Set<String> = []
  ) throws -> [(key: String, part: SitePart)] {
    let keys = shape.keys.filter { !left.contains($0.name) && $0.shape != .nothing }
    if shape.isSingle, !keys.isEmpty {
      let key = chance.one(of: keys)
      return [(key.name, SitePart(number: nil, value: try value(of: key.shape, key: key.name, percent: percent)))]
    }
    var entries: [(key: String, part: SitePart)] = []
    for key in keys {
      let isRequired = shape.required.contains(key.name)
      guard isRequired || chance.isTrue(percent) else { continue }
      let number = isRequired ? nil : newNumber()
      entries.append((key.name, SitePart(number: number, value: try value(of: key.shape, key: key.name, percent: 40))))
    }
    return entries
  }

  private mutating func byName(_ shape: ValueShape, key: String, holdsMapping: Bool) throws -> SiteValue {
    var shape = shape
    // If both a map of numbers and a map by class are possible, the second is used.
    if holdsMapping, case .either(let shapes) = shape {
      shape = shapes.first { if case .mapping = $0 { true } else { false } } ?? shape
    }
    let first = chance.number(in: 0...names.count - 1)
    var entries: [(key: String, part: SitePart)] = []
    for (index, name) in names.enumerated() where index == first || chance.isTrue(30) {
      let number = index == first ? nil : newNumber()
      entries.append((name, SitePart(number: number, value: try value(of: shape, key: key, percent: 60))))
    }
    return .mapping(entries)
  }

  // MARK: - Scalars

  mutating func number(in range: ClosedRange<Int>, multipleOf multiple: Int = 1) -> Int {
    let number: Int
    if chance.isTrue(boldness) {
      let edges = [range.lowerBound, range.upperBound, range.lowerBound + 1, range.upperBound - 1]
      number =
        chance.isTrue(50)
        ? chance.one(of: edges) : range.lowerBound + chance.spread(upTo: range.upperBound - range.lowerBound)
    } else {
      // Typical numbers: gaps of 0 to 40, 1 to 5 columns, and widths up to 300.
      let isWidth = range.lowerBound >= 40 || range.lowerBound == 1 && range.upperBound >= 2000
      let usual = range.upperBound <= 24 ? 4 : isWidth ? 300 : 40
      number = range.lowerBound + chance.number(in: 0...usual)
    }
    let rounded = min(max(number, range.lowerBound), range.upperBound) / multiple * multiple
    return rounded < range.lowerBound ? range.upperBound / multiple * multiple : rounded
  }

  mutating func words(_ count: ClosedRange<Int>) -> String {
    let words = Words.of(language)
    return (0..<chance.number(in: count)).map { _ in chance.one(of: words) }.joined(separator: " ")
  }
}
