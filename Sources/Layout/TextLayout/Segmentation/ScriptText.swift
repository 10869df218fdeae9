/// A text reduced to what decides where its script runs end, by any rule: it is read once, and then queried for any
/// part.
public struct ScriptText: Sendable {
  /// The items in order; each ends where the next one starts.
  private let items: [ScriptItem]
  private let end: Int

  /// - Parameter bytes: valid UTF-8.
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8]) {
    items = ScriptItem.all(in: bytes)
    end = bytes.count
  }

  /// Creates a text with another division into items, for tests.
  init(items: [ScriptItem], end: Int) {
    self.items = items
    self.end = end
  }

  /// The runs of a part of the text, read alone. A run without a known script has `CharacterProperties.common`.
  ///
  /// - Parameters:
  ///   - range: a range in bytes, between characters.
  ///   - rule: the rule for characters of several scripts.
  /// - Complexity: O(log text + items of the range).
  public func runs(in range: Range<Int>, rule: ScriptRule) -> [ScriptRun] {
    let part = items[indices(of: range)]
    switch rule {
    case .adjacent: return adjacentRuns(of: part, end: range.upperBound)
    case .extensions:
      var iteration = ExtensionRuns()
      return iteration.runs(of: part, end: range.upperBound)
    case .brackets:
      var iteration = BracketRuns()
      return iteration.runs(of: part, end: range.upperBound)
    }
  }

  /// The script of the first letter of the text from an offset on; nil if there is none.
  ///
  /// - Complexity: O(log text + items up to the letter).
  public func script(ofLetterFrom offset: Int) -> UInt32? {
    items[indices(of: offset..<end)].first { !$0.code.isNeutral }?.code.tag
  }

  /// The parts of a range with characters of certain scripts, in order; neighbours may touch.
  ///
  /// - Complexity: O(log text + items of the range).
  public func parts(of range: Range<Int>, where isIncluded: (UInt32) -> Bool) -> [Range<Int>] {
    let indices = indices(of: range)
    var parts: [Range<Int>] = []
    for index in indices where isIncluded(items[index].code.tag) {
      let upper = index + 1 < indices.upperBound ? items[index + 1].start : range.upperBound
      parts.append(max(items[index].start, range.lowerBound)..<upper)
    }
    return parts
  }

  /// Returns whether a character is one that all scripts use, and no bracket; false also for some such characters. All
  /// rules give it the script of a letter before it, unless a mark follows.
  public static func isSign(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return !isLetter(scalar) && ScriptCode.bracket(scalar) == .none }
    return scalar < 0xB7 && scalar != 0xAA || (0x2010...0x2027).contains(scalar)
  }

  private static func isLetter(_ ascii: UInt32) -> Bool { (0x41...0x5A).contains(ascii & 0xDF) }

  /// The indices of the items that overlap a range.
  private func indices(of range: Range<Int>) -> Range<Int> {
    if range.isEmpty { return 0..<0 }
    let first = items.partitionPoint { $0.start <= range.lowerBound } - 1
    var end = first + 1
    while end < items.count, items[end].start < range.upperBound { end += 1 }
    return first..<end
  }
}

private func adjacentRuns(of items: ArraySlice<ScriptItem>, end: Int) -> [ScriptRun] {
  var runs: [ScriptRun] = []
  var current = ScriptCode.common
  let items = items.span
  for index in items.indices where !items[index].code.isNeutral && items[index].code != current {
    if !current.isNeutral { runs.append(ScriptRun(end: items[index].start, script: current.tag)) }
    current = items[index].code
  }
  runs.append(ScriptRun(end: end, script: current.tag))
  return runs
}

/// Neighbouring characters that all rules treat as one, or a single character.
struct ScriptItem: Sendable {
  enum ItemKind: Sendable {
    /// Letters of one script that no other script uses.
    case letters
    /// Spaces, digits and signs of all scripts, none of which is a bracket.
    case signs
    case character
  }

  /// The byte offset in the text.
  let start: Int
  let kind: ItemKind
  /// The first character, or the only one.
  let scalar: UInt32
  let code: ScriptCode
  /// The Script_Extensions of a single character; empty for letters and signs, and for all of ASCII.
  let extensions: [ScriptCode]

  /// Creates an item of a single character.
  init(_ scalar: UInt32, at start: Int) {
    self.start = start
    self.scalar = scalar
    kind = .character
    code = ScriptCode(of: scalar)
    extensions = scalar < 0x80 ? [] : ScriptCode.extensions(of: scalar)
  }

  private init(_ kind: ItemKind, startingWith scalar: UInt32, at start: Int) {
    self.start = start
    self.kind = kind
    self.scalar = scalar
    code = kind == .signs ? .common : ScriptCode(of: scalar)
    extensions = []
  }

  static func all(in bytes: [UInt8]) -> [ScriptItem] {
    var items: [ScriptItem] = []
    items.reserveCapacity(bytes.count / 4)
    // The kind of the item that is continued.
    var kind = ItemKind.character
    var (block, script): (ClosedRange<UInt32>, UInt32) = (0...0, CharacterProperties.common)
    var lastSign = 0
    let text = bytes.span
    var next = 0
    while next < text.count {
      let (scalar, length) = text.scalar(at: next)
      let offset = next
      next += length
      if kind == .letters, block.contains(scalar) { continue }
      if ScriptText.isSign(scalar) {
        if kind != .signs { items.append(ScriptItem(.signs, startingWith: scalar, at: offset)) }
        kind = .signs
        lastSign = offset
      } else if let letters = CharacterProperties.letters(around: scalar) {
        if kind != .letters || script != letters.script {
          items.append(ScriptItem(.letters, startingWith: scalar, at: offset))
        }
        kind = .letters
        (block, script) = (letters.scalars, letters.script)
      } else {
        // A mark of a few scripts passes them on to the sign before it, and to no other.
        if kind == .signs, let last = items.last, last.start < lastSign {
          items.append(ScriptItem(.signs, startingWith: last.scalar, at: lastSign))
        }
        items.append(ScriptItem(scalar, at: offset))
        kind = .character
      }
    }
    return items
  }

  var bracket: ScriptCode.BracketKind { kind == .character ? ScriptCode.bracket(scalar) : .none }
}
