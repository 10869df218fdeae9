import Diagnostics
import Testing

struct PercentCodingTests {
  @Test(arguments: [
    ("a/b.css", "a/b.css"), ("new moon", "new%20moon"), ("%", "%25"), ("\u{E9}\u{7}", "%C3%A9%07"),
    ("javascript:x", "javascript%3Ax"), ("", ""),
  ])
  func ofPaths(path: String, encoded: String) {
    #expect(percentEncoded(path: path) == encoded)
    #expect(percentDecoded(encoded.utf8) == Array(path.utf8))
  }

  @Test(arguments: ["%", "%2", "%2g", "%:0", "%+1"])
  func incompleteEscapes(text: String) { #expect(percentDecoded(text.utf8) == nil) }
}
