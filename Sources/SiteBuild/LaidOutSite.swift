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
  let rendered: [RenderedPage]

  /// - Parameters:
  ///   - keepsLayouts: otherwise the pages have no shelves: they take many times the room of what is rendered.
  ///   - renderer: renders each shelf as soon as it is laid out.
  static func layOut(
    _ site: ComposedSite, theme: Theme, fonts: ServedFonts, jobs: Int, keepsLayouts: Bool, renderer: PageRenderer?,
    into sink: inout DiagnosticSink
  ) async -> LaidOutSite? {
    let prepared = await parallelMap(count: site.cards.count, jobs: jobs) {
      indices -> [(card: PreparedCard, missing: [UInt32])?] in
      guard var preparer = TextPreparer(fonts: fonts) else { return indices.map { _ in nil } }
      return indices.map { index in
        let card = PreparedCard(site.cards[index], preparer: &preparer)
        let code = prepare(composeCode(of: card.composed.body, theme: theme), preparer: &preparer)
        return (card, (card.texts + code).flatMap(\.missing))
      }
    }
    guard var preparer = TextPreparer(fonts: fonts), !prepared.contains(where: { $0 == nil }) else {
      sink.report(.textEngineUnavailable())
      return nil
    }
    let cards = prepared.compactMap { $0?.card }
    for case let (card, missing)? in prepared { report(missing, in: card.composed.card.source, into: &sink) }
    let shelves = shelves(of: site, cards: cards, preparer: &preparer)
    let themes = site.pages.flatMap { page in
      Array(repeating: theme.scaled(to: page.page.textSize), count: page.shelves.count)
    }
    let steps = Step.all(of: theme.widthClasses)
    let groups = heightGroups(of: site)
    let contents = site.pages.flatMap { page in Array(repeating: page.page, count: page.shelves.count) }
    let finishedGroups = await parallelMapOneByOne(count: groups.count, jobs: jobs) { index in
      let group = groups[index]
      return zip(group, layOutTogether(group.map { shelves[$0] }, steps: steps, theme: themes[group[0]])).map {
        FinishedShelf($1, of: contents[$0], keepsLayouts: keepsLayouts, renderer: renderer)
      }
    }
    var finished = zip(groups.joined(), finishedGroups.joined()).sorted { $0.0 < $1.0 }.map(\.1)
    let laidOut = finished.map(\.shelf)
    var rendered: [RenderedPage] = []
    var remaining = laidOut[...]
    var pages: [LaidOutPage] = []
    for page in site.pages {
      let own = remaining.prefix(page.shelves.count)
      remaining = remaining.dropFirst(page.shelves.count)
      let title = preparer.prepare(page.title.styled)
      let introduction = prepare(page.introduction.texts, preparer: &preparer)
      let code = prepare(composeCode(of: page.introduction.blocks, theme: theme), preparer: &preparer)
      report(
        ([title] + introduction + code).flatMap(\.missing), in: page.page.source, into: &sink)
      for shelf in own {
        report(shelf.prepared.preparedTitle?.missing ?? [], in: shelf.prepared.shelf.source, into: &sink)
        for part in shelf.prepared.parts {
          guard let section = part.section, let header = part.header else { continue }
          report(header.prepared.missing, in: section.source, into: &sink)
        }
      }
      let laidOutPage = LaidOutPage(
        page: page.page, title: page.title, preparedTitle: title, introduction: page.introduction,
        preparedIntroduction: introduction, shelves: keepsLayouts ? Array(own) : [])
      pages.append(laidOutPage)
      if let renderer {
        let shelves = own.indices.compactMap { finished[$0].rendered }
        // Page after page what was written of shelves is let go of: twice all of it would be too much.
        for index in own.indices { finished[index].rendered = nil }
        rendered.append(renderer.render(laidOutPage, shelves: shelves))
      }
    }
    for shelf in finished {
      for card in shelf.tally.tooTall {
        let prepared = shelf.shelf.prepared
        sink.report(.cardTooTall(prepared.cards[card].composed.card, shelf: prepared.shelf))
      }
    }
    return LaidOutSite(
      pages: pages, lineCount: finished.reduce(0) { $0 + $1.tally.lineCount },
      settledCount: finished.reduce(0) { $0 + $1.tally.settledCount }, rendered: rendered)
  }

  private static func report(_ missing: [UInt32], in source: SourceText, into sink: inout DiagnosticSink) {
    for scalar in Set(missing).sorted() { sink.report(.missingGlyph(scalar, in: source)) }
  }

  private static func prepare(_ texts: [ComposedText], preparer: inout TextPreparer) -> [PreparedText] {
    var prepared: [PreparedText] = []
    for text in texts { prepared.append(preparer.prepare(text.styled)) }
    return prepared
  }

  private static func shelves(
    of site: ComposedSite, cards: [PreparedCard], preparer: inout TextPreparer
  ) -> [PreparedShelf] {
    var shelves: [PreparedShelf] = []
    for shelf in site.pages.flatMap(\.shelves) {
      var title: PreparedText?
      if let composed = shelf.title { title = preparer.prepare(composed.styled) }
      var headers: [PreparedShelf.Header] = []
      for title in shelf.sectionTitles {
        headers.append(PreparedShelf.Header(title: title, prepared: preparer.prepare(title.styled)))
      }
      shelves.append(
        PreparedShelf(
          shelf: shelf.shelf, title: shelf.title, preparedTitle: title,
          cards: Array(cards[shelf.firstCard..<shelf.firstCard + shelf.shelf.cards.count]), headers: headers))
    }
    return shelves
  }

  /// Numbers of shelves that are laid out together: those of one page with one group, and each other one alone.
  private static func heightGroups(of site: ComposedSite) -> [[Int]] {
    var groups: [[Int]] = []
    var next = 0
    for page in site.pages {
      var known: [String: Int] = [:]
      for shelf in page.shelves {
        if let name = shelf.shelf.heightGroup, let group = known[name] {
          groups[group].append(next)
        } else {
          if let name = shelf.shelf.heightGroup { known[name] = groups.count }
          groups.append([next])
        }
        next += 1
      }
    }
    return groups
  }
}

/// What remains of a shelf that was laid out.
private struct FinishedShelf: Sendable {
  /// Without layouts where they are not kept.
  let shelf: LaidOutShelf
  let tally: Tally
  var rendered: RenderedShelf?

  init(_ shelf: LaidOutShelf, of page: Page, keepsLayouts: Bool, renderer: PageRenderer?) {
    tally = Tally(shelf)
    rendered = renderer?.render(shelf, of: page)
    self.shelf = keepsLayouts ? shelf : LaidOutShelf(prepared: shelf.prepared, layouts: [])
  }
}

/// What is told of a shelf's cards.
private struct Tally: Sendable {
  /// Of every distinct layout of every card.
  private(set) var lineCount = 0
  private(set) var settledCount = 0
  /// Cards that no clamp can hold.
  private(set) var tooTall: [Int] = []

  init(_ shelf: LaidOutShelf) {
    let layouts = shelf.allLayouts
    // A card's layouts are few, and mostly shared by steps or of another width.
    var distinct: [MeasuredCard] = []
    for index in shelf.prepared.cards.indices {
      distinct.removeAll(keepingCapacity: true)
      for layout in layouts where !distinct.contains(layout.cards[index]) { distinct.append(layout.cards[index]) }
      for card in distinct {
        for text in card.texts {
          lineCount += text?.lineCount ?? 0
          settledCount += text?.settledCount ?? 0
        }
      }
      if distinct.contains(where: \.exceedsMaximum) { tooTall.append(index) }
    }
  }
}
