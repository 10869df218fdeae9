import TestSupport
import Testing

@testable import JSONText

struct ByteCursorTests {
  private static let numbers = [
    0, 1, 9, 10, 63, 64, 65, 99, 100, 640, 999, 1000, 6400, 63_936, 63_999, 64_000, 790_080, -1, -64, -6401, 1 << 40,
    Int.max, Int.min,
  ]

  @Test func numbersAreThoseOfTheWriter() {
    var generator = SeededGenerator(seed: 7)
    for number in Self.numbers + (0..<2000).map({ _ in Int.random(in: -100_000...100_000, using: &generator) }) {
      var expected: [UInt8] = []
      expected.append(decimal: number, dividedBy: 64)
      expected.append(UInt8(ascii: ","))
      expected.append(decimal: number)
      var bytes: [UInt8] = []
      bytes.append(room: 2 * ByteCursor.mostBytesOfNumber) { cursor in
        cursor.append(sixtyFourths: number)
        cursor.append(UInt8(ascii: ","))
        cursor.append(decimal: number)
      }
      #expect(bytes == expected, "\(number)")
    }
  }

  @Test func textsFollowWhatIsThere() {
    var bytes = Array("a".utf8)
    for _ in 0..<100 { bytes.append(room: 8) { cursor in cursor.append(",\"é\":") } }
    #expect(String(decoding: bytes, as: UTF8.self) == "a" + String(repeating: ",\"é\":", count: 100))
  }
}
