import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import Pages
import Review
import ShelfArrangements
import SiteBuild
import SiteValidation
import TextLayout
import Themes

/// MicroBenchmarks SITE OUTPUT: parts of a build of a corpus on one thread, with one line of JSON for each part.
/// MicroBenchmarks edits SITE CARD: the stages of a preview after an edit of a card.
@main
struct MicroBenchmarks {
  static func main() async {
    if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "edits" {
      return await edits(inSite: CommandLine.arguments[2], card: CommandLine.arguments[3])
    }
    guard CommandLine.arguments.count == 3 else { return print("MicroBenchmarks SITE OUTPUT") }
    let (root, output) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let files = cardFiles(ofSite: root)
    guard !files.isEmpty else { return print("no cards below \(root)/Content/p0000") }
    reading(files)
    packing()
    guard let site = await layOutSite(BuildOptions(root: root)).site,
      let theme = site.pages.first.map({ _ in site.theme })
    else { return print("\(root) could not be laid out") }
    words(theme)
    if let page = site.pages.first(where: { !$0.shelves.isEmpty }) { rendering(page, theme: theme) }
    validating(output)
  }

  private static func reading(_ files: [SourceText]) {
    let parts = files.map { file -> (matter: SourceText, body: SourceRange) in
      let text = String(decoding: file.bytes, as: UTF8.self)
      let start = text.utf8.count - (text.split(separator: "---\n", maxSplits: 1).last?.utf8.count ?? 0)
      return (SourceText(path: file.path, bytes: Array(file.bytes[..<start])), SourceRange(start, file.bytes.count))
    }
    report("front matter", per: "card", count: files.count) {
      for part in parts {
        var sink = DiagnosticSink()
        keep(readCard(part.matter, into: &sink))
      }
    }
    report("Markdown to tree", per: "card", count: files.count) {
      for (file, part) in zip(files, parts) {
        var sink = DiagnosticSink()
        keep(readMarkdown(file, in: part.body, into: &sink))
      }
    }
  }

  private static func packing() {
    let heights = (0..<10_000).map { Pixels(100 + $0 * 7919 % 301) }
    let columns = columnTracks(count: 4, in: Pixels(1200), spacing: Pixels(16))
    report("packing 10,000 cards", per: "waterfall") {
      keep(
        arrangeWaterfall(count: heights.count, columns: columns, lineSpacing: Pixels(16), rule: .shortest) {
          index, _ in heights[index]
        })
    }
  }

  /// Words that are new to the preparer, the same words again, and the lines of a text at new widths.
  private static func words(_ theme: Theme) {
    let words = (0..<500).map { number in "w" + String(number &* 2_654_435_761 % 99_999_989, radix: 36) }
    let texts = words.map { word in
      composeLine(word, style: theme.textStyles.body, theme: theme, language: "en", isRightToLeft: false)
    }
    let sentence = composeLine(
      (words + words).joined(separator: " "), style: theme.textStyles.body, theme: theme, language: "en",
      isRightToLeft: false)
    guard let fonts = latinFonts(sentence), let preparer = TextPreparer(fonts: fonts) else {
      return print("Noto Sans is not there")
    }
    report("shaping a new word", per: "word, with an empty preparer", count: words.count) {
      guard var preparer = TextPreparer(fonts: fonts) else { return }
      for text in texts { keep(preparer.prepare(text.styled)) }
    }
    var knowing = preparer
    report("a known word", per: "word", count: words.count) {
      for text in texts { keep(knowing.prepare(text.styled)) }
    }
    let prepared = knowing.prepare(sentence.styled)
    var width = 0
    report("breaking lines at one more width", per: "word of 1,000", count: 1000) {
      width = (width + 1) % 500
      keep(prepared.lines(width: 200 + width))
    }
  }

  private static func latinFonts(_ text: ComposedText) -> ServedFonts? {
    guard let catalogue = FontCatalogue() else { return nil }
    var usage = FontUsage()
    usage.insert(text)
    var faces: [FontRequest: [FontFace]] = [:]
    for request in usage.characters.keys {
      let known = catalogue.faces(ofFamily: "Noto Sans")
      faces[request] = nearestFace(in: known, weight: request.weight, isItalic: request.isItalic)
        .flatMap { FontFace($0) }.map { [$0] }
    }
    let plan = FontPlan(faces: faces, usage: usage.characters)
    return plan.serve(plan.subsets.compactMap { $0.face.subset(to: $0.characters) })
  }

  private static func rendering(_ page: LaidOutPage, theme: Theme) {
    let urls = PageURLs(page: page.page, links: LinkIndex(), assets: [:])
    let cards = page.shelves.reduce(0) { $0 + $1.prepared.cards.count }
    report("rendering HTML, CSS and layout.json", per: "card", count: cards) {
      let shelves = page.shelves.map { renderShelf($0, of: page.page, theme: theme, urls: urls) }
      keep(renderPage(page, shelves: shelves, theme: theme, urls: urls))
    }
  }

  private static func validating(_ output: String) {
    let files = allFiles(below: output).map { SiteFile(path: $0.path, bytes: $0.bytes) }
    prepareValidation()
    let bytes = files.filter { !$0.path.hasPrefix("fonts/") }.reduce(0) { $0 + $1.bytes.count }
    report("validating a site", per: "kB of it", count: bytes / 1000) {
      var sink = DiagnosticSink()
      keep(
        validateSite(
          files,
          words: PageWords(arrangements: standardArrangements.map(\.name), texts: ["eyebrow", "subtitle", "footer"]),
          into: &sink))
    }
  }
}
