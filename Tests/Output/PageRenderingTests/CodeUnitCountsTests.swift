import TestSupport
import Testing

@testable import Pages

struct CodeUnitCountsTests {
  private static let characters = ["a", "é", "日", "😀", "\u{FFFC}", "\u{FFFD}", "\u{F8FF}", "ا"]

  /// Checks every character of texts of any length, with boxes and characters of one to four bytes.
  @Test(arguments: 1...60)
  func countsCodeUnitsAtEveryCharacter(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let kinds = Int.random(in: 1...Self.characters.count, using: &random)
    var text = ""
    var offsets: [(bytes: Int, units: Int)] = []
    for _ in 0..<Int.random(in: 0...200, using: &random) {
      offsets.append((text.utf8.count, text.utf16.count { $0 != 0xFFFC }))
      text += Self.characters[Int.random(in: 0..<kinds, using: &random)]
    }
    let total = text.utf16.count { $0 != 0xFFFC }
    let counts = CodeUnitCounts(Array(text.utf8))
    #expect(counts.total == total, "seed \(seed): \(text)")
    for (bytes, units) in offsets { #expect(counts.count(before: bytes) == units, "seed \(seed), \(bytes): \(text)") }
    #expect(counts.count(before: text.utf8.count) == total)
    #expect(counts.count(before: Int.max) == total && counts.count(before: -1) == 0)
  }
}
