import Diagnostics

/// A colour scheme that panes show regardless of the reader's.
public enum PaneScheme: String, Sendable, CaseIterable {
  case light
  case dark
}

/// A style sheet of the site for readers of one colour scheme: `prefers-color-scheme` is resolved in the conditions of
/// its `@media` rules, and nothing else is changed.
///
/// A frame cannot override its reader's preference, and scripts cannot read style sheets from a disk.
///
/// - Parameters:
///   - sheet: a style sheet in `assets/`.
///   - depth: the number of folders by which the copy is deeper.
/// - Complexity: O(bytes).
public func styleSheet(_ sheet: [UInt8], decidedFor scheme: PaneScheme, depth: Int) -> [UInt8] {
  var tokenizer = CSSTokenizer(sheet)
  var result: [UInt8] = []
  result.reserveCapacity(sheet.count + 4096)
  var copied = 0
  func replace(_ range: Range<Int>, with text: String) {
    result += sheet[copied..<range.lowerBound]
    result += Array(text.utf8)
    copied = range.upperBound
  }
  var isCondition = false
  while let token = tokenizer.nextMark() {
    let start = token.range.lower
    switch token.kind {
    case .atKeyword: isCondition = tokenizer.text(of: token).lowercased() == "media"
    case .opening(UInt8(ascii: "{")): isCondition = false
    case .opening where isCondition:
      guard let feature = colorSchemeFeature(behind: tokenizer) else { continue }
      replace(start..<feature.end, with: feature.value == nil || feature.value == scheme.rawValue ? always : never)
    case .address where sheet[start...].starts(with: "../".utf8):
      replace(start..<start, with: String(repeating: "../", count: depth))
    default: break
    }
  }
  return result + sheet[copied...]
}

/// The conditions that are always true, and never true.
private let always = "(min-width:0)"
private let never = "(max-width:0)"

/// Reads `prefers-color-scheme: dark)` after a parenthesis; without a value it is true for every reader.
private func colorSchemeFeature(behind tokenizer: CSSTokenizer) -> (value: String?, end: Int)? {
  var tokenizer = tokenizer
  var words: [String] = []
  while let token = tokenizer.next() {
    switch token.kind {
    case .identifier: words.append(tokenizer.text(of: token).lowercased())
    case .colon: break
    case .closing:
      return words.first == "prefers-color-scheme" ? (words.count > 1 ? words[1] : nil, token.range.upper) : nil
    default: return nil
    }
  }
  return nil
}
