import Diagnostics
import SampleSites
import Testing

@testable import SiteValidation

@Suite struct MarkupAdviceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let says: String
    let help: String

    var testDescription: String { new }

    init(_ new: String, for old: String = "<h1>", says: String, _ help: String) {
      (self.old, self.new, self.says, self.help) = (old, new + old, says, help)
    }
  }

  private static let all: [Case] = [
    Case(
      "<link rel=\"stylesheet\" href=\"x.css\"/>", says: "`link` is not allowed in `main`",
      "move it into head, after the title; `main` can contain text, p, h1 to h6, ul, ol, hr, pre, header, main"),
    Case(
      "<table></table>", says: "`table` is not allowed in `main`", "tables are not allowed; write a list, or a shelf"),
    Case(
      "<details></details>", says: "`details` is not allowed in `main`", "write div or p for it; `main` can contain"),
    Case("<p><time>x</time></p>", says: "`time` is not allowed in `p`", "write span for it; `p` can contain text, a,"),
    Case("<p><div></div></p>", says: "`div` is not allowed in `p`", "end `p` before it, or write div for `p`"),
    Case("<a href=\"#top\"><p>x</p></a>", says: "`p` is not allowed in `a`", "end the link before it"),
    Case(
      "<a href=\"#top\"><b><a href=\"#top\">x</a></b></a>", says: "`a` is not allowed in `b`", "end the link around"),
    Case("<ul><p>x</p></ul>", says: "`p` is not allowed in `ul`", "`ul` can contain li"),
    Case("<ul>x</ul>", says: "text is not allowed in `ul` itself", "`ul` can contain li"),
    Case("<li>x</li>", says: "`li` is not allowed in `main`", "put it into ul or ol"),
    Case("<pre>x</pre>", says: "text is not allowed in `pre` itself", "`pre` can contain code"),
    Case("<section><p>x</p></section>", says: "`section` is not allowed in a template", "write div; section is"),
    Case("<section class=\"x\"></section>", says: "`section` is not allowed in a template", "write div; section is"),
    Case("<nav foo=\"1\"></nav>", says: "`nav` cannot have the attribute `foo`", "remove it; `nav` can have class"),
    Case("<p dir=\"up\">x</p>", says: "`dir` cannot be \"up\"", "one of: ltr, rtl, auto"),
    Case("<a>x</a>", says: "`a` has no href", "write href=\"…\""),
    Case("<img src=\"images/saturn.svg\" alt=\"\" width=\"1\"/>", says: "`img` has no height", "in pixels"),
    Case(
      "<meta name=\"a\" content=\"b\"/>", for: "</head>", says: "`meta` is not allowed here in `head`", "in this order"),
    Case(
      "<p>x</p>", for: "</head>", says: "`p` is not allowed in `head`", "move it into body; `head` can contain meta,"),
    Case(
      "<meta property=\"a\" content=\"b\"/>", for: "<title>", says: "this `meta` is not allowed", "write <meta name="),
  ]

  /// The message names the fault in terms of the markup, and the help lists what is allowed.
  @Test(arguments: all)
  func suggestsAllowedElements(example: Case) throws {
    let page = try #require(SampleOutput.home.firstRange(of: example.old)).lowerBound
    let text = String(SampleOutput.home[..<page]) + example.new
    let rest = SampleOutput.home[page...].dropFirst(example.old.count)
    var grammar = PageGrammar()
    var findings = Findings(path: "index.html")
    _ = readPage(SourceText(path: "index.html", text: text + rest), with: &grammar, into: &findings)
    let finding = try #require(findings.all.first)
    #expect(findings.all.count == 1)
    #expect(finding.message.hasPrefix(example.says), "\(finding.rendered)")
    #expect(finding.help?.contains(example.help) == true, "\(finding.rendered)")
  }

  /// Faults of XML, for which libxml2 reports lines of the page.
  @Test(arguments: [
    ("<p>x<br></p>", "</p> is written while `br` is still open"),
    ("<p>x", "</main> is written while `p` is still open"),
    ("<p>&nbsp;</p>", "`&nbsp;` is an entity that exists only in HTML"),
    ("<p>a & b</p>", "`&` is not part of an entity"),
    ("<p>a &b c</p>", "`&` is not part of an entity"), ("<p hidden>x</p>", "the attribute `hidden` has no value"),
    ("<p class=x>x</p>", "the value of an attribute has no quotes"),
    ("<p class=\"a\" class=\"b\">x</p>", "the attribute `class` occurs twice"),
    ("<p>1 < 2</p>", "`<` does not begin an element"),
    ("<!-- a -- b -->", "a comment contains `--`"),
  ])
  func explainsMalformedMarkup(text: String, message: String) throws {
    var grammar = PageGrammar()
    var findings = Findings(path: "index.html")
    let page = SampleOutput.home.replacingFirst("<h1>", with: text + "<h1>")
    _ = readPage(SourceText(path: "index.html", text: page), with: &grammar, into: &findings)
    let finding = try #require(findings.all.first)
    #expect(finding.message.hasPrefix("not well-formed: " + message), "\(finding.rendered)")
  }

  /// The elements and attributes that the help suggests are those that the grammar allows.
  @Test func agreesWithTheGrammar() throws {
    var inner: [(name: String, text: String)] = [
      ("p", "<p>x</p>"), ("h2", "<h2>x</h2>"), ("ul", "<ul><li>x</li></ul>"), ("ol", "<ol></ol>"), ("li", "<li></li>"),
      ("hr", "<hr/>"), ("pre", "<pre><code>x</code></pre>"), ("a", "<a href=\"#top\">x</a>"), ("br", "<br/>"),
      ("wbr", "<wbr/>"), ("img", "<img src=\"x\" alt=\"\" width=\"1\" height=\"1\"/>"), ("table", "<table></table>"),
      ("link", "<link rel=\"icon\" href=\"x\"/>"), ("meta", "<meta name=\"a\" content=\"b\"/>"),
      ("title", "<title>x</title>"),
    ]
    inner += (PageGrammar.containerNames + PageGrammar.inlineNames).map { ($0, "<\($0)>x</\($0)>") }
    let outer = PageGrammar.containerNames + PageGrammar.inlineNames + PageGrammar.paragraphNames + ["a", "ul", "ol"]
    var grammar = PageGrammar()
    for outer in outer {
      for (name, text) in inner {
        let start = outer == "a" ? "<a href=\"#top\">" : "<\(outer)>"
        let (page, element) = try Self.page("\(start)\(text)</\(outer)>", &grammar)
        let content = try #require(MarkupContent(of: element, in: page))
        let isAccepted = grammar.accepts(page)
        #expect(content.holds(name) == isAccepted, "\(name) in \(outer)")
      }
      let start = outer == "a" ? "<a href=\"#top\">" : "<\(outer)>"
      let (page, element) = try Self.page("\(start)x</\(outer)>", &grammar)
      let isAccepted = grammar.accepts(page)
      #expect(MarkupContent(of: element, in: page)?.holdsText == isAccepted, "text in \(outer)")
    }
  }

  @Test func agreesWithTheGrammarAboutAttributes() throws {
    let names = [
      "class", "title", "lang", "dir", "id", "role", "aria-label", "aria-labelledby", "aria-describedby",
      "aria-current", "aria-hidden", "href", "rel", "hreflang", "start", "tabindex", "loading", "decoding", "foo",
      "src", "alt", "width", "height", "type",
    ]
    let values = [
      "dir": "ltr", "role": "list", "aria-hidden": "true", "tabindex": "0", "loading": "lazy", "decoding": "sync",
    ]
    let elements: [(name: String, own: [String], content: String)] = [
      ("p", [], "x"), ("nav", [], "x"), ("b", [], "x"), ("a", ["href"], "x"), ("ol", [], ""), ("ul", [], ""),
      ("hr", [], ""), ("br", [], ""), ("img", ["src", "alt", "width", "height"], ""), ("pre", [], "<code>x</code>"),
    ]
    var grammar = PageGrammar()
    for (name, own, content) in elements {
      let known = try #require(MarkupAttributes(of: name, in: "body"))
      #expect(known.required == own)
      for attribute in names where !own.contains(attribute) {
        let written = (own + [attribute]).map { " \($0)=\"\(values[$0] ?? "x")\"" }.joined()
        let text = content.isEmpty ? "<\(name)\(written)/>" : "<\(name)\(written)>\(content)</\(name)>"
        let (page, _) = try Self.page(text, &grammar)
        let isAccepted = grammar.accepts(page)
        #expect(known.names.contains(attribute) == isAccepted, "\(attribute) of \(name)")
        guard known.values(of: attribute) != nil else { continue }
        let wrong = text.replacingFirst("\(attribute)=\"\(values[attribute] ?? "x")\"", with: "\(attribute)=\"no\"")
        let isWrongAccepted = grammar.accepts(try Self.page(wrong, &grammar).0)
        #expect(!isWrongAccepted, "\(attribute) of \(name)")
      }
    }
  }

  /// A page with something inserted before its heading, and the number of that element.
  private static func page(_ text: String, _ grammar: inout PageGrammar) throws -> (PageTree, Int) {
    let source = SourceText(path: "p.html", text: SampleOutput.about.replacingFirst("<h1", with: text + "<h1"))
    let parsed = PageTree.reading(source, kinds: grammar.takeKinds(), collecting: XMLFaultCollector())
    let tree = try #require(parsed)
    let offset = try #require(SampleOutput.about.utf8.firstRange(of: "<h1".utf8)).lowerBound
    let start = SampleOutput.about.utf8.distance(from: SampleOutput.about.utf8.startIndex, to: offset)
    return (tree, try #require(tree.elements.indices.first { tree.range(of: $0).lower == start }))
  }
}
