import ArgumentParser
import Content
import SiteBuild

struct PrintSchema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "prints a JSON Schema, with which editors complete and check files",
    usage: "cardshelf schema <kind>",
    discussion: """
      JSON Schema (draft 2020-12) of the front matter of a card, a shelf or
      a page, of cardshelf.yml (site), of theme.yml (theme) or of
      layout.json (layout). In a site, they know the slots of its theme.

      Examples:
        cardshelf schema site > .vscode/cardshelf.schema.json
        cardshelf schema theme > .vscode/theme.schema.json
      """)

  @Argument(help: ArgumentHelp("card, shelf, page, site, theme or layout", valueName: "kind"))
  var kind: String

  func validate() throws { _ = try choice(kind, of: "<kind>", as: Schema.self) }

  func run() throws {
    let schema: Schema = try choice(kind, of: "<kind>")
    printDocument(schema.text(findRoot().map(slotsOfTheme) ?? .standard))
  }
}
