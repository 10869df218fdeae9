import Content
import Diagnostics
import Pages
import Review
import SiteValidation

/// The files of an earlier build, for a comparison of two builds side by side.
struct EarlierSite: Sendable {
  /// The folders of both builds in the folder of the comparison.
  static let folder = "before/"
  static let folderOfAfter = "after/"

  /// All files, in the folder of the comparison.
  private(set) var files: [SiteFile]
  let difference: LayoutDifference
  /// The pages, keyed by their path in the site.
  private let pages: [String: SiteFile]
  /// The replacements of style sheets, keyed by the path of the sheet.
  private var sheets: [String: CompareSite.Sheets] = [:]

  /// - Parameter files: the files of the site.
  init(_ files: [SiteFile], difference: LayoutDifference) {
    self.difference = difference
    self.files = files.map { $0.moved(into: Self.folder) }
    pages = Dictionary(files.filter(\.isPage).map { ($0.path, $0) }) { first, _ in first }
    let byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    for (path, page) in pages.sorted(by: { $0.key < $1.key }) {
      guard let name = EarlierPage.styleSheets(of: page.bytes, at: path).first, sheets[name] == nil,
        let sheet = byPath[name]
      else { continue }
      let bytes = sheet.bytes
      let decided = PaneMode.allCases.map { mode in
        let slash = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
        let path = name[..<slash] + mode.rawValue + "-" + name[slash...]
        let file = SiteFile(path: Self.folder + path, bytes: styleSheet(bytes, decidedFor: mode, depth: 0))
        self.files.append(file)
        return String(path)
      }
      sheets[name] = CompareSite.Sheets(site: name, decided: decided)
    }
  }

  var pagePaths: [String] { pages.keys.sorted() }

  /// The same page in this build, with what changed since; nil if there is none.
  func page(like page: Page) -> EarlierPage? {
    guard let html = pages[page.outputPath]?.bytes,
      let name = EarlierPage.styleSheets(of: html, at: page.outputPath).first,
      var earlier = EarlierPage(html, at: page.outputPath, in: Self.folder, sheets: sheets[name])
    else { return nil }
    let shelves = Set(page.shelves.map(\.id))
    let changes = difference.changes(onPage: page.outputPath, with: shelves)
    earlier.differences = changes.map { ($0.shelf, $0.sentence) }
    for shelf in difference.changedShelves where shelves.contains(shelf) { earlier.changedCards[shelf] = [] }
    for change in changes {
      guard let shelf = change.shelf, shelves.contains(shelf) else { continue }
      let known = earlier.changedCards[shelf] ?? []
      earlier.changedCards[shelf] = known + change.cards.filter { !known.contains($0) }
    }
    return earlier
  }
}

extension LayoutDifference {
  /// The changes that a page shows.
  func changes(onPage path: String, with shelves: Set<String>) -> [LayoutChange] {
    changes.filter { change in
      change.shelf.map(shelves.contains) ?? (change.page == path || change.page.isEmpty)
    }
  }
}
