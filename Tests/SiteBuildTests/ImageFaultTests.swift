import Diagnostics
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
    ("a.jpg", "GIF89a\u{3}", "image-damaged", "the image ends before its size is told"),
    ("a.webp", "<html></html>", "image-damaged", "this is no WebP image"),
    ("a.gif", "GIF89a\u{0}\u{0}\u{0}\u{0}", "image-damaged", "the image has no pixels"),
    ("a.gif", "GIF89a\u{7F}\u{7F}\u{7F}\u{7F}", "image-too-large", "the image has 32639 × 32639 pixels"),
    (
      "a.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>", "image-unsafe",
      "the image cannot be published: it runs a script on load"
    ),
  ])
  func anUnfitImageIsReportedAtItself(name: String, bytes: String, rule: String, message: String) async throws {
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

  @Test func aFitImageIsPublishedAsItIs() async throws {
    try await SampleSite.with(Self.card.replacing("IMAGE", with: "a.gif")) { site in
      let bytes = "GIF89a\u{3}\u{0}\u{2}\u{0}"
      try site.folder.write(bytes, to: "Content/one/a.gif")
      #expect(await site.build().diagnostics == [])
      #expect(site.output().values.contains(bytes))
    }
  }
}
