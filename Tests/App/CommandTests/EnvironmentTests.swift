import Glibc
import TestSupport
import Testing

/// Environment variables do not change the behaviour of libraries.
@Suite struct EnvironmentTests {
  /// A site with a picture and a word whose letters are joined.
  private static func site() throws -> Folder {
    let site = try Folder.site(["Content/one/a.md": "---\ntitle: AVAVA office\nimage: a.png\n---\nTo Wave.\n"])
    let repository = Folder.project
    try site.write(try #require(repository.bytes(of: "Documentation/night-sky.png")), to: "Content/one/a.png")
    return site
  }

  private static let plain: [String?] = {
    guard let site = try? site() else { return [] }
    defer { site.remove() }
    guard let run = try? CommandRun.of(["build"], in: site.path), run.exitCode == 0 else { return [] }
    return ["layout", "pictures"].map { site.text(of: "Output/\($0).json") }
  }()

  @Test(
    .enabled(if: Sanitizer.allowsLimits, Comment(rawValue: Sanitizer.reason)),
    arguments: [
      "G_MESSAGES_DEBUG=all", "HB_SHAPER_LIST=fallback", "VIPS_NOVECTOR=1", "ORC_CODE=backup",
      "VIPS_LEAK=1 VIPS_INFO=1",
      "HB_OPTIONS=uniscribe-bug-compatible", "FC_DEBUG=1024", "XML_CATALOG_FILES=/dev/zero", "ICU_DATA=/nowhere",
      "LIBHEIF_PLUGIN_PATH=/nowhere JSIMD_FORCENONE=1",
    ])
  func variablesOfLibrariesChangeNothing(variables: String) throws {
    #expect(Self.plain.count == 2 && !Self.plain.contains(nil))
    let site = try Self.site()
    defer { site.remove() }
    let run = try CommandRun.of(["build"], in: site.path, after: ("export " + variables, ""))
    #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
    #expect(["layout", "pictures"].map { site.text(of: "Output/\($0).json") } == Self.plain)
  }
}
