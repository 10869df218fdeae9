import Diagnostics
import Testing

@testable import Pages

private func templates(_ texts: [String: String]) throws -> PageTemplates {
  var sink = DiagnosticSink()
  let files = texts.map { name, text in (name, SourceText(path: name + ".mustache", text: text)) }
  let templates = PageTemplates(Dictionary(uniqueKeysWithValues: files), folder: "Themes/a", into: &sink)
  return try #require(templates, "\(sink.diagnostics.map(\.rendered))")
}

private func navigation(_ count: Int, current: Int? = 0, addressed: @escaping () -> Void = {}) -> NavigationList {
  let pages = (0..<count).map { (title: "<\($0)>", id: "p\($0)") }
  let address = NavigationAddress(start: "../") { id in
    addressed()
    return "../\(id)/"
  }
  return NavigationList(navigation: SiteNavigation(pages), current: current, address: address)
}

extension PageShell {
  /// The page with `shelves` in its gaps.
  fileprivate func text(shelves: String = "|") -> String {
    String(decoding: trace(shelves: Array(shelves.utf8)).bytes, as: UTF8.self)
  }
}

@Suite struct TemplateRenderingTests {
  private static var values: [PageValue: TemplateValue] {
    [
      .title: .text("a \"b\" <c> & d's"), .siteTitle: .text("l'été à PARIS, 2nd don't"), .lang: .text(""),
      .hasDescription: .flag(true), .hasNavigation: .flag(false), .styleSheets: .texts(["x", "y", "z"]),
      .preloads: .texts([]), .titleMarkup: .markup(Array("<i>t</i>".utf8)),
      .introduction: .markup(Array("1\n2\n".utf8)),
      .shelves: .shelves(endsLine: true), .navigation: .navigation(navigation(3)),
    ]
  }

  @Test(arguments: [
    // Values.
    ("{{title}}", "a &quot;b&quot; &lt;c&gt; &amp; d&#39;s"),
    ("{{{titleMarkup}}}{{& titleMarkup }}", "<i>t</i><i>t</i>"),
    ("{{lang}}{{unknown}}-{{hasDescription}}", "-true"),
    ("a { b }} {c}", "a { b }} {c}"),
    ("{{! a {{title}} b", " b"),
    ("{{=<% %>=}}<%lang%>{{title}}<%={{ }}=%>{{lang}}!", "{{title}}!"),
    // Sections.
    ("{{#hasDescription}}a{{/hasDescription}}{{^hasDescription}}b{{/hasDescription}}", "a"),
    ("{{#hasNavigation}}a{{/hasNavigation}}{{^hasNavigation}}b{{/hasNavigation}}", "b"),
    ("{{#styleSheets}}({{.}}){{/styleSheets}}{{^styleSheets}}none{{/styleSheets}}", "(x)(y)(z)"),
    ("{{#preloads}}({{.}}){{/preloads}}{{^preloads}}none{{/preloads}}", "none"),
    ("{{#titleMarkup}}{{{.}}}{{/titleMarkup}}{{^titleMarkup}}none{{/titleMarkup}}", "<i>t</i>"),
    // Functions.
    ("{{count(styleSheets)}}{{#empty(preloads)}}empty{{/empty(preloads)}}", "3empty"),
    ("{{first(styleSheets)}}{{last(styleSheets)}}{{first(reversed(styleSheets))}}{{first(preloads)}}", "xzz"),
    ("{{#reversed(styleSheets)}}{{.}}{{index()}}{{/reversed(styleSheets)}}", "z0y1x2"),
    ("{{#styleSheets}}{{.}}{{^last()}}, {{/last()}}{{/styleSheets}}", "x, y, z"),
    ("{{#styleSheets}}{{#first()}}1{{/first()}}{{#even()}}e{{/even()}}{{#odd()}}o{{/odd()}}{{/styleSheets}}", "1eoe"),
    ("{{uppercased(siteTitle)}}", "L&#39;ÉTÉ À PARIS, 2ND DON&#39;T"),
    ("{{capitalized(siteTitle)}}", "L&#39;été À Paris, 2Nd Don&#39;t"),
    ("{{lowercased(siteTitle)}}{{count(title)}}", "l&#39;été à paris, 2nd don&#39;t"),
    // Lines of tags alone.
    ("a\n  {{#hasDescription}}  \nb\n{{/hasDescription}}\nc", "a\nb\nc"),
    ("{{#hasDescription}}\r\nb\r\n {{/hasDescription}}\r\n", "b\r\n"),
    ("a\n  {{! comment\n of two lines }}\nb", "a\nb"),
    ("  {{^preloads}}x\n  {{/preloads}} y", "  x\n   y"),
    ("{{#hasDescription}} {{/hasDescription}}\n", " \n"),
    ("  {{title}}  \n", "  a &quot;b&quot; &lt;c&gt; &amp; d&#39;s  \n"),
    // The navigation.
    ("{{#navigation}}{{title}}{{#isCurrent}}*{{/isCurrent}} {{/navigation}}", "&lt;0&gt;* &lt;1&gt; &lt;2&gt; "),
    ("{{#navigation}}{{href}}{{/navigation}}", "../p0/../p1/../p2/"),
    ("{{count(navigation)}}{{#last(navigation)}}{{href}}{{/last(navigation)}}", "3../p2/"),
    // Shelves.
    ("a{{{shelves}}}b{{&shelves}}", "a|b|"),
    ("{{#shelves}}{{{shelves}}}{{/shelves}}{{^empty(shelves)}}!{{/empty(shelves)}}", "|!"),
  ])
  func rendersPages(template: String, page: String) throws {
    #expect(try templates(["page": template]).shell(Self.values).text() == page)
  }

