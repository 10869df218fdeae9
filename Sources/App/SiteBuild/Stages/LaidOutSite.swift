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
  let lines: LineTotals
  /// The rendered pages, if they were to be rendered.
  let rendered: [SpooledPage]
  /// The revision of each page, which is unchanged as long as the page is.
  let revisions: [Int]

  /// Cards are composed, shaped, laid out and rendered shelf by shelf, and a page is assembled when its last shelf is
  /// there. Memory does not grow with the site, except for the texts of a few pages.
  ///
  /// - Parameters:
  ///   - keepsLayouts: true to keep the layouts; otherwise the pages have no shelves, which take many times as much
  ///     memory as the rendered output.
  ///   - renderer: the renderer; nil if nothing is to be rendered.
  ///   - recall: results of earlier builds.
  ///   - compression: the compression of fonts, which the same tasks do, so that none is idle while another has the
  ///     last shelf.
  static func layOut(
    _ site: ComposedSite, theme: Theme, fonts: ServedFonts, _ context: BuildContext, keepsLayouts: Bool,
    renderer: PageRenderer?, recall: LayoutRecall?, compression: FontCompression? = nil,
    into sink: inout DiagnosticSink
  ) async -> LaidOutSite? {
    let groups = ShelfGroup.all(of: site)
    let plan = LayoutPlan(
      site: site, theme: theme, fonts: fonts, context: context, keepsLayouts: keepsLayouts, renderer: renderer,
      recall: recall, compression: compression, groups: groups,
      prepared: await PreparedGroups.prepareLarge(
        groups.enumerated().filter { recall?.knows($1, of: site) != true }, of: site, theme: theme, fonts: fonts,
        jobs: context.jobs),
      unfinished: UnfinishedPages(shelfCounts: site.pages.map(\.shelves.count)))
    let order = plan.order
    let shares = await parallelWork(count: order.count, jobs: context.jobs) { next in
      plan.finishedPages { next().map { order[$0] } }
    }
    guard !shares.contains(where: { $0 == nil }) else {
      sink.report(.textEngineUnavailable())
      return nil
    }
    if let finding = renderer?.room.finding {
      sink.report(finding)
      return nil
    }
    recall?.forgetAllBut(groups, of: site)
    let pages = shares.compactMap(\.self).joined().sorted { $0.number < $1.number }.map(\.page)
    for page in pages { sink.report(contentsOf: page.diagnostics) }
    return LaidOutSite(
      pages: pages.map(\.page), lines: pages.reduce(into: LineTotals()) { $0 += $1.lines },
      rendered: pages.compactMap(\.rendered), revisions: pages.map(\.revision))
  }
}

/// The work of laying out a site, which is distributed among tasks piece by piece.
private struct LayoutPlan: Sendable {
  let site: ComposedSite
  let theme: Theme
  let fonts: ServedFonts
  let context: BuildContext
  let keepsLayouts: Bool
  let renderer: PageRenderer?
  let recall: LayoutRecall?
  let compression: FontCompression?
  let groups: [ShelfGroup]
  let prepared: PreparedGroups
  let unfinished: UnfinishedPages
  let waiting = WaitingGroups()

  enum Piece {
    case group(Int)
    /// A group whose rendering is left to the next free task.
    case layout(Int)
    case rendering(Int)
    case font(Int)
  }

  var order: [Piece] {
    // Shelves rarely divide evenly among tasks: the last ones are left in halves.
    let last = groups.indices.suffix(context.jobs == 1 ? 0 : context.jobs + 1)
    let layouts =
      groups.indices.dropLast(last.count).map(Piece.group) + last.map(Piece.layout) + last.map(Piece.rendering)
    let compressions = compression?.order.map(Piece.font) ?? []
    return compression?.isSlow == true ? compressions + layouts : layouts + compressions
  }

  /// Returns the pages whose last shelf this task finished; nil if there is no text engine.
  func finishedPages(_ next: () -> Piece?) -> [(number: Int, page: FinishedPage)]? {
    guard var preparer = TextPreparer(fonts: fonts) else { return nil }
    var finished: [(number: Int, page: FinishedPage)] = []
    while let piece = next(), renderer?.room.finding == nil {
      guard let (group, shelves) = finish(piece, &preparer) else { continue }
      context.options.progress?.advance(by: group.cardCount(in: site))
      guard let all = unfinished.add(shelves, to: group.page) else { continue }
      finished.append((group.page, page(group.page, shelves: all, &preparer)))
    }
    return finished
  }

  /// Returns the shelves that a piece of work finishes, if any.
  private func finish(_ piece: Piece, _ preparer: inout TextPreparer) -> (ShelfGroup, [FinishedShelf])? {
    switch piece {
    case .font(let number):
      compression?.compress(number)
      return nil
    case .group(let index):
      return (groups[index], finished(index) ?? render(layOut(index, &preparer)))
    case .layout(let index):
      if let shelves = finished(index) { return (groups[index], shelves) }
      return waiting.add(layOut(index, &preparer), number: index).map { (groups[index], render($0)) }
    case .rendering(let index):
      return waiting.take(index).map { (groups[index], render($0)) }
    }
  }

  private func finished(_ index: Int) -> [FinishedShelf]? { recall?.finished(groups[index], of: site) }

  private func layOut(_ index: Int, _ preparer: inout TextPreparer) -> LaidOutGroup {
    groups[index].layOut(
      in: site, prepared: prepared.take(index), theme: theme, recall: recall, preparer: &preparer)
  }

  private func render(_ group: LaidOutGroup) -> [FinishedShelf] {
    group.finish(in: site, theme: theme, keepsLayouts: keepsLayouts, renderer: renderer, recall: recall)
  }

  private func page(_ number: Int, shelves: [FinishedShelf], _ preparer: inout TextPreparer) -> FinishedPage {
    let content = site.pages[number]
    let page =
      recall?.finished(content.page, shelves: shelves)
      ?? FinishedPage(
        content, shelves: shelves, theme: theme, keepsLayouts: keepsLayouts, renderer: renderer, preparer: &preparer)
    if let rendered = page.rendered {
      context.staging?.add(
        layout: SiteFile(path: layoutPath(of: content.page), rendered.layout), frameSheet: rendered.frameSheetFile)
    }
    return recall?.kept(page, shelves: shelves) ?? page
  }
}
