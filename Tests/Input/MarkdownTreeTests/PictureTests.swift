import Content
import Diagnostics
import Testing

/// Pictures with attributes, and among text.
@Suite struct PictureTests {
  private func document(_ text: String, into sink: inout DiagnosticSink) -> MarkdownDocument {
    let source = SourceText(path: "a.md", text: text)
    return readMarkdown(source, in: source.fullRange, into: &sink)
  }

  private func drawing(_ text: String) -> String {
    var sink = DiagnosticSink()
    return document(text, into: &sink).drawing + sink.diagnostics.map { $0.message + "\n" }.joined()
  }

  private static let picture = "image \"b\" alt \"a\""
  private static let omitted = "CommonMark has no attributes: "

  @Test(arguments: [
    ("![a](b){: width=\"300\"}", ["\(picture) width 300"]), ("![a](b){width=300}", ["\(picture) width 300"]),
    ("![a](b){:width='300px' height=\"200\"}", ["\(picture) width 300"]),
    ("![a](b){: w=\"40\" h=\"20\" }", ["\(picture) width 40"]),
    ("![a](b)\n{: width=\"300\"}", ["\(picture) width 300"]),
    ("![a](b){width=300} c", ["\(picture) width 300", "text \" c\""]),
    ("![a](b){width=300}\nc", ["\(picture) width 300", "softBreak", "text \"c\""]),
    // Text, because it is behind no picture or no list of attributes.
    ("![a](b) {width=300}", [picture, "text \" {width=300}\""]), ("c {width=300}", ["text \"c {width=300}\""]),
    ("![a](b){a}", [picture, "text \"{a}\""]), ("![a](b){}", [picture, "text \"{}\""]),
    ("![a](b){width=300", [picture, "text \"{width=300\""]),
    ("![a](b)\n{width=300} c", [picture, "softBreak", "text \"{width=300} c\""]),
    ("![a](b)\\{width=300}", [picture, "text \"{width=300}\""]),
    // What has no effect.
    ("![a](b){: .wide width=\"300\"}", ["\(picture) width 300", omitted + "`.wide` of a picture is omitted"]),
    ("![a](b){width=50%}", [picture, omitted + "`width=50%` of a picture is omitted"]),
    ("![a](b){width=0}", [picture, omitted + "`width=0` of a picture is omitted"]),
    ("![a](b){#c target=\"_blank\"}", [picture, omitted + "`#c` of a picture is omitted"]),
  ])
  func attributes(text: String, lines: [String]) {
    let shown = drawing(text).split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    #expect(shown == lines.map { $0[...] }, "\(drawing(text))")
  }

  @Test(arguments: [
    "[![a](b){width=300}](c)", "[![a](b)](c){width=300}", "[![a](b)](c)\n{: width=300}",
  ])
  func attributesOfLinkedPictures(text: String) {
    #expect(drawing(text) == "paragraph\n  link \"c\"\n    \(Self.picture) width 300\n")
  }

  /// The kinds of pictures and texts between them: `p` is a picture, `(…)` a link, `|` the end of a paragraph.
  @Test(arguments: [
    ("![](p)", "p"), ("![](p) ![](p)", "p|p"), ("![](p)\n![](p)", "p|p"), ("![](p)\\\ntext", "p|text"),
    ("text ![](p) text", "text |p| text"), ("[![](p)](c)", "(p)"), ("[![](p) text](c)", "(p)|( text)"),
    ("[text ![](p)](c)", "(text )|(p)"), ("*text ![](p)*", "<text >|p"), ("*![](p)  \ntext*", "p|<text>"),
    ("*a [b ![](p) c](d) e*", "<a (b )>|(p)|<( c) e>"),
    ("text ![](small) text", "text i text"), ("![](small) ![](p) ![](small)", "i|p|i"),
    ("> ![](p) text", "p| text"), ("- ![](p) text", "p| text"), ("# ![](p) text", "p text"), ("text", "text"),
  ])
  func separation(text: String, parts: String) {
    var sink = DiagnosticSink()
    let separated = document(text, into: &sink).separatingPictures { target, _ in target.text == "p" }
    var paragraphs: [String] = []
    separated.blocks.forEachLeaf { paragraphs.append(signs($0.inlines)) }
    #expect(paragraphs.joined(separator: "|") == parts)
  }

  private func signs(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline.kind {
      case .text(let text), .code(let text): text
      case .softBreak: " "
      case .hardBreak: "⏎"
      case .wordBreak: "‸"
      case .span(_, let content): "<\(signs(content))>"
      case .link(_, title: _, let content): "(\(signs(content)))"
      case .image(let target, title: _, alt: _, width: _): target.text == "p" ? "p" : "i"
      }
    }.joined()
  }
}
