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
///   - depth: how many folders deeper the copy is.
/// - Complexity: O(bytes).
public func styleSheet(_ sheet: [UInt8], decidedFor scheme: PaneScheme, depth: Int) -> [UInt8] {
  let up = Array(String(repeating: "../", count: depth).utf8)
  var result: [UInt8] = []
  result.reserveCapacity(sheet.count + 4096)
  var index = 0
  var isPrelude = false
  while index < sheet.count {
    if sheet.has("/*", at: index) {
      let start = index
      index += 2
      while index < sheet.count, !sheet.has("*/", at: index) { index += 1 }
      index = min(index + 2, sheet.count)
      result += sheet[start..<index]
      continue
    }
    if sheet.has("@media", at: index) { isPrelude = true }
    if sheet[index] == UInt8(ascii: "{") { isPrelude = false }
    if isPrelude, let feature = colorSchemeFeature(at: index, in: sheet) {
      result += Array((feature.value == nil || feature.value == scheme.rawValue ? always : never).utf8)
      index = feature.end
    } else if sheet.has("url(../", at: index) {
      result += Array("url(".utf8) + up
      index += 4
    } else {
      result.append(sheet[index])
      index += 1
    }
  }
  return result
}

/// Conditions that are always true, and never.
private let always = "(min-width:0)"
private let never = "(max-width:0)"

/// `(prefers-color-scheme: dark)`, with any spaces; without a value it is true for every reader.
private func colorSchemeFeature(at start: Int, in sheet: [UInt8]) -> (value: String?, end: Int)? {
  guard sheet[start] == UInt8(ascii: "("), let close = sheet[start...].firstIndex(of: UInt8(ascii: ")")) else {
    return nil
  }
  let parts = sheet[(start + 1)..<close].split(separator: UInt8(ascii: ":"), maxSplits: 1)
    .map { String(decoding: $0.filter { $0 > 0x20 }, as: UTF8.self).lowercased() }
  guard parts.first == "prefers-color-scheme" else { return nil }
  return (parts.count > 1 ? parts[1] : nil, close + 1)
}

extension [UInt8] {
  fileprivate func has(_ text: StaticString, at index: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count - index >= length else { return false }
    return text.withUTF8Buffer { text in (0..<length).allSatisfy { self[index + $0] | 0x20 == text[$0] | 0x20 } }
  }
}
