import ArgumentParser
import Diagnostics
import SiteBuild

struct PictureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "draws shelves of a page, or one card, as a browser shows them",
    usage: "cardshelf picture <page>[#<shelf>[/<card>]] --output <file> [<options>]",
    discussion: """
      Without a shelf, all shelves of the page are drawn, without what the
      page's template has around them. Nothing has to be built before.

      Examples:
        cardshelf picture index.html --output shelves.svg
        cardshelf picture index.html#tonight --width 1280 --output tonight.png
        cardshelf picture index.html#tonight/saturn --scale 3 --output saturn.png
        cardshelf picture about --scheme dark --output about.svg
      """)

  private enum Scheme: String, CaseIterable { case light, dark }

  @Argument(
    help: ArgumentHelp(
      "a page, and the id of a shelf or card", valueName: "page"))
  var subject: String

  @Option(help: ArgumentHelp("the page width, in CSS pixels", valueName: "pixels"))
  var width = 390

  @Option(help: ArgumentHelp("pixels of the picture for one of CSS: 1 to 4", valueName: "number"))
  var scale = 1

  @Option(help: ArgumentHelp("the colour scheme: light or dark", valueName: "name"))
  var scheme = "light"

  @Option(help: ArgumentHelp("the file to write, ending in .svg or .png", valueName: "file"))
  var output: String

  @OptionGroup var site: SiteArguments

  private var format: PagePictureRequest.Format {
    get throws {
      let ending = output.lowercased().split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
      guard output.contains("."), let format = ending.flatMap({ PagePictureRequest.Format(rawValue: $0) }) else {
        throw ValidationError("'--output' must name a file that ends in .svg or .png, not '\(printable(output))'.")
      }
      return format
    }
  }

  func validate() throws {
    _ = try choice(scheme, of: "--scheme", as: Scheme.self)
    _ = try format
    if !(1...16384).contains(width) {
      throw ValidationError("'--width' must be between 1 and 16384, not \(width).")
    }
    if !(1...4).contains(scale) { throw ValidationError("'--scale' must be between 1 and 4, not \(scale).") }
    if subject.isEmpty { throw ValidationError("Say which page to draw, such as index.html.") }
  }

  func run() async throws {
    let scheme: Scheme = try choice(scheme, of: "--scheme")
    let request = PagePictureRequest(
      subject, width: width, scale: scale, isDark: scheme == .dark, format: try format)
    let result = await drawPage(request, try site.options())
    // Builds report the warnings.
    for diagnostic in result.diagnostics where diagnostic.severity == .error { printFinding(diagnostic) }
    if let bytes = result.bytes {
      do {
        try writePicture(bytes, toFile: output)
      } catch {
        printFinding(error)
        throw ExitCode(2)
      }
    }
    if result.exitCode != 0 { throw ExitCode(result.exitCode) }
  }
}
