/// The answer whether a line can break between two characters.
enum BreakVerdict: UInt8, Sendable {
  /// Engines differ, or their answer is unknown.
  case contested = 0
  /// No engine breaks.
  case never = 1
  /// Every engine breaks.
  case always = 2

  /// The combined answer if either may apply.
  func and(_ other: BreakVerdict) -> BreakVerdict { self == other ? self : .contested }
}

/// The context before a pair of characters.
enum BreakContext: Int, CaseIterable, Sendable {
  case start, letter, digit, ideograph
  /// Punctuation, or an unknown character: only answers for all contexts apply.
  case other
}

/// The break opportunities of browsers: one answer for each pair of kinds and each context.
///
/// The answers come from the browsers themselves; see the head of `BreakTables/general.txt`.
struct BreakTable: Sendable, Equatable {
  private let kindCount: Int
  /// Two bits for each context, indexed by the pair.
  private var cells: [UInt16]
  /// The context that each kind is for the pair after it.
  private var contexts: [BreakContext]

  /// - Complexity: O(1).
  func verdict(_ before: BreakKind, _ after: BreakKind, context: BreakContext) -> BreakVerdict {
    let index = Int(before) * kindCount + Int(after)
    guard Int(after) < kindCount, index < cells.count else { return .contested }
    return BreakVerdict(rawValue: UInt8(truncatingIfNeeded: cells[index] >> UInt16(context.rawValue * 2)) & 3)
      ?? .contested
  }

  func context(after kind: BreakKind) -> BreakContext {
    Int(kind) < contexts.count ? contexts[Int(kind)] : .other
  }

  fileprivate init(kindCount: Int, kinds: BreakKinds) {
    self.kindCount = kindCount
    cells = Array(repeating: 0, count: kindCount * kindCount)
    contexts = Array(repeating: .other, count: kindCount)
    for group in BreakGroup.allCases where Int(kinds[group]) < kindCount {
      switch group {
      case .asciiLetter, .letter, .mark: contexts[Int(kinds[group])] = .letter
      case .asciiDigit, .digit: contexts[Int(kinds[group])] = .digit
      case .han, .kana, .smallKana, .hangul: contexts[Int(kinds[group])] = .ideograph
      case .hebrew, .symbol: break
      }
    }
    contexts[0] = .other
  }

  fileprivate mutating func set(_ before: BreakKind, _ after: BreakKind, to cell: UInt16) {
    let index = Int(before) * kindCount + Int(after)
    if Int(after) < kindCount, index < cells.count { cells[index] = cell }
  }
}

/// Reads the break tables ahead, so that tasks that prepare their first text need not wait for them.
public func prepareTextLayout() { _ = BreakTables.measured }

/// The tables for all conventions that engines distinguish.
struct BreakTables: Sendable {
  let kinds: BreakKinds
  private(set) var general: BreakTable
  private(set) var japanese: BreakTable
  private(set) var chinese: BreakTable
  /// The lines that could not be read; empty for the tables of this repository.
  private(set) var faults: [String] = []

  /// The answers of the browsers when `prove break-tables` last ran.
  static let measured = BreakTables(
    general: LineBreakTailoring.general.measuredBreaks, japanese: LineBreakTailoring.japanese.measuredBreaks,
    chinese: LineBreakTailoring.chinese.measuredBreaks)

  /// - Parameters:
  ///   - general: the names of all kinds, and a row for each.
  ///   - japanese: the cells that differ in Japanese; `chinese` is the same for Chinese.
  init(general: [UInt8], japanese: [UInt8], chinese: [UInt8]) {
    let lines = Self.lines(of: general)
    let names = lines.first { $0.first?.elementsEqual("kinds".utf8) == true }?.dropFirst() ?? []
    kinds = BreakKinds(names: Array(names))
    let count = min(names.count, Int(BreakKind.max) - 1) + 1
    var numbers: [ArraySlice<UInt8>: BreakKind] = [:]
    for (index, name) in names.prefix(count - 1).enumerated() { numbers[name] = BreakKind(index + 1) }
    let empty = BreakTable(kindCount: count, kinds: kinds)
    self.general = empty
    self.japanese = empty
    self.chinese = empty
    self.general = read(lines, over: empty, numbers: numbers)
    self.japanese = read(Self.lines(of: japanese), over: self.general, numbers: numbers)
    self.chinese = read(Self.lines(of: chinese), over: self.general, numbers: numbers)
  }

