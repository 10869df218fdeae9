import Testing

struct SchemaTests {
  @Test(arguments: ["card", "shelf", "page", "site", "theme", "layout"])
  func eachKindIsPrinted(kind: String) throws {
    let run = try CommandRun.of(["schema", kind])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("{"))
    #expect(run.output.contains("\"https://json-schema.org/draft/2020-12/schema\""))
    #expect(run.output.hasSuffix("}\n"))
  }

  @Test(arguments: [[], ["cards"], [""], ["card", "shelf"]])
  func wrongUsage(arguments: [String]) throws {
    let run = try CommandRun.of(["schema"] + arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("Error: "))
  }

  @Test func help() throws {
    let run = try CommandRun.of(["schema", "--help"])
    #expect(run.exitCode == 0)
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
