import PlacementProof

/// Changes of the files that place things: only Cardshelf could make them, unless the table says otherwise.
extension Mutant {
  static let ofLayout = [
    layout("a layout.json that is not there", change: .remove, "layout-missing", .missing),
    head("a format that nobody knows", at: "\"version\":", change: .raise),
    layout("a layout cut short", change: .cut(from: "\"cards\":[", upTo: "}]}]"), "layout-unreadable", .unreadable),
    head("a second value", at: "\"version\":2", change: .replace(",", with: "}{")),
    head("other fields of slots", change: .replace("\"lines\",\"truncated\"", with: "\"truncated\",\"lines\"")),
    layout(
      "an arrangement that nobody knows", change: .replace("[\"waterfall\"]", with: "[\"spiral\"]"),
      "layout-content", .content),
    layout("a card without x", change: .cut(from: "\"x\":[312", upTo: "],"), "layout-unreadable", .unreadable),
    layout(
      "a number with a zero before it", change: .replace("\"x\":[312", with: "\"x\":[0312"), "layout-unreadable",
      .unreadable),
    layout(
      "a card without a position at a step", change: .replace("\"x\":[16,16,", with: "\"x\":[16,"), "layout-unreadable",
      .unreadable),
    layout("a geometry that is not there", at: "\"geometry\":[", change: .raise, "layout-unreadable", .unreadable),
    head("two steps of one width", change: .replace("{\"minWidth\":360", with: "{\"minWidth\":0")),
    layout(
      "the frame of a tag of two numbers", change: .replace("[40,0,71]", with: "[40,0]"), "layout-unreadable",
      .unreadable),
    layout("tags without a count", change: .replace("\"hidden\":5,", with: ""), "layout-unreadable", .unreadable),
    layout(
      "tags of a geometry that has none", change: .replace("\"tags\":0", with: "\"tags\":9999"), "layout-unreadable",
      .unreadable),

    layout(
      "another arrangement", change: .replace("[\"waterfall\"]", with: "[\"shelf\"]"), "layout-content", .content),
    layout(
      "a page that is not there", change: .replace("\"path\":\"index", with: "\"path\":\"home"), "layout-content",
      .content),
    layout(
      "a page listed twice", change: .replace("\"path\":\"more/", with: "\"path\":\""), "layout-content", .content),
    layout(
      "a shelf of another name", change: .replace("\"id\":\"falls\"", with: "\"id\":\"fall\""), "layout-content",
      .content),
    layout(
      "a card of another name", change: .replace("\"id\":\"falls/e\"", with: "\"id\":\"falls/x\""), "layout-content",
      .content),
    layout(
      "a card twice", change: .replace("\"id\":\"falls/e\"", with: "\"id\":\"falls/d\""), "layout-content", .content),
    layout(
      "a card left out", at: "\"id\":\"falls\"", "\"y\"", change: .cut(from: "\n{", upTo: "},\n"), "layout-content",
      .content),
    layout("cards in another order", change: .swap("\"falls/d\"", "\"falls/e\""), "layout-order", .order),

    layout("the height of a card in a row", at: "\"row/a\"", "\"height\":[", change: .raise, "layout-mismatch"),
    layout("the width of a card in a row", at: "\"row/a\"", "{\"width\":", change: .raise, "layout-mismatch"),
    layout("the x of a card in a row", at: "\"Content/row/b.md\"", "\"x\":[", change: .raise, "layout-mismatch"),
    layout("the y of a card in a row", at: "\"Content/row/b.md\"", "\"y\":[", change: .raise, "layout-mismatch"),
    layout(
      "the y of a card by a 64th", at: "\"Content/falls/e.md\"", "\"y\":[", change: .replace(",", with: ".015625,"),
      "layout-mismatch"),
    layout(
      "the width of a card in a waterfall", at: "\"Content/falls/e.md\"", "{\"width\":", change: .raise,
      "layout-mismatch"),
    layout(
      "the x of a card in a waterfall", at: "\"Content/falls/e.md\"", "\"x\":[", change: .raise, "layout-mismatch"),
    layout(
      "the geometry of a card in a waterfall", at: "\"Content/falls/e.md\"", "\"geometry\":[", change: .raise,
      "layout-mismatch"),
    layout(
      "the height of a card in a flow", at: "\"id\":\"flows\"", "\"cards\":[", "\"height\":[", change: .raise,
      "layout-mismatch"),
    layout("the x of a card in a flow", at: "\"Content/flows/h.md\"", "\"x\":[", change: .raise, "layout-mismatch"),
    layout(
      "the x of a card in a grid", at: "\"id\":\"more/grid\"", "\"cards\":[\n{", "\n{\"x\":[", change: .raise,
      "layout-mismatch"),
    layout(
      "the y of a card where its reader chooses", at: "{\"columns\":1,", "\"cards\":[\n{", "\n{", "\"y\":[",
      change: .raise, "layout-mismatch"),
    layout(
      "the y of a card in a list", at: "\"Content/more/lists/m.md\"", "\"y\":[", change: .raise, "layout-mismatch"),
    layout(
      "the y of a card in a section", at: "\"Content/more/year/winter/o.md\"", "\"y\":[", change: .raise,
      "layout-mismatch"),
    layout("the height of a shelf", at: "\"id\":\"row\"", "\"height\":[", change: .raise, "layout-mismatch"),
    layout("the width of a shelf", at: "\"id\":\"row\"", "\"width\":[", change: .raise, "layout-mismatch"),
    head(
      "the least width of a page", change: .replace("{\"minWidth\":360", with: "{\"minWidth\":359"), "layout-mismatch",
      .mismatch),
    layout("the x of a tag", at: "\"frames\":[[0,0,34],[", change: .raise, "layout-mismatch"),
    layout("the y of a tag", at: "\"frames\":[[0,", change: .raise, "layout-mismatch"),
    layout("the width of a tag", at: "\"frames\":[[0,0,", change: .raise, "layout-mismatch"),
    layout("a tag left out", change: .replace(",[117,0,42]", with: ""), "layout-mismatch"),
    layout("the tags that show", at: "\"shown\":", change: .raise, "layout-mismatch"),
    layout("the tags that are hidden", at: "\"hidden\":", change: .raise, "layout-mismatch"),
    layout("the rows of tags", at: "\"rows\":", change: .raise, "layout-mismatch", .unreadable),
    layout(
      "the width of a list of tags", change: .replace("248,20,1,1]", with: "100,20,1,1]"), "layout-mismatch"),
    layout(
      "tags left out", change: .replace("\"tags\":{\"rows\"", with: "\"tag\":{\"rows\""), "layout-mismatch", .unreadable
    ),
  ]

