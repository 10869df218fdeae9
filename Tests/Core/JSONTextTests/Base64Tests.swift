import Diagnostics
import Testing

struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
  ])
  func examplesOfTheStandard(text: String, encoded: String) { #expect(base64(Array(text.utf8)) == encoded) }
}
