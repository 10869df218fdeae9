import ArgumentParser
import Diagnostics
import SiteBuild

/// The commands and options that people mean by words of other programs.
enum MeantWords {
  /// - Parameter name: the name as it was written.
  static func command(for name: String) -> String? {
    switch name.lowercased() {
    case "new", "create", "setup": "init"
    case "generate", "gen", "make", "compile", "render": "build"
    case "server", "preview", "dev", "start", "run": "serve"
    case "watch": "build --watch"
    case "lint", "validate", "test", "verify": "check"
    case "ls", "cards", "shelves": "list"
    case "themes": "theme copy"
    case "screenshot", "draw", "image": "picture"
    case "changes": "diff"
    case "accept", "baseline": "approve"
    case "lock": "fonts --lock"
    case "download", "pull", "get": "fetch"
    case "version": "--version"
    default: nil
    }
  }

  /// The long options that an option of another program may stand for, the most likely first.
  ///
  /// - Parameter name: the name with its hyphens.
  static func options(for name: String) -> [String] {
    switch name {
    case "-b": ["browser"]
    case "-C", "-s", "--source", "--site", "--cwd": ["root"]
    case "-D", "--buildDrafts", "--build-drafts", "--unpublished": ["drafts"]
    case "-d", "--destination", "--dest", "--out", "--public": ["output"]
    case "-f": ["format", "filter", "from-csv"]
    case "-H", "--bind", "--address", "--ip": ["host"]
    case "-j", "--threads", "--parallel", "--workers": ["jobs"]
    case "-l": ["list", "lock", "lang"]
    case "-O", "--browse", "--launch": ["open"]
    case "-o": ["output", "open", "only"]
    case "-p": ["port", "page"]
    case "-r": ["root", "release", "report"]
    case "-t": ["theme", "text-size"]
    case "-V", "-v": ["version"]
    case "-w": ["watch", "width"]
    case "--minify", "--production", "--prod": ["release"]
    default: []
    }
  }
}

extension Cardshelf {
  /// The commands of a command line, outermost first, and the first word that is no command where one was expected.
  private static func commands(of words: some Sequence<String>) -> (path: [any ParsableCommand.Type], stray: String?) {
    var path: [any ParsableCommand.Type] = [Self.self]
    for word in words {
      let known = path[path.count - 1].configuration.subcommands
      if known.isEmpty { break }
      if word.isEmpty || word.hasPrefix("-") || word == "help" { break }
      guard let command = known.first(where: { $0.configuration.commandName == word }) else { return (path, word) }
      path.append(command)
    }
    return (path, nil)
  }

  /// The message for a word that is no command where one is expected; the parser guesses which option was meant, but no
  /// command.
  static func refusal(ofCommandIn words: some Sequence<String>) -> String? {
    let (path, stray) = commands(of: words)
    guard let stray else { return nil }
    let parents = path.dropFirst().compactMap { $0.configuration.commandName }
    let shown = path[path.count - 1].configuration.subcommands.map { $0.configuration }
      .filter { $0.shouldDisplay }.compactMap { $0.commandName }
    var guess = parents.isEmpty ? MeantWords.command(for: stray) : nil
    if guess == nil, stray.utf8.count <= 30 { guess = nearest(to: stray, among: ["help"] + shown) }
    // Themes have only one command, so it must be the one that is meant.
    if guess == nil, !parents.isEmpty { guess = shown.first }
    let name = (parents + [String(stray.prefix(30))]).joined(separator: " ")
    let meant = guess.map { "; did you mean '\((parents + [$0]).joined(separator: " "))'?" } ?? "."
    return "There is no command '\(printable(name))'\(meant)\n"
      + (parents == ["theme"]
        ? "The themes are \(BundledTheme.list), and the folders in Themes."
        : "List them with: cardshelf \((parents + ["--help"]).joined(separator: " "))")
  }

  /// The message for an option that a command does not have; nil if the parser's own message says as much.
  ///
  /// - Parameter message: the message of the parser.
  static func refusal(ofOptionIn words: some Sequence<String>, _ message: String) -> String? {
    guard let unknown = message.firstMatch(of: /^Error: Unknown option '(-[^']+)'\n/)?.1 else { return nil }
    let (path, _) = commands(of: words)
    let help = helpMessage(for: path[path.count - 1])
    let known = MeantWords.options(for: String(unknown)).first { name in
      help.contains("--\(name) ") || help.contains("--\(name)\n")
    }
    guard let known else { return nil }
    return message.replacing("'\(unknown)'\n", with: "'\(unknown)'; did you mean '--\(known)'?\n", maxReplacements: 1)
  }
}