  static let ofFrames = [
    frames("the height of cards in a row", "#row>.cards>.card{", "min-block-size:"),
    frames("the width of cards in a row", "#row>.cards>.card{", "inline-size:"),
    frames("the gap of a row", "#row>.cards{", "column-gap:"),
    frames("the width of a shelf", in: .site, ",.shelf,", "--w:"),
    frames("the height of a shelf", "#row{", "min-block-size:"),
    frames("the width of a shelf on wider pages", in: .site, "@container", ",.shelf,", "--w:"),
    frames("the page that rules are for", "@container page (min-width:"),
    frames("the columns of a waterfall", "#falls>.cards{", "grid-template-columns:"),
    frames("the rows of a waterfall", "#falls>.cards{", "grid-template-rows:minmax("),
    frames("a gap among the rows of a waterfall", "#falls>.cards{", "minmax(1rem,auto) ", "minmax("),
    frames("the column of a card", "#falls\\/e{grid-area:1/"),
    frames("the last row of a card", "#falls\\/f{grid-area:5/1/"),
    frames("the start of a flow", "#flows>.cards{", "padding-inline-start:"),
    frames("the gap of a flow", "#flows>.cards{", "column-gap:"),
    frames("the lines of a flow", in: .site, "(min-width:22.5rem)", ",.shelf,", "--w:"),
    frames("the width of a card in a flow", "#flows\\/h{", "inline-size:"),
    frames("the height of a card in a flow", "#flows\\/h{", "min-block-size:"),
    frames("the start of a grid", in: .moreFrames, "#more\\/grid:not(", ">.cards{", "padding-inline-start:"),
    frames("the gap of lines in a grid", in: .moreFrames, "#more\\/grid:has(", ">.cards{", "row-gap:"),
    frames(
      "the columns of a grid", in: .moreFrames, "#more\\/grid:not(", ">.cards{", "grid-template-columns:"),
    frames(
      "the columns that their reader chooses", in: .moreFrames, "#more\\/grid:has(.other:checked)>.cards{",
      "grid-template-columns:"),
    frames(
      "the rows of a grid", in: .moreFrames, "#more\\/grid:not(", ">.cards{", "grid-template-rows:minmax("),
    frames("the width of a list", in: .moreFrames, "#more\\/lists>.cards{", "grid-template-columns:"),
    frames("the height of a card in a list", in: .moreFrames, "#more\\/lists>.cards{", "grid-template-rows:minmax("),
    frames("the gap of a list", in: .moreFrames, "#more\\/lists>.cards{", "row-gap:"),
    frames("the columns of a section", in: .moreFrames, "#more\\/year\\/winter>.cards{", "grid-template-columns:"),
    frames("a width that only a browser can compute", "#row>.cards>.card{", change: .replace("17.5rem", with: "100%")),
    frames("tracks that only a browser can compute", "#falls>.cards{", change: .replace("18rem", with: "1fr")),
    frames("a card outside its grid", change: .replace("grid-area:5/1/6/2", with: "grid-area:9/1/10/2")),
    frames(
      "another choice of the reader", in: .moreFrames,
      change: .replace(":not(:has(.other:checked)){", with: ":has(.other:checked){")),
    frames("the width of a tag", in: .site, ".w71{min-inline-size:min(100%,"),
    frames(
      "a tag without a width", in: .site, change: .replace(".w71{min-inline-size:", with: ".w71{max-inline-size:")),
    frames("the gap of tags", in: .site, ".tags{", change: .replace("gap:", with: "gap:9px;x:")),
    frames(
      "a hidden tag that shows", in: .site, change: .replace(".r1ffffff{display:none", with: ".r1ffffff{color:none")),
    Mutant(
      "a chip that counts wrong", .home, at: "class=\"more", change: .replace("+5", with: "+6"),
      before: "layout-mismatch", by: .proof(.mismatch)),
    Mutant(
      "a tag without its class", .home, change: .replace("\"w85 r1ffffff\"", with: "\"w85\""),
      before: "layout-mismatch", by: .proof(.mismatch)),
    Mutant(
      "a chip without its class", .home, change: .replace("\"more w26\"", with: "\"w26\""),
      before: "layout-mismatch", by: .proof(.mismatch)),
    Mutant(
      "cards of a page in another order", .home, change: .swap("id=\"falls/d\"", "id=\"falls/e\""),
      before: "layout-order", by: .proof(.order)),
    Mutant(
      "another arrangement in the page", .home, change: .replace("cards in-waterfall", with: "cards in-shelf"),
      before: "layout-content", by: .proof(.content)),
  ]

  private static func layout(
    _ name: String, at anchors: String..., change: Change, _ before: String, _ kind: PlacementFault.Kind = .mismatch
  ) -> Mutant {
    Mutant("layout.json: " + name, .layout, anchors: ["\"pages\":["] + anchors, change, before, .proof(kind))
  }

  /// A change before the pages.
  private static func head(
    _ name: String, at anchors: String..., change: Change, _ before: String = "layout-unreadable",
    _ kind: PlacementFault.Kind = .unreadable
  ) -> Mutant {
    Mutant("layout.json: " + name, .layout, anchors: anchors, change, before, .proof(kind))
  }

  private static func frames(
    _ name: String, in file: File = .homeFrames, _ anchors: String..., change: Change = .raise
  ) -> Mutant {
    Mutant("rules: " + name, file, anchors: anchors, change, "layout-mismatch", .proof(.mismatch))
  }
}
