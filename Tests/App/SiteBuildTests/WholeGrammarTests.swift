import Diagnostics
import RandomSites
import SampleSites
import ShelfArrangements
import TestSupport
import Testing

@testable import SiteBuild
@testable import SiteValidation

/// A build applies the grammar to pages without their repetitions. These tests apply it to whole pages, with libxml2.
struct WholeGrammarTests {
  @Test func pagesOfAllArrangements() async throws {
    var judge = WholePages()
    for file in try await MutantSite.built.value.files where file.hasExtension("html") {
      #expect(try judge.verdict(on: file.bytes) == true, "\(file.path)")
    }
  }

  @Test func pagesOfRandomSites() async throws {
    let seed: UInt64 = 33
    var judge = WholePages(ownSlots: ["price", "byline"])
    for number in 0..<16 {
      let site = try RandomSite(seed: seed, number: number)
      let pages = try await SampleSite.with("") { sample async throws in
        for file in site.files() { try sample.folder.write(file.text, to: file.path) }
        _ = await sample.build()
        return sample.output().filter { $0.key.hasSuffix(".html") && !$0.key.hasPrefix("Output/compare/") }
      }
      for (path, text) in pages {
        #expect(try judge.verdict(on: Array((text ?? "").utf8)) == true, "seed \(seed), site \(number): \(path)")
      }
    }
  }

  /// Moves, doubles, renames or removes a tag, or changes an attribute. A page is refused without its repetitions
  /// exactly if the whole page is.
  @Test(arguments: ["index.html", "more/index.html"])
  func damagedPages(path: String) async throws {
    let files = try await MutantSite.built.value.files
    let page = try #require(files.first { $0.path == path }).bytes
    let seed: UInt64 = 0xDA_3A6E
    var random = SeededGenerator(seed: seed)
    var judge = WholePages()
    var verdicts: (accepted: Int, refused: Int) = (0, 0)
    for round in 0..<400 {
      var damaged = page
      for _ in 0...Int.random(in: 0..<2, using: &random) { Self.damage(&damaged, using: &random) }
      switch try judge.verdict(on: damaged, "seed \(seed), round \(round)") {
      case true?: verdicts.accepted += 1
      case false?: verdicts.refused += 1
      case nil: break
      }
    }
    #expect(verdicts.accepted > 20 && verdicts.refused > 100, "\(verdicts)")
  }

  private static func damage(_ page: inout [UInt8], using random: inout SeededGenerator) {
    let starts = page.indices.filter { page[$0] == UInt8(ascii: "<") && page[$0 + 1] != UInt8(ascii: "!") }
    guard let start = starts.randomElement(using: &random), let place = starts.randomElement(using: &random),
      let end = page[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return }
    let name = page[(start + 1)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    // From the start tag to the end tag, unless the element contains one of the same name.
    let close = Array("</".utf8) + name + Array(">".utf8)
    let upper = name.isEmpty ? end + 1 : page[start...].firstRange(of: close)?.upperBound ?? end + 1
    let element = Array(page[start..<upper])
    switch Int.random(in: 0..<6, using: &random) {
    case 0: page.insert(contentsOf: element, at: place)
    case 1: page.removeSubrange(start..<upper)
    case 2:
      page.removeSubrange(start..<upper)
      page.insert(contentsOf: element, at: place < start ? place : place >= upper ? place - element.count : start)
    case 3:
      let names = ["p", "div", "span", "ul", "li", "a", "h3", "h4", "section", "picture", "article", "label", "img"]
      let changed = String(decoding: element, as: UTF8.self).replacing(
        String(decoding: name, as: UTF8.self), with: names[Int.random(in: names.indices, using: &random)])
      page.replaceSubrange(start..<upper, with: changed.utf8)
    case 4: page.insert(contentsOf: "text".utf8, at: place)
    default:
      let attributes = [
        " class=\"x\"", " class=\"row  x\"", " dir=\"up\"", " role=\"list\"", " title=\"\"", " foo=\"x\"", " id=\"x\"",
      ]
      page.insert(
        contentsOf: attributes[Int.random(in: attributes.indices, using: &random)].utf8, at: start + 1 + name.count)
    }
  }
}

/// Applies the grammar to pages as the build does, and to whole pages.
private struct WholePages: ~Copyable {
  private var grammar: PageGrammar
  private let schema: RelaxNGSchema

  /// - Parameter ownSlots: the names of the theme's own slots.
  init(ownSlots: [String] = []) {
    var words = PageWords.standard
    words.texts += ownSlots.map { "slot-" + $0 }
    grammar = PageGrammar(words)
    schema = RelaxNGSchema(PageGrammar.schemaText(.telling, words))
  }

  /// Returns whether a page is valid, after checking that both ways agree; nil if it is not well-formed.
  mutating func verdict(on page: [UInt8], _ comment: String = "") throws -> Bool? {
    var faults: [XMLFault] = []
    let source = SourceText(path: "p.html", bytes: page)
    let document = XMLDocument(page, faults: &faults)
    let tree = PageTree.reading(source, kinds: grammar.takeKinds(), collecting: XMLFaultCollector())
    guard let document, let tree else { return nil }
    let isAccepted = grammar.accepts(tree)
    let told = schema.faults(in: document)
    #expect(isAccepted == told.isEmpty, "\(comment): \(told.first?.message ?? "")")
    return told.isEmpty
  }
}
