import Diagnostics
import Images
import Testing

@testable import Content
@testable import SiteBuild
@testable import TextLayout
@testable import Themes

/// Findings advise what the user of this installation can do.
struct InstallationAdviceTests {
  private static let portable = Installation(portableFolder: "/opt/a b", addedFolder: nil)
  private let theme = SourceText(path: "Themes/x/theme.yml", text: "fonts: [Noto]\n")

  @Test(arguments: [
    ("Noto Sans CJK JP", Installation.system, "install it (on Debian: apt-get install fonts-noto-cjk)"),
    ("Inter", .system, "install it (on Debian: apt-get install fonts-inter)"),
    ("Helvetica", .system, "install it (`fc-list` shows what is installed)"),
    (
      "Noto Sans CJK JP", portable,
      "install it (cardshelf fonts --install cardshelf-*-cjk.tar.gz, or pip install 'cardshelf[cjk]')"
    ),
    ("Noto Serif CJK SC", portable, "install it (cardshelf fonts --install cardshelf-*-cjk.tar.gz, or"),
    ("Inter", portable, "install it (`cardshelf fonts` shows what is found)"),
    ("Helvetica", portable, "install it (`cardshelf fonts` shows what is found)"),
  ])
  func ofMissingFonts(family: String, installation: Installation, advice: String) {
    let name = PlacedName(name: family, range: SourceRange(8, 12))
    let help = Diagnostic.font(.familyNotFound(family), of: name, in: theme, installation).help ?? ""
    #expect(help.hasPrefix(advice), "\(help)")
    // The name of the theme may follow.
    #expect(help.hasSuffix(", put its files into the theme's folder, or remove it from the list"))
  }

  @Test(arguments: [
    (Installation.system, "install it: apt-get install libvips42; or publish"),
    (
      portable,
      "install it: tar -xf cardshelf-*-pictures.tar.gz -C '/opt/a b' --strip-components=1, "
        + "or pip install 'cardshelf[pictures]'; or publish"
    ),
  ])
  func ofTheMissingLibraryOfImages(installation: Installation, advice: String) {
    let help = Diagnostic.libraryOfImages(.libraryMissing, SiteSettings(), installation).help ?? ""
    #expect(help.hasPrefix(advice), "\(help)")
  }
}
