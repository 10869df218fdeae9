import CardLayout
import Content
import Diagnostics
import Images
import SampleSites
import TestSupport
import Testing
import TextLayout
import Themes

@testable import Pages

struct TextMarkupTests {
  private func prepared(_ inlines: [Inline], isRightToLeft: Bool = false) throws -> (ComposedText, PreparedText) {
    var theme = try Sample.theme()
    theme.textStyles.introduction = theme.textStyles.body
    let prose = composeProse(
      MarkdownDocument(blocks: [
        Block(.paragraph(inlines + [Inline(.text(""), range: .init(0, 0))]), range: .init(0, 0))
      ]),
      theme: theme, language: "en", isRightToLeft: isRightToLeft, imageSize: { _ in ImageSize(width: 12, height: 12) })
    guard var preparer = TextPreparer(fonts: try Sample.fonts()) else {
      throw Sample.Failure(description: "ICU cannot start")
    }
    return (prose.texts[0], preparer.prepare(prose.texts[0].styled))
  }

  private func markup(
    _ text: ComposedText, _ prepared: PreparedText, at lines: [MeasuredText?], lineBreaks: LineBreaks = .natural
  ) -> String {
    markup(
      text, prepared, variants: TextVariants(lines, of: prepared, lineBreaks: lineBreaks), stepCount: lines.count)
  }

  private func markup(
    _ text: ComposedText, _ prepared: PreparedText, variants: TextVariants, stepCount: Int = 1
  ) -> String {
    var classes = StepClasses(stepCount: stepCount)
    var markup = Markup()
    let targets = TargetResolution(link: { $0.text }, image: { $0.text })
    TextMarkup.write(
      0, of: [text], prepared: [prepared], variants: variants, targets: targets, classes: &classes, to: &markup)
    var pieces = Markup()
    TextMarkup.writePieces(
      text, prepared: prepared, variants: variants, targets: targets, classes: &classes, to: &pieces)
    #expect(markup.bytes == pieces.bytes)
    return String(decoding: markup.bytes, as: UTF8.self)
  }

  /// Each text is also written piece by piece, and compared with that.
  @Test(arguments: [
    "a *b* c", "*a* b", "a *b*", "*a **b** c*", "*a*b*c*", "*a b* **c d**", "a&b *c<d* \"e\"", "`a` b `c d`",
    "[a b](x) c", "[*a* b](x)", "[a](x \"t & u\") [b](y)", "*a* <wbr>b", "*a<wbr>b* c", "a  \n*b*  \n**c**  \nd",
    "*a [b `c`](x) d* e", "a<kbd>b *c*</kbd> d", "<small>a *b*</small> c", "\u{4E00}*\u{4E01}*\u{4E02} a",
    "a ![x](i.png) *b*", "*\u{5D0} a* \u{5D1}", "a/b*c/d*", "a-*b*-c", "*a* \u{201C}*b*\u{201D}",
  ])
  func runsAndPiecesAreAlike(markdown: String) throws {
    for text in [markdown, markdown + " " + markdown, "x " + markdown + " y"] {
      #expect(try !markup(text, widths: [400]).isEmpty)
      _ = try markup(text, widths: [60, 90, 400])
    }
  }

  private func markup(_ markdown: String, widths: [Int], maximumLines: Int? = nil) throws -> String {
    let source = SourceText(path: "a.md", text: markdown)
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    guard case .paragraph(let inlines)? = document.blocks.first?.kind else { return "" }
    let (text, prepared) = try prepared(inlines)
    return markup(text, prepared, at: widths.map { prepared.lines(width: $0, maximumLines: maximumLines) })
  }

  @Test(arguments: ["a/b/c", "x\u{4E00}", "a<wbr>b"])
  func singleLineHasNoBreakOpportunity(markdown: String) throws {
    let source = SourceText(path: "a.md", text: markdown)
    var sink = DiagnosticSink()
    guard case .paragraph(let inlines)? = readMarkdown(source, in: source.fullRange, into: &sink).blocks.first?.kind
    else { throw Sample.Failure(description: "no paragraph") }
    let (text, prepared) = try prepared(inlines)
    #expect(markup(text, prepared, variants: .plain).contains("<wbr/>"))
    #expect(!markup(text, prepared, variants: .oneLine).contains("<wbr/>"))
  }

