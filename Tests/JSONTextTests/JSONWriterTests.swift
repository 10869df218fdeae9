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
}
