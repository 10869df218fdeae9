import Content
import Diagnostics
import Testing

/// The nodes of a document with their ranges, and the findings, for each construct of Markdown.
@Suite struct DocumentRangeTests {
  /// Each line of the expected drawing: the kind of a node, what the file contains at its range, and its values if they
  /// differ from that.
  @Test(arguments: [
    ("a b", ["paragraph ⟦a b⟧", " text ⟦a b⟧"]),
    ("a \\* b &amp; c", ["paragraph ⟦a \\* b &amp; c⟧", " text ⟦a \\* b &amp; c⟧ a * b & c"]),
    (
      "*a*b __c__",
      [
        "paragraph ⟦*a*b __c__⟧", " emphasis ⟦*a*⟧", "  text ⟦a⟧", " text ⟦b ⟧", " strong ⟦__c__⟧", "  text ⟦c⟧",
      ]
    ),
    (
      "a\r\nb  \nc\\\nd",
      [
        "paragraph ⟦a\\r\\nb  \\nc\\\\nd⟧", " text ⟦a⟧", " softBreak ⟦\\r⟧", " text ⟦b⟧", " hardBreak ⟦  \\n⟧",
        " text ⟦c⟧", " hardBreak ⟦\\\\n⟧", " text ⟦d⟧",
      ]
    ),
    (
      "`a` ``b ` c``",
      ["paragraph ⟦`a` ``b ` c``⟧", " code ⟦`a`⟧ a", " text ⟦ ⟧", " code ⟦``b ` c``⟧ b ` c"]
    ),
    (
      "x [a *b*](c.md \"t\") y",
      [
        "paragraph ⟦x [a *b*](c.md \"t\") y⟧", " text ⟦x ⟧", " link ⟦[a *b*](c.md \"t\")⟧ c.md t", "  text ⟦a ⟧",
        "  emphasis ⟦*b*⟧", "   text ⟦b⟧", " text ⟦ y⟧",
      ]
    ),
    (
      "<https://x.org> ![a *b* `c`](d.png 't')",
      [
        "paragraph ⟦<https://x.org> ![a *b* `c`](d.png 't')⟧", " link ⟦<https://x.org>⟧ https://x.org",
        "  text ⟦https://x.org⟧", " text ⟦ ⟧", " image ⟦![a *b* `c`](d.png 't')⟧ d.png t a b c",
      ]
    ),
    (
      "# a #\n\nb\n---",
      ["heading 1 ⟦# a⟧", " text ⟦a⟧", "heading 2 ⟦b\\n---⟧", " text ⟦b⟧"]
    ),
    (
      "> a\n> > b\n\n***",
      [
        "quote ⟦> a\\n> > b⟧", " paragraph ⟦a⟧", "  text ⟦a⟧", " quote ⟦> b⟧", "  paragraph ⟦b⟧", "   text ⟦b⟧",
        "thematicBreak ⟦***⟧",
      ]
    ),
    (
      "2. ä\n   - *b*\n3. c",
      [
        "list from 2 ⟦2. ä\\n   - *b*\\n3. c⟧", " item", "  paragraph ⟦ä⟧", "   text ⟦ä⟧", "  list ⟦- *b*⟧", "   item",
        "    paragraph ⟦*b*⟧", "     emphasis ⟦*b*⟧", "      text ⟦b⟧", " item", "  paragraph ⟦c⟧", "   text ⟦c⟧",
      ]
    ),
    (
      "- a\n\n- b",
      [
        "list loose ⟦- a\\n\\n- b⟧", " item", "  paragraph ⟦a⟧", "   text ⟦a⟧", " item", "  paragraph ⟦b⟧",
        "   text ⟦b⟧",
      ]
    ),
    (
      "``` swift\na\n```\n\n    b",
      ["code swift ⟦``` swift\\na\\n```⟧ a", "code  ⟦b⟧ b"]
    ),
    (
      "a <b>b *c*</b> d<br>e",
      [
        "paragraph ⟦a <b>b *c*</b> d<br>e⟧", " text ⟦a ⟧", " bold ⟦<b>b *c*</b>⟧", "  text ⟦b ⟧", "  emphasis ⟦*c*⟧",
        "   text ⟦c⟧", " text ⟦ d⟧", " hardBreak ⟦<br>⟧", " text ⟦e⟧",
      ]
    ),
    // A tag that stays open is a part of the text around it.
    ("a <b> c", ["paragraph ⟦a <b> c⟧", " text ⟦a <b> c⟧", "raw-html ⟦<b>⟧"]),
    (
      "<b>a <i>c</b> d",
      ["paragraph ⟦<b>a <i>c</b> d⟧", " bold ⟦<b>a <i>c</b>⟧", "  text ⟦a <i>c⟧", " text ⟦ d⟧", "raw-html ⟦<i>⟧"]
    ),
    (
      "a <x\ny> b",
      [
        "paragraph ⟦a <x\\ny> b⟧", " text ⟦a <x\\ny>⟧ a <x", " softBreak ⟦<x\\ny>⟧", " text ⟦<x\\ny> b⟧ y> b",
        "raw-html ⟦<x⟧",
      ]
    ),
    (
      "<div>\n a\n</div>",
      [
        "paragraph ⟦<div>\\n a\\n</div>⟧", " text ⟦<div>\\n a\\n</div>⟧ <div>", " softBreak ⟦<div>\\n a\\n</div>⟧",
        " text ⟦<div>\\n a\\n</div>⟧ a", " softBreak ⟦<div>\\n a\\n</div>⟧", " text ⟦<div>\\n a\\n</div>⟧ </div>",
        "raw-html ⟦<div>⟧",
      ]
    ),
    // What is not a link or an image is a part of the text around it.
    (
      "a [b](javascript:c) d",
      [
        "paragraph ⟦a [b](javascript:c) d⟧", " text ⟦a [b](javascript:c) d⟧ a b d", "link-refused ⟦javascript:c⟧",
      ]
    ),
    (
      "a ![b *c*](//d) e", ["paragraph ⟦a ![b *c*](//d) e⟧", " text ⟦a ![b *c*](//d) e⟧ a b c e", "link-refused ⟦//d⟧"]
    ),
    ("![](//d)", ["link-refused ⟦//d⟧"]),
    (
      "a <ftp://x> b",
      ["paragraph ⟦a <ftp://x> b⟧", " text ⟦a <ftp://x> b⟧", "autolink-scheme ⟦<ftp://x>⟧"]
    ),
    (
      "[a <https://x.org> b](c.md)",
      [
        "paragraph ⟦[a <https://x.org> b](c.md)⟧", " link ⟦[a <https://x.org> b](c.md)⟧ c.md",
        "  text ⟦a <https://x.org> b⟧ a https://x.org b", "link-nested ⟦<https://x.org>⟧",
      ]
    ),
    (
      "a [^1] b\n\n[^1]: Word",
      ["paragraph ⟦a [^1] b⟧", " text ⟦a [^1] b⟧", "foreign-syntax ⟦[^1]⟧"]
    ),
    // The definition before the paragraph is not a part of it.
    (
      "[x]: y\na [x]",
      ["paragraph ⟦[x]: y\\na [x]⟧", " text ⟦a ⟧", " link ⟦[x]⟧ y", "  text ⟦x⟧"]
    ),
    // Entities without a character that is allowed.
    ("a&#1;b", ["paragraph ⟦a&#1;b⟧", " text ⟦a&#1;b⟧ ab", "control-character ⟦&#1;⟧"]),
    ("&#1;", ["control-character ⟦&#1;⟧"]),
    (
      "~~a~~ b $$c^2$$",
      [
        "paragraph ⟦~~a~~ b $$c^2$$⟧", " text ⟦~~a~~ b $$c^2$$⟧",
        "foreign-syntax ⟦$$c^2$$⟧",
      ]
    ),
    ("日本 (*語*)", ["paragraph ⟦日本 (*語*)⟧", " text ⟦日本 (⟧", " emphasis ⟦*語*⟧", "  text ⟦語⟧", " text ⟦)⟧"]),
  ])
  func nodesHaveTheirRanges(text: String, expected: [String]) {
    // The text follows front matter, and another line end may follow the text.
    for (before, after) in [("", ""), ("---\ntitle: ä\n---\n", ""), ("x", "\n")] {
      let source = SourceText(path: "a.md", text: before + text + after)
      var sink = DiagnosticSink()
      let document = readMarkdown(
        source, in: SourceRange(before.utf8.count, source.bytes.count), targets: LinkTarget.parse, readsDialects: false,
        into: &sink)
      var drawing = RangeDrawing(source: source)
      drawing.add(document.blocks, depth: 0)
      drawing.add(sink.diagnostics)
      #expect(drawing.lines == expected)
    }
  }

