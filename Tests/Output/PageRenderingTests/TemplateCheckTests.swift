import Diagnostics
import Testing

@testable import Pages

/// The place, rule and help of findings in templates. Each template shows the shelves.
private func findings(_ page: String, _ partials: [String: String] = [:]) -> [(text: String, help: String)] {
  var files = partials.mapValues { $0 }
  files["page"] = page + "{{{shelves}}}"
  var sink = DiagnosticSink()
  let sources = files.map { name, text in (name, SourceText(path: name + ".mustache", text: text)) }
  PageTemplates(Dictionary(uniqueKeysWithValues: sources), folder: "Themes/a", into: &sink)?.checkNames(into: &sink)
  return sink.diagnostics.map { finding in
    let place = finding.position.map { "\($0.line):\($0.column)" } ?? "nowhere"
    return ("\(finding.path):\(place) [\(finding.rule.name)]", finding.help ?? "")
  }
}

struct TemplateCheckTests {
  @Test(arguments: [
    ("{{.}}", "1:1 [template-value-kind]", "name the one to show"),
    ("a\n {{navigation}}", "2:2 [template-value-kind]", "between {{#navigation}} and {{/navigation}}"),
    ("{{styleSheets}}", "1:1 [template-value-kind]", "between {{#styleSheets}}"),
    ("{{#navigation}}{{.}}{{/navigation}}", "1:16 [template-value-kind]", "name the one to show"),
    ("{{first(navigation)}}", "1:1 [template-value-kind]", "name the one to show"),
    ("{{shelves}}", "1:1 [template-value-kind]", "write {{{shelves}}}"),
    ("{{upercased(title)}}", "1:1 [template-value-kind]", "one of: capitalized, empty, lowercased, uppercased"),
    ("{{{uppercased(introduction)}}}", "1:1 [template-value-kind]", "one of: empty"),
    ("{{reversed(title)}}", "1:1 [template-value-kind]", "one of: capitalized"),
    ("{{sorted(navigation)}}", "1:1 [template-value-kind]", "one of: count, empty, first"),
    ("{{#first()}}a{{/first()}}", "1:1 [template-value-kind]", "inside a list, these can be used:"),
    (
      "{{#preloads}}{{#frist()}}a{{/frist()}}{{/preloads}}", "1:14 [template-value-kind]",
      "inside a list, these can be used:"
    ),
    ("{{{title}}}", "1:1 [template-unescaped]", "write {{title}}"),
    ("{{&siteTitle}}", "1:1 [template-unescaped]", "write {{siteTitle}}"),
    ("{{#navigation}}{{{title}}}{{/navigation}}", "1:16 [template-unescaped]", "write {{title}}"),
    ("{{#preloads}}{{{.}}}{{/preloads}}", "1:14 [template-unescaped]", "write {{.}}"),
    ("{{{uppercased(title)}}}", "1:1 [template-unescaped]", "three braces are for"),
    ("{{=<% %>=}}<%&title%><%={{ }}=%>", "1:12 [template-unescaped]", "write {{title}}"),
    ("{{% CONTENT_TYPE:TEXT}}", "1:1 [template-unescaped]", "remove it"),
    ("{{titel}}", "1:1 [template-name-unknown]", "one of: breadcrumbs, columnToggles, description"),
    ("{{title.count}}", "1:1 [template-name-unknown]", "one of: breadcrumbs, columnToggles, description"),
    ("{{.title}}", "1:1 [template-name-unknown]", "one of: breadcrumbs, columnToggles, description"),
    ("{{href}}", "1:1 [template-name-unknown]", "between {{#navigation}}"),
    ("{{#isCurrent}}a{{/isCurrent}}", "1:1 [template-name-unknown]", "between {{#navigation}}"),
    ("{{^titel}}a{{/titel}}", "1:1 [template-name-unknown]", "one of: breadcrumbs, columnToggles, description"),
    ("{{> nav}}", "1:1 [template-partial-unknown]", "one of: foot, navi"),
    ("{{<foot}}{{$end}}a{{/end}}{{/foot}}", "1:10 [template-partial-unknown]", "one of: note"),
    ("{{<navi}}{{$end}}a{{/end}}{{/navi}}", "1:10 [template-partial-unknown]", "write {{> navi}}"),
  ])
  func refused(page: String, finding: String, help: String) {
    let found = findings(page, ["navi": "<p>{{title}}</p>", "foot": "{{$note}}{{siteTitle}}{{/note}}"])
    #expect(found.map(\.text) == ["page.mustache:" + finding])
    #expect(found.first?.help.contains(help) == true, "\(found)")
  }

  @Test(arguments: [
    "{{#navigation}}{{title}}{{href}}{{#isCurrent}}{{/isCurrent}}{{^isCurrent}}{{lang}}{{/isCurrent}}{{/navigation}}",
    "{{#preloads}}{{.}}{{#last()}}{{index()}}{{/last()}}{{/preloads}}{{#reversed(navigation)}}{{title}}{{/reversed(navigation)}}",
    "{{#first(navigation)}}{{href}}{{/first(navigation)}}{{count(navigation)}}{{#empty(description)}}{{/empty(description)}}",
    "{{uppercased(title)}}{{{titleMarkup}}}{{&introduction}}{{#description}}{{.}}{{/description}}",
    "{{<foot}}{{$note}}{{title}}{{/note}}{{/foot}}{{> navi}}{{! titel {{titel }}{{hasNavigation}}",
  ])
  func allowed(page: String) {
    #expect(findings(page, ["navi": "<p>{{title}}</p>", "foot": "{{$note}}{{/note}}"]).map(\.text) == [])
  }

  /// A partial is checked where it is included; this one is inside an entry of the navigation.
  @Test func partials() {
    #expect(findings("{{#navigation}}{{> entry}}{{/navigation}}", ["entry": "{{href}}"]).map(\.text) == [])
    #expect(
      findings("{{> entry}}{{> entry}}", ["entry": "{{href}}"]).map(\.text) == [
        "entry.mustache:1:1 [template-name-unknown]"
      ])
    // In a template that is never included, only names are checked.
    #expect(
      findings("", ["entry": "{{href}} {{hrf}}"]).map(\.text) == ["entry.mustache:1:10 [template-name-unknown]"])
  }
}
