import Diagnostics
import Images
import SiteValidation
import Testing

@testable import SiteBuild

/// Files that pages link to.
struct AssetFileTests {
  private let source = "Content/a/film.zip"

  private func file(in folder: TemporaryFolder, known: AssetFile? = nil, isKept: Bool = false) throws -> AssetFile {
    try AssetFile(source, in: FileTree(root: folder.path), known: known, isKept: isKept)
  }

  /// Of several parts, the last of them short.
  private let long = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }

  @Test func aLargeFileIsHandedOverInParts() throws {
    try TemporaryFolder.with { folder in
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
      let place = OutputPlace(path: folder.absolute("Output"), shownAs: "Output")
      #expect(try OutputWriter(place).write([file.published]).written == [file.path])
      #expect(try OutputWriter(place).write([file.published]).unchanged == [file.path])
      let manifest = OutputManifest(of: try OutputFile.validated([file.published]))
      #expect(Array((folder.text(of: "Output/.cardshelf-manifest") ?? "").utf8) == manifest.bytes)
    }
  }

  @Test(arguments: ["shorter", "as long", "longer", "gone"])
  func aFileThatChangesIsNotPublished(change: String) throws {
    try TemporaryFolder.with { folder in
      try folder.make(folder: "Content/a")
      try folder.write(long, to: source)
      let file = try file(in: folder)
      let place = OutputPlace(path: folder.absolute("Output"), shownAs: "Output")
      _ = try OutputWriter(place).write(site(["index.html": "1"]))
      switch change {
      case "shorter": try folder.write(Array(long.dropLast()), to: source)
      case "as long": try folder.write([1] + long.dropFirst(), to: source)
      case "longer": try folder.write(long + [0], to: source)
      default: try folder.remove(source)
      }
      var refusal: Diagnostic?
      do {
        _ = try OutputWriter(place).write(site(["index.html": "2"]) + [file.published])
      } catch {
        refusal = error as? Diagnostic
      }
      #expect(refusal?.rule == (change == "gone" ? .fileUnreadable : .fileChanged) && refusal?.path == source)
      #expect(folder.text(of: "Output/index.html") == "1")
      #expect(!folder.names(in: "Output").contains { $0.hasSuffix("staging") || $0 == "images" })
    }
  }

  @Test func aPreviewKeepsWhatItShows() throws {
    try TemporaryFolder.with { folder in
      try folder.make(folder: "Content/a")
      try folder.write(long, to: source)
      let file = try file(in: folder, isKept: true)
      try folder.remove(source)
      #expect(file.published.bytes == long)
    }
  }

  /// A notation may begin in one part and end in the next.
  @Test func positionsAreFoundAtTheBordersOfParts() throws {
    try TemporaryFolder.with { folder in
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
}
