import CardLayout
import Diagnostics
import Fonts
import PageRendering
import SiteContent
import TextLayout
import Themes

/// All pages at every step.
struct LaidOutSite: Sendable {
  let pages: [LaidOutPage]
  let lineCount: Int
  let settledCount: Int
  /// The pages, where they were to be rendered.
  let rendered: [SpooledPage]
  /// One a page: the same as long as the page is.
  let revisions: [Int]

  private enum LayoutWork {
    case group(Int), font(Int)
  }

  /// Cards are composed, shaped, laid out and rendered shelf by shelf, and a page's shelves put together as soon as the
  /// last is there: but for the texts of a few pages nothing is held that grows with the site.
  ///
  /// - Parameters:
  ///   - keepsLayouts: otherwise the pages have no shelves, which take many times as much memory as the rendered
  ///     output.
  ///   - renderer: nil if nothing is to be rendered.
  ///   - recall: what builds before have done already.
  ///   - compression: done by the same tasks, so that none is idle while another has the last shelf.
  static func layOut(
    _ site: ComposedSite, theme: Theme, fonts: ServedFonts, jobs: Int, keepsLayouts: Bool, renderer: PageRenderer?,
    recall: LayoutRecall?, compression: FontCompression? = nil, progress: BuildProgress? = nil,
    into sink: inout DiagnosticSink
  ) async -> LaidOutSite? {
    let groups = ShelfGroup.all(of: site)
    let ahead = await PreparedGroups.prepareLarge(
      groups.enumerated().filter { recall?.knows($1, of: site) != true }, of: site, theme: theme, fonts: fonts,
      jobs: jobs)
    let unfinished = UnfinishedPages(shelfCounts: site.pages.map(\.shelves.count))
    let layouts = groups.indices.map(LayoutWork.group)
    let compressions = compression?.order.map(LayoutWork.font) ?? []
    let work = compression?.isSlow == true ? compressions + layouts : layouts + compressions
    let shares = await parallelWork(count: work.count, jobs: jobs) { next -> [(number: Int, page: FinishedPage)]? in
      guard var preparer = TextPreparer(fonts: fonts) else { return nil }
      var finished: [(number: Int, page: FinishedPage)] = []
      while let place = next() {
        guard case .group(let index) = work[place] else {
          if case .font(let number) = work[place] { compression?.compress(number) }
          continue
        }
        let group = groups[index]
        let shelves =
          recall?.finished(group, of: site)
          ?? group.finish(
            in: site, prepared: ahead.take(index), theme: theme, keepsLayouts: keepsLayouts, renderer: renderer,
            recall: recall, preparer: &preparer)
        progress?.advance(by: group.cardCount(in: site))
        guard let all = unfinished.add(shelves, to: group.page) else { continue }
        let content = site.pages[group.page]
        let page =
          recall?.finished(content.page, shelves: all)
          ?? FinishedPage(
            content, shelves: all, theme: theme, keepsLayouts: keepsLayouts, renderer: renderer, preparer: &preparer)
        finished.append((group.page, recall?.kept(page, shelves: all) ?? page))
      }
      return finished
    }
    guard !shares.contains(where: { $0 == nil }) else {
      sink.report(.textEngineUnavailable())
      return nil
    }
    let pages = shares.compactMap(\.self).joined().sorted { $0.number < $1.number }.map(\.page)
    for page in pages { sink.report(contentsOf: page.diagnostics) }
    recall?.forgetAllBut(groups, of: site)
    return LaidOutSite(
      pages: pages.map(\.page), lineCount: pages.reduce(0) { $0 + $1.lineCount },
      settledCount: pages.reduce(0) { $0 + $1.settledCount }, rendered: pages.compactMap(\.rendered),
      revisions: pages.map(\.revision))
  }
}
