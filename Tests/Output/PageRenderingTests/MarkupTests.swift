import Testing

@testable import Pages

struct MarkupTests {
  @Test(arguments: [
    ("a", "a"), ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("]]>", "]]&gt;"), ("\"'", "\"'"), ("&amp;", "&amp;amp;"),
    ("a\tb\nc", "a\tb\nc"), ("a\u{0}\u{1B}\u{7F}b", "ab"), ("é…\u{1F600}", "é…\u{1F600}"),
  ])
  func text(raw: String, escaped: String) {
    var markup = Markup()
    markup.text(raw)
    #expect(String(decoding: markup.bytes, as: UTF8.self) == escaped)
    var sliced = Markup()
    sliced.text(Array(raw.utf8)[...])
    #expect(sliced.bytes == markup.bytes)
  }

  @Test(arguments: [
    ("a", "a"), ("\"", "&quot;"), ("'", "'"), ("a\" onclick=\"x", "a&quot; onclick=&quot;x"), ("<&>", "&lt;&amp;&gt;"),
    ("a\tb\nc\rd", "a&#9;b&#10;c&#13;d"),
  ])
  func attributes(raw: String, escaped: String) {
    var markup = Markup()
    markup.open(.img, [(.alt, raw)])
    #expect(String(decoding: markup.bytes, as: UTF8.self) == "<img alt=\"\(escaped)\"/>")
  }

  /// CSSOM, "serialize an identifier".
  @Test(arguments: [
    ("a", "a"), ("a/b", "a\\/b"), ("1a", "\\31 a"), ("a1", "a1"), ("-", "\\-"), ("-a", "-a"), ("a.b", "a\\.b"),
    ("a_b", "a_b"), ("été", "été"), ("日本", "日本"), ("A:Z", "A\\:Z"), ("a{}b", "a\\{\\}b"), ("a\u{1}b", "a\\1 b"),
    ("a;b", "a\\;b"), ("a*/b", "a\\*\\/b"), ("[", "\\["), ("`", "\\`"), ("-1", "-\\31 "), ("@", "\\@"),
  ])
  func identifiers(id: String, escaped: String) {
    #expect(escapedIdentifier(id) == escaped)
  }

  @Test(arguments: [
    ("a", true), ("<b>a</b>", true), ("<br/>", true), ("<b><i></b></i>", false), ("<b>", false), ("a & b", false),
    ("<a x=\"1\" x=\"2\"></a>", false), ("a > b", false), ("</b>", false),
  ])
  func checksWellFormedness(markup: String, isWellFormed: Bool) {
    #expect(((try? markupTokens(markup)) != nil) == isWellFormed)
  }
}
