import FoundationEssentials
import Glibc

@testable import BrowserAudit

/// A page of one shelf with one card, as computed and as shown, to be changed by a test.
struct Sample {
  var computed = card
  var shown = card
  var clientWidth = 400.0
  var missingFonts: [String] = []
  var isHinted = false

  static let card = CardFrame(
    id: "sky/moon", x: 16, y: 40, width: 300, height: 200,
    slots: [
      "title": SlotFrame(x: 16, y: 16, width: 268, height: 40, starts: [0, 14], lineHeight: 20),
      "body": SlotFrame(x: 16, y: 64, width: 268, height: 60, starts: [0, 14, 31], lineHeight: 20),
    ])

  var comparison: Comparison {
    let computedShelf = ComputedShelf(
      id: "sky",
      layouts: [
        ComputedLayout(minWidth: 0, width: 400, height: 240, cards: [computed]),
        ComputedLayout(minWidth: 600, width: 600, height: 240, cards: []),
      ])
    let shownShelf = ShownShelf(id: "sky", width: 400, height: 240, cards: [shown])
    return Comparison(
      ComputedPage(path: "index.html", file: nil, shelves: [computedShelf]), page(shelves: [shownShelf]))
  }

  func page(shelves: [ShownShelf], choice: Int = 0) -> ShownPage {
    ShownPage(
      page: "index.html", width: 400, clientWidth: clientWidth, missingFonts: missingFonts, isHinted: isHinted,
      shelves: shelves, choice: choice)
  }
}

extension CardFrame {
  func with(
    x: Double? = nil, height: Double? = nil, slot name: String? = nil, _ slot: SlotFrame? = nil
  ) -> CardFrame {
    var slots = slots
    if let name { slots[name] = slot }
    return CardFrame(id: id, x: x ?? self.x, y: y, width: width, height: height ?? self.height, slots: slots)
  }
}

/// A folder that is gone at the end of its life.
final class SiteFolder {
  let path: String

  struct Failure: Error {}

  init(_ files: [String: String]) throws {
    var template = Array("/tmp/cardshelf-audit-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure() }
    path = String(cString: made)
    mkdir(path + "/Output", 0o700)
    mkdir(path + "/Output/about", 0o700)
    for (name, text) in files {
      guard let file = fopen(path + "/" + name, "w") else { throw Failure() }
      fputs(text, file)
      fclose(file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
