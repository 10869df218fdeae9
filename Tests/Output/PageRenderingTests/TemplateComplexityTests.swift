import Diagnostics
import Testing

@testable import Pages

private func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// Files of templates by name.
private func findings(_ texts: [String: String]) -> [Diagnostic] {
  var sink = DiagnosticSink()
  let files = texts.map { name, text in (name, SourceText(path: name + ".mustache", text: text)) }
  let templates = PageTemplates(Dictionary(uniqueKeysWithValues: files), folder: "Themes/a", into: &sink)
  #expect((templates == nil) == !sink.diagnostics.isEmpty)
  return sink.diagnostics
}

private func nested(_ count: Int) -> String {
  (0..<count).map { "{{#a\($0)}}" }.joined() + (0..<count).reversed().map { "{{/a\($0)}}" }.joined()
}

@Suite struct TemplateComplexityTests {
  @Test(arguments: [
    ("bytes", ["page": times("a", 64 * 1024 + 1)], "page.mustache:1:65537"),
    ("depth", ["page": nested(33)], "page.mustache:1:247"),
    ("indentation", ["page": times(" ", 200) + "{{>a}}", "a": times("\t", 57) + "{{>b}}", "b": ""], "a.mustache:1:58"),
    ("tags", ["page": times("{{>a}}", 200), "a": times("{{b}}", 100)], "a.mustache:1:1"),
    ("name of a value", ["page": "a {{> *title }}"], "page.mustache:1:3"),
    ("page in itself", ["page": "a {{>page}}"], "page.mustache:1:3"),
    ("partial in itself", ["page": "{{>a}}", "a": "{{>b}}", "b": "b {{> a }}"], "b.mustache:1:3"),
    (
      "partial in a block", ["page": "{{>a}}", "a": "{{<b}}{{$c}}{{>a}}{{/c}}{{/b}}", "b": "{{$c}}{{/c}}"],
      "a.mustache:1:13"
    ),
    ("block in itself", ["page": "{{<a}}{{$b}}{{$b}}c{{/b}}{{/b}}{{/a}}", "a": "{{$b}}{{/b}}"], "page.mustache:1:13"),
    ("list in itself", ["page": "{{#a}}{{b}}{{#a}}{{/a}}{{/a}}"], "page.mustache:1:12"),
    ("list in itself, reversed", ["page": "{{#a}}{{#reversed(a)}}{{/reversed(a)}}{{/a}}"], "page.mustache:1:7"),
    ("list in itself by a partial", ["page": "{{#a}}{{>b}}{{/a}}", "b": "{{#a}}{{/a}}"], "b.mustache:1:1"),
    ("other signs", ["page": "{{=<% %>=}}<%#a%>{{#b}}<%#a%><%/a%><%/a%>"], "page.mustache:1:24"),
  ])
  func refused(name: String, texts: [String: String], place: String) {
    let found = findings(texts)
    #expect(found.map(\.rule.name) == ["template-too-complex"])
    let position = found.first?.position
    #expect(found.first.map { "\($0.path):\(position?.line ?? 0):\(position?.column ?? 0)" } == place)
    #expect(found.first?.help != nil)
  }

  @Test(arguments: [
    ["page": nested(32)],
    ["page": times("{{a}}", 2000)],
    ["page": times(times(" ", 200) + "{{>a}}\n", 2), "a": times(" ", 56) + "{{>b}}", "b": "\n"],
    ["page": "{{>a}}{{>a}}", "a": "{{#b}}{{.}}{{/b}}{{#b}}{{.}}{{/b}}"],
    ["page": "{{<a}}{{$b}}c{{/b}}{{/a}}", "a": "<p>{{$b}}{{/b}}</p>"],
    ["page": "{{! {{#a}} {{=<% %>=}} <%a%> {{#b}} <%={{ }}=%>{{a}}"],
    ["page": "{{#a}}{{/a}}{{^a}}{{#b}}{{/b}}{{/a}} {{{c}}} {{&d}}"],
  ])
  func allowed(texts: [String: String]) { #expect(findings(texts) == []) }

  @Test func refusesInvalidBytes() {
    var sink = DiagnosticSink()
    let source = SourceText(path: "page.mustache", bytes: [0x61, 0xFF])
    #expect(PageTemplates(["page": source], folder: "Themes/a", into: &sink) == nil)
    #expect(sink.diagnostics.map(\.rule.name) == ["not-utf8"])
  }
}
