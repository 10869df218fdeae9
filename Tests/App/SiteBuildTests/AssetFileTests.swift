import Diagnostics
import Images
import SampleSites
import SiteValidation
import TestSupport
import Testing

@testable import SiteBuild

/// Files to which pages link.
struct AssetFileTests {
  private let source = "Content/a/film.zip"

  private func file(in folder: Folder, known: AssetFile? = nil, isKept: Bool = false) throws -> AssetFile {
    try AssetFile(source, in: FileTree(root: folder.path), known: known, isKept: isKept)
  }

  /// A file of several parts, the last of which is short.
  private let long = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }

  @Test func publishesLargeFilesInParts() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "Content/a")
      try folder.write(long, to: source)
      let file = try file(in: folder)
      #expect(file.path == "images/film-\(contentHash(long)).zip" && file.byteCount == long.count)
      var parts: [Int] = []
      try file.published.forEachPart { part in
        parts.append(part.count)
        return true
      }
      #expect(parts.reduce(0, +) == long.count && parts.max() ?? .max <= 1 << 18, "\(parts)")
      #expect(file.published.bytes == long)
      let output = place(in: folder)
      #expect(try OutputWriter(output).write([file.published]).written == [file.path])
      #expect(try OutputWriter(output).write([file.published]).unchanged == [file.path])
      var written = try OutputFile.validated([file.published])
      written[0].hash = contentHash(long)
      let manifest = OutputManifest(of: written)
      #expect(Array((folder.text(of: "Output/.cardshelf-manifest") ?? "").utf8) == manifest.bytes)
    }
  }

  @Test(arguments: ["shorter", "as long", "longer", "gone"])
  func refusesFilesThatChangeDuringTheBuild(change: String) throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "Content/a")
      try folder.write(long, to: source)
      let file = try file(in: folder)
      let output = place(in: folder)
      _ = try OutputWriter(output).write(site(["index.html": "1"]))
      switch change {
      case "shorter": try folder.write(Array(long.dropLast()), to: source)
      case "as long": try folder.write([1] + long.dropFirst(), to: source)
      case "longer": try folder.write(long + [0], to: source)
      default: try folder.remove(source)
      }
      var refusal: Diagnostic?
      do {
        _ = try OutputWriter(output).write(site(["index.html": "2"]) + [file.published])
      } catch {
        refusal = error as? Diagnostic
      }
      #expect(refusal?.rule == (change == "gone" ? .fileUnreadable : .fileChanged) && refusal?.path == source)
      #expect(folder.text(of: "Output/index.html") == "1")
      #expect(!folder.names(in: "Output").contains { $0.hasSuffix("staging") || $0 == "images" })
    }
  }

  @Test func previewKeepsFilesThatItShows() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "Content/a")
      try folder.write(long, to: source)
      let file = try file(in: folder, isKept: true)
      try folder.remove(source)
      #expect(file.published.bytes == long)
    }
  }

  /// A position may begin in one part and end in the next.
  @Test func findsPositionsAcrossParts() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "Content/a")
      let notation = Array("com.apple.quicktime.location.ISO6709\0\0+48.8577+002.2950/".utf8)
      for offset in [(1 << 18) - 60, (1 << 18) - 36, (1 << 18) - 35, (1 << 18) - 1, 1 << 18, 0, 300_000] {
        let bytes = [UInt8](repeating: 1, count: offset) + notation + [UInt8](repeating: 1, count: 1 << 18)
        try folder.write(bytes, to: source)
        #expect(tellsPosition(bytes))
        #expect(try file(in: folder).tellsPosition, "at \(offset)")
      }
      try folder.write(long, to: source)
      #expect(try !file(in: folder).tellsPosition)
    }
  }

  /// Reports show images as the site publishes them.
  @Test func readImagesHaveNoMetadata() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "Content/a")
      let comment = [0x21, 0xFE, 4] + Array("mine".utf8) + [0]
      let picture: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255] + comment
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
      try folder.write(picture, to: "Content/a/a.gif")
      let file = try AssetFile("Content/a/a.gif", in: FileTree(root: folder.path), known: nil, isKept: false)
      #expect(try file.read() == picture)
      #expect(try file.readPublished() == file.published.bytes && file.published.bytes.count == picture.count - 8)
    }
  }

  /// Two files with the same hash, one of which was made for that.
  private static let alike: [[UInt8]] = {
    let words: [UInt64] = [
      0x20a8_74ce_4be0_518a, 0x2781_4dd8_c97e_9fc8, 0x6994_f424_83ac_c5ea, 0x8bf0_8386_ffa0_81c5, 0xbeaa_3096_51dd_0d17,
      0x4ac1_000c_2655_16d3, 0xd18f_171c_58be_162b, 0x6c47_d5e3_d1b8_f88f, 0x6473_78d9_6511_2ea2, 0xc3eb_d334_6744_1f06,
      0xeb63_13fa_126c_a508, 0x49da_f0b7_1ed8_74db, 0x9e68_d429_4dc5_0b9b, 0xfca1_477d_de5c_9072, 0xce31_d07a_0d9a_2f57,
      0x2804_1695_2873_a9f0,
    ]
    let forged = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    let end = [UInt8](repeating: UInt8(ascii: "h"), count: 128)
    return [
      [UInt8](repeating: UInt8(ascii: "h"), count: 1024) + end,
      [UInt8](repeating: UInt8(ascii: "e"), count: 896) + forged + end,
    ]
  }()

  @Test(arguments: [false, true])
  func refusesTwoFilesWithOneHash(isForged: Bool) async throws {
    #expect(contentHash(Self.alike[0]) == contentHash(Self.alike[1]))
    let text = """
      -- Content/one/a.md --
      # A
      [terms](terms.pdf)
      -- Content/two/a.md --
      # A
      [terms](terms.pdf)
      """
    try await SampleSite.with(text) { site async throws in
      try site.folder.write(Self.alike[0], to: "Content/one/terms.pdf")
      try site.folder.write(Self.alike[isForged ? 1 : 0], to: "Content/two/terms.pdf")
      let found = await site.build().diagnostics
      #expect(found.map(\.rule.name) == (isForged ? ["file-forged"] : []))
      #expect(found.map(\.path) == (isForged ? ["Content/two/terms.pdf"] : []))
    }
  }

  @Test func replacesAnotherFileWithTheSameHash() throws {
    try Folder.withTemporary { folder in
      try folder.make(folder: "Content/a")
      try folder.write(Self.alike[0], to: source)
      let file = try file(in: folder).published
      let output = place(in: folder)
      _ = try OutputWriter(output).write([file])
      try folder.write(Self.alike[1], to: "Output/\(file.path)")
      #expect(try OutputWriter(output).write([file]).written == [file.path])
    }
  }
}
