import Testing

@testable import SiteValidation

@Suite struct ByteTableTests {
  @Test func findsTextsByTheirBytes() {
    var table = ByteTable()
    let texts = (0..<1000).map { "text \($0 % 700)" } + ["", "\u{E4}", "a\u{308}"]
    var known: [[UInt8]: Int] = [:]
    for text in texts {
      let bytes = Array(text.utf8)
      #expect(table.number(of: bytes[...]) == known[bytes])
      let (number, isNew) = table.insert(bytes[...])
      #expect(isNew == (known[bytes] == nil))
      #expect(known[bytes, default: number] == number)
      known[bytes] = number
      #expect(table[number].elementsEqual(bytes))
    }
    for text in texts + texts {
      let bytes = Array("<\(text)>".utf8)
      #expect(table.insertAgain(bytes, 1..<bytes.count - 1) == known[Array(text.utf8)])
    }
    #expect(table.count == 703)
    #expect(table.number(of: Array("text 700".utf8)[...]) == nil)
  }

  /// Short texts are recognised by eight bytes that are read at once.
  @Test func shortTextsAreNotMixedUp() {
    var table = ByteTable()
    let texts: [[UInt8]] =
      [[], [0], [0, 0], [97], [97, 0], [97, 97], [97, 97, 97], [97, 98, 97], [0, 97, 0, 0]]
      + (4...10).flatMap { count in (0..<count).map { place in (0..<count).map { $0 == place ? 1 : 0 } } }
    for _ in 0..<3 {
      for (number, text) in texts.enumerated() { #expect(table.insertAgain(text, text.indices) == number) }
    }
  }
}