  @Test(arguments: [
    ("a *b **c*** d", "a <em>b <strong>c</strong></em> d"),
    ("`x`*y*", "<code class=\"s13\">x</code><em>y</em>"),
    ("a & b < c", "a &amp; b &lt; c"),
    ("a  \nb", "a<br/>b"),
    ("a<wbr>b", "a<wbr/>b"),
    ("[a b](c.md \"t\") d", "<a href=\"c.md\" title=\"t\">a b</a> d"),
    ("![b](c.svg)d", "<img class=\"i i12-21\" src=\"c.svg\" alt=\"b\" width=\"12\" height=\"12\"/><wbr/>d"),
    // A space belongs to an element only if both its neighbours do.
    ("a<b> b</b>", "a <b>b</b>"),
    ("<b>a </b>b", "<b>a </b>b"),
    // A break that only some engines make is inside a span that cannot wrap; one that only some do not make is marked.
    ("x utf-16 y", "x <span class=\"n\">utf-16</span> y"),
    ("a/b/c", "a/<wbr/>b/<wbr/>c"),
    ("x\u{4E00}", "x<wbr/><span class=\"m\">\u{4E00}</span>"),
  ])
  func textsWithoutForcedBreaks(markdown: String, expected: String) throws {
    #expect(try markup(markdown, widths: [1000]) == expected)
  }

  /// A word that fits no line is divided by the markup: with a class for some steps, without one for all steps.
  @Test func breaksAtSomeStepsAndAtAll() throws {
    let word = String(repeating: "m", count: 20)
    let some = try markup("**\(word)**", widths: [150, 1000])
    #expect(some.contains("<span class=\"b b1\"></span>") && !some.contains("<span class=\"b\">"))
    let all = try markup("**\(word)**", widths: [150, 150])
    #expect(all.contains("<span class=\"b\"></span>") && !all.contains("<span class=\"b "))
  }

  /// In Chromium, a line that is wider than its slot ends before what does not wrap, so its break must.
  @Test func breaksOfLinesThatOverflowWrap() throws {
    let narrow = try markup("**\(String(repeating: "m", count: 20))**", widths: [3, 1000])
    #expect(narrow.contains("<span class=\"b o b1\"></span>") && !narrow.contains("class=\"b b"), "\(narrow)")
    let both = try markup("**\(String(repeating: "m", count: 20))**", widths: [3, 150])
    #expect(both.contains("<span class=\"b o b1\"></span><span class=\"b b2\"></span>"), "\(both)")
  }

  /// Firefox may end a line at a hidden break, even in an element that does not wrap. A break before an element is not in
  /// it, because Firefox also ends lines where it has divided an element.
  @Test func wordsThatAreDividedAtSomeStepsStayTogetherAtOthers() throws {
    let joined = "<span class=\"j\"></span><span class=\"b b1\"></span>"
    let word = "(so)100%\\<stdio.h\\>"
    let inside = try markup(word, widths: [70, 1000])
    #expect(inside.hasPrefix("<span class=\"n\">(so)") && inside.contains(joined), "\(inside)")
    #expect(inside.ranges(of: "<span class=\"b").count == inside.ranges(of: joined).count, "\(inside)")
    #expect(try !markup(word, widths: [70, 70]).contains("class=\"j\""))
    let (text, prepared) = try prepared([Inline(.text("(so)100%<stdio.h>"), range: .init(0, 0))], isRightToLeft: true)
    let turned = markup(text, prepared, at: [70, 1000].map { prepared.lines(width: $0) })
    #expect(turned.contains("<span class=\"b b1\"></span><span class=\"j\"></span>"), "\(turned)")
    #expect(!turned.contains("<span class=\"j\"></span><span class=\"b"), "\(turned)")
    let edges = try (20...160).map { try markup("(so)100%[\\<stdio.h\\>](c.md)", widths: [$0, 1000]) }
    #expect(edges.contains { $0.contains("%\(joined)<a href=\"c.md\">&lt;") }, "\(Set(edges))")
    #expect(!edges.contains { $0.contains("<a href=\"c.md\"><span") })
  }

