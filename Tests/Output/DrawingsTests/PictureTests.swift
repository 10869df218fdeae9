import Images
import Testing
import TextLayout

@testable import Pages

struct PictureTests {
  @Test func pathsUseRelativeCoordinates() {
    func point(_ x: Float, _ y: Float) -> GlyphOutline.Point { .init(x: x, y: y) }
    let outline = GlyphOutline([
      .move(point(100, 0)), .line(point(100, 700)), .line(point(100, 700)), .line(point(200, 700)),
      .quadratic(point(250, 700), point(250, 650)), .close, .move(point(0, 0)),
      .cubic(point(10, 10), point(20, 10), point(30, 0)), .close,
    ])
    // 1,000 units per em become 2,048 here, and y grows downwards.
    #expect(
      String(decoding: outline.path(unitsPerEm: 1000), as: UTF8.self)
        == "m205 0l0-1434 205 0q102 0 102 103zm-205 0c20-20 41-20 61 0z")
    #expect(GlyphOutline().path(unitsPerEm: 0) == [])
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
      (Array("<?xml version=\"1.0\"?><svg/>".utf8), "image/svg+xml"), (Array("<html>".utf8), nil), ([], nil),
    ] as [([UInt8], String?)])
  func recognisesImagesByTheirBytes(bytes: [UInt8], type: String?) { #expect(imageKind(of: bytes)?.mediaType == type) }

  @Test func aPictureOfAShelf() async throws {
    let site = try await ReportSite.make(
      """
      -- Content/one/_index.md --
      ---
      title: </script><b>&"
      arrangement: grid
      ---
      -- Content/one/a.md --
      # Saturn </script>

      Text.
      """)
    let side = try site.side(at: 320)
    let pair = ShelfPair(
      page: "index.html", shelfID: "one", title: "</script><b>&\"", widthClass: "compact", pageWidth: 320, before: side,
      after: side, changedCards: ["one/a"])
    let svg = picture(of: pair)
    let text = String(decoding: svg, as: UTF8.self)
    #expect(svg.count < 100_000)
    #expect(text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n"))
    #expect(text.contains(pictureMark))
    #expect(!text.contains("<script") && !text.contains("</script"))
    #expect(text.split(separator: "<use ").count > 10)
    #expect(svg == picture(of: pair))
  }
}