  /// Encoding the same blocks again results in the same document.
  @Test(arguments: [
    "a *b* `c` [d](e.md 'f') ![g](h.png)\n\n> - i\n>   1. j\n\n```k\nl\n```\n\n***", "# a <b>b</b> &amp; \\*<br>c<wbr>",
    "",
  ])
  func encodesItsOwnBlocks(text: String) {
    let source = SourceText(path: "a.md", text: text)
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    var again = document
    again.blocks = document.blocks
    #expect(again.blocks == document.blocks)
    #expect(again.hasLinks == document.hasLinks && again.hasImages == document.hasImages)
    var (texts, textsAgain) = ([String](), [String]())
    document.forEachText { texts.append("\($0) \(String(copying: $1))") }
    again.forEachText { textsAgain.append("\($0) \(String(copying: $1))") }
    #expect(texts == textsAgain)
  }
}

/// Draws blocks with their ranges.
private struct RangeDrawing {
  let source: SourceText
  private(set) var lines: [String] = []

  init(source: SourceText) { self.source = source }

  mutating func add(_ blocks: [Block], depth: Int) {
    for block in blocks {
      switch block.kind {
      case .paragraph(let content):
        line("paragraph", block.range, depth)
        add(content, depth: depth + 1)
      case .heading(let level, let content):
        line("heading \(level)", block.range, depth)
        add(content, depth: depth + 1)
      case .quote(let content):
        line("quote", block.range, depth)
        add(content, depth: depth + 1)
      case .list(let list):
        line("list\(list.start.map { " from \($0)" } ?? "")\(list.isTight ? "" : " loose")", block.range, depth)
        for item in list.items {
          lines.append(String(repeating: " ", count: depth + 1) + "item")
          add(item, depth: depth + 2)
        }
      case .code(let info, let text): line("code \(info)", block.range, depth, text)
      case .thematicBreak: line("thematicBreak", block.range, depth)
      case .table(let table):
        line("table", block.range, depth)
        for cell in table.rows.joined() { add(cell, depth: depth + 1) }
      }
    }
  }