  /// Lines can break between two boxes, so those of a word stay in one element that does not wrap, also where the markup
  /// divides them at some steps.
  @Test func dividedBoxesStayTogether() throws {
    let word = "ab" + String(repeating: "\u{E000}", count: 12)
    let divided = try markup("`\(word)` c", widths: [150, 1000])
    #expect(divided.contains("<span class=\"b b1\"></span>"))
    #expect(divided.ranges(of: "<span class=\"n\">").count == 1, "\(divided)")
  }

  /// A box that leaves no room for the ellipsis behind it: only an element keeps both on one line.
  @Test(arguments: [
    ("\u{E000}\u{E000} b", "<span class=\"m\">\u{E000}</span>"),
    ("![b](c.svg)d", "<img class=\"i i12-21\" src=\"c.svg\" alt=\"b\" width=\"12\" height=\"12\"/>"),
  ])
  func ellipsisStaysWithItsBox(markdown: String, box: String) throws {
    let cut = try markup("**\(markdown)**", widths: [8, 1000], maximumLines: 1)
    let ellipsis = "<span class=\"e b1\" aria-hidden=\"true\"></span>"
    #expect(cut.contains("<strong><span class=\"n\">\(box)\(ellipsis)</span></strong>"), "\(cut)")
  }

  /// The element of an isolated run encloses the elements inside the run, and is inside those around it.
  @Test func isolatesRunsOfTheOtherDirection() throws {
    let inside = try markup("a **\u{5D0}** \u{5D1} b", widths: [1000])
    #expect(
      inside == "a <bdi dir=\"rtl\"><strong><span class=\"m\">\u{5D0}</span></strong> "
        + "<span class=\"m\">\u{5D1}</span></bdi> b")
    let around = try markup("a **\u{5D0} \u{5D1}** b", widths: [1000])
    #expect(
      around == "a <strong><bdi dir=\"rtl\"><span class=\"m\">\u{5D0}</span> "
        + "<span class=\"m\">\u{5D1}</span></bdi></strong> b")
  }

  /// Firefox would leave the hyphen on the line before.
  @Test func directionChangesInsideAWord() throws {
    for (source, expected) in [
      ("-ab", "<span class=\"n\">-<span class=\"j\"></span>ab</span>"),
      (
        "(\u{E000}b", "<span class=\"n\">(<span class=\"j\"></span><span class=\"m\">\u{E000}</span>b</span>"
      ),
    ] {
      let (text, prepared) = try prepared([Inline(.text(source), range: .init(0, 0))], isRightToLeft: true)
      #expect(markup(text, prepared, at: [prepared.lines(width: 1000)]) == expected)
    }
  }

  /// Every line that the layout ends is ended in the markup, but lines that the author ended are ended only once.
  @Test func endsEachLineOnce() throws {
    let source = SourceText(path: "a.md", text: "one two three  \nfour five")
    var sink = DiagnosticSink()
    guard case .paragraph(let inlines)? = readMarkdown(source, in: source.fullRange, into: &sink).blocks.first?.kind
    else {
      throw Sample.Failure(description: "no paragraph")
    }
    let (text, prepared) = try prepared(inlines)
    let lines = prepared.lines(width: 70)
    #expect(lines.lineCount == 3)
    #expect(markup(text, prepared, at: [lines]) == "one two three<br/>four five")
    #expect(
      markup(text, prepared, at: [lines], lineBreaks: .explicit)
        == "one two <span class=\"b\"></span>three<br/>four five")
  }

  @Test func hidesTheRestOfCutText() throws {
    let cut = try markup("one *two three* four", widths: [60, 1000], maximumLines: 1)
    #expect(
      cut == "one<span class=\"e b1\" aria-hidden=\"true\"></span>"
        + "<span class=\"r1\"> <em>two three</em> four</span>")
    let inside = try markup("one *two three* four", widths: [90, 1000], maximumLines: 1)
    #expect(
      inside == "one <em>two<span class=\"e b1\" aria-hidden=\"true\"></span></em>"
        + "<span class=\"r1\"><em> three</em> four</span>")
  }

  // MARK: Any text

  /// Random inline trees at random widths: the markup is well-formed, contains the whole text, and shows at each step
  /// exactly what was measured there.
  @Test(arguments: 0..<60)
  func randomTextAtRandomWidths(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<6 {
      let tree = RandomInlines.make(using: &random)
      let (text, prepared) = try prepared(tree.inlines)
      var lines: [MeasuredText?] = (0..<5).map { _ in
        prepared.lines(
          width: Int.random(in: 30...400, using: &random),
          maximumLines: Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : nil,
          endsInEllipsis: Int.random(in: 0..<8, using: &random) == 0)
      }
      lines.append(prepared.lines(width: 1 << 20))
      let markup = markup(text, prepared, at: lines)
      let where_ = Comment(rawValue: "seed \(seed), round \(round): \(markup)")
      let tokens = try markupTokens(markup)
      #expect(marked(tokens) { $1["aria-hidden"] != nil } == tree.text, where_)
      #expect(isNeverEmpty(tokens), where_)
      for (step, measured) in lines.enumerated() {
        guard let measured else { continue }
        let shown = marked(tokens) { _, attributes in isHidden(attributes["class"] ?? "", at: step) }
        let whole = String(decoding: prepared.bytes, as: UTF8.self)
        var expected = whole
        if let cut = measured.cut { expected = String(decoding: prepared.bytes[..<cut], as: UTF8.self) + "…" }
        #expect(shown.filter { $0 != " " && $0 != "\n" } == expected, where_)
        let authored = prepared.pieces.reduce(0) { count, piece in
          guard case .hardBreaks(let own) = piece.joint, piece.lower < measured.cut ?? Int.max else { return count }
          return count + own
        }
        let cut = measured.cut ?? Int.max
        let forced = measured.forcedBreaks.count { $0 < cut } + measured.lineStarts.dropFirst().count { $0 == cut }
        let glues = TextVariants(lines, of: prepared, lineBreaks: .natural).glues.filter { $0.steps.contains(step) }
        #expect(glues.allSatisfy { measured.forcedBreaks.contains($0.offset) }, where_)
        #expect(shown.count { $0 == "\n" } == forced + authored - glues.count, "step \(step), \(where_)")
        #expect(
          glued(tokens, at: step)
            == glues.map { glue in
              String(decoding: prepared.bytes[glue.offset..<glue.end], as: UTF8.self).filter { $0 != "\u{FFFC}" }
            }, where_)
      }
    }
  }

  /// The visible text: a line feed for each break, U+FFFC for each image, and white space collapsed around them.
  private func marked(_ tokens: [MarkupToken], hiding isHidden: (String, [String: String]) -> Bool) -> String {
    let withoutSteps = withStyle(tokens).map { token -> MarkupToken in
      if case .void("img", let attributes) = token { return isHidden("img", attributes) ? token : .text("\u{FFFC}") }
      return token
    }
    let isAnyStep = isHidden("", ["aria-hidden": "true"])
    return normalized(
      shownText(withoutSteps) { name, attributes in
        isHidden(name, attributes) || isAnyStep && name == "br" && attributes["class"] != nil
      })
  }

  /// With what the style sheet adds to elements: a `br`, or the text of an ellipsis.
  private func withStyle(_ tokens: [MarkupToken]) -> [MarkupToken] {
    var result: [MarkupToken] = []
    var isInBreak = false
    for token in tokens {
      if isInBreak {
        isInBreak = false
        continue
      }
      guard case .open(let element, let attributes) = token,
        let names = attributes["class"]?.split(separator: " ").map(String.init), ["b", "e"].contains(names[0])
      else {
        result.append(token)
        continue
      }
      var shown = attributes
      shown["class"] = names.dropFirst().first { $0 != "o" }
      isInBreak = names[0] == "b"
      result += isInBreak ? [.void("br", shown)] : [.open(element, shown), .text("…")]
    }
    return result
  }

  /// The text of each element that does not wrap at a step, without white space.
  private func glued(_ tokens: [MarkupToken], at step: Int) -> [String] {
    var texts: [String] = []
    var depth: Int?
    for token in tokens {
      switch token {
      case .open(_, let attributes):
        if let inside = depth {
          depth = inside + 1
        } else if let name = attributes["class"], name.first == "g", let bits = UInt64(name.dropFirst(), radix: 16),
          bits & (1 << UInt64(step)) != 0
        {
          texts.append("")
          depth = 1
        }
      case .close: depth = depth.flatMap { $0 > 1 ? $0 - 1 : nil }
      case .void: break
      case .text(let text): if depth != nil { texts[texts.count - 1] += text.filter { $0 != " " && $0 != "\n" } }
      }
    }
    return texts
  }

  private func isHidden(_ name: String, at step: Int) -> Bool {
    guard let kind = name.first, let bits = UInt64(name.dropFirst(), radix: 16) else { return false }
    let contains = bits & (1 << UInt64(step)) != 0
    return kind == "b" ? !contains : kind == "r" && contains
  }

  /// Returns whether every element has content or a purpose.
  private func isNeverEmpty(_ tokens: [MarkupToken]) -> Bool {
    !zip(tokens, tokens.dropFirst()).contains { first, second in
      // The characters of these are in the style sheet.
      if case (.open(_, let attributes), .close) = (first, second) {
        return !["j", "b", "e"].contains(attributes["class"]?.split(separator: " ").first)
      }
      return false
    }
  }
}

