import Content
import Diagnostics
import Glibc
import TestSupport
import Testing
import Themes
import cardshelf

/// The content of a file, and whether it is valid. `Tests/Tools/prove/schemas.py` compares the schemas with the same
/// table.
private struct Case: CustomTestStringConvertible {
  let schema: Schema
  /// True if the reader accepts the file.
  let isValid: Bool
  let yaml: String

  var testDescription: String { "\(schema) \(yaml)" }

  static let all: [Case] = {
    let lines = text(of: "cases.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    return lines.compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count > 1, let schema = Schema(rawValue: String(words[0])) else { return nil }
      let parts = words.count > 2 ? String(words[2]).split(separator: " ;; ").map(String.init) : []
      return Case(schema: schema, isValid: words[1] == "valid", yaml: yaml(parts, of: schema))
    }
  }()

  /// Replaces the parts of the base that have the same keys.
  private static func yaml(_ parts: [String], of schema: Schema) -> String {
    var lines: [String] = []
    if schema == .page || schema == .theme {
      lines = text(of: "\(schema).base.yml").split(separator: "\n").map(String.init)
    }
    for part in parts {
      let key = part.drop { $0 == "!" }.prefix { $0 != ":" }
      lines.removeAll { $0.hasPrefix(key + ":") }
      if !part.hasPrefix("!") { lines.append(part) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func text(of name: String) -> String { Folder.project.text(of: "Tests/Schemas/\(name)") ?? "" }

  var findings: [Diagnostic] {
    var sink = DiagnosticSink()
    switch schema {
    case .card: _ = readCard(SourceText(path: "Content/a/b.md", text: "---\n\(yaml)---\n# Heading\n"), into: &sink)
    case .shelf, .page:
      _ = readIndex(SourceText(path: "Content/a/_index.md", text: "---\n\(yaml)---\n"), into: &sink)
    case .site: _ = readSettings(SourceText(path: "cardshelf.yml", text: yaml), into: &sink)
    case .theme: _ = readTheme(SourceText(path: "Themes/a/theme.yml", text: yaml), name: "a", into: &sink)
    case .layout: break
    }
    return sink.diagnostics.filter { $0.severity == .error }
  }
}

struct AgreementTests {
  @Test(arguments: Case.all)
  fileprivate func matchesTheReader(of file: Case) {
    let findings = file.findings
    #expect(findings.isEmpty == file.isValid, "\(file.yaml)\n\(findings.map(\.rendered).joined())")
  }

  @Test func coversEverySchema() {
    #expect(Case.all.count >= 200)
    for schema in Schema.allCases where schema != .layout {
      #expect(
        Case.all.contains { $0.schema == schema && $0.isValid }
          && Case.all.contains { $0.schema == schema && !$0.isValid })
    }
  }

  /// Every key that is read is in the schema, with a description for editors.
  @Test(arguments: Schema.allCases)
  func everyKeyIsDescribed(schema: Schema) {
    #expect(schema.undescribed == [])
    #expect(
      schema.text().hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \""))
  }
}
