import Content
import Diagnostics
import Testing

private func drawing(_ text: String) -> String {
  var sink = DiagnosticSink()
  let source = SourceText(path: "a.md", text: text)
  let document = readMarkdown(
    source, in: source.fullRange, targets: LinkTarget.parse, readsDialects: false, into: &sink)
  return document.drawing + sink.diagnostics.map { "\($0.severity.rawValue) \($0.rule.name)\n" }.joined()
}

@Suite struct TreeTests {
  @Test(arguments: [
    ("", ""),
    ("a\nb", "paragraph\n  text \"a\"\n  softBreak\n  text \"b\"\n"),
    ("a  \nb\\\nc", "paragraph\n  text \"a\"\n  hardBreak\n  text \"b\"\n  hardBreak\n  text \"c\"\n"),
    ("a &amp; \\* [x &copy;", "paragraph\n  text \"a & * [x ©\"\n"),
    ("*a **b***", "paragraph\n  em\n    text \"a \"\n    strong\n      text \"b\"\n"),
    ("`a  b`", "paragraph\n  code \"a  b\"\n"),
    ("# a #\n\nb\n---", "heading 1\n  text \"a\"\nheading 2\n  text \"b\"\n"),
    ("#", "heading 1\n"),
    (
      "> a\n> > b\n\n***",
      "quote\n  paragraph\n    text \"a\"\n  quote\n    paragraph\n      text \"b\"\nthematicBreak\n"
    ),
    (
      "- a\n- b\n  1. c",
      """
      list bulleted
        item
          paragraph
            text "a"
        item
          paragraph
            text "b"
          list from 1
            item
              paragraph
                text "c"

      """
    ),
    (
      "7. a\n\n8.",
      "list from 7 loose\n  item\n    paragraph\n      text \"a\"\n  item\n"
    ),
    ("    a\n\n    b", "code \"\" \"a\\n\\nb\"\n"),
    ("``` swift x\na\n\n```", "code \"swift x\" \"a\\n\"\n"),
    ("```\n```", "code \"\" \"\"\n"),
    ("[a *b*](c.md \"t\")", "paragraph\n  link \"c.md\" title \"t\"\n    text \"a \"\n    em\n      text \"b\"\n"),
    ("[a][r]\n\n[r]: https://x.org/?a&amp;b", "paragraph\n  link \"https://x.org/?a&b\"\n    text \"a\"\n"),
    (
      "<https://x.org> <a@b.org>",
      """
      paragraph
        link "https://x.org"
          text "https://x.org"
        text " "
        link "mailto:a@b.org"
          text "a@b.org"

      """
    ),
    ("![a *b* `c`](d.png)", "paragraph\n  image \"d.png\" alt \"a b c\"\n"),
    (
      "a\r\nb\rc\r\n\r\n```\r\nd\r\n```\r\n",
      """
      paragraph
        text "a"
        softBreak
        text "b"
        softBreak
        text "c"
      code "" "d"

      """
    ),
    ("\u{FEFF}# a", "heading 1\n  text \"a\"\n"),
    ("a&#10;b", "paragraph\n  text \"a b\"\n"),
  ])
  func blocksAndInlines(text: String, expected: String) {
    #expect(drawing(text) == expected)
  }

  @Test(arguments: [
    ("<b>a <I>b</i></B>", "paragraph\n  b\n    text \"a \"\n    i\n      text \"b\"\n"),
    (
      "a<br>b<BR/>c<br />d",
      "paragraph\n  text \"a\"\n  hardBreak\n  text \"b\"\n  hardBreak\n  text \"c\"\n  hardBreak\n  text \"d\"\n"
    ),
    ("a<wbr>b<wbr/>c", "paragraph\n  text \"a\"\n  wordBreak\n  text \"b\"\n  wordBreak\n  text \"c\"\n"),
    ("<em></em>", "paragraph\n  em\n"),
    ("include <stdio.h>", "paragraph\n  text \"include <stdio.h>\"\n"),
    ("a vector<int> b", "paragraph\n  text \"a vector<int> b\"\nwarning raw-html\n"),
    (
      "a <b class=\"x\">b</b>",
      "paragraph\n  text \"a <b class=\"x\">b</b>\"\nwarning raw-html\nwarning raw-html\n"
        .replacing("\"x\"", with: "\\\"x\\\"")
    ),
    ("a <b> c", "paragraph\n  text \"a <b> c\"\nwarning raw-html\n"),
    ("a </b> c", "paragraph\n  text \"a </b> c\"\nwarning raw-html\n"),
    (
      "a <b><i>c</b></i>",
      "paragraph\n  text \"a \"\n  b\n    text \"<i>c\"\n  text \"</i>\"\nwarning raw-html\nwarning raw-html\n"
    ),
    (
      "a <b>*c</b>*",
      "paragraph\n  text \"a <b>\"\n  em\n    text \"c</b>\"\nwarning raw-html\nwarning raw-html\n"
    ),
    ("a <!-- b --> c", "paragraph\n  text \"a c\"\n"),
    ("*a.* <!-- b -->", "paragraph\n  em\n    text \"a.\"\n"),
    ("<!-- b --> _a._<!-- b -->, c", "paragraph\n  em\n    text \"a.\"\n  text \", c\"\n"),
    ("a\n<!-- b -->\nc", "paragraph\n  text \"a\"\nparagraph\n  text \"c\"\n"),
    ("a <x\ny> b", "paragraph\n  text \"a <x\"\n  softBreak\n  text \"y> b\"\nwarning raw-html\n"),
    (
      "<div>\n  *a*\n</div>",
      """
      paragraph
        text "<div>"
        softBreak
        text "*a*"
        softBreak
        text "</div>"
      warning raw-html

      """
    ),
    (
      "<script>\n\nalert(1)\n</script>",
      """
      paragraph
        text "<script>"
        softBreak
        text "alert(1)"
        softBreak
        text "</script>"
      warning raw-html

      """
    ),
  ])
  func rawHTML(text: String, expected: String) {
    #expect(drawing(text) == expected)
  }

  @Test func everyAllowedTagBecomesASpan() {
    for span in Inline.InlineSpan.allCases {
      let name = span.rawValue
      #expect(drawing("<\(name)>x</\(name.uppercased())>") == "paragraph\n  \(name)\n    text \"x\"\n")
    }
  }

  @Test func plainTextHasNoMarks() {
    var sink = DiagnosticSink()
    let source = SourceText(path: "a.md", text: "a *b* `c`\n[d](e.md)<wbr>f<br>g ![h](i.png)")
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    guard case .paragraph(let content) = document.blocks.first?.kind else {
      Issue.record("no paragraph")
      return
    }
    #expect(plainText(of: content) == "a b c df g h")
  }
}
