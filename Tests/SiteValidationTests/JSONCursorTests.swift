import Testing

@testable import SiteValidation

@Suite struct JSONCursorTests {
  @Test(arguments: [
    ("0", 0), ("-0.5", -0.5), ("12.015625", 12.015625), ("1e3", 1000), ("2.5E-1", 0.25), (" 7 ", 7),
    ("123456789012345680", 123_456_789_012_345_680), ("0.1", 0.1), ("1234567.654321", 1_234_567.654321),
  ])
  func numberIsRead(_ text: String, _ number: Double) throws {
    var cursor = JSONCursor(Array(text.utf8))
    #expect(try cursor.number() == number)
    #expect(throws: Never.self) { try cursor.end() }
  }

  @Test(arguments: [
    ("\"\"", ""), ("\"a\u{E4}\"", "a\u{E4}"), ("\"\\u00e4\\n\\\\\\/\\\"\"", "\u{E4}\n\\/\""),
    ("\"\\ud83e\\ude90!\"", "\u{1FA90}!"),
  ])
  func stringIsRead(_ text: String, _ string: String) throws {
    var cursor = JSONCursor(Array(text.utf8))
    #expect(try cursor.string() == string)
  }

  @Test(arguments: [
    "", "{", "[", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "-", "1.", ".5", "1e", "+1",
    "1e999",
    "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\\udc00\"", "\"\n\"", "nul", "True",
    "1 1", "NaN", "Infinity",
    String(repeating: "[", count: 1_000), String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
  ])
  func otherTextIsRefused(_ text: String) {
    var cursor = JSONCursor(Array(text.utf8))
    #expect(throws: JSONFault.self) {
      try cursor.skip()
      try cursor.end()
    }
  }
}
