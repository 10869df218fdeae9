import Diagnostics
import Testing

struct JSONWriterTests {
  @Test func objectsAndArrays() {
    var json = JSONWriter()
    json.object { json in
      json.key("a")
      json.array([1, 2]) { $0.number($1) }
      json.key("b")
      json.boolean(false)
      json.key("c")
      json.object { _ in }
    }
    #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a":[1,2],"b":false,"c":{}}"#)
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("\"\\", #""\"\\""#), ("\u{1}\n\u{1F}", #""\u0001\u000a\u001f""#), ("é😀", #""é😀""#),
  ])
  func strings(text: String, written: String) {
    var json = JSONWriter()
    json.string(text)
    #expect(String(decoding: json.bytes, as: UTF8.self) == written)
  }

  /// Eight bytes are looked at together.
  @Test func everyByteThatIsNotPlainIsEscaped() {
    for count in 1...20 {
      for place in 0..<count {
        for byte in 0..<0x80 as Range<UInt8> {
          var text = [UInt8](repeating: UInt8(ascii: "~"), count: count)
          text[place] = byte
          var written: [UInt8] = []
          written.append(quoted: String(decoding: text, as: UTF8.self))
          let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
          #expect((written == [0x22] + text + [0x22]) == isPlain, "\(byte)")
        }
      }
    }
  }

  @Test(arguments: [
    (0, 1, "0"), (-7, 1, "-7"), (1_234_567_890, 1, "1234567890"), (64, 64, "1"), (-32, 64, "-0.5"),
    (65, 64, "1.015625"),
    (1, 1024, "0.0009765625"), (Int.min, 1, "-9223372036854775808"), (Int.max, 64, "144115188075855871.984375"),
  ])
  func numbers(number: Int, divisor: Int, written: String) {
    var json = JSONWriter()
    json.number(number, dividedBy: divisor)
    #expect(String(decoding: json.bytes, as: UTF8.self) == written)
    if divisor > 1 { return }
    var whole = JSONWriter()
    whole.number(number)
    #expect(whole.bytes == json.bytes)
  }

  @Test func removedMembersLeaveNoComma() {
    var json = JSONWriter()
    json.array(1...4) { json, number in
      let mark = json.mark
      json.number(number)
      if !number.isMultiple(of: 2) { json.takeBack(to: mark) }
    }
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[2,4]")
  }

  /// Divisors of lengths have their own code, which must give the same result as the code for other divisors.
  @Test func lengthsOfAnySize() {
    for number in Array(-3000...3000) + [Int.max / 32, Int.min / 32, 999_999, 1_000_000, -64_000_001] {
      var lengths = [UInt8]()
      lengths.append(decimal: number, dividedBy: 64)
      var others = [UInt8]()
      others.append(decimal: number * 2, dividedBy: 128)
      #expect(lengths == others, "\(number)")
      var rems = [UInt8]()
      rems.append(decimal: number, dividedBy: 1024)
      var otherRems = [UInt8]()
      otherRems.append(decimal: number * 2, dividedBy: 2048)
      #expect(rems == otherRems, "\(number)")
    }
  }

  @Test func aValueWrittenAsBytes() {
    var json = JSONWriter()
    json.array(1...2) { json, number in
      json.value { bytes in
        bytes.append("[")
        bytes.append(decimal: number)
        bytes.append("]" as StaticString)
      }
    }
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[[1],[2]]")
  }
}
