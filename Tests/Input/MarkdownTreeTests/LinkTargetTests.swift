import Content
import Testing

@Suite struct LinkTargetTests {
  @Test(arguments: [
    ("https://x.org/a?b#c", LinkTarget.LinkKind.absolute, "https://x.org/a?b#c"),
    ("HTTP://x.org", .absolute, "HTTP://x.org"),
    ("mailto:a@b.org", .absolute, "mailto:a@b.org"),
    ("https://münchen.example:8080/%C3%BC", .absolute, "https://münchen.example:8080/%C3%BC"),
    ("https://नमूना.भारत./", .absolute, "https://नमूना.भारत./"),
    ("https://xn--mnchen-3ya.example/", .absolute, "https://xn--mnchen-3ya.example/"),
    ("http://192.0.2.1:80/", .absolute, "http://192.0.2.1:80/"),
    ("http://[2001:db8::1]:8080/x", .absolute, "http://[2001:db8::1]:8080/x"),
    ("https://x.org/@a:b", .absolute, "https://x.org/@a:b"),
    ("\u{1}\u{0} ht\ntps\t://x.org \u{1F}", .absolute, "https://x.org"),
    ("tel:+49-(30)-1234567;ext=5", .absolute, "tel:+49-(30)-1234567;ext=5"),
    ("TEL:112", .absolute, "TEL:112"),
    ("sms:+15105550101?body=hello%20there", .absolute, "sms:+15105550101?body=hello%20there"),
    ("geo:-37.786971,122.399677;u=35", .absolute, "geo:-37.786971,122.399677;u=35"),
    ("geo:1,2,3?z=11", .absolute, "geo:1,2,3?z=11"),
    ("a.md", .relative, "a.md"),
    ("../b/a.md#c", .relative, "../b/a.md#c"),
    ("a.md?x:y", .relative, "a.md?x:y"),
    ("./a:b.md", .relative, "./a:b.md"),
    ("#a", .fragment, "#a"),
    ("#javascript:x", .fragment, "#javascript:x"),
  ])
  func allowed(written: String, kind: LinkTarget.LinkKind, text: String) throws {
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
    ("https://x.org/\u{202E}gpj.exe", .directionControl("\u{202E}")),
    ("a\u{2066}.md", .directionControl("\u{2066}")),
    ("#\u{61C}", .directionControl("\u{61C}")),
    ("https://x.org@y.org/", .credentials),
    ("https://a:b@y.org/", .credentials),
    ("https://x y/", .host("x y")),
    ("https://x\"onmouseover=/", .host("x\"onmouseover=")),
    ("https://x%2eorg/", .host("x%2eorg")),
    ("https://x\u{3002}org/", .host("x\u{3002}org")),
    ("https://x\u{2044}y.org/", .host("x\u{2044}y.org")),
    ("https://x\u{AD}y.org/", .host("x\u{AD}y.org")),
    ("https://a..b/", .host("a..b")),
    ("https://-a.org/", .host("-a.org")),
    ("https://./", .host(".")),
    ("https://1.2.3/", .host("1.2.3")),
    ("https://1.2.3.256/", .host("1.2.3.256")),
    ("https://01.2.3.4/", .host("01.2.3.4")),
    ("https://0x7f000001/", .host("0x7f000001")),
    ("https://[::1", .host("[")),
    ("https://[x]/", .host("[x]")),
    ("https://x.org:port/", .port),
    ("https://x.org:/", .port),
    ("https://x.org:65536/", .port),
    ("https://[::1]x/", .port),
    ("https://x.org/%zz", .escape),
    ("https://x.org/a%2", .escape),
    ("mailto:a%", .escape),
    ("tel:", .number(scheme: "tel")),
    ("tel:*#06#", .number(scheme: "tel")),
    ("tel:%2A%2306%23", .number(scheme: "tel")),
    ("tel:1;a=%23", .number(scheme: "tel")),
    ("tel:1?body=%23", .number(scheme: "tel")),
    ("tel:1+2", .number(scheme: "tel")),
    ("sms:", .number(scheme: "sms")),
    ("sms:x", .number(scheme: "sms")),
    ("sms:1?body=%", .escape),
    ("geo:", .place),
    ("geo:1", .place),
    ("geo:1,2,3,4", .place),
    ("geo:1,x", .place),
    ("geo:1,-", .place),
  ])
  func refused(written: String, refusal: LinkRefusal) {
    #expect(throws: refusal) { try LinkTarget.parse(written) }
    #expect(LinkTarget(written) == nil)
    #expect(!refusal.help.isEmpty)
  }
}
