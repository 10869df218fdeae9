import MarkdownTree
import Testing

@Suite struct LinkTargetTests {
  @Test(arguments: [
    ("https://x.org/a?b#c", LinkTarget.Kind.absolute, "https://x.org/a?b#c"),
    ("HTTP://x.org", .absolute, "HTTP://x.org"),
    ("mailto:a@b.org", .absolute, "mailto:a@b.org"),
    ("\u{1}\u{0} ht\ntps\t://x.org \u{1F}", .absolute, "https://x.org"),
    ("a.md", .relative, "a.md"),
    ("../b/a.md#c", .relative, "../b/a.md#c"),
    ("a.md?x:y", .relative, "a.md?x:y"),
    ("./a:b.md", .relative, "./a:b.md"),
    ("#a", .fragment, "#a"),
    ("#javascript:x", .fragment, "#javascript:x"),
  ])
  func allowed(written: String, kind: LinkTarget.Kind, text: String) throws {
    let target = try #require(LinkTarget(written))
    #expect(target.text == text)
    #expect(target.kind == kind)
  }

  @Test(arguments: [
    ("", LinkRefusal.empty),
    (" \t\u{0}", .empty),
    ("mailto:", .empty),
    ("javascript:alert(1)", .scheme("javascript")),
    ("JaVaScRiPt:alert(1)", .scheme("javascript")),
    ("java\nscript:alert(1)", .scheme("javascript")),
    ("\u{1} javascript:x", .scheme("javascript")),
    ("data:text/html,x", .scheme("data")),
    ("blob:x", .scheme("blob")),
    ("vbscript:x", .scheme("vbscript")),
    ("file:///etc/passwd", .scheme("file")),
    ("a:b.md", .scheme("a")),
    ("1 a:b", .scheme("1 a")),
    ("ftp://x.org", .scheme("ftp")),
    ("https:x", .missingHost(scheme: "https")),
    ("https:///x", .missingHost(scheme: "https")),
    ("//x.org", .otherHost),
    ("/a", .absolutePath),
    ("\\\\x.org", .backslash),
    ("/\\x.org", .backslash),
    ("..\\a", .backslash),
    ("a\u{1}b", .controlCharacter),
  ])
  func refused(written: String, refusal: LinkRefusal) {
    #expect(throws: refusal) { try LinkTarget.parse(written) }
    #expect(LinkTarget(written) == nil)
    #expect(!refusal.help.isEmpty)
  }
}