  private mutating func add(_ inlines: [Inline], depth: Int) {
    for inline in inlines {
      switch inline.kind {
      case .text(let text): line("text", inline.range, depth, text == source.text(in: inline.range) ? "" : text)
      case .softBreak: line("softBreak", inline.range, depth)
      case .hardBreak: line("hardBreak", inline.range, depth)
      case .wordBreak: line("wordBreak", inline.range, depth)
      case .code(let text): line("code", inline.range, depth, text)
      case .span(let span, let content):
        line("\(span)", inline.range, depth)
        add(content, depth: depth + 1)
      case .link(let target, let title, let content):
        line("link", inline.range, depth, target.text, title)
        add(content, depth: depth + 1)
      case .image(let target, let title, let alt, width: _):
        line("image", inline.range, depth, target.text, title, alt)
      }
    }
  }

  mutating func add(_ findings: [Diagnostic]) {
    for finding in findings {
      // Only the first line of a finding is shown.
      guard let excerpt = finding.excerpt else { continue }
      let written = excerpt.line.utf8.dropFirst(excerpt.offset).prefix(excerpt.length)
      lines.append("\(finding.rule.name) ⟦\(String(decoding: written, as: UTF8.self))⟧")
    }
  }

  private mutating func line(_ name: String, _ range: SourceRange, _ depth: Int, _ values: String...) {
    let written = source.text(in: range).unicodeScalars
      .map { $0 == "\r" ? "\\r" : $0 == "\n" ? "\\n" : String($0) }.joined()
    let rest = values.filter { !$0.isEmpty }.map { " " + $0 }.joined()
    lines.append(String(repeating: " ", count: depth) + "\(name) ⟦\(written)⟧" + rest)
  }
}
