import Testing

@testable import SiteValidation

@Suite struct SiteReferenceTests {
  @Test(
    arguments: [
      ("a.html", "a/b/a.html", nil), ("./a.html#x", "a/b/a.html", "x"), ("../", "a/index.html", nil),
      ("..", "a/index.html", nil),
      ("../..", "index.html", nil), (".", "a/b/index.html", nil), ("c/", "a/b/c/index.html", nil),
      ("#x%20y", "a/b/p.html", "x y"),
      ("#", "a/b/p.html", nil), ("../../x?y=/../..#z", "x", "z"), ("%E4%BD%A0.html", "a/b/\u{4F60}.html", nil),
      ("a:b/c", nil, nil), ("./a:b", "a/b/a:b", nil), ("%2e/x", "a/b/x", nil),
    ] as [(String, String?, String?)])
  func resolvesLinks(_ link: String, _ path: String?, _ fragment: String?) {
    let target = try? resolve(link, in: "a/b/p.html", as: .link)
    #expect(target == path.map { .file(path: $0, fragment: fragment) })
  }

  @Test(arguments: [
    "", "../../..", "../../../x", "%2e%2e/%2e%2e/%2e%2e/x", "/x", "//x", "a//b", "a\\b", "a%00", "%", "%4", "%zz",
    "%ff",
  ])
  func refusesOtherLinks(_ link: String) {
    #expect(throws: ReferenceFault.self) { try resolve(link, in: "a/b/p.html", as: .link) }
  }

  @Test(arguments: [
    "http://example.org/", "HTTPS://example.org", "mailto:a@b", "tel:+1", "SMS:1?body=a", "geo:1,2",
  ])
  func acceptsLinksOutOfTheSite(
    _ link: String
  ) throws {
    #expect(try resolve(link, in: "p.html", as: .link) == .elsewhere)
    #expect(throws: ReferenceFault.self) { try resolve(link, in: "p.html", as: .file) }
  }
}
