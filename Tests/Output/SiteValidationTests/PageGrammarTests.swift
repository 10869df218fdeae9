import Diagnostics
import SampleSites
import ShelfArrangements
import Testing

@testable import SiteValidation

@Suite struct PageGrammarTests {
  /// The grammar that decides about a page and the one that describes faults accept the same pages.
  @Test(arguments: [
    "<p>x</p>", "<div><p><b>x</b></p></div>", "<ul><li><p>x</p></li></ul>", "<p><a href=\"#x\"><b>x</b></a></p>",
    "<p><p>x</p></p>", "<p><a href=\"#x\"><b><a href=\"#x\">x</a></b></a></p>", "<ul><p>x</p></ul>",
    "<nav onclick=\"x\"/>",
    "<section/>", "<section class=\"shelf\" id=\"x\"><ul class=\"cards in-shelf\" role=\"list\"/></section>", "<q/>",
    "x",
    "<pre>x</pre>", "<pre><code>x</code></pre>", "<img src=\"x\" alt=\"\" width=\"1\"/>", "<table/>", "<hr>x</hr>",
    "<br>x</br>", "<x:p xmlns:x=\"http://www.w3.org/1999/xhtml\">x</x:p>", "<p xmlns=\"\"/>", "<p xml:lang=\"en\"/>",
  ])
  func bothFormsOfTheGrammarAgree(_ body: String) throws {
    let page = SampleOutput.about.replacingFirst("<p>", with: body + "<p>")
    var judges = Judges()
    let verdict = judges.verdict(on: page)
    let told = try #require(verdict)
    #expect(!told.faults.contains { $0.element == nil })
  }

  /// The same holds after a tag, an attribute or a text was changed at random.
  @Test func bothFormsAgreeOnDamagedPages() throws {
    let seed: UInt64 = 0x6_7A_44_A2
    var random = Seeded(state: seed)
    let texts = [
      "<p>x</p>", "<div></div>", "<b>x</b>", "<li>x</li>", "<ul></ul>", "<hr/>", "text", " ", "<!-- x -->",
      "<article class=\"story\"></article>", "<div class=\"pinned\"></div>", "<div class=\"room body\"/>",
      "<input type=\"radio\"/>", "<h3 class=\"title\">x</h3>", "<blockquote><p>x</p></blockquote>", "<br/>",
    ]
    let attributes = [
      " class=\"tags\"", " class=\" body  x \"", " class=\"room title\"", " class=\"row x y z\"", " id=\"new\"",
      " role=\"list\"", " title=\"x\"", " lang=\"de\"", " dir=\"up\"", " dir=\" auto \"", " class=\"\"", "",
    ]
    let home = Array(SampleOutput.home.utf8)
    var judges = Judges()
    var verdicts: (accepted: Int, refused: Int) = (0, 0)
    for round in 0..<600 {
      var bytes = home
      for _ in 0...Int.random(in: 0..<2, using: &random) {
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: ">") }
        let end = ends[Int.random(in: ends.indices, using: &random)]
        guard Bool.random(using: &random), bytes[end - 1] == UInt8(ascii: "\""),
          let start = bytes[..<end].lastIndex(of: UInt8(ascii: " "))
        else {
          bytes.insert(contentsOf: texts[Int.random(in: texts.indices, using: &random)].utf8, at: end + 1)
          continue
        }
        let attribute = attributes[Int.random(in: attributes.indices, using: &random)]
        bytes.replaceSubrange((Bool.random(using: &random) ? start : end)..<end, with: attribute.utf8)
      }
      let page = String(decoding: bytes, as: UTF8.self)
      guard let verdict = judges.verdict(on: page, "seed \(seed), round \(round)") else { continue }
      if verdict.isAccepted { verdicts.accepted += 1 } else { verdicts.refused += 1 }
    }
    #expect(verdicts.accepted > 50 && verdicts.refused > 50, "\(verdicts)")
  }
}

extension PageGrammarTests {
  private func tree(_ text: String, _ grammar: inout PageGrammar) throws -> PageTree {
    let tree = PageTree.reading(
      SourceText(path: "p.html", text: text), kinds: grammar.takeKinds(), collecting: XMLFaultCollector())
    return try #require(tree)
  }

