import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import Pages
import Synchronization
import TextLayout
import Themes

/// A page whose shelves are all finished.
struct FinishedPage: Sendable {
  /// The page; without shelves if layouts are not kept.
  let page: LaidOutPage
  let rendered: SpooledPage?
  let lines: LineTotals
  let diagnostics: [Diagnostic]
  /// A revision that is unchanged as long as the page is; 0 if none is kept.
  var revision = 0

  /// - Parameter shelves: all shelves of the page, in order.
  init(
    _ page: ComposedSite.ComposedPage, shelves: [FinishedShelf], theme: Theme, keepsLayouts: Bool,
    renderer: PageRenderer?, preparer: inout TextPreparer
  ) {
    var sink = DiagnosticSink()
    let title = preparer.prepare(page.title.styled)
    let introduction = prepare(page.introduction.texts, preparer: &preparer)
    let code = prepare(composeCode(of: page.introduction.blocks, theme: theme), preparer: &preparer)
    // Missing characters in the titles of other pages are reported for those pages.
    let written = page.page.isListOfPages ? [title] : [title] + introduction + code
    sink.report(missing: written.flatMap(\.missing), in: page.page.source)
    for shelf in shelves { sink.report(contentsOf: shelf.diagnostics) }
    if let diagnostic = tooTall(page, shelves, gap: Pixels(theme.shelf.shelfGap)) { sink.report(diagnostic) }
    self.page = LaidOutPage(
      page: page.page, title: page.title, preparedTitle: title, introduction: page.introduction,
      preparedIntroduction: introduction, shelves: shelves.compactMap(\.laidOut))
    rendered = renderer?.render(self.page, shelves: shelves.compactMap(\.rendered))
    lines = shelves.reduce(into: LineTotals()) { $0 += $1.tally.lines }
    diagnostics = sink.diagnostics
  }
}

/// The finding about a page that is taller than browsers can lay out, at its tallest shelf.
private func tooTall(_ page: ComposedSite.ComposedPage, _ shelves: [FinishedShelf], gap: Pixels) -> Diagnostic? {
  var tallest: (shelf: Int, height: Pixels, page: Pixels)?
  for step in shelves.first?.tally.heights.indices ?? 0..<0 {
    let heights = shelves.map { $0.tally.heights[step] }
    let height = heights.reduce(.zero) { $0 + $1 + gap }
    guard height > .longestInBrowsers, height > tallest?.page ?? .zero else { continue }
    for (shelf, own) in heights.enumerated() where own == heights.max() { tallest = (shelf, own, height) }
  }
  guard let tallest else { return nil }
  return .tooLong(page.shelves[tallest.shelf].shelf, "page", "tall", tallest.page)
}

private func prepare(_ texts: [ComposedText], preparer: inout TextPreparer) -> [PreparedText] {
  var prepared: [PreparedText] = []
  for text in texts { prepared.append(preparer.prepare(text.styled)) }
  return prepared
}

/// Collects the shelves of pages until all are finished.
final class UnfinishedPages: Sendable {
  private let shelfCounts: [Int]
  private let waiting: Mutex<[Int: [FinishedShelf]]> = Mutex([:])

  init(shelfCounts: [Int]) { self.shelfCounts = shelfCounts }

  /// Adds shelves, and returns all shelves of the page, in order, if these were the last.
  func add(_ shelves: [FinishedShelf], to page: Int) -> [FinishedShelf]? {
    waiting.withLock { waiting in
      let all = waiting.removeValue(forKey: page).map { $0 + shelves } ?? shelves
      if all.count == shelfCounts[page] { return all.sorted { $0.number < $1.number } }
      waiting[page] = all
      return nil
    }
  }
}
