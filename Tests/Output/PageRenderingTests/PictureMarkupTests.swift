import CardLayout
import Content
import Images
import SampleSites
import ShelfArrangements
import Testing

@testable import Pages

struct PictureMarkupTests {
  private let path = "Content/shelf/a.jpg"

  private func files(_ ending: String, _ widths: [Int]) -> [Picture.PictureFile] {
    widths.map { Picture.PictureFile(path: "images/a b-\($0).\(ending)", width: $0) }
  }

  private func html(
    _ cards: [Card], as anatomy: String = "cover", _ change: (inout Shelf) -> Void = { _ in },
    picture: (PictureUse) -> Picture? = { _ in nil }
  ) throws -> String {
    let page = try Sample.page([try Sample.shelf(cards, as: anatomy, change)])
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [path: "images/a.jpg"])
    let rendered = Sample.rendered(page, theme: try Sample.theme(), urls: urls)
    let html = rendered.html(picture: picture)
    _ = try markupTokens(html)
    return html
  }

  @Test func otherFormatsAreSources() throws {
    let html = try html(
      [Sample.card("a", image: path)],
      picture: { use in
        let widths = use.slots.map(\.place.width)
        return Picture(
          color: "8af",
          runs: [
            Picture.SlotRun(
              slots: use.slots.indices, shownWidths: widths,
              formats: [
                Picture.FormatFiles(mediaType: "image/avif", files: files("avif", [280, 560])),
                Picture.FormatFiles(mediaType: "image/jpeg", files: files("jpg", [280, 560])),
              ])
          ])
      })
    #expect(
      html.contains(
        """
        <div class="image"><picture><source type="image/avif" srcset="images/a%20b-280.avif 280w, images/a%20b-560.avif 560w" \
        sizes="17.5rem"/><img class="c8af" src="images/a%20b-280.jpg" \
        srcset="images/a%20b-280.jpg 280w, images/a%20b-560.jpg 560w" sizes="17.5rem" alt="" width="280"
        """), "\(html)")
  }

  /// If places show different parts, the source for the widest page comes first, and the one for the narrowest has no
  /// condition.
  @Test func choosesCutsByPageWidth() throws {
    let html = try html(
      [Sample.card("a", image: path)], { $0.arrangement = .list },
      picture: { use in
        Picture(
          color: nil,
          runs: use.slots.indices.map { slot in
            Picture.SlotRun(
              slots: slot..<slot + 1, shownWidths: [use.slots[slot].place.width],
              formats: [Picture.FormatFiles(mediaType: "image/jpeg", files: files("\(slot).jpg", [99]))])
          })
      })
    let sources = html.matches(
      of: /<source media="\(min-width:(?<width>[0-9.]+)rem\)" srcset="[^"]*\.(?<slot>[0-9])\.jpg/)
    let widths = sources.map { Double($0.width) ?? 0 }
    #expect(widths.count == 5 && widths == widths.sorted(by: >), "\(html)")
    #expect(sources.map { String($0.slot) } == ["5", "4", "3", "2", "1"])
    #expect(html.contains("<img src=\"images/a%20b-99.0.jpg\" srcset="))
  }

  @Test func oneFormatNeedsNoSources() throws {
    let html = try html(
      [Sample.card("a", image: path)],
      picture: { use in
        Picture(
          color: nil,
          runs: [
            Picture.SlotRun(
              slots: use.slots.indices, shownWidths: use.slots.map(\.place.width),
              formats: [Picture.FormatFiles(mediaType: "image/avif", files: files("avif", [90]))])
          ])
      })
    #expect(html.contains("<div class=\"image\"><img src=\"images/a%20b-90.avif\" srcset="), "\(html)")
  }

  @Test func loadsImagesBelowTheFirstScreenLazily() throws {
    let cards = (0..<12).map { Sample.card("c\($0)", image: path) }
    let html = try html(cards) { $0.arrangement = .list }
    let waits = html.split(separator: "<img ").dropFirst().map { $0.contains("loading=\"lazy\"") }
    #expect(waits.count == 12 && waits.first == false && waits.last == true)
    #expect(waits == waits.sorted { !$0 && $1 })
    // Images beside the first screen are outside of it too.
    let row = try self.html(cards) { $0.arrangement = .shelf }
    let beside = row.split(separator: "<img ").dropFirst().map { $0.contains("loading=\"lazy\"") }
    #expect(beside.first == false && beside.last == true)
  }

  @Test func focusBecomesAClass() throws {
    var card = Sample.card("a", image: path)
    card.imageFocus = ImageFocus(x: 30, y: 70)
    #expect(try html([card]).contains("<img class=\"f30-70\" src="))
    let page = try Sample.page([try Sample.shelf([card], as: "cover")])
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [path: "images/a.jpg"])
    let rendered = Sample.rendered(page, theme: try Sample.theme(), urls: urls)
    let sheet = ClassSheet(classes: rendered.page.classes, steps: try Sample.steps()).text
    #expect(sheet.contains(".f30-70{object-position:30% 70%}"))
  }
}
