import ArgumentParser
import Diagnostics
import Glibc
import Processes

@main
struct Cardshelf: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardshelf",
    abstract: "Builds static pages of card shelves and computes every size before a browser sees them.",
    discussion: """
      Examples:
        cardshelf build            # build Content/ into Output/
        cardshelf serve            # preview the site while you write
        cardshelf check            # suggest improvements

      Exit codes: 0 success, 1 findings, 2 could not run, 64 wrong usage, 70 a bug in Cardshelf.
      """,
    version: programVersion,
    // Each names itself: a name that is made of the type's takes a search of all conformances, a sixth of the start-up.
    subcommands: [
      Init.self, Build.self, Serve.self, Check.self, List.self, LayoutCommand.self, Explain.self, Measure.self,
      PictureCommand.self, Diff.self, Approve.self,
      Audit.self, ThemeCommands.self, Fonts.self, PrintSchema.self, TryFonts.self, MakePicture.self,
      TryConfinement.self,
    ])

  static func main() async {
    removeVariablesOfLibraries()
    guardStandardStreams()
    // Scripts ask for it often, and making the parser takes longer than all else.
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) { return print(programVersion) }
    requireUsableLimits()
    refuseUnknownCommand()
    await main(nil)
  }

  /// The parser guesses what option was meant, but no command.
  private static func refuseUnknownCommand() {
    guard let name = CommandLine.arguments.dropFirst().first, !name.isEmpty, !name.hasPrefix("-") else { return }
    let commands = configuration.subcommands.map { $0.configuration }
    let known = ["help"] + commands.compactMap { $0.commandName }
    if known.contains(name) { return }
    let shown = ["help"] + commands.filter { $0.shouldDisplay }.compactMap { $0.commandName }
    let guess = name.utf8.count > 30 ? nil : nearest(to: name, among: shown)
    printError(
      "Error: There is no command '\(printable(String(name.prefix(30))))'"
        + (guess.map { "; did you mean '\($0)'?" } ?? ".") + "\nList them with: cardshelf --help\n")
    Glibc.exit(64)
  }
}

let programVersion = "0.1.0"