  @Test(arguments: [
    (["page": "a{{>part}}b", "part": "<{{lang}}>\n"], "a<>\nb"),
    (["page": "a\n  {{>part}}\nb", "part": "1\n{{#preloads}}\n{{/preloads}}\n2\n"], "a\n  1\n  2\nb"),
    (["page": "\t{{>part}} b", "part": "1\n2\n"], "\t1\n2\n b"),
    (["page": " {{>part}}\n", "part": "{{#styleSheets}}\n{{.}}\n{{/styleSheets}}\n"], " x\n y\n z\n"),
    (["page": " {{>part}}\n", "part": " {{>inner}}\n.\n", "inner": "1\n2\n"], "  1\n  2\n .\n"),
    // Lines of values are not indented, but what follows them is.
    (["page": " {{>part}}\n", "part": "<\n{{{introduction}}}>\n"], " <\n 1\n2\n >\n"),
    (["page": " {{>part}}\n", "part": "{{{shelves}}}</main>\n"], " | </main>\n"),
    // Inheritance.
    (["page": "{{<frame}}{{$a}}\none\n\ntwo\n{{/a}}{{/frame}}", "frame": "{{$a}}other{{/a}}"], "one\n\ntwo\n"),
    (["page": "{{<frame}}{{$a}}own{{/a}}{{/frame}}", "frame": "<{{$a}}other{{/a}}{{$b}}kept{{/b}}>"], "<ownkept>"),
    (
      [
        "page": "{{<middle}}{{$a}}outer{{/a}}{{/middle}}", "middle": "{{<frame}}{{$a}}inner{{/a}}{{/frame}}",
        "frame": "{{$a}}{{/a}}",
      ], "outer"
    ),
    (
      [
        "page": "{{<frame}}\n  ignored {{! }}\n  {{$a}}\n    1\n      2\n  {{/a}}\n{{/frame}}\n",
        "frame": "<\n   {{$a}}\n   {{/a}}\n>\n",
      ], "<\n   1\n     2\n>\n"
    ),
  ])
  func rendersPartials(texts: [String: String], page: String) throws {
    #expect(try templates(texts).shell(Self.values).text() == page)
  }

  /// The entries of other pages are rendered once for all pages. They are what a page renders that is alone.
  @Test(arguments: [
    ["page": "<{{#navigation}}<{{title}}{{#isCurrent}}!{{/isCurrent}}>{{/navigation}}>{{{shelves}}}"],
    ["page": "{{#navigation}}\n<{{title}}>\n{{#isCurrent}}\nhere\n{{/isCurrent}}\n{{/navigation}}\n.\n"],
    ["page": "  {{>part}}\n", "part": "{{#navigation}}\n<{{title}}>\n{{/navigation}}\n.\n"],
    // Its own entry ends another line than the others.
    [
      "page": "  {{>part}}\n",
      "part":
        "{{#navigation}}<{{title}}>{{#isCurrent}}\nhere{{/isCurrent}}{{^isCurrent}}\n{{/isCurrent}}{{/navigation}}.\n",
    ],
    ["page": "{{#navigation}}{{/navigation}}{{#navigation}}{{href}}{{/navigation}}{{#navigation}}-{{/navigation}}"],
    ["page": "{{#navigation}}{{title}} of {{siteTitle}}{{/navigation}}"],
    ["page": "{{#navigation}}{{title}}{{^last()}}, {{/last()}}{{/navigation}}"],
  ])
  func knownEntriesEqualNewOnes(texts: [String: String]) throws {
    let templates = try templates(texts)
    for count in [0, 1, 2, 5] {
      let pages = SiteNavigation(navigation(count).navigation.pages)
      for current in [nil] + (0..<count).map(Optional.some) {
        let own = navigation(count, current: current)
        let shared = NavigationList(navigation: pages, current: current, address: own.address)
        var values = Self.values
        values[.navigation] = .navigation(shared)
        let found = templates.shell(values)
        values[.navigation] = .list(own.list)
        #expect(found.text() == templates.shell(values).text())
        #expect(found.text() == templates.shell(values, isTraced: true).text())
      }
    }
  }