/// Collapses white space, and removes it at the ends and next to line feeds.
func normalized(_ text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    line.split(separator: " ").joined(separator: " ")
  }
  var joined = lines.joined(separator: "\n")
  while joined.hasPrefix("\n") { joined.removeFirst() }
  while joined.hasSuffix("\n") { joined.removeLast() }
  return joined
}

/// A random inline tree and its text.
struct RandomInlines {
  private(set) var inlines: [Inline] = []
  private(set) var text = ""

  private static let words = [
    "a", "wonderful", "it’s", "well-known", "a/b", "--foo=<bar>", "“x”", "…", "&amp;", "<stdio.h>", "C++", "1–2",
    "(so)", "\u{4E00}\u{4E8C}", "\u{1F600}", "https://example.org/a/very/long/path?with=query&more", "é", "e\u{301}",
    "incomprehensibilities-and-more", "100%", "x\u{A0}y", "\"quoted\"",
  ]

  static func make(using random: inout SeededGenerator) -> RandomInlines {
    var tree = RandomInlines()
    var text = ""
    tree.inlines = content(depth: 0, inLink: false, text: &text, using: &random)
    tree.text = normalized(text)
    return tree
  }

  private static func content(
    depth: Int, inLink: Bool, text: inout String, using random: inout SeededGenerator
  ) -> [Inline] {
    var inlines: [Inline] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let kind: Inline.InlineKind
      switch Int.random(in: 0..<(depth < 4 ? 12 : 8), using: &random) {
      case 0...2:
        var words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          self.words.randomElement(using: &random) ?? ""
        }
        if Bool.random(using: &random) { words.insert("", at: 0) }
        if Bool.random(using: &random) { words.append("") }
        text += words.joined(separator: " ")
        kind = .text(words.joined(separator: " "))
      case 3:
        text += " "
        kind = .softBreak
      case 4:
        text += "\n"
        kind = .hardBreak
      case 5: kind = .wordBreak
      case 6:
        let word = words.randomElement(using: &random) ?? ""
        text += word
        kind = .code(word)
      case 7:
        guard let target = LinkTarget("a.svg") else { continue }
        text += "\u{FFFC}"
        kind = .image(target, title: "", alt: "an image", width: nil)
      case 8 where !inLink:
        guard let target = LinkTarget("https://example.org/?a=1&b=2") else { continue }
        kind = .link(
          target, title: "a \"title\"", content(depth: depth + 1, inLink: true, text: &text, using: &random))
      default:
        let span = Inline.InlineSpan.allCases.randomElement(using: &random) ?? .mark
        kind = .span(span, content(depth: depth + 1, inLink: inLink, text: &text, using: &random))
      }
      inlines.append(Inline(kind, range: .init(0, 0)))
    }
    return inlines
  }
}
