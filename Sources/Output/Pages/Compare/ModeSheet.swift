import Diagnostics

/// What panes show regardless of the reader's settings: a colour scheme, forced colours, or the page as it is printed.
public enum PaneMode: String, Sendable, CaseIterable {
  case dark
  case forced
  case light
  case print

  /// The answer to a media feature; nil if it is the reader's.
  fileprivate func answer(_ feature: String, _ value: String?) -> Bool? {
    switch (feature, self) {
    case ("prefers-color-scheme", .dark): value == nil || value == "dark"
    // Paper is light.
    case ("prefers-color-scheme", .light), ("prefers-color-scheme", .print): value == nil || value == "light"
    case ("forced-colors", .forced): value == nil || value == "active"
    default: nil
    }
  }

  /// The medium that stands for another one in the conditions of style sheets; nil if it stays as it is.
  fileprivate func replacement(forMedium medium: String) -> String? {
    guard self == .print else { return nil }
    // No reader has a medium of a class that is obsolete.
    return switch medium {
    case "print": "all"
    case "screen": "tty"
    default: nil
    }
  }
}

/// A style sheet of the site for readers with one mode: its medium and its features are resolved in the conditions of
/// `@media` rules, and nothing else is changed.
///
/// A frame cannot override its reader's settings, and scripts cannot read style sheets from a disk.
///
/// - Parameters:
///   - sheet: a style sheet in `assets/`.
///   - depth: the number of folders by which the copy is deeper.
/// - Complexity: O(bytes).
public func styleSheet(_ sheet: [UInt8], decidedFor mode: PaneMode, depth: Int) -> [UInt8] {
  var decided = DecidedSheet(sheet, mode: mode)
  decided.decide(depth: depth)
  return decided.bytes
}

private struct DecidedSheet {
  private let sheet: [UInt8]
  private let mode: PaneMode
  private var tokenizer: CSSTokenizer
  private var result: [UInt8] = []
  private var copied = 0

  init(_ sheet: [UInt8], mode: PaneMode) {
    self.sheet = sheet
    self.mode = mode
    tokenizer = CSSTokenizer(sheet)
    result.reserveCapacity(sheet.count + 4096)
  }

  var bytes: [UInt8] { result + sheet[copied...] }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    result += sheet[copied..<range.lowerBound]
    result += Array(text.utf8)
    copied = range.upperBound
  }

  mutating func decide(depth: Int) {
    let up = String(repeating: "../", count: depth)
    while let token = tokenizer.nextMark() {
      let start = token.range.lower
      switch token.kind {
      case .atKeyword where tokenizer.text(of: token).lowercased() == "media": decideCondition()
      case .address where sheet[start...].starts(with: "../".utf8): replace(start..<start, with: up)
      default: break
      }
    }
  }

  /// Reads the condition of a media rule, up to its block.
  private mutating func decideCondition() {
    var depth = 0
    while let token = tokenizer.next() {
      switch token.kind {
      case .opening(UInt8(ascii: "{")), .semicolon: return
      case .opening:
        var ahead = tokenizer
        if let (name, value, end) = mediaFeature(behind: &ahead), let answer = mode.answer(name, value) {
          replace(token.range.lower..<end, with: answer ? always : never)
          tokenizer = ahead
        } else {
          depth += 1
        }
      case .closing: depth -= 1
      case .identifier where depth == 0:
        if let medium = mode.replacement(forMedium: tokenizer.text(of: token).lowercased()) {
          replace(token.range.lower..<token.range.upper, with: medium)
        }
      default: break
      }
    }
  }
}

/// The conditions that are always true, and never true.
private let always = "(min-width:0)"
private let never = "(max-width:0)"

/// Reads a feature such as `prefers-color-scheme: dark)` after a parenthesis.
private func mediaFeature(behind tokenizer: inout CSSTokenizer) -> (name: String, value: String?, end: Int)? {
  var words: [String] = []
  while let token = tokenizer.next() {
    switch token.kind {
    case .identifier: words.append(tokenizer.text(of: token).lowercased())
    case .colon: break
    case .closing:
      return words.first.map { ($0, words.count > 1 ? words[1] : nil, token.range.upper) }
    default: return nil
    }
  }
  return nil
}
