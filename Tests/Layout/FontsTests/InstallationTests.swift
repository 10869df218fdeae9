import TestSupport
import Testing

@testable import TextLayout

struct InstallationTests {
  /// The fonts that a user adds are where the XDG Base Directory Specification says.
  @Test(
    arguments: [
      (nil, "/home/a", "/home/a/.local/share/cardshelf/cjk"), ("/data", "/home/a", "/data/cardshelf/cjk"),
      ("/data", nil, "/data/cardshelf/cjk"), ("data", "/home/a", "/home/a/.local/share/cardshelf/cjk"),
      ("", "/home/a", "/home/a/.local/share/cardshelf/cjk"), (nil, nil, nil), ("", "", nil), (nil, "a", nil),
    ] as [(String?, String?, String?)])
  func addedFontsAreInTheUsersFolder(data: String?, home: String?, folder: String?) {
    let variables = ["XDG_DATA_HOME": data, "HOME": home]
    let installation = Installation(ofProgram: "/no/such/program") { variables[$0] ?? nil }
    #expect(installation.addedFolder == folder)
    #expect(installation.portableFolder == nil)
  }

  @Test func aProgramIsPortableBesideItsFonts() throws {
    try Folder.withTemporary { folder in
      let portable = folder.path + "/a & b"
      for name in ["bin/cardshelf", "bin/deeper/cardshelf", "cardshelf"] { try folder.write("", to: "a & b/" + name) }
      try folder.link("link", to: portable + "/bin/cardshelf")
      let found = { (program: String) in Installation(ofProgram: folder.path + program) { _ in nil }.portableFolder }
      let programs = ["/a & b/bin/cardshelf", "/link", "/a & b/bin/deeper/cardshelf", "/a & b/cardshelf", "/none"]
      #expect(programs.map(found) == [nil, nil, nil, nil, nil])
      try folder.writePortableSettings(in: "a & b")
      #expect(programs.map(found) == [portable, portable, nil, nil, nil])
    }
  }

  @Test func saysHowTheProgramWasInstalled() {
    #expect("\(Installation.system)" == "with libraries of the system")
    #expect("\(Installation(portableFolder: "/opt/a b", addedFolder: nil))" == "portable, in /opt/a b")
  }
}

struct FontConfigurationsTests {
  /// A portable folder with the named files as its fonts, and a folder of added fonts; neither is there without names.
  private static func with(
    portable: [String] = [], added: [String] = [], _ body: (Folder, Installation) throws -> Void
  ) throws {
    try Folder.withTemporary { folder in
      let names = ["a & b <\"c\">'", "d & e"]
      for (name, files) in zip(names, [portable.map { "fonts/" + $0 }, added.map { "fonts-cjk/" + $0 }]) {
        for file in files {
          let source = "/usr/share/fonts/truetype/noto/" + String(file.split(separator: "/").last ?? "")
          try folder.write(FontFolder.read(source), to: "\(name)/share/cardshelf/\(file)")
        }
      }
      if !portable.isEmpty { try folder.writePortableSettings(in: names[0]) }
      try body(
        folder,
        Installation(
          portableFolder: portable.isEmpty ? nil : folder.path + "/" + names[0],
          addedFolder: folder.path + "/" + names[1]))
    }
  }

  /// The paths of a family's files that belong to the program, from its folder.
  private static func own(_ family: String, _ folder: Folder, _ installation: Installation) throws -> [String] {
    let catalogue = try FontCatalogue.opened(installation)
    return catalogue.faces(ofFamily: family).map(\.path).filter { $0.hasPrefix(folder.path) }
      .compactMap { $0.split(separator: "/").last.map(String.init) }
  }

  @Test func fontsOfTheProgramPrecedeThoseOfTheSystem() throws {
    try Self.with(portable: ["NotoSans-Regular.ttf"], added: ["NotoSerif-Bold.ttf"]) { folder, installation in
      let configurations = try #require(FontConfigurations(installation))
      #expect(configurations.bundled != nil && configurations.first == configurations.bundled)
      #expect(!configurations.isSystemRead)
      let catalogue = try FontCatalogue.opened(installation)
      let faces = ["Noto Sans", "Noto Serif", "Noto Sans Mono"].map { catalogue.faces(ofFamily: $0).map(\.path) }
      #expect(faces[0].count == 1 && faces[0].allSatisfy { $0.hasPrefix(folder.path) })
      #expect(faces[1].count == 1 && faces[1].allSatisfy { $0.hasPrefix(folder.path) })
      // The machine has the family that the program has not.
      #expect(!faces[2].isEmpty && !faces[2].contains { $0.hasPrefix(folder.path) })
      #expect(configurations.system != nil && configurations.isSystemRead)
    }
  }

  @Test(arguments: [(["NotoSans-Regular.ttf"], []), ([], ["NotoSans-Regular.ttf"])] as [([String], [String])])
  func eitherFolderIsEnough(portable: [String], added: [String]) throws {
    try Self.with(portable: portable, added: added) { folder, installation in
      let found = try ["Noto Sans", "Noto Serif"].map { try Self.own($0, folder, installation) }
      #expect(found == [["NotoSans-Regular.ttf"], []])
    }
  }

  /// What fontconfig knows of added fonts is beside them, not in the home.
  @Test func cachesOfAddedFontsAreBesideThem() throws {
    try Self.with(added: ["NotoSans-Regular.ttf"]) { folder, installation in
      for _ in 0..<2 {
        let found = try Self.own("Noto Sans", folder, installation)
        #expect(found == ["NotoSans-Regular.ttf"])
        let caches = folder.names(in: "d & e/share/cardshelf/fontconfig").filter { $0.contains(".cache-") }
        #expect(caches.count == 1)
      }
    }
  }

  @Test func withoutFontsOfTheProgramThoseOfTheSystemAreUsed() throws {
    try Self.with { folder, installation in
      let configurations = try #require(FontConfigurations(installation))
      #expect(configurations.bundled == nil && configurations.first == configurations.system)
      #expect(folder.names() == [])
    }
    let system = try #require(FontConfigurations(.system))
    #expect(system.bundled == nil && system.isSystemRead)
  }

  @Test func aDamagedConfigurationIsNotUsed() throws {
    try Self.with(portable: ["NotoSans-Regular.ttf"]) { folder, installation in
      try folder.write("<fontconfig><dir>", to: "a & b <\"c\">'/share/cardshelf/fonts.conf")
      let configurations = try #require(FontConfigurations(installation))
      #expect(configurations.bundled == nil && configurations.isSystemRead)
    }
  }
}
