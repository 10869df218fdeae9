import Arrangements
import Diagnostics
import TestSupport
import Testing

@testable import Content

private func read(_ text: String) -> (settings: SiteSettings, findings: [Diagnostic], source: SourceText) {
  let source = SourceText(path: "cardshelf.yml", text: text)
  var sink = DiagnosticSink()
  let settings = readSettings(source, into: &sink)
  return (settings, sink.diagnostics, source)
}

@Suite struct SettingsTests {
  @Test func everyKeyHasADefault() {
    let (settings, findings, _) = read("")
    #expect(findings == [])
    #expect(settings.title == "Cardshelf")
    #expect(settings.language == "en")
    #expect(settings.theme.text == "storefront")
    #expect(settings.baseURL == nil)
    #expect(settings.textSize == .large)
    #expect(settings.images == .responsive)
  }

  @Test func everyKey() {
    let (settings, findings, source) = read(
      "title: Night Sky\nlang: de-CH\ntheme: my-theme # a folder\nbaseURL: https://example.org/sky\ntextSize: AX2\nimages: original\n"
    )
    #expect(findings == [])
    #expect(settings.title == "Night Sky")
    #expect(settings.language == "de-CH")
    #expect(settings.theme.text == "my-theme")
    #expect(source.text(in: settings.theme.range) == "my-theme")
    #expect(settings.baseURL == "https://example.org/sky/")
    #expect(settings.textSize == .accessibility2)
    #expect(settings.images == .original)
  }

  @Test(arguments: [
    ("text-empty", "title: ⟦''⟧"),
    ("language-invalid", "lang: ⟦english language⟧"),
    ("folder-name-invalid", "theme: ⟦../other⟧"),
    ("folder-name-invalid", "theme: ⟦a/b⟧"),
    ("folder-name-invalid", "theme: ⟦..⟧"),
    ("folder-name-invalid", "theme: ⟦''⟧"),
    ("folder-name-invalid", "theme: ⟦a b⟧"),
    ("base-url-invalid", "baseURL: ⟦example.org⟧"),
    ("base-url-invalid", "baseURL: ⟦mailto:a@b.org⟧"),
    ("base-url-invalid", "baseURL: ⟦https://a.org/?b⟧"),
    ("base-url-invalid", "baseURL: ⟦ftp://a.org/⟧"),
    ("unknown-value", "textSize: ⟦AX6⟧"),
    ("unknown-value", "images: ⟦small⟧"),
    ("unknown-key", "⟦langs⟧: en"),
    ("wrong-type", "title: ⟦[a]⟧"),
    ("wrong-type", "⟦- a⟧"),
  ])
  func badValue(rule: String, text: String) {
    let marked = MarkedText(text)
    let (settings, findings, source) = read(marked.text)
    #expect(findings.map(\.rule.name) == [rule])
    #expect(findings.allSatisfy { $0.rule.fault == .cannotRun && $0.severity == .error })
    for (finding, range) in zip(findings, marked.spans) {
      #expect(finding.shows(range, in: source), "\(finding.rendered)")
    }
    #expect(settings == SiteSettings(source: source))
  }
}
