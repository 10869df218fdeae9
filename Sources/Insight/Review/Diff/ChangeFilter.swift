/// Selects the shelves and cards to compare: those that match a pattern, by id, or by the path of their page or file.
///
/// `*` matches any characters except a slash, `**` any, `?` one; a pattern that matches a folder includes its content.
public struct ChangeFilter: Sendable, Hashable {
  private let patterns: [[UInt8]]

  /// Creates a filter; without patterns, it selects everything.
  public init(_ patterns: [String] = []) {
    self.patterns = patterns.map { Array(($0.hasSuffix("/") ? String($0.dropLast()) : $0).utf8) }
  }

  public var isAll: Bool { patterns.isEmpty }

  func takes(_ names: String...) -> Bool {
    patterns.isEmpty
      || patterns.contains { pattern in
        names.contains { name in
          let bytes = Array(name.utf8)
          // A pattern matches the name itself, or that of a folder above it.
          return matches(pattern[...], bytes[...])
            || bytes.indices.contains { bytes[$0] == UInt8(ascii: "/") && matches(pattern[...], bytes[..<$0]) }
        }
      }
  }

  /// - Complexity: O(pattern x name): it backtracks only to the last star of each kind.
  private func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    let (star, slash, mark) = (UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "?"))
    var (p, n) = (pattern.startIndex, name.startIndex)
    var short: (p: Int, n: Int)?
    var long: (p: Int, n: Int)?
    while true {
      if p == pattern.endIndex, n == name.endIndex { return true }
      if p < pattern.endIndex, pattern[p] == star {
        if p + 1 < pattern.endIndex, pattern[p + 1] == star {
          p += 2
          (long, short) = ((p, n), nil)
        } else {
          p += 1
          short = (p, n)
        }
        continue
      }
      if p < pattern.endIndex, n < name.endIndex, pattern[p] == name[n] || (pattern[p] == mark && name[n] != slash) {
        p += 1
        n += 1
        continue
      }
      if let back = short, back.n < name.endIndex, name[back.n] != slash {
        short = (back.p, back.n + 1)
        (p, n) = (back.p, back.n + 1)
      } else if let back = long, back.n < name.endIndex {
        (long, short) = ((back.p, back.n + 1), nil)
        (p, n) = (back.p, back.n + 1)
      } else {
        return false
      }
    }
  }
}
