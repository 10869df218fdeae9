import ArgumentParser

@main
struct Cardshelf: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cardshelf",
    abstract: "Builds static pages of card shelves whose every size is known before a browser sees them.",
    discussion: """
      Examples:
        cardshelf build            # turns Content/ into Output/
        cardshelf serve            # shows the site while you write
        cardshelf check            # what could be better

      Exit codes: 0 fine, 1 findings, 2 could not run, 64 wrong usage, 70 a fault of Cardshelf's own.
      """,
    version: programVersion,
    // Each names itself: a name that is made of the type's takes a search of all conformances, a sixth of the start-up.
    subcommands: [
      Init.self, Build.self, Serve.self, Check.self, List.self, Explain.self, Measure.self, Diff.self, Approve.self,
      Audit.self, PrintSchema.self, TryFonts.self, MakePicture.self,
    ])

  static func main() async {
    guardStandardStreams()
    requireUsableLimits()
    prepareAllocation()
    await main(nil)
  }
}

let programVersion = "0.1.0"
