import ArgumentParser
import Diagnostics
import SiteBuild

struct Fonts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "lists the font files that serve a theme, locks them, and adds fonts",
    usage: "cardshelf fonts [--lock] [--install <archive>] [<options>]",
    discussion: """
      A locked theme has a file fonts.lock beside theme.yml. Builds that find
      other font files warn, because their layout may differ. A build needs only
      the families of its text. Outside a site, the fonts of the themes that come
      with Cardshelf are listed.

      Fonts of Chinese, Japanese and Korean are in an archive of their own. It is
      unpacked into cardshelf/cjk in XDG_DATA_HOME, or else ~/.local/share.

      Examples:
        cardshelf fonts                    # which files, and do they match?
        cardshelf fonts --strict           # for CI: exit with 1 if they differ
        cardshelf fonts --lock             # write fonts.lock, to be committed
        cardshelf fonts --lock --theme cinema
        cardshelf fonts --install cardshelf-0.1.0-linux-x86_64-cjk.tar.gz
      """)

  @Flag(help: "write fonts.lock")
  var lock = false

  @Option(
    help: ArgumentHelp(
      "unpack fonts for this user, checked with the SHA256SUMS beside the archive if there is one",
      valueName: "archive"))
  var install: String?

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
    if install != nil, lock || strict || theme != nil || root != nil {
      throw ValidationError("'--install' needs no site; use it alone.")
    }
    if install == "" { throw ValidationError("'--install' must name an archive.") }
    if lock, strict { throw ValidationError("'--lock' and '--strict' exclude each other.") }
  }

  func run() async throws {
    if let install { return try add(install) }
    if !lock, root == nil, findRoot() == nil { return try listBundledThemes() }
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

  private func add(_ archive: String) throws {
    do throws(Diagnostic) {
      print(try installFonts(from: archive, installation()))
    } catch {
      printFinding(error)
      throw ExitCode(2)
    }
  }

  /// Lists the fonts of the themes that the program contains, each once.
  private func listBundledThemes() throws {
    let names = theme.map { [$0] } ?? BundledTheme.allCases.map(\.rawValue)
    // No folder above this one is a site, so the topmost has none of the files of a site.
    let options = optionsOfThisProgram(root: "/")
    var listed: Set<Substring> = []
    var code: Int32 = 0
    for fonts in names.map({ findFonts(ofTheme: $0, compares: false, options) }) {
      for diagnostic in fonts.diagnostics { printFinding(diagnostic) }
      for line in (fonts.listing ?? "").split(separator: "\n") where listed.insert(line).inserted {
        print(String(line))
      }
      code = max(code, fonts.exitCode(isStrict: strict))
    }
    if code != 0 { throw ExitCode(code) }
  }
}
