import ArgumentParser
import SiteBuild

struct Fonts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "lists the font files that serve a theme, and locks them",
    usage: "cardshelf fonts [--lock] [<options>]",
    discussion: """
      A locked theme has a file fonts.lock beside theme.yml. Builds that find
      other font files warn, because their layout may differ. A build needs only
      the families of its text.

      Examples:
        cardshelf fonts                    # which files, and do they match?
        cardshelf fonts --strict           # for CI: exit with 1 if they differ
        cardshelf fonts --lock             # write fonts.lock, to be committed
        cardshelf fonts --lock --theme cinema
      """)

  @Flag(help: "write fonts.lock")
  var lock = false

  @Flag(help: "treat warnings as errors")
  var strict = false

  @Option(help: ArgumentHelp("the theme, a folder of Themes (default: the site's)", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("the site's folder (default: found upwards from here)", valueName: "folder"))
  var root: String?

  func validate() throws {
    if root == "" { throw ValidationError("'--root' must name a folder.") }
    if let theme, theme.isEmpty || theme.hasPrefix(".") || theme.utf8.contains(UInt8(ascii: "/")) {
      throw ValidationError("'--theme' must be the name of a folder in Themes.")
    }
    if lock, strict { throw ValidationError("'--lock' and '--strict' exclude each other.") }
  }

  func run() async throws {
    var site = try SiteArguments.parse([])
    site.root = root
    let options = try site.options()
    let fonts = findFonts(ofTheme: theme, compares: !lock, options)
    for diagnostic in fonts.diagnostics { printFinding(diagnostic) }
    if lock {
      do {
        if fonts.text != nil {
          print(try writeFontLock(fonts, options) ? "wrote \(fonts.path)" : "\(fonts.path) is up to date")
        }
      } catch {
        printFinding(error)
        throw ExitCode(2)
      }
    } else if let listing = fonts.listing {
      print(listing, terminator: "")
    }
    let code = fonts.exitCode(isStrict: strict)
    if code != 0 { throw ExitCode(code) }
  }
}
