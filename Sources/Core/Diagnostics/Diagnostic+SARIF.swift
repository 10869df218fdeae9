/// Findings as a log of SARIF 2.1.0 with one run.
///
/// Paths are relative to `%SRCROOT%`, the root of the repository, which contains the site in `folder`; without one, to
/// the site's root. Columns count UTF-16 code units (3.14.17), as most readers expect.
func sarifDocument(
  of diagnostics: [Diagnostic], in folder: String, version: String, rules summaries: [String: RuleSummary]
) -> String {
  let rules = Set(diagnostics.map(\.rule.name)).sorted()
  var json = JSONWriter()
  json.object { json in
    json.string("https://json.schemastore.org/sarif-2.1.0.json", for: "$schema")
    json.key("runs")
    json.array([rules]) { json, rules in
      json.object { json in
        json.string("utf16CodeUnits", for: "columnKind")
        json.key("results")
        json.array(diagnostics, onePerLine: true) { json, diagnostic in
          diagnostic.writeResult(in: folder, ruleIndex: rules.firstIndex(of: diagnostic.rule.name), to: &json)
        }
        json.key("tool")
        json.object { json in
          json.key("driver")
          writeDriver(rules: rules, summaries, version: version, to: &json)
        }
      }
    }
    json.string("2.1.0", for: "version")
  }
  return String(decoding: json.bytes, as: UTF8.self) + "\n"
}

private func writeDriver(
  rules: [String], _ summaries: [String: RuleSummary], version: String, to json: inout JSONWriter
) {
  json.object { json in
    json.string("cardshelf", for: "name")
    json.key("rules")
    json.array(rules) { json, rule in
      json.object { json in
        if let summary = summaries[rule] {
          json.key("help")
          json.object { json in
            json.string(summary.help, for: "markdown")
            json.string(summary.help, for: "text")
          }
        }
        json.string(rule, for: "id")
        if let summary = summaries[rule] {
          json.key("shortDescription")
          json.object { json in
            json.string(summary.text, for: "text")
          }
        }
      }
    }
    json.string(version, for: "version")
  }
}

extension Diagnostic {
  fileprivate func writeResult(in folder: String, ruleIndex: Int?, to json: inout JSONWriter) {
    json.object { json in
      json.string(severity.rawValue, for: "level")
      json.key("locations")
      json.array([path]) { json, path in
        json.object { json in
          json.key("physicalLocation")
          json.object { json in
            json.key("artifactLocation")
            json.object { json in
              json.string(percentEncoded(path: folder + path), for: "uri")
              json.string("%SRCROOT%", for: "uriBaseId")
            }
            writeRegion(to: &json)
          }
        }
      }
      json.key("message")
      json.object { json in
        json.string(help.map { "\(message)\nhelp: \($0)" } ?? message, for: "text")
      }
      json.string(rule.name, for: "ruleId")
      if let ruleIndex { json.number(ruleIndex, for: "ruleIndex") }
    }
  }

  private func writeRegion(to json: inout JSONWriter) {
    guard let position, let excerpt else { return }
    json.key("region")
    json.object { json in
      json.number(excerpt.codeUnitsBefore + max(1, excerpt.codeUnits) + 1, for: "endColumn")
      json.number(excerpt.codeUnitsBefore + 1, for: "startColumn")
      json.number(position.line, for: "startLine")
    }
  }
}
