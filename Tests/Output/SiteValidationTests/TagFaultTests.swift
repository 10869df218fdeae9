import Testing

/// Tags that are not shown as `layout.json` states, or a chip with a wrong count.
@Suite struct TagFaultTests {
  @Test(arguments: [
    Fault("layout-mismatch", "\"shown\":1", with: "\"shown\":2", in: json, says: "the number of tags that show is 2"),
    Fault("layout-mismatch", "\"hidden\":1", with: "\"hidden\":2", in: json, says: "the number of hidden tags is 2"),
    Fault("layout-unreadable", "\"rows\":2", with: "\"rows\":1", in: json, says: "the slot and the tags differ"),
    Fault("layout-unreadable", "54,2,1]", with: "54,2,0]", in: json, says: "the slot and the tags differ"),
    Fault(
      "layout-unreadable", "70,54,2,0]},\"tags\":{", with: "70,54,2,0]},\"tags\":1,\"x\":{", in: json,
      says: "no earlier"),
    Fault("layout-mismatch", ",[30,30,30]", with: "", in: json, says: "the number of frames of tags is 1"),
    Fault("layout-mismatch", "[30,30,30]", with: "[31,30,30]", in: json, says: "the x of tag 2 is 31 px"),
    Fault("layout-mismatch", "[30,30,30]", with: "[30,0,30]", in: json, says: "the y of tag 2 is 0 px"),
    Fault("layout-mismatch", "[12,0,66]", with: "[12,0,67]", in: json, says: "the width of tag 1 is 67 px"),
    Fault("layout-mismatch", "44,90,54", with: "44,190,54", in: json, says: "the number of rows is 2"),
    Fault("layout-unreadable", "[12,0,66]", with: "[12,0]", in: json, says: "x, y and width"),
    Fault("layout-unreadable", "\"hidden\":1,", with: "", in: json, says: "has no hidden"),
    Fault("layout-unreadable", "\"tags\":{\"rows\"", with: "\"tag\":{\"rows\"", in: json, says: "no tags for its slot"),
    Fault(
      "layout-mismatch", "\"tags\":[0,44,90,54,2,1]},\n\"tags\":{", with: "\"eyebrow\":[0,44,90,54,2,1]},\n\"tag\":{",
      in: json, says: "lacks"),
    Fault("layout-mismatch", "+1</bdi>", with: "+2</bdi>", says: "the chip says +2, but the style sheets hide 1 tag"),
    Fault("layout-mismatch", "+1</bdi>", with: "</bdi>+1", says: "the chip says , but"),
    Fault("layout-mismatch", "more w30 b1", with: "more w30", says: "the chip says +1, but the style sheets hide 0"),
    Fault("layout-mismatch", "more w30 b1", with: "w30 b1", says: "the number of hidden tags"),
    Fault("layout-mismatch", "w50 r1", with: "w50", says: "the number of tags that show is 1"),
    Fault("layout-mismatch", "class=\"tags\"", with: "class=\"tags r1\"", says: "do not show by the style sheets"),
    Fault("layout-mismatch", "{.r1{display:none", with: "{.r1{color:none", in: base, says: "hide 0 tag"),
    Fault("layout-mismatch", "(width<37.5rem)", with: "(width<20rem) or (width<3rem)", in: base, says: "hide 0 tag"),
    Fault("layout-mismatch", "4.125rem", with: "4rem", in: base, says: "the width of tag 1 is 66 px"),
    Fault("layout-mismatch", "min(100%,3.125rem)", with: "auto", in: base, says: "do not show by the style sheets"),
    Fault("layout-mismatch", "justify-content:center", with: "justify-content:flex-end", in: css, says: "of tag 1"),
    Fault("layout-mismatch", "margin-inline-start:.5rem", with: "margin-inline-start:0", in: css, says: "of tag 2"),
    Fault("layout-mismatch", "gap:.375rem .25rem", with: "gap:.5rem .25rem", in: css, says: "the y of tag 2"),
    Fault(
      "layout-mismatch", "saturn .tags>:nth-child(2){", with: "saturn .tags>:nth-child(1){margin-inline-end:6rem;",
      in: css, says: "the x of tag 1"),
  ])
  func refusesFaultsOfTags(_ fault: Fault) throws { try fault.expectRefusalByProof() }

  private static let base = "assets/base.css"
  private static let css = "assets/layout.css"
  private static let json = "layout.json"
}
