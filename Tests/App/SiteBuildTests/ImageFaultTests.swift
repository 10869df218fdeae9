import Diagnostics
import SampleSites
import TestSupport
import Testing

@testable import SiteBuild

struct ImageFaultTests {
  private static let card = """
    -- Content/one/a.md --
    ---
    title: A
    image: IMAGE
    ---
    """

  @Test(arguments: [
    ("a.png", "GIF89a\u{3}\u{0}\u{2}\u{0}", "image-kind", "the image is GIF, but its name says PNG"),
    ("a.jpg", "GIF89a\u{3}", "image-damaged", "the image ends before its size"),
    ("a.webp", "<html></html>", "image-damaged", "this is not a valid WebP image"),
    ("a.gif", "GIF89a\u{0}\u{0}\u{0}\u{0}", "image-damaged", "the image has no pixels"),
    ("a.gif", "GIF89a\u{7F}\u{7F}\u{7F}\u{7F}", "image-too-large", "the image has 32639 × 32639 pixels"),
    (
      "a.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>", "image-unsafe",
      "the image cannot be published: it runs a script on load"
    ),
  ])
  func reportsInvalidImages(name: String, bytes: String, rule: String, message: String) async throws {
    try await SampleSite.with(Self.card.replacing("IMAGE", with: name)) { site in
      try site.folder.write(bytes, to: "Content/one/" + name)
      let result = await site.build()
      #expect(result.exitCode == 1)
      #expect(result.diagnostics.map(\.path) == ["Content/one/" + name])
      #expect(result.diagnostics.map(\.rule.name) == [rule])
      #expect(result.diagnostics.map(\.message) == [message])
      #expect(site.output().isEmpty)
    }
  }

  @Test func publishesValidImagesUnchanged() async throws {
    try await SampleSite.with(Self.card.replacing("IMAGE", with: "a.gif")) { site in
      let bytes = "GIF89a\u{3}\u{0}\u{2}\u{0}\u{0}\u{0}\u{0};"
      try site.folder.write(bytes, to: "Content/one/a.gif")
      #expect(await site.build().diagnostics == [])
      #expect(site.output().values.contains(bytes))
    }
  }

  /// Exif with a directory of positions that has a latitude and a longitude.
  private static let position =
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
    + [0, 2, 0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 56, 0, 4, 0, 5, 0, 0, 0, 3, 0, 0, 0, 56, 0, 0, 0, 0]
    + [UInt8](repeating: 1, count: 24)

  @Test func removesOrReportsPositions() async throws {
    let card = "-- Content/one/a.md --\n---\ntitle: A\nimage: a.gif\n---\n[b](b.pdf) [c](c.pdf) [d](d.gif) [e](e.gif)\n"
    try await SampleSite.with(card) { site in
      let comment = [0x21, 0xFE, UInt8(Self.position.count)] + Self.position + [0]
      let (head, end) = (Array("GIF89a\u{3}\u{0}\u{2}\u{0}\u{0}\u{0}\u{0}".utf8), [0x3B] as [UInt8])
      // The parts of a truncated image are unknown; those of the last one hide what they tell.
      let files = [
        "a.gif": head + comment + end, "b.pdf": Array("%PDF-1.4".utf8) + Self.position, "c.pdf": Array("%PDF-1.4".utf8),
        "d.gif": head + comment, "e.gif": head + [0x21, 0xFE, 5] + Array("Owner".utf8) + [0],
      ]
      for (name, bytes) in files { try site.folder.write(bytes, to: "Content/one/" + name) }
      let result = await site.build()
      #expect(result.exitCode == 0)
      #expect(result.diagnostics.map(\.rule.name) == Array(repeating: "file-tells-position", count: 3))
      #expect(result.diagnostics.map(\.path) == ["b.pdf", "d.gif", "e.gif"].map { "Content/one/" + $0 })
      #expect(result.diagnostics.map { $0.message.contains("may tell") } == [false, false, true])
      let published = try #require(site.output().first { $0.key.hasSuffix(".gif") && $0.key.contains("/a-") })
      #expect(published.value == String(decoding: head + end, as: UTF8.self))
    }
  }
}
