import Glibc
import TestSupport
import Testing

/// The program in a portable folder, whose fonts are those of Latin texts.
struct PortableTests {
  /// A folder with a portable program in `portable`, and no fonts elsewhere.
  private static func machine() throws -> Folder {
    let folder = try Folder.temporary()
    let program = try CommandRun.program()
    try folder.make(folder: "portable/bin")
    // Copying the program takes a second.
    if link(program, folder.path + "/portable/bin/cardshelf") != 0 {
      try folder.write(try #require(Folder(path: "/").bytes(of: program)), to: "portable/bin/cardshelf")
      chmod(folder.path + "/portable/bin/cardshelf", 0o755)
    }
    try folder.writePortableSettings(in: "portable")
    for name in Folder(path: "/usr/share/fonts/truetype/noto").names()
    where name.wholeMatch(of: /NotoSans(?:Mono)?-(?:Regular|Bold|Italic|BoldItalic)\.ttf/) != nil {
      let bytes = try #require(Folder(path: "/usr/share/fonts/truetype/noto").bytes(of: name))
      try folder.write(bytes, to: "portable/share/cardshelf/fonts/" + name)
    }
    try folder.write("<fontconfig></fontconfig>", to: "fonts.conf")
    return folder
  }

  private static func run(_ arguments: [String], on machine: Folder, in folder: String = "") throws -> CommandRun {
    try CommandRun.of(
      program: machine.path + "/portable/bin/cardshelf", arguments, in: machine.absolute(folder),
      after: (
        "export FONTCONFIG_FILE='\(machine.path)/fonts.conf' XDG_DATA_HOME='\(machine.path)/data' HOME='\(machine.path)'",
        ""
      ))
  }

  /// The finding says what to do, and doing it helps, in a folder that nobody may change.
  @Test func fontsAreAddedAsTheFindingSays() throws {
    let machine = try Self.machine()
    defer { machine.remove() }
    #expect(try Self.run(["init", "site"], on: machine).exitCode == 0)
    try machine.write("---\ntitle: Home\n---\n", to: "site/Content/_index.md")
    try machine.write("---\ntitle: One\n---\nText 日本語と文字。\n", to: "site/Content/kanji/one.md")
    let build = try Self.run(["build"], on: machine, in: "site")
    #expect(build.exitCode == 2)
    #expect(build.errors.contains("font family not found: Noto Sans CJK JP, for "), "\(build.errors)")
    #expect(build.errors.contains("(cardshelf fonts --install cardshelf-*-cjk.tar.gz, or pip "), "\(build.errors)")
    #expect(!build.errors.contains("apt"))

    let before =
      machine.names(in: "portable/share/cardshelf") + machine.names(in: "portable/share/cardshelf/fontconfig")
    let fonts = "cardshelf-1-linux-x86_64/share/cardshelf/fonts-cjk"
    let font = try #require(Folder(path: "/usr/share/fonts/opentype/noto").bytes(of: "NotoSansCJK-Regular.ttc"))
    try machine.write(font, to: fonts + "/NotoSansCJK-Regular.ttc")
    let archive = "cardshelf-1-linux-x86_64-cjk.tar.gz"
    let packed = try CommandRun.of(
      program: "/usr/bin/env", ["GZIP=-1", "tar", "-czf", archive, "cardshelf-1-linux-x86_64"], in: machine.path)
    #expect(packed.exitCode == 0)
    let install = try Self.run(["fonts", "--install", archive], on: machine)
    #expect(install.output == "installed 1 font in \(machine.path)/data/cardshelf/cjk\n", "\(install.errors)")
    #expect(install.exitCode == 0 && install.errors == "")
    let again = try Self.run(["build"], on: machine, in: "site")
    #expect(again.exitCode == 0, "\(again.errors)")
    #expect(
      machine.names(in: "portable/share/cardshelf") + machine.names(in: "portable/share/cardshelf/fontconfig") == before
    )

    let details = try Self.run(["--version", "--verbose"], on: machine).output
    #expect(
      details.contains("\nportable, in \(machine.path)/portable\nwith fonts in \(machine.path)/data/cardshelf/cjk\n"))
  }

  /// Outside a site, the fonts of all themes are listed.
  @Test func listsTheFontsOfItsThemes() throws {
    let machine = try Self.machine()
    defer { machine.remove() }
    let run = try Self.run(["fonts", "--theme", "storefront"], on: machine)
    #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
    #expect(
      run.output.contains("Noto Sans 400: \(machine.path)/portable/share/cardshelf/fonts/NotoSans-Regular.ttf "),
      "\(run.output)")
    #expect(run.output.contains("\nNoto Sans CJK JP: not installed (cardshelf fonts --install cardshelf-*-cjk.tar.gz"))
    let all = try CommandRun.of(["fonts"], in: "/")
    #expect(all.exitCode == 0)
    for family in ["Noto Sans", "Noto Serif", "Noto Sans CJK JP"] {
      #expect(all.output.split(separator: "\n").count { $0.hasPrefix(family + " 400: /") } == 1, "\(family)")
    }
    #expect(try CommandRun.of(["fonts", "--lock"], in: "/").exitCode == 2)
  }

  @Test func aBadArchiveIsAFinding() throws {
    let machine = try Self.machine()
    defer { machine.remove() }
    try machine.write("no archive", to: "fonts.tar.gz")
    let run = try Self.run(["fonts", "--install", "fonts.tar.gz"], on: machine)
    #expect(run.exitCode == 2 && run.output == "")
    #expect(run.errors.hasPrefix("fonts.tar.gz: error: nothing was unpacked: it is damaged [font-archive-refused]\n"))
    #expect(machine.names(in: "data/cardshelf") == [])
  }
}
