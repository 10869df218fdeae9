import Content
import Diagnostics
import Images
import Review
import SampleSites
import SiteValidation
import Synchronization
import TestSupport
import Themes

@testable import Pages
@testable import SiteBuild

/// A part of the product that reads foreign input.
package enum FuzzTarget: String, CaseIterable {
  /// The front matter of cards, and the files of shelves and pages.
  case frontMatter = "front-matter"
  /// A card from its bytes to validated pages.
  case layout
  /// `theme.yml`, `paint.css` and templates.
  case theme
  /// Headers of images, and SVG.
  case image
  /// Loading, subsetting, measuring and compressing a font.
  case font
  /// Targets of links.
  case url
  /// Settings, tables of cards, manifests, layouts, baselines and archives.
  case data
  /// The validation of pages.
  case page
  /// Requests to the local server, and its answers.
  case request
  /// What git answers.
  case git
  /// A site that somebody edits while it is served.
  case edits

  package func run(_ bytes: [UInt8]) {
    switch self {
    case .frontMatter: readFrontMatterAlone(bytes)
    case .layout: layOutCard(bytes)
    case .theme: readThemeFiles(bytes)
    case .image: _ = imageFaults(of: bytes)
    case .font: useFont(bytes)
    case .url: followLink(String(decoding: bytes, as: UTF8.self))
    case .data: readDataFiles(bytes)
    case .page: provePage(bytes)
    case .request: answerRequests(bytes)
    case .git: readGitAnswers(bytes)
    case .edits: editSite(bytes)
    }
  }
}

private func readFrontMatterAlone(_ bytes: [UInt8]) {
  var sink = DiagnosticSink()
  let card = SourceText(path: "Content/shelf/card.md", bytes: Array("---\n".utf8) + bytes + Array("\n---\nText\n".utf8))
  _ = readCard(card, into: &sink)
  _ = readIndex(SourceText(path: "Content/shelf/_index.md", bytes: card.bytes), into: &sink)
  _ = readCard(SourceText(path: "Content/shelf/whole.md", bytes: bytes), into: &sink)
  render(sink)
}

private func readThemeFiles(_ bytes: [UInt8]) {
  var sink = DiagnosticSink()
  let source = { (name: String) in SourceText(path: "Themes/fuzzed/" + name, bytes: bytes) }
  _ = readTheme(source("theme.yml"), name: "fuzzed", into: &sink)
  _ = readPaint(source("paint.css"), colors: ["accent", "text"], into: &sink)
  let templates = PageTemplates(["page": source("page.mustache")], folder: "Themes/fuzzed", into: &sink)
  templates?.checkNames(into: &sink)
  let navigation = SiteNavigation([(title: "Title", id: ""), (title: "More", id: "more")])
  let address = NavigationAddress(start: "") { $0 + "/index.html" }
  for current in [nil, 0, 1] {
    let list = NavigationList(navigation: navigation, current: current, address: address)
    let shell = templates?.shell(
      [
        .title: .text("Title"), .hasNavigation: .flag(true), .navigation: .navigation(list),
        .shelves: .shelves(endsLine: false),
      ], isTraced: current == 0)
    _ = shell?.trace(shelves: Array("<p>".utf8)).place(of: SourceRange(0, 1))
  }
  render(sink)
}

/// The extension of an image is chosen by its bytes, so that each kind is read as such.
private func imageFaults(of bytes: [UInt8]) -> [Diagnostic] {
  ImageKind.allCases.flatMap { kind in
    SiteBuild.imageFaults(SourceText(path: "Content/shelf/image." + kind.rawValue.lowercased(), bytes: bytes))
  }
}

