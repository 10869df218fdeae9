import Testing

struct UsageTests {
  @Test(arguments: [[], ["--help"], ["-h"], ["help"], ["build", "--help"], ["help", "build"]])
  func helpFitsATerminal(arguments: [String]) throws {
    let run = try CommandRun.of(arguments)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("USAGE: cardshelf"))
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func theVersion() throws {
    let run = try CommandRun.of(["--version"])
    #expect(run.exitCode == 0)
    #expect(run.output.split(separator: ".").count == 3)
  }

  @Test(arguments: [
    ["--bogus"], ["build", "--bogus"], ["buidl"], ["build", "extra"], ["build", "--jobs"], ["build", "--jobs", "0"],
    ["build", "--jobs", "-1"], ["build", "--jobs", "1025"], ["build", "--jobs", "many"],
    ["build", "--jobs", "99999999999999999999"], ["build", "--root", ""], ["build", "--output", ""],
    ["build", "--root"], ["build", "--text-size", "AX6"], ["build", "--text-size", ""],
  ])
  func wrongUsage(arguments: [String]) throws {
    let run = try CommandRun.of(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.errors.contains("Error: "))
    for line in run.errors.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