  /// Each entry is rendered twice, once for other pages and once for its own, and not once for each page.
  @Test func entriesAreRenderedTwice() throws {
    let templates = try templates(["page": "{{#navigation}}<li>{{href}}</li>{{/navigation}}{{{shelves}}}"])
    var count = 0
    let first = navigation(100) { count += 1 }
    for number in 0..<100 {
      let list = NavigationList(navigation: first.navigation, current: number, address: first.address)
      #expect(templates.shell([.navigation: .navigation(list)]).length > 0)
    }
    #expect(count == 200)
  }

  @Test func partsHaveTheirOrigin() throws {
    let shell = try templates([
      "page": "<p>{{title}}</p>\n  {{>part}}\n{{{shelves}}}<b>{{#navigation}}<u/>{{/navigation}}", "part": "<i>\n<s>\n",
    ]).shell(Self.values, isTraced: true)
    let trace = shell.trace(shelves: Array("<p></p>".utf8))
    let page = String(decoding: trace.bytes, as: UTF8.self)
    func origin(of text: String, in range: Range<String.Index>? = nil) throws -> String? {
      let found = try #require(page.firstRange(of: text))
      let lower = page.utf8.distance(from: page.startIndex, to: found.lowerBound)
      return trace.place(of: SourceRange(lower, lower + text.utf8.count)).map {
        "\($0.source.path) \($0.range.lower) \($0.source.text(in: $0.range))"
      }
    }
    #expect(try origin(of: "<p>") == "page.mustache 0 <p>")
    #expect(try origin(of: "</p>") == "page.mustache 12 </p>")
    #expect(try origin(of: "<s>") == "part.mustache 4 <s>")
    #expect(try origin(of: "<b>") == "page.mustache 42 <b>")
    #expect(try origin(of: "<u/>") == "page.mustache 60 <u/>")
    #expect(try origin(of: "&lt;") == nil)
    #expect(try origin(of: "<p></p>") == nil)
  }

  @Test(arguments: [
    ("{{title}", "1:1 this tag has no name, or does not end"),
    ("a\n{{ti tle}}", "2:1 this tag has no name, or does not end"),
    ("{{first(title}}", "1:1 this tag has no name, or does not end"),
    ("{{first(title))}}", "1:1 this tag has no name, or does not end"),
    ("{{{title}}", "1:1 this tag has no name, or does not end"),
    ("{{=<% =}}", "1:1 the signs for tags are set wrongly"),
    ("{{=}}", "1:1 the signs for tags are set wrongly"),
    ("{{#title}}{{/lang}}", "1:11 this closes another section than the one that is open"),
    ("{{#first(title)}}{{/title}}", "1:18 this closes another section than the one that is open"),
    ("{{/title}}", "1:1 this closes another section than the one that is open"),
    ("a {{^title}}{{#lang}}{{/lang}}", "1:3 this section is not closed before the end"),
    ("{{<a}}{{title}}{{/a}}", "1:7 between {{<template}} and its end there may be blocks alone"),
    ("{{<a}}{{#title}}{{/title}}{{/a}}", "1:7 between {{<template}} and its end there may be blocks alone"),
    ("{{$first(a)}}{{/first(a)}}", "1:1 a block cannot be transformed"),
  ])
  func refusesWhatIsNotMustache(template: String, finding: String) {
    var sink = DiagnosticSink()
    let files = ["page": SourceText(path: "page.mustache", text: template)]
    #expect(PageTemplates(files, folder: "Themes/a", into: &sink) == nil)
    let found = sink.diagnostics.map {
      "\($0.position?.line ?? 0):\($0.position?.column ?? 0) "
        + $0.message.replacing("cannot read the template: ", with: "")
    }
    #expect(found == [finding])
    #expect(sink.diagnostics.allSatisfy { $0.rule.name == "template-syntax" && $0.help != nil })
  }
}
