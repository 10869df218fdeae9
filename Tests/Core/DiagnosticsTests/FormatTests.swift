import Diagnostics
import FoundationEssentials
import Testing

@Suite struct FormatTests {
  private static let source = SourceText(path: "Content/é b,c.md", text: "title: x\nimage: 😀n\u{301}o.png # 50 %\n")

  private static let findings = [
    Diagnostic(
      .error, Diagnostic.Rule("image-missing"), "no such image: 100 %\r\nreally",
      at: SourceRange(16, 16 + "😀n\u{301}o.png".utf8.count), in: source, help: "put it \"there\""),
    Diagnostic(.warning, Diagnostic.Rule("nothing"), "nothing in it", path: "Content"),
  ]

  @Test func json() throws {
    struct Document: Decodable {
      struct Finding: Decodable, Equatable {
        var column: Int?
        var endColumn: Int?
        var help: String?
        var line: Int?
        var message: String
        var path: String
        var rule: String
        var severity: String
      }
      var diagnostics: [Finding]
      var version: Int
    }
    let text = DiagnosticFormat.json.document(of: Self.findings, version: "1")
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    #expect(document.version == 1)
    #expect(
      document.diagnostics == [
        Document.Finding(
          column: 8, endColumn: 15, help: "put it \"there\"", line: 2, message: "no such image: 100 %\r\nreally",
          path: "Content/é b,c.md", rule: "image-missing", severity: "error"),
        Document.Finding(message: "nothing in it", path: "Content", rule: "nothing", severity: "warning"),
      ])
  }

  /// Logs in any format may be shown in a terminal.
  @Test(arguments: [DiagnosticFormat.json, .github, .sarif])
  func escapesTerminalControls(_ format: DiagnosticFormat) throws {
    let steering = "\u{1B}[31m\u{7F}\u{85}\u{202E}\u{2066}\u{E0041}"
    let finding = Diagnostic(.error, Diagnostic.Rule("x"), "a\(steering)b", path: "c\(steering)d", help: steering)
    let text = format.document(of: [finding], version: "1")
    let acting = steering.unicodeScalars.filter { $0.value < 0x20 || $0.value > 0x7E }
    #expect(text.unicodeScalars.allSatisfy { !acting.contains($0) })
    guard format == .json else { return }
    struct Document: Decodable {
      struct Finding: Decodable { var path: String }
      var diagnostics: [Finding]
    }
    #expect(try JSONDecoder().decode(Document.self, from: Data(text.utf8)).diagnostics.map(\.path) == ["c\(steering)d"])
  }

  @Test func workflowCommands() {
    #expect(
      DiagnosticFormat.github.document(of: Self.findings, version: "1") == """
        ::error file=Content/é b%2Cc.md,line=2,col=8,endColumn=15,title=image-missing\
        ::no such image: 100 %25%0D%0Areally%0Ahelp: put it "there"
        ::warning file=Content,title=nothing::nothing in it

        """)
  }

  @Test func sarif() throws {
    struct Log: Decodable {
      struct Run: Decodable {
        struct Result: Decodable {
          struct Location: Decodable {
            struct Physical: Decodable {
              struct Artifact: Decodable { var uri: String }
              struct Region: Decodable, Equatable {
                var startLine: Int
                var startColumn: Int
                var endColumn: Int
              }
              var artifactLocation: Artifact
              var region: Region?
            }
            var physicalLocation: Physical
          }
          struct Message: Decodable { var text: String }
          var ruleId: String
          var ruleIndex: Int
          var level: String
          var message: Message
          var locations: [Location]
        }
        struct Tool: Decodable {
          struct Driver: Decodable {
            struct Rule: Decodable { var id: String }
            var name: String
            var version: String
            var rules: [Rule]
          }
          var driver: Driver
        }
        var columnKind: String
        var results: [Result]
        var tool: Tool
      }
      var version: String
      var runs: [Run]
    }
    let text = DiagnosticFormat.sarif.document(of: Self.findings, version: "1.2")
    let log = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
    #expect(log.version == "2.1.0")
    let run = try #require(log.runs.first)
    #expect(run.columnKind == "utf16CodeUnits")
    #expect(run.tool.driver.name == "cardshelf" && run.tool.driver.version == "1.2")
    #expect(run.results.map(\.level) == ["error", "warning"])
    for result in run.results { #expect(run.tool.driver.rules[result.ruleIndex].id == result.ruleId) }
    let place = try #require(run.results.first?.locations.first).physicalLocation
    #expect(place.artifactLocation.uri == "Content/%C3%A9%20b%2Cc.md")
    // The emoji, and the letter with its accent, have two code units each.
    #expect(place.region == .init(startLine: 2, startColumn: 8, endColumn: 8 + 9))
    #expect(run.results.last?.locations.first?.physicalLocation.region == nil)
  }

  @Test(arguments: DiagnosticFormat.allCases) func nothingFound(format: DiagnosticFormat) throws {
    let text = format.document(of: [], version: "1")
    if format == .text || format == .github {
      #expect(text == "")
    } else {
      #expect(throws: Never.self) { try JSONDecoder().decode([String: AnyValue].self, from: Data(text.utf8)) }
    }
  }

  private struct AnyValue: Decodable { init(from decoder: any Decoder) {} }
}
