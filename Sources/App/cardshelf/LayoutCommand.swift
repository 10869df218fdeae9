import ArgumentParser
import Diagnostics
import Review
import SiteBuild

struct LayoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "prints the frames of cards and their slots at a page width, as JSON",
    usage: "cardshelf layout [<page>] [<options>]",
    discussion: """
      The result is an array with an object for each card, in the order of the
      pages. Lengths are CSS pixels: those of a card from its shelf, those of a
      slot from its card. Nothing has to be built before.

      Examples:
        cardshelf layout --width 1280
        cardshelf layout about | jq '.[] | {id, height}'
        cardshelf layout index.html | jq -r '.[] | [.id, .x, .y] | @tsv'
      """)

  @Argument(help: ArgumentHelp("a page (default: all)", valueName: "page"))
  var page: String?

  @Option(help: ArgumentHelp("the page width, in CSS pixels", valueName: "pixels"))
  var width = 390

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if !(1...1_000_000).contains(width) {
      throw ValidationError("'--width' must be between 1 and 1000000, not \(width).")
    }
    if page?.isEmpty == true { throw ValidationError("A page must have a name, such as index.html.") }
  }

  func run() async throws {
    let result = await withProgress(try site.options()) { await layOutSite($0) }
    guard let reviewed = result.site else {
      for diagnostic in result.diagnostics { printFinding(diagnostic) }
      throw ExitCode(result.exitCode == 0 ? 2 : result.exitCode)
    }
    do {
      let path = try page.map { (name) throws(Diagnostic) in try reviewed.pagePath(meantBy: name) }
      printDocument(reviewed.shownCards(atPageWidth: width, onPage: path))
    } catch {
      printFinding(error)
      throw ExitCode(2)
    }
    // Builds report the warnings.
    let errors = result.diagnostics.filter { $0.severity == .error }
    for diagnostic in errors { printFinding(diagnostic) }
    if !errors.isEmpty { throw ExitCode(result.exitCode) }
  }
}