private func followLink(_ text: String) {
  if let address = try? RemoteAddress(text) {
    precondition((try? RemoteAddress(address.text)) == address, "\(text) is not read as it is written")
    // A host becomes a part of policies, an address of markup and of lines.
    precondition(address.host.text.wholeMatch(of: /[a-z0-9.-]+/) != nil, "\(text) has another host")
    precondition(address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>".utf8.contains($0) }, "\(text)")
  }
  guard let target = LinkTarget(text) else { return }
  _ = LinkIndex().resolve(target, from: "Content/shelf/card.md")
  guard let path = contentPath(of: target, from: "Content/shelf/card.md") else { return }
  // No path may lead out of the content. Names may begin with an accent, which combines with the slash.
  let names = path.utf8.split(separator: 0x2F).map { String($0) }
  precondition(names.first == "Content" && !names.contains(".."), "\(text) leads to \(path)")
}

/// Reads the bytes as a compressed archive and as one that is only stored.
private func readArchive(_ bytes: [UInt8]) {
  for file in [bytes, gzip(bytes)] {
    guard let reader = GzipReader(file) else { return }
    var tar = TarReader(reader)
    // What is compressed can be long.
    var rest = 1 << 24
    do throws(TarReader.Fault) {
      while let entry = try tar.nextEntry(), rest > 0 {
        var count = 0
        while let part = try tar.nextPart(), rest > 0 {
          count += part.count
          rest -= part.count
        }
        precondition(count == entry.size || rest <= 0, "an entry has another size than it says")
      }
    } catch {
      precondition(!error.reason.isEmpty)
    }
  }
}

private func readDataFiles(_ bytes: [UInt8]) {
  readArchive(bytes)
  var sink = DiagnosticSink()
  _ = readSettings(SourceText(path: "cardshelf.yml", bytes: bytes), into: &sink)
  let marked = SourceText(path: "Content/shelf/_index.md", text: "---\ncards: a.csv\nfields: { body: b }\n---\n")
  let index = readIndex(marked, into: &sink)
  for name in ["a.csv", "a.tsv", "a.json", "a.ndjson"] {
    let table = readTable(SourceText(path: "Content/shelf/" + name, bytes: bytes), into: &sink)
    _ = RowReader(table, for: index, into: &sink).cards(of: 0..<table.rowCount, into: &sink)
  }
  let layout = SourceText(path: "layout.json", bytes: bytes)
  do throws(Diagnostic) {
    _ = try LayoutRecord(layoutJSON: layout) { (_) throws(Diagnostic) in layout }
  } catch {
    sink.report(error)
  }
  do throws(Diagnostic) {
    let baseline = try LayoutBaseline(SourceText(path: LayoutBaseline.name, bytes: bytes))
    _ = try LayoutBaseline(SourceText(path: LayoutBaseline.name, bytes: baseline.bytes))
  } catch {
    sink.report(error)
  }
  do throws(Diagnostic) {
    let lock = try PictureLock(reading: SourceText(path: PictureLock.name, bytes: bytes))
    let again = try PictureLock(reading: SourceText(path: PictureLock.name, text: lock.text))
    precondition(again.text == lock.text, "a lock is not what it was written from")
  } catch {
    sink.report(error)
  }
  if let manifest = OutputManifest(bytes: bytes) {
    precondition(OutputManifest(bytes: manifest.bytes) == manifest, "a manifest is not what it was written from")
  }
  if let origin = OutputOrigin(bytes: bytes) {
    precondition(OutputOrigin(bytes: origin.bytes)?.bytes == origin.bytes, "a proof is not what it was written from")
  }
  render(sink)
}

/// Reads the bytes both as a page and as its style sheet.
private func provePage(_ bytes: [UInt8]) {
  for path in ["index.html", "assets/base.css"] {
    let files = SampleOutput.files.filter { $0.path != path } + [SiteFile(path: path, bytes: bytes)]
    let inspection = SiteInspection(files, read: files.compactMap(ReadFile.init))
    let inspected = grammar.withLock { grammar in
      inspection.pages.map { inspection.inspect($0, with: &grammar) }
    }
    var sink = DiagnosticSink()
    _ = inspection.conclude(inspected, into: &sink)
    render(sink)
  }
}

/// Made once, because that takes longer than proving a small page.
private let grammar = Mutex(PageGrammar())

/// Findings quote their subject, which is hostile too.
func render(_ sink: DiagnosticSink) {
  for finding in sink.diagnostics.sortedByPlace() { _ = finding.rendered }
}
