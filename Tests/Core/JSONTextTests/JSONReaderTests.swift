import Diagnostics
import Testing

struct JSONReaderTests {
  /// Skips a whole text, and returns its first fault.
  private func fault(of text: String) -> JSONFault? {
    var json = JSONReader(Array(text.utf8))
    do {
      try json.skip()
      try json.end()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "{}", "[]", " [ ] ", "0", "-0", "12.50", "-1e-9", "1E+2", "true", "false", "null", #""""#, #""é\u00e9\n\"\\\/""#,
    #""\ud83d\ude00""#, #"{"a":[1,{"b":[]}],"c":"d"}"#, "\u{FEFF}[1]", "[1,\r\n\t2]",
  ])
  func acceptsJSON(text: String) { #expect(fault(of: text) == nil) }

  /// `^` marks the byte at which the fault is reported.
  @Test(arguments: [
    "^", "[1,^]", "[1^ 2]", #"{"a"^ 1}"#, "{^a:1}", #"{"a":1^,}"#, "0^1", "-^", "1.^", "1e^", "^+1", "^.5", "^tru",
    "^nul", #""\^x""#, #""\u^12""#, #""\u^d83d""#, #""\u^d83dA""#, #""\u^dc00""#, "[1]^ 2", #"^"a"#, "^'a'", "[^NaN]",
    "\"a^\n\"", "[^", "[1^, ]", #"[{"a":[1^,]}]"#, "[1]^,",
  ])
  func refusesInvalidJSON(marked: String) throws {
    let text = marked.replacing("^", with: "", maxReplacements: 1)
    let offset = try #require(marked.utf8.firstIndex(of: UInt8(ascii: "^")))
    let place = marked.utf8.distance(from: marked.utf8.startIndex, to: offset)
    let found = try #require(fault(of: text))
    // An unterminated string is reported at its start; white space before a fault is skipped.
    #expect(abs(found.offset - place) <= 1, "\(found)")
  }

  @Test(arguments: [
    ("[1, 2,\n]", "there is a comma before the closing `]`"),
    (#"{"a": 1,}"#, "there is a comma before the closing `}`"),
    (#"{"a": 1},"#, "there is a comma after the end"),
  ])
  func namesACommaTooMany(text: String, message: String) {
    #expect(fault(of: text)?.message == message)
    #expect(fault(of: text)?.help == "remove the comma")
  }

  @Test func textThatIsNotUTF8() {
    var json = JSONReader([0x22, 0xFF, 0x22])
    #expect(throws: JSONFault(offset: 1, message: "the text is not UTF-8")) { try json.string() }
  }

  @Test func depthIsBounded() {
    let deepest = JSONReader.mostDepth
    #expect(fault(of: String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest)) == nil)
    #expect(fault(of: String(repeating: "[", count: 1_000_000))?.offset == deepest)
  }

  @Test(arguments: [
    ("0", 0), ("1", 64), ("-1.5", -96), ("0.015625", 1), ("212.984375", 13631), ("1e2", 6400), ("0.01", 1), ("-0", 0),
    ("1000000000", 64_000_000_000),
  ])
  func lengths(text: String, sixtyFourths: Int) throws {
    var json = JSONReader(Array(text.utf8))
    #expect(try json.sixtyFourths() == sixtyFourths)
  }

  @Test(arguments: ["1000000001", "1e400", "-99999999999999999999", "9e99"])
  func lengthsThatAreTooLarge(text: String) {
    var json = JSONReader(Array(text.utf8))
    #expect(throws: JSONFault.self) { try json.sixtyFourths() }
  }

  @Test func wholeNumbers() throws {
    var json = JSONReader(Array("[-7,9223372036854775807,9223372036854775808]".utf8))
    var numbers: [Int] = []
    #expect(throws: JSONFault(offset: 24, message: "expected a whole number")) {
      try json.array { (json) throws(JSONFault) in numbers.append(try json.integer()) }
    }
    #expect(numbers == [-7, .max])
  }

  @Test func keysAndValues() throws {
    var json = JSONReader(Array(#"{"b":[true,false],"a\t":"x","b":3}"#.utf8))
    var seen: [String] = []
    try json.object { (json, key) throws(JSONFault) in
      switch json.peek() {
      case UInt8(ascii: "["):
        let flags = try json.list { (json) throws(JSONFault) in try json.boolean() }
        seen.append("\(key) \(flags)")
      case UInt8(ascii: "\""): seen.append("\(key) \(try json.string())")
      default: seen.append("\(key) \(try json.integer())")
      }
    }
    try json.end()
    #expect(seen == ["b [true, false]", "a\t x", "b 3"])
  }

  /// The reader reads the writer's output.
  @Test func readsWhatTheWriterWrites() throws {
    let texts = ["", "a\"b\\c", "\u{1}\u{1F}\n\t", "é😀\u{2028}", String(repeating: "x", count: 1000)]
    var writer = JSONWriter()
    writer.array(texts) { json, text in json.string(text) }
    var json = JSONReader(writer.bytes)
    #expect(try json.list { (json) throws(JSONFault) in try json.string() } == texts)
  }
}