  subscript(tailoring: LineBreakTailoring) -> BreakTable {
    switch tailoring {
    case .general: general
    case .japanese: japanese
    case .chinese: chinese
    }
  }

  /// The answer of `self[tailoring]`, without a copy of the table.
  func verdict(
    _ before: BreakKind, _ after: BreakKind, context: BreakContext, tailoring: LineBreakTailoring
  ) -> BreakVerdict {
    switch tailoring {
    case .general: general.verdict(before, after, context: context)
    case .japanese: japanese.verdict(before, after, context: context)
    case .chinese: chinese.verdict(before, after, context: context)
    }
  }

  // MARK: Reading

  /// The words of each line that is not a remark.
  private static func lines(of text: [UInt8]) -> [[ArraySlice<UInt8>]] {
    parts(of: text[...], between: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
      .map { parts(of: $0, between: UInt8(ascii: " ")) }
  }

  /// Does the same as `split(separator:)`, in an eighth of the time, which is part of every build.
  private static func parts(of text: ArraySlice<UInt8>, between separator: UInt8) -> [ArraySlice<UInt8>] {
    let bytes = text.span
    var parts: [ArraySlice<UInt8>] = []
    var lower = 0
    for index in 0...bytes.count where index == bytes.count || bytes[index] == separator {
      if index > lower { parts.append(text[text.startIndex + lower..<text.startIndex + index]) }
      lower = index + 1
    }
    return parts
  }

  private mutating func read(
    _ lines: [[ArraySlice<UInt8>]], over base: BreakTable, numbers: [ArraySlice<UInt8>: BreakKind]
  ) -> BreakTable {
    var table = base
    for words in lines {
      if words.first?.elementsEqual("kinds".utf8) == true { continue }
      if !read(words, into: &table, numbers: numbers) {
        faults.append(String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self))
      }
    }
    return table
  }

  /// Reads `row KIND ANSWERS` or `cells KIND ANSWER KIND…`. Returns false if a line is neither.
  private func read(
    _ words: [ArraySlice<UInt8>], into table: inout BreakTable, numbers: [ArraySlice<UInt8>: BreakKind]
  ) -> Bool {
    guard words.count >= 3, let before = numbers[words[1]] else { return false }
    if words[0].elementsEqual("row".utf8) {
      guard words.count == 3, words[2].count == numbers.count else { return false }
      let row = words[2]
      let answers = row.span
      for index in answers.indices {
        // Answers that depend on the context are on a separate line.
        guard let cell = answers[index] == UInt8(ascii: "*") ? 0 : Self.cell(CollectionOfOne(answers[index])) else {
          return false
        }
        table.set(before, BreakKind(index + 1), to: cell)
      }
      return true
    }
    guard words[0].elementsEqual("cells".utf8), let cell = Self.cell(words[2]) else { return false }
    for name in words.dropFirst(3) {
      guard let after = numbers[name] else { return false }
      table.set(before, after, to: cell)
    }
    return true
  }

  /// Reads one character for all contexts, or four: at a word's start, after letters, digits and ideographs.
  private static func cell(_ signs: some Collection<UInt8>) -> UInt16? {
    var cell: UInt16 = 0
    var position = 0
    for sign in signs {
      let verdict: BreakVerdict
      switch sign {
      case UInt8(ascii: "-"): verdict = .never
      case UInt8(ascii: "+"): verdict = .always
      case UInt8(ascii: "?"): verdict = .contested
      default: return nil
      }
      if signs.count == 1 { return UInt16(verdict.rawValue) * 0b01_01_01_01_01 }
      cell |= UInt16(verdict.rawValue) << UInt16(position * 2)
      position += 1
    }
    return position == 4 ? cell : nil
  }
}
