import ArgumentParser

@main
struct Cardshelf: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardshelf",
    abstract: "Builds static pages of card shelves whose every size is known before a browser sees them.",
    discussion: """
      Example:
        cardshelf build            # turns Content/ into Output/

      Exit codes: 0 fine, 1 findings, 2 could not run, 64 wrong usage, 70 a fault of Cardshelf's own.
      """,
    version: "0.1.0",
    subcommands: [Build.self, Audit.self])
}
