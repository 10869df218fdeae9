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
    #expect(table.count == 703)
    #expect(table.number(of: Array("text 700".utf8)[...]) == nil)
  }
}
