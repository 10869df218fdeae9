import JSONText
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

  @Test func whatIsTakenBackLeavesNoComma() {
    var json = JSONWriter()
    json.array(1...4) { json, number in
      let mark = json.mark
      json.number(number)
      if !number.isMultiple(of: 2) { json.takeBack(to: mark) }
    }
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[2,4]")
  }

  @Test func membersAreWrittenAgain() {
    var json = JSONWriter()
    var members = 0..<0
    json.array(1...2) { json, number in
      json.object { json in
        if number == 1 {
          let start = json.bytes.count
          json.key("a")
          json.number(1)
          json.key("b")
          json.string("x")
          members = start..<json.bytes.count
        } else {
          json.again(members)
        }
        json.key("n")
        json.number(number)
      }
    }
    #expect(String(decoding: json.bytes, as: UTF8.self) == #"[{"a":1,"b":"x","n":1},{"a":1,"b":"x","n":2}]"#)
  }
}
