import Diagnostics
import Glibc
import TestSupport
import Testing
import TextLayout

@testable import SiteBuild

struct InstallFontsTests {
  private static let top = "cardshelf-0.1.0-linux-x86_64"
  private static let name = top + "-cjk.tar.gz"
  private static let font = [UInt8]("ttcf".utf8) + (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private static func path(_ file: String) -> String { "\(top)/share/\(file)" }

  /// The folders and files of an archive of fonts.
  private static let usual =
    TarArchive(folder: top + "/").adding(folder: path("cardshelf/fonts-cjk/"))
    .adding(font, at: path("cardshelf/fonts-cjk/NotoSansCJK-Bold.ttc"))
    .adding([1, 2, 3], at: path("cardshelf/fontconfig/\(String(repeating: "a", count: 80))-le64.cache-8"))
    .adding([], at: path("cardshelf/fonts-cjk/Empty.otf"))
    .adding([UInt8]("{}".utf8), at: path("doc/cardshelf/cardshelf-cjk.spdx.json"))
    .adding([UInt8]("GPL".utf8), at: path("doc/cardshelf/licences/GPL-3"))

  /// A folder with the archive, and the installation of a user whose folder for data is `data` in it.
  private static func with(
    _ archive: [UInt8], _ body: (_ folder: Folder, _ path: String, _ installation: Installation) throws -> Void
  ) throws {
    try Folder.withTemporary { folder in
      try folder.write(archive, to: name)
      let data = folder.path + "/data"
      try body(
        folder, folder.path + "/" + name, Installation(ofProgram: "/none") { $0 == "XDG_DATA_HOME" ? data : nil })
    }
  }

  /// The finding; nil if the fonts were installed.
  private static func refusal(_ path: String, _ installation: Installation) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try installFonts(from: path, installation)
      return nil
    } catch {
      return error
    }
  }

  @Test func unpacksFontsAndLicences() throws {
    // Longer than what is read at once.
    let long = [UInt8](repeating: 7, count: 300_000)
    let archive = Self.usual.adding(long, at: Self.path("cardshelf/fonts-cjk/Long.ttf"))
    try Self.with(gzip(archive.bytes)) { folder, path, installation in
      let target = folder.path + "/data/cardshelf/cjk"
      let said = try installFonts(from: path, installation)
      #expect(said == "installed 3 fonts in \(target)")
      #expect(folder.names(in: "data/cardshelf") == ["cjk"])
      let share = "data/cardshelf/cjk/share"
      #expect(folder.bytes(of: share + "/cardshelf/fonts-cjk/NotoSansCJK-Bold.ttc") == Self.font)
      #expect(folder.names(in: share + "/cardshelf/fonts-cjk") == ["Empty.otf", "Long.ttf", "NotoSansCJK-Bold.ttc"])
      #expect(folder.bytes(of: share + "/cardshelf/fonts-cjk/Long.ttf") == long)
      #expect(folder.names(in: share + "/doc/cardshelf") == ["cardshelf-cjk.spdx.json", "licences"])
      #expect(folder.text(of: share + "/doc/cardshelf/licences/GPL-3") == "GPL")
      // The archive's own cache is not taken.
      #expect(!folder.names(in: share + "/cardshelf/fontconfig").contains { $0.hasPrefix("aaaa") })
      #expect(folder.status(of: share + "/cardshelf/fonts-cjk/Empty.otf").map { $0.st_mode & 0o777 } == 0o644)
      #expect(folder.status(of: share + "/cardshelf").map { $0.st_mode & 0o777 } == 0o755)
      #expect(installation.folderWithAddedFonts == target)
    }
  }

  @Test func replacesWhatWasThere() throws {
    try Self.with(gzip(Self.usual.bytes)) { folder, path, installation in
      _ = try installFonts(from: path, installation)
      let other = TarArchive().adding([1], at: Self.path("cardshelf/fonts-cjk/Other.ttf"))
      try folder.write(gzip(other.bytes), to: "other.tar.gz")
      _ = try installFonts(from: folder.path + "/other.tar.gz", installation)
      #expect(folder.names(in: "data/cardshelf/cjk/share/cardshelf/fonts-cjk") == ["Other.ttf"])
      #expect(folder.names(in: "data/cardshelf") == ["cjk"])
    }
  }

  /// Nothing is changed by an archive that contains anything else than fonts, their licences and their folders.
  @Test(arguments: [
    (TarArchive.Part(path("cardshelf/fonts-cjk/a.ttc"), kind: "2"), "something else than files and folders"),
    (.init(path("cardshelf/fonts-cjk/a.ttc"), kind: "1"), "something else than files and folders"),
    (.init(path("cardshelf/fonts-cjk/a.ttc"), kind: "6"), "something else than files and folders"),
    (.init(path("cardshelf/fonts-cjk/a.ttc"), kind: "x"), "something else than files and folders"),
    (.init("../a.ttc"), "it contains the path ../a.ttc"), (.init("/etc/a.ttc"), "it contains the path /etc/a.ttc"),
    (.init(path("cardshelf/fonts-cjk/../a.ttc")), "it contains the path"),
    (.init(path("cardshelf//fonts-cjk/a.ttc")), "it contains the path"),
    (.init(path("cardshelf/fonts-cjk/.a.ttc")), "it contains the path"),
    (.init(path("cardshelf/fonts-cjk/a b.ttc")), "it contains the path"),
    (.init(path("cardshelf/fonts-cjk/é.ttc")), "it contains the path"),
    (.init(""), "it contains the path"), (.init("../", kind: "5"), "it contains the path"),
    (.init("other/share/cardshelf/fonts-cjk/a.ttc"), "not in one folder"), (.init("a.ttc"), "not in one folder"),
    (.init(path("cardshelf/fonts-cjk/a.so")), "share/cardshelf/fonts-cjk/a.so, which is not of a font"),
    (.init(path("cardshelf/fonts-cjk/deeper/a.ttc")), "which is not of a font"),
    (.init(path("cardshelf/fonts.conf")), "share/cardshelf/fonts.conf, which is not of a font"),
    (.init(top + "/bin/cardshelf"), "bin/cardshelf, which is not of a font"), (.init(top), "which is not of a font"),
    (.init(path("cardshelf/fonts-cjk/a.ttc"), size: 513 << 20), "more than any archive"),
    (.init(path("cardshelf/fonts-cjk/a.ttc"), size: 100_000), "damaged"),
  ])
  func refusesOtherContent(part: TarArchive.Part, reason: String) throws {
    try Self.with(gzip(Self.usual.adding(part).bytes)) { folder, path, installation in
      try folder.write("earlier", to: "data/cardshelf/cjk/file")
      let finding = try #require(Self.refusal(path, installation))
      #expect(finding.rule.name == "font-archive-refused" && finding.rule.fault == .cannotRun)
      #expect(finding.message.contains(reason), "\(finding.message)")
      #expect(finding.help != nil && finding.path == path)
      #expect(folder.names(in: "data/cardshelf") == ["cjk"])
      #expect(folder.tree(below: "data/cardshelf/cjk") == ["data/cardshelf/cjk/file": "earlier"])
    }
  }

  /// The bytes of an archive, damaged in one way.
  @Test(arguments: [
    ([], "it is empty"), (Array("no archive".utf8), "it is damaged"), (gzip([]), "it is damaged"),
    (gzip(TarArchive().bytes), "it contains no font"),
    (gzip(TarArchive(folder: top + "/").bytes), "it contains no font"),
    (gzip(usual.bytes) + [0], "something follows its end"),
    (gzip(usual.bytes + [UInt8](repeating: 0, count: 2 << 20)), "it is damaged"),
    (gzip(usual.bytes).dropLast(9) + [], "it is damaged"),
    (gzip(usual.bytes.dropLast(1536)), "it is damaged"), (gzip(usual.bytes + [1]), "it is damaged"),
    (gzip(changed(usual.bytes, at: 3)), "it is damaged"), (changed(gzip(usual.bytes), at: 2000), "it is damaged"),
    (gzip((0...200).reduce(usual) { all, _ in all.adding(folder: top + "/") }.bytes), "more than any archive"),
  ])
  func refusesDamage(archive: [UInt8], reason: String) throws {
    try Self.with(archive) { folder, path, installation in
      let finding = try #require(Self.refusal(path, installation))
      #expect(finding.rule.name == "font-archive-refused")
      #expect(finding.message.contains(reason), "\(finding.message)")
      #expect(folder.names(in: "data/cardshelf") == [])
    }
  }

  private static func changed(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
    var bytes = bytes
    bytes[offset] ^= 1
    return bytes
  }

  @Test(arguments: [
    ("  ", name, 0, nil), (" *", name, 0, nil), ("  ", name, 1, "its hash is not the one that SHA256SUMS states"),
    ("  ", "other.tar.gz", 0, "SHA256SUMS beside it does not list it"),
    ("  ", "x" + name, 0, "SHA256SUMS beside it does not list it"),
  ])
  func hasTheHashThatIsStatedBesideIt(separator: String, listed: String, change: UInt8, reason: String?) throws {
    let archive = gzip(Self.usual.bytes)
    try Self.with(archive) { folder, path, installation in
      var hash = sha256(archive)
      hash[0] ^= change
      let zeros = String(repeating: "0", count: 64)
      try folder.write("\(zeros)  a.deb\n\(hexadecimal(hash))\(separator)\(listed)\n", to: "SHA256SUMS")
      if let reason {
        #expect(Self.refusal(path, installation)?.message.contains(reason) == true)
        #expect(!folder.holds("data"))
      } else {
        let said = try installFonts(from: path, installation)
        #expect(said.hasSuffix("/data/cardshelf/cjk; the archive has the hash that SHA256SUMS states"))
      }
    }
  }

  @Test func saysWhatCannotBeReadOrWritten() throws {
    try Self.with(gzip(Self.usual.bytes)) { folder, path, installation in
      #expect(Self.refusal(path + "x", installation)?.rule.name == "file-unreadable")
      #expect(Self.refusal(folder.path, installation)?.rule.name == "file-unreadable")
      #expect(Self.refusal(path, .system)?.rule.name == "output-unwritable")
      try folder.write("", to: "data")
      let finding = try #require(Self.refusal(path, installation))
      #expect(finding.rule.name == "output-unwritable" && finding.help?.contains("XDG_DATA_HOME") == true)
    }
  }
}
