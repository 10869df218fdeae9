import Testing

struct UsageTests {
  @Test(arguments: [
    [], ["--help"], ["-h"], ["help"], ["build", "--help"], ["help", "build"], ["check", "--help"],
    ["explain", "--help"], ["measure", "--help"], ["picture", "--help"], ["check", "--list"],
  ])
  func helpFitsATerminal(arguments: [String]) throws {
    let run = try CommandRun.of(arguments)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    if arguments != ["check", "--list"] { #expect(run.output.contains("USAGE: cardshelf")) }
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  /// People read the help above their prompt.
  @Test(arguments: [
    "init", "build", "serve", "check", "list", "layout", "explain", "measure", "picture", "diff", "approve", "audit",
    "theme copy",
  ])
  func helpFitsAScreenAndHasAnExample(command: String) throws {
    let run = try CommandRun.of(command.split(separator: " ").map(String.init) + ["--help"])
    // A default is stated once: the parser adds those that it knows.
    for option in run.output.split(separator: "\n  -") {
      #expect(option.lowercased().split(separator: "default:").count <= 2, "\(option)")
    }
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    #expect(run.output.contains("Example"))
    #expect(run.output.contains("  cardshelf \(command)"))
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
    ["build", "--root"], ["list", "--width", "0"], ["list", "--format", "csv"], ["list", "cards"],
    ["build", "--text-size", "AX6"], ["build", "--text-size", ""],
    ["build", "--format", "xml"], ["check", "--only", "text-cutt"], ["check", "--format", ""], ["check", "x"],
    ["explain"], ["explain", ""], ["explain", "a", "--width", "0"], ["explain", "a", "--width-class"],
    ["explain", "a", "--width", "390", "--width-class", "compact"], ["explain", "a", "--format", "sarif"],
    ["measure", "--width", "0", "x"], ["measure", "--width", "99999", "x"], ["measure", "--max-lines", "0", "x"],
    ["measure", "--card", "--style", "body"], ["measure", "--anatomy", "cover", "x"], ["measure", "--lang", "1", "x"],
    ["measure", "--dir", "up", "x"], ["measure", "a", "b"], ["measure", "--theme", "../x", "x"],
    ["picture", "--output", "a.svg"], ["picture", "index.html"], ["picture", "", "--output", "a.svg"],
    ["picture", "index.html", "--output", "a.jpg"], ["picture", "index.html", "--output", "svg"],
    ["picture", "index.html", "--output", "a.svg", "--scale", "0"],
    ["picture", "index.html", "--output", "a.svg", "--scale", "5"],
    ["picture", "index.html", "--output", "a.svg", "--scale", "1.5"],
    ["picture", "index.html", "--output", "a.svg", "--width", "0"],
    ["picture", "index.html", "--output", "a.svg", "--width", "16385"],
    ["picture", "index.html", "--output", "a.svg", "--scheme", "sepia"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let run = try CommandRun.of(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.errors.contains("Error: "))
    for line in run.errors.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}
