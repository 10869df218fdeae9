import TestSupport
import Testing

@testable import TextLayout

struct TextTableTests {
  @Test func findsOnlyAddedTexts() {
    var table = TextTable<Int>(mostTexts: 5000)
    var generator = SeededGenerator(seed: 11)
    var known: [String: Int] = [:]
    for value in 0..<5000 {
      let length = Int.random(in: 0...20, using: &generator)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0x61...0x64, using: &generator) }
      let number = Int.random(in: 0...3, using: &generator)
      let key = String(decoding: bytes, as: UTF8.self) + "/\(number)"
      let found = table.index(of: bytes.span, number).map { table.values[$0] }
      #expect(found == known[key], "\(key)")
      if found == nil {
        table.add(value, for: bytes.span, number)
        known[key] = value
      }
    }
    #expect(table.values.count == known.count)
  }

  @Test func keysAreBytesAndNumbers() {
    var table = TextTable<String>(mostTexts: 2)
    table.add("composed", for: Array("\u{E9}".utf8).span, 0)
    table.add("nothing", for: [UInt8]().span, 0)
    #expect(table.index(of: Array("e\u{301}".utf8).span, 0) == nil)
    #expect(table.index(of: Array("\u{E9}".utf8).span, 1) == nil)
    #expect(table.index(of: Array("x\u{E9}".utf8).span.extracting(1...), 0).map { table.values[$0] } == "composed")
    #expect(table.index(of: [UInt8]().span, 0).map { table.values[$0] } == "nothing")
  }

  @Test func emptiesAFullTable() {
    var table = TextTable<Int>(mostTexts: 300)
    for value in 0..<301 { table.add(value, for: Array("\(value)".utf8).span, 0) }
    #expect(table.values == [300])
    #expect(table.index(of: Array("7".utf8).span, 0) == nil)
    #expect(table.index(of: Array("300".utf8).span, 0) == 0)
  }
}