  /// Repetitions are left out, but different elements are not: the last of many cards is refused like the first.
  @Test func omitsRepetitions() throws {
    var grammar = PageGrammar()
    let cards = (0..<800).map { number in
      "<li class=\"card\" id=\"x/\(number)\"><article class=\"story\"><h3 class=\"title\">\(number)<br class=\"b\(number)\"/>"
        + "<b>\(number)</b></h3><ul class=\"tags\" role=\"list\">"
        + "<li class=\"w\(number)\">a</li><li>b</li></ul></article></li>"
    }
    let shelf = "<section class=\"shelf\" id=\"x\"><ul class=\"cards in-flow\" role=\"list\">"
    let page = SampleOutput.about.replacingFirst("<h1", with: shelf + cards.joined() + "</ul></section><h1")
    let whole = try tree(page, &grammar)
    #expect(whole.excerpt.count < 2200, "\(whole.excerpt.count)")
    let isAccepted = grammar.accepts(whole)
    #expect(isAccepted)
    for (old, new) in [
      ("<b>799</b>", "<q>799</q>"), ("id=\"x/799\"", "id=\"x/799\" dir=\"ltr\""), ("w799\">", "w799\" dir=\"up\">"),
      ("<b>799</b></h3>", "<b>799</b></h3>text"),
    ] {
      let wrong = grammar.accepts(try tree(page.replacingFirst(old, with: new), &grammar))
      #expect(!wrong, "\(new)")
    }
  }

  /// An element that may or must have one child is not merged with similar elements that have too few or too many.
  @Test(arguments: [
    (
      "<div class=\"figure\">",
      "<div class=\"figure\"><a href=\"#top\"><img src=\"x\" alt=\"\" width=\"4\" height=\"3\"/></a>"
        + "<a href=\"#top\"><img src=\"x\" alt=\"\" width=\"4\" height=\"3\"/></a></div><div class=\"figure\">"
    ),
    ("<li class=\"card\" id=\"notes/sun\">", "<li class=\"card\" id=\"x\"></li><li class=\"card\" id=\"notes/sun\">"),
    ("<div class=\"image\">", "<div class=\"image\"><img src=\"x\" alt=\"\" width=\"4\" height=\"3\"/>"),
    ("<pre>", "<pre><code>x</code>"),
    ("<h2 class=\"shelf-title\"", "<h2 class=\"shelf-title\">x</h2><h2 class=\"shelf-title\""),
    (
      "<section class=\"shelf\" id=\"notes\">",
      "<section class=\"shelf\" id=\"y\"><ul class=\"cards in-flow\" role=\"list\"></ul><h2 class=\"shelf-title\">x</h2></section><section class=\"shelf\" id=\"notes\">"
    ),
  ])
  func refusesWrongNumbersOfChildren(old: String, new: String) throws {
    let page = SampleOutput.home.replacingFirst(old, with: new)
    #expect(page != SampleOutput.home)
    var judges = Judges()
    let verdict = judges.verdict(on: page)
    #expect(verdict?.isAccepted == false)
  }

  /// If elements have an order, a third one that breaks it is not treated as a repetition.
  @Test func refusesChildrenOutOfOrder() throws {
    var grammar = PageGrammar()
    let source = "<source srcset=\"images/saturn.svg 2w\" sizes=\"1rem\"/>"
    let image = "<img src=\"images/saturn.svg\" alt=\"\" width=\"1\" height=\"1\"/>"
    for (content, isRight) in [
      (source + source + source + image, true), (source + source + image + source, false), (image, true),
    ] {
      let page = SampleOutput.home.replacingFirst(
        "<div class=\"image\">",
        with: "<div class=\"image\"><picture>\(content)</picture></div><div class=\"room body\">"
      ).replacingFirst(
        "<img src=\"images/saturn.svg\" alt=\"Saturn\" width=\"280\" height=\"158\" loading=\"lazy\"/>", with: "")
      let isAccepted = grammar.accepts(try tree(page, &grammar))
      #expect(isAccepted == isRight, "\(content)")
    }
  }
}

/// The two forms of the grammar.
private struct Judges: ~Copyable {
  private var grammar = PageGrammar()
  private let schema = RelaxNGSchema(PageGrammar.schemaText(.telling, .standard))

  /// nil if the page is not well-formed.
  mutating func verdict(on page: String, _ comment: String = "") -> (isAccepted: Bool, faults: [XMLFault])? {
    var faults: [XMLFault] = []
    let source = SourceText(path: "p.html", text: page)
    let document = XMLDocument(source.bytes, faults: &faults)
    let tree = PageTree.reading(source, kinds: grammar.takeKinds(), collecting: XMLFaultCollector())
    guard let document, let tree else { return nil }
    document.markElements()
    let isAccepted = grammar.accepts(tree)
    let told = schema.faults(in: document)
    #expect(isAccepted == told.isEmpty, "\(comment) \(told.first?.message ?? "")")
    return (isAccepted, told)
  }
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    var z = state
    z = (z ^ (z >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return z ^ (z >> 33)
  }
}
