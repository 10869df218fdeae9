import TestSupport
import Testing

/// Texts of authors must not become commands in the log of a CI service.
struct RunnerLogTests {
  /// Finds commands as runners do (actions/runner, `ActionCommand.TryParseV2` and `TryParse`; Azure, TeamCity).
  private func commands(in text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter { line in
      line.drop(while: \.isWhitespace).hasPrefix("::") || line.contains(/##[A-Za-z]*\[/)
    }
  }

  private static let attack = "##[error]x ##vso[task.setvariable variable=a]b ##teamcity[x] ### [a] ###[group]y"

  /// A folder and a card whose names look like commands, at the start of lines and inside.
  private func site() throws -> Folder {
    try Folder.site([
      "Content/one/a.md": "---\ntitle: '\(Self.attack)'\ntitel: '\(Self.attack)'\n---\n",
      "Content/one/##[error]z.md": "---\ntitel: x\n---\n",
      "Content/::error::x/_index.md": "---\ntitle: '::set-output name=a::b'\n---\n",
      "Content/::error::x/b.md": "# ::stop-commands::x\n\n##[add-mask]y\n",
    ])
  }

  private static let runs = [
    ["build"], ["build", "--format", "json"], ["build", "--format", "sarif"], ["check"], ["list"],
    ["list", "--format", "json"], ["explain", "one/a"], ["measure", attack], ["diff", "--against", "##[x]"],
    ["build", "--root", "##[error]nowhere"], ["init", "::error::x/##[x]"],
  ]

  @Test(arguments: runs)
  func printsNoCommandsOfRunners(arguments: [String]) throws {
    let site = try site()
    defer { site.remove() }
    for variable in ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"] {
      let before = "unset CI GITHUB_ACTIONS; export \(variable)=true"
      let run = try CommandRun.of(arguments, in: site.path, after: (before, ""))
      #expect(commands(in: run.output) == [])
      #expect(commands(in: run.errors) == [])
    }
  }

  /// The control: without a runner, texts are printed unchanged, and some of them would be commands.
  @Test func printsTextsUnchangedWithoutARunner() throws {
    let site = try site()
    defer { site.remove() }
    let run = try CommandRun.of(["list"], in: site.path, after: ("unset CI GITHUB_ACTIONS", ""))
    let build = try CommandRun.of(["build"], in: site.path, after: ("unset CI GITHUB_ACTIONS", ""))
    #expect(!commands(in: run.output + build.errors).isEmpty)
    #expect(build.errors.contains("##[error]x"))
  }

  /// Documents keep their values.
  @Test func documentsKeepTheirValues() throws {
    let site = try site()
    defer { site.remove() }
    let plain = try CommandRun.of(["build", "--format", "json"], in: site.path, after: ("unset CI GITHUB_ACTIONS", ""))
    let calm = try CommandRun.of(["build", "--format", "json"], in: site.path, after: ("export CI=1", ""))
    #expect(plain.output != calm.output)
    #expect(plain.output == calm.output.replacing("\\u0023", with: "#"))
  }

  /// Cardshelf's own workflow commands still work, and contain the text.
  @Test func keepsItsOwnCommands() throws {
    let site = try site()
    defer { site.remove() }
    let run = try CommandRun.of(["build", "--format", "github"], in: site.path, after: ("export CI=1", ""))
    #expect(!run.output.isEmpty)
    for line in run.output.split(separator: "\n") {
      #expect(line.hasPrefix("::error file=") || line.hasPrefix("::warning file="))
    }
  }
}
