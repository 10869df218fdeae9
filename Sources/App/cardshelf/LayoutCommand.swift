import ArgumentParser
import Diagnostics
import Geometry
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
        cardshelf layout index.html --viewport 844 | jq -r '.[].id'
        cardshelf layout index.html --rect 0,600,390,200
        cardshelf layout --width 844 --height 390   # a phone on its side
      """)

  @Argument(help: ArgumentHelp("a page (default: all)", valueName: "page"))
  var page: String?

  @Option(help: ArgumentHelp("the page width, in CSS pixels", valueName: "pixels"))
  var width = 390

  @Option(
    help: ArgumentHelp(
      "the height of the window, in CSS pixels, for values by orientation or height (default: that of an upright window)",
      valueName: "pixels"))
  var height: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "only cards of which a part is in this rectangle, from the top leading corner of the page's first shelf",
      valueName: "x,y,width,height"))
  var rect: String?

  @Option(
    help: ArgumentHelp(
      "only cards of which a part is in the first pixels below the top of the page's first shelf", valueName: "pixels"))
  var viewport: Int?

  @OptionGroup var site: SiteArguments

  func validate() throws {
    if !(1...1_000_000).contains(width) {
      throw ValidationError("'--width' must be between 1 and 1000000, not \(width).")
    }
    if let height, !(1...1_000_000).contains(height) {
      throw ValidationError("'--height' must be between 1 and 1000000, not \(height).")
    }
    if rect != nil, viewport != nil {
      throw ValidationError(
        "'--viewport' and '--rect' exclude each other: the first is a rectangle as wide as the page.")
    }
    if let viewport, !(1...1_000_000).contains(viewport) {
      throw ValidationError("'--viewport' must be between 1 and 1000000, not \(viewport).")
    }
    if let rect, rectangle == nil {
      throw ValidationError(
        "'--rect' must be four whole numbers of CSS pixels, such as 0,600,390,200: x, y, width and height, not "
          + "\(rect). The last two are at least 1.")
    }
    if page?.isEmpty == true { throw ValidationError("A page must have a name, such as index.html.") }
  }

  private var rectangle: Frame? {
    if let viewport { return Frame(x: .zero, y: .zero, width: Pixels(width), height: Pixels(viewport)) }
    let parts = (rect ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter { abs($0) <= 1_000_000 }
    guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
    return Frame(x: Pixels(numbers[0]), y: Pixels(numbers[1]), width: Pixels(numbers[2]), height: Pixels(numbers[3]))
  }

  func run() async throws {
    let result = await withProgress(try site.options()) { await layOutSite($0) }
    guard let reviewed = result.site else {
      for diagnostic in result.diagnostics { printFinding(diagnostic) }
      throw ExitCode(result.exitCode == 0 ? 2 : result.exitCode)
    }
    do {
      let path = try page.map { (name) throws(Diagnostic) in try reviewed.pagePath(meantBy: name) }
      printDocument(try reviewed.shownCards(atPageWidth: width, windowHeight: height, onPage: path, in: rectangle))
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
