import CardLayout
import Content
import Diagnostics
import Pages
import SiteValidation
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
    case group(Int)
    /// A group whose rendering is left to the next task that is free.
    case layout(Int)
    case rendering(Int)
    case font(Int)
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
    _ site: ComposedSite, theme: Theme, fonts: ServedFonts, _ context: BuildContext, keepsLayouts: Bool,
    renderer: PageRenderer?, recall: LayoutRecall?, compression: FontCompression? = nil,
    into sink: inout DiagnosticSink
  ) async -> LaidOutSite? {
    let jobs = context.jobs
    let groups = ShelfGroup.all(of: site)
    let ahead = await PreparedGroups.prepareLarge(
      groups.enumerated().filter { recall?.knows($1, of: site) != true }, of: site, theme: theme, fonts: fonts,
      jobs: jobs)
    let unfinished = UnfinishedPages(shelfCounts: site.pages.map(\.shelves.count))
    // Shelves seldom divide evenly among tasks: the last are left in halves.
    let last = groups.indices.suffix(jobs == 1 ? 0 : jobs + 1)
    let layouts =
      groups.indices.dropLast(last.count).map(LayoutWork.group) + last.map(LayoutWork.layout)
      + last.map(LayoutWork.rendering)
    let compressions = compression?.order.map(LayoutWork.font) ?? []
    let work = compression?.isSlow == true ? compressions + layouts : layouts + compressions
    let waiting = WaitingGroups()
    let shares = await parallelWork(count: work.count, jobs: jobs) { next -> [(number: Int, page: FinishedPage)]? in
      guard var preparer = TextPreparer(fonts: fonts) else { return nil }
      var finished: [(number: Int, page: FinishedPage)] = []
      while let place = next() {
        if renderer?.room.finding != nil { break }
        let group: ShelfGroup
        var shelves: [FinishedShelf]?
        switch work[place] {
        case .font(let number):
          compression?.compress(number)
          continue
        case .group(let index), .layout(let index):
          group = groups[index]
          shelves = recall?.finished(group, of: site)
          if shelves == nil {
            let laidOut = group.layOut(
              in: site, prepared: ahead.take(index), theme: theme, recall: recall, preparer: &preparer)
            let own = if case .group = work[place] { laidOut } else { waiting.add(laidOut, number: index) }
            shelves = own?.finish(
              in: site, theme: theme, keepsLayouts: keepsLayouts, renderer: renderer, recall: recall)
          }
        case .rendering(let index):
          group = groups[index]
          shelves = waiting.take(index)?.finish(
            in: site, theme: theme, keepsLayouts: keepsLayouts, renderer: renderer, recall: recall)
        }
        guard let shelves else { continue }
        context.options.progress?.advance(by: group.cardCount(in: site))
        guard let all = unfinished.add(shelves, to: group.page) else { continue }
        let content = site.pages[group.page]
        let page =
          recall?.finished(content.page, shelves: all)
          ?? FinishedPage(
            content, shelves: all, theme: theme, keepsLayouts: keepsLayouts, renderer: renderer, preparer: &preparer)
        if let rendered = page.rendered {
          context.staging?.add(
            layout: SiteFile(path: layoutPath(of: content.page), rendered.layout), frameSheet: rendered.frameSheetFile)
        }
        finished.append((group.page, recall?.kept(page, shelves: all) ?? page))
      }
      return finished
    }
    guard !shares.contains(where: { $0 == nil }) else {
      sink.report(.textEngineUnavailable())
      return nil
    }
    if let finding = renderer?.room.finding {
      sink.report(finding)
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
