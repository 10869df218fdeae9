import SiteBuild
import TestSupport
import Testing

/// Sites where only some of the families of their theme are installed.
struct FewFontsTests {
  /// The fonts of a machine, by the names of their files.
  private static func machine(with globs: String...) throws -> Folder {
    let folder = try Folder.temporary()
    let accepted = globs.map { "<glob>/usr/share/fonts/truetype/noto/\($0)</glob>" }.joined()
    try folder.write(
      """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
      <fontconfig>
        <dir>/usr/share/fonts/truetype/noto</dir>
        <cachedir prefix="xdg">fontconfig</cachedir>
        <selectfont>
          <rejectfont><glob>*</glob></rejectfont>
          <acceptfont>\(accepted)</acceptfont>
        </selectfont>
      </fontconfig>
      """, to: "fonts.conf")
    return folder
  }

  private static func run(_ arguments: [String], on machine: Folder, in folder: String = "site") throws -> CommandRun {
    try CommandRun.of(
      arguments, in: machine.path + "/" + folder,
      after: ("export FONTCONFIG_FILE=\"\(machine.path)/fonts.conf\"", ""))
  }

  /// A new site is in English, so it needs the Latin families alone, although its theme names those of 26 scripts. Its
  /// code is set in the second family of the list where there is no monospaced one.
  @Test(arguments: BundledTheme.allCases.map(\.rawValue))
  func newSitesNeedTheFontsOfTheirText(theme: String) throws {
    let machine = try Self.machine(
      with: "NotoSans-*.ttf", "NotoSerif-*.ttf", "NotoSansDisplay-*.ttf", "NotoSerifDisplay-*.ttf")
    defer { machine.remove() }
    let start = try Self.run(["init", "site", "--theme", theme], on: machine, in: ".")
    #expect(start.exitCode == 0 && start.errors == "", "\(start.errors)")
    let build = try Self.run(["build", "--strict"], on: machine)
    #expect(build.exitCode == 0 && build.errors == "", "\(build.errors)")
  }

  @Test func aFamilyIsMissedWhereACharacterNeedsIt() throws {
    let machine = try Self.machine(with: "NotoSans-*.ttf")
    defer { machine.remove() }
    #expect(try Self.run(["init", "site"], on: machine, in: ".").exitCode == 0)
    try machine.write("---\ntitle: Home\n---\n", to: "site/Content/_index.md")
    try machine.write("---\ntitle: One\n---\nText 日本語と文字。\n", to: "site/Content/kanji/one.md")
    let build = try Self.run(["build"], on: machine)
    #expect(build.exitCode == 2)
    #expect(build.errors.split(separator: "[font-missing]").count == 2, "\(build.errors)")
    #expect(build.errors.contains("Content/kanji/one.md:4:"), "\(build.errors)")
    #expect(build.errors.contains("font family not found: Noto Sans CJK JP, for "), "\(build.errors)")
    #expect(build.errors.contains("apt-get install fonts-noto-cjk"), "\(build.errors)")
    #expect(build.errors.contains("Themes/storefront/theme.yml"), "\(build.errors)")
  }

  /// The lines of absent families stay in the lock, and only `fonts` speaks of them.
  @Test func aLockNamesWhatASiteUses() throws {
    let machine = try Self.machine(with: "NotoSans-*.ttf", "NotoSansMono-*.ttf")
    defer { machine.remove() }
    #expect(try Self.run(["init", "site"], on: machine, in: ".").exitCode == 0)
    let path = "site/Themes/storefront/fonts.lock"
    let before = try #require(machine.text(of: path))
    #expect(before.contains("\nNoto Sans Khmer 400: "))
    let listed = try Self.run(["fonts"], on: machine)
    #expect(listed.exitCode == 0)
    #expect(listed.output.contains("\nNoto Sans Khmer: not installed (on Debian: apt-get install fonts-noto-core)\n"))
    #expect(!listed.output.contains("\nNoto Sans Khmer 400: "))
    #expect(
      listed.errors.contains("NotoSansKhmer-Regular.ttf is locked for Noto Sans Khmer 400 but not installed [font"))
    #expect(try Self.run(["fonts", "--strict"], on: machine).exitCode == 1)
    #expect(try Self.run(["fonts", "--lock"], on: machine).exitCode == 0)
    let after = try #require(machine.text(of: path))
    #expect(Set(after.split(separator: "\n")) == Set(before.split(separator: "\n")))
    // A line of a family that the site does not use is not compared.
    try machine.write(before.replacing("NotoSansMono-Bold.ttf 2", with: "NotoSansMono-Bold.ttf 3"), to: path)
    let build = try Self.run(["build", "--strict"], on: machine)
    #expect(build.exitCode == 0 && build.errors == "", "\(build.errors)")
  }

  /// A site needs no copy of a theme that it does not change.
  @Test(arguments: BundledTheme.allCases.map(\.rawValue))
  func aSiteWithoutThemesUsesABundledOne(theme: String) throws {
    let folder = try Folder.temporary()
    defer { folder.remove() }
    #expect(try CommandRun.of(["init", "site", "--theme", theme], in: folder.path).exitCode == 0)
    let site = folder.path + "/site"
    #expect(try CommandRun.of(["build", "--strict"], in: site).exitCode == 0)
    let page = try #require(folder.text(of: "site/Output/index.html"))
    try folder.rename("site/Themes", to: "Elsewhere")
    let build = try CommandRun.of(["build", "--strict"], in: site)
    #expect(build.exitCode == 0 && build.errors == "", "\(build.errors)")
    #expect(folder.text(of: "site/Output/index.html") == page)
    try folder.write("title: A\ntheme: midnight\n", to: "site/cardshelf.yml")
    let other = try CommandRun.of(["build"], in: site)
    #expect(other.exitCode == 2 && other.errors.contains("[theme-missing]"), "\(other.errors)")
  }
}
