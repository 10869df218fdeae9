import Diagnostics
import PlacementProof
import SampleSites
import SiteValidation
import Testing

@Suite struct LargePageTests {
  /// Takes minutes if any step searches all cards for each card.
  @Test func pageOfManyCardsPasses() {
    var sink = DiagnosticSink()
    let site = validateSite(LargeSite.files(cards: 1500), into: &sink)
    #expect(sink.diagnostics.map(\.rendered) == [])
    #expect(site != nil)
  }

  @Test func comparesEveryCardOfALargePage() throws {
    let faults = SampleOutput.placementFaults(of: LargeSite.files(cards: 500) { $0 == 499 ? 81 : 80 })
    #expect(faults.count == 1)
    #expect(
      faults.first?.message.contains("card notes/499: height is 81 px in layout.json, but 80 px") == true, "\(faults)")
  }
}

/// A waterfall of three columns, with cards 80 px high and 16 px apart.
private enum LargeSite {
  static func files(cards count: Int, height: (Int) -> Int = { _ in 80 }) -> [SiteFile] {
    let rows = (count + 2) / 3
    var page = """
      <!DOCTYPE html>
      <html lang="en" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
      <head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="default-src 'none'"/>
      <title>x</title><link rel="stylesheet" href="a.css"/></head><body>
      <section class="shelf" id="notes"><ul class="cards in-waterfall" role="list">

      """
    var css =
      ".note,.title,.body{color:red}#notes{inline-size:60rem;min-block-size:\(rows * 6)rem}\n#notes>.cards{column-gap:1rem;"
    css += "grid-template-columns:18rem 18rem 18rem;grid-template-rows:"
    css += Array(repeating: "minmax(5rem,auto) minmax(1rem,auto)", count: rows).joined(separator: " ") + "}\n"
    var frames: [String] = []
    for card in 0..<count {
      let row = card / 3
      let column = card % 3
      page += """
        <li class="card" id="notes/\(card)"><article class="note"><h3 class="title">Card <b>\(card)</b></h3>
        <div class="body"><p>Some <em>text</em> with <a href="#notes/0">a link</a>.</p></div></article></li>

        """
      css += "#notes\\/\(card){grid-area:\(row * 2 + 1)/\(column + 1)/\(row * 2 + 2)/\(column + 2)}\n"
      frames.append(
        "{\"id\":\"notes/\(card)\",\"x\":[\(16 + column * 304)],\"y\":[\(row * 96)],\"height\":[\(height(card))],\"geometry\":[0],"
          + "\"geometries\":[{\"width\":288}]}"
      )
    }
    page += "</ul></section></body></html>\n"
    let layout =
      "{\"version\":2,\"widthClasses\":[{\"steps\":[{\"minWidth\":0}]}],\"steps\":[960],"
      + "\"slotFields\":[\"x\",\"y\",\"width\",\"height\",\"lines\",\"truncated\"],"
      + "\"pages\":[{\"path\":\"index.html\",\"shelves\":[{\"id\":\"notes\",\"arrangement\":[\"waterfall\"],"
      + "\"width\":[960],\"height\":[\(rows * 96)],\"cards\":[" + frames.joined(separator: ",\n") + "]}]}]}"
    return [("index.html", page), ("a.css", css), ("layout.json", layout)]
      .map { SiteFile(path: $0.0, bytes: Array($0.1.utf8)) }
  }
}
