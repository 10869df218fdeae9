import ArgumentParser
import Testing

@testable import cardshelf

struct UsageTests {
  /// All commands, from the program's own list.
  private static let commands = [[]] + commandNames(in: Cardshelf.configuration, below: [])

  @Test(
    arguments: commands.map { $0 + ["--help"] } + commands.map { ["help"] + $0 } + [[], ["-h"], ["check", "--list"]])
  func helpFitsATerminal(arguments: [String]) throws {
    let run = try CommandRun.of(arguments)
    #expect(run.exitCode == 0)
    #expect(run.errors == "")
    if arguments != ["check", "--list"] { #expect(run.output.contains("USAGE: cardshelf")) }
    for line in run.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  /// Lines of help have one form: they are no sentences.
  @Test(arguments: commands)
  func linesOfHelpHaveOneForm(command: [String]) throws {
    let lines = try CommandRun.of(command + ["--help"]).output.split(separator: "\n", omittingEmptySubsequences: false)
    let overview = try #require(lines.first { $0.hasPrefix("OVERVIEW: ") }).dropFirst(10)
    var texts = [([overview] + lines.dropFirst().prefix { !$0.isEmpty }).joined(separator: " ")]
    let table = lines.drop { !["ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:"].contains($0) }
    for line in table where line.hasPrefix("  ") && !line.hasPrefix("  See ") {
      // The text is in a column of its own, below or behind the name.
      let words = line.drop { $0 == " " }
      if line.hasPrefix("      ") {
        texts[texts.count - 1] += (texts.last?.isEmpty == true ? "" : " ") + words
      } else {
        texts.append(String(line.dropFirst(26)))
      }
    }
    #expect(texts.count > 2)
    for text in texts {
      #expect(!text.isEmpty)
      #expect(text.first?.isUppercase != true || text.hasPrefix("Cardshelf"), "\(text)")
      #expect(text.last != ".", "\(text)")
    }
  }

  /// People read the help above their prompt.
  @Test(
    arguments: commands.filter { !$0.isEmpty && !["fonts", "schema", "theme"].contains($0.joined(separator: " ")) })
  func helpFitsAScreenAndHasAnExample(command: [String]) throws {
    let run = try CommandRun.of(command + ["--help"])
    // A default is stated once: the parser adds those that it knows.
    for option in run.output.split(separator: "\n  -") {
      #expect(option.lowercased().split(separator: "default:").count <= 2, "\(option)")
    }
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    let examples = try #require(run.output.split(separator: /Examples?:\n/).dropFirst().first)
    // A line that is too long for a terminal would be continued at its edge.
    for line in examples.split(separator: "\n", omittingEmptySubsequences: false).prefix(while: { !$0.isEmpty }) {
      #expect(line.hasPrefix("  "), "\(line)")
    }
    #expect(run.output.contains("  cardshelf \(command.joined(separator: " "))"))
  }

  /// Words of other programs.
  @Test(arguments: [
    (["theme", "list"], "There is no command 'theme list'; did you mean 'theme copy'?"),
    (["theme", "new", "mine"], "There is no command 'theme new'; did you mean 'theme copy'?"),
    (["theme", "list"], "The themes are storefront, cinema and library, and the folders in Themes."),
    (["buidl"], "There is no command 'buidl'; did you mean 'build'?"),
    (["server"], "There is no command 'server'; did you mean 'serve'?"),
    (["preview"], "There is no command 'preview'; did you mean 'serve'?"),
    (["new"], "There is no command 'new'; did you mean 'init'?"),
    (["lint"], "There is no command 'lint'; did you mean 'check'?"),
    (["serve", "-p", "8080"], "Unknown option '-p'; did you mean '--port'?"),
    (["audit", "-p", "index.html"], "Unknown option '-p'; did you mean '--page'?"),
    (["serve", "-D"], "Unknown option '-D'; did you mean '--drafts'?"),
    (["build", "--buildDrafts"], "Unknown option '--buildDrafts'; did you mean '--drafts'?"),
    (["build", "-d", "public"], "Unknown option '-d'; did you mean '--output'?"),
    (["build", "-o", "public"], "Unknown option '-o'; did you mean '--output'?"),
    (["build", "-w"], "Unknown option '-w'; did you mean '--watch'?"),
    (["list", "-w", "390"], "Unknown option '-w'; did you mean '--width'?"),
    (["-v"], "Unknown option '-v'; did you mean '--version'?"),
    (["build", "--outptu", "x"], "Unknown option '--outptu'. Did you mean '--output'?"),
    (["build", "-z"], "Unknown option '-z'\n"),
  ])
  func namesWhatWasMeant(arguments: [String], message: String) throws {
    let run = try CommandRun.of(arguments)
    #expect(run.exitCode == 64)
    #expect(run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
    for line in run.errors.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func theVersion() throws {
    let run = try CommandRun.of(["--version"])
    #expect(run.exitCode == 0)
    #expect(run.output.split(separator: ".").count == 3)
  }

  /// The version, how the program was installed, and the version of each library.
  @Test func theDetailsOfTheVersion() throws {
    let run = try CommandRun.of(["--version", "--verbose"], after: ("export XDG_DATA_HOME=/none", ""))
    #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
    var lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.removeFirst() == "cardshelf \(programVersion)")
    // Only an installed program knows its commit.
    #expect(lines.removeFirst() == "with libraries of the system")
    let names = [
      "FreeType", "HarfBuzz", "ICU", "fontconfig", "libcmark", "libyaml", "toml++", "libxml2", "http_parser",
    ]
    #expect(lines.map { $0.prefix { $0 != " " }.description } == names + ["zlib", "xxHash", "libvips"])
    for line in lines where line != "libvips is not installed" {
      #expect(line.wholeMatch(of: /\S+ [0-9]+\.[0-9]+(\.[0-9]+)?/) != nil && !line.hasSuffix(" 0.0.0"), "\(line)")
    }
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

/// The words of all commands that are shown.
private func commandNames(in configuration: CommandConfiguration, below path: [String]) -> [[String]] {
  var names: [[String]] = []
  for command in configuration.subcommands where command.configuration.shouldDisplay {
    let own = path + [command.configuration.commandName ?? ""]
    names += [own] + commandNames(in: command.configuration, below: own)
  }
  return names
}
