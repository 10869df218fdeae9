import ArgumentParser
import Diagnostics
import Glibc
import Processes

@main
struct Cardshelf: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardshelf",
    abstract: "builds static pages of card shelves and computes every size before a browser sees them",
    discussion: """
      Examples:
        cardshelf build            # build Content/ into Output/
        cardshelf serve            # preview the site while you write
        cardshelf check            # suggest improvements
        cardshelf --version --verbose            # for a report of a fault

      Exit codes: 0 success, 1 findings, 2 could not run, 64 wrong usage, 70 a bug in Cardshelf.
      """,
    version: programVersion,
    // Each command states its name: deriving the name from the type searches all conformances, which takes a sixth of
    // the start-up.
    subcommands: [
      Init.self, Build.self, Serve.self, Check.self, List.self, LayoutCommand.self, BreakpointsCommand.self,
      Explain.self, Measure.self, PictureCommand.self, Diff.self, CompareCommand.self,
      Approve.self, Audit.self, ThemeCommands.self, Fonts.self, Fetch.self, PrintSchema.self, TryFonts.self,
      MakePicture.self,
      TryConfinement.self, LookUpHost.self,
    ])

  static func main() async {
    removeVariablesOfLibraries()
    guardStandardStreams()
    guard let words = programArguments() else {
      printError("error: the system passed no arguments, not even the name of the program: nothing was done\n")
      Glibc.exit(70)
    }
    // Scripts ask for the version often, and creating the parser takes longer than everything else.
    if words == ["--version"] { return print(programVersion) }
    if words == ["--version", "--verbose"] { return print(versionDetails(installation())) }
    requireUsableLimits()
    if let message = refusal(ofCommandIn: words) {
      printError("Error: \(message)\n")
      Glibc.exit(64)
    }
    do {
      var command = try await asyncParseAsRoot(words)
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch {
      let message = fullMessage(for: error)
      if let advised = refusal(ofOptionIn: words, message) {
        printError(advised + "\n")
        Glibc.exit(64)
      }
      // The lines of the parser have another form than those of all other options.
      if exitCode(for: error) == .success, message.contains("USAGE:") {
        print(
          message.replacing("  Show help information.", with: "  show this help")
            .replacing("  Show the version.", with: "  print the version"))
        Glibc.exit(0)
      }
      exit(withError: error)
    }
  }
}

let programVersion = "0.1.0"
