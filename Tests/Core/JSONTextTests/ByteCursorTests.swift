import TestSupport
import Testing

@testable import Diagnostics

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

  @Test func shortNumbersAreRight() {
    for number in 0..<1100 {
      var bytes: [UInt8] = []
      bytes.append(room: 5 * ByteCursor.mostBytesOfNumber) { cursor in
        cursor.append(decimals: [number, 1, number].span)
        cursor.removeLast()
        cursor.append(decimal: number)
      }
      let expected = "\(number),1,\(number)".dropLast() + "\(number)"
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
  }

  @Test func textsFollowWhatIsThere() {
    var bytes = Array("a".utf8)
    for _ in 0..<100 { bytes.append(room: 8) { cursor in cursor.append(",\"é\":") } }
    #expect(String(decoding: bytes, as: UTF8.self) == "a" + String(repeating: ",\"é\":", count: 100))
  }

  @Test func lengthsInRemAreThoseOfTheWriter() {
    var generator = SeededGenerator(seed: 8)
    for number in Self.numbers + (0..<2000).map({ _ in Int.random(in: -100_000...100_000, using: &generator) }) {
      var expected: [UInt8] = []
      expected.append(decimal: number, dividedBy: 1024)
      var bytes: [UInt8] = []
      bytes.append(room: ByteCursor.mostBytesOfNumber + 4) { $0.append(thousandTwentyFourths: number) }
      #expect(bytes == expected, "\(number)")
    }
  }

  @Test func rangesAreCopiedWhole() {
    let text = (0..<64).map { UInt8($0) }
    for lower in 0...text.count {
      for upper in lower...text.count {
        for room in [0, 40] {
          var bytes: [UInt8] = [1, 2]
          bytes.append(room: upper - lower + room) { $0.append(text.span, lower..<upper) }
          #expect(bytes == [1, 2] + text[lower..<upper])
        }
      }
    }
  }

  /// Eight bytes are looked at together.
  @Test func everyByteThatNeedsEscapingIsFound() {
    for byte in UInt8.min...UInt8.max {
      let needsEscaping = byte < 0x20 || byte == 0x7F || "&<>\"".utf8.contains(byte)
      for place in 0..<19 {
        for other in [UInt8(ascii: "a"), 0xC3, 0xFF] {
          var bytes = [UInt8](repeating: other, count: 19)
          bytes[place] = byte
          #expect(mayNeedEscaping(bytes) == needsEscaping, "\(byte) at \(place)")
        }
      }
    }
  }
}
