import CardLayout
import Content
import Geometry
public import Pages
import Review
import Themes

/// A report, and the picture of its first shelf.
public struct ReportFiles: Sendable {
  public var report: VisualReport
  public var picture: ShelfPair?
}

extension ComparisonResult {
  /// The changed shelves before and after, at the page widths that show a change; nil if nothing was compared.
  ///
  /// - Parameter options: the options of the comparison; they determine how images are scaled down.
  public func visualReport(_ options: BuildOptions) async -> ReportFiles? {
    guard let report, let after = sites.after else { return nil }
    let difference = report.difference
    let changed = ChangedShelves(
      difference, from: report.before, to: report.after, before: sites.before.flatMap(ReportedSite.init),
      after: ReportedSite(after))
    let shelves = changed.all
    let rendered = shelves.flatMap { [$0.before, $0.after] }.compactMap { side -> RenderedSide? in
      if case .rendered(let rendered) = side { rendered } else { nil }
    }
    return ReportFiles(
      report: VisualReport(
        title: "What changed since \(report.against)",
        summary: [difference.isEmpty ? "Nothing changed." : difference.summary + "."],
        changes: difference.sentences(without: Set(shelves.map(\.id))), shelves: shelves,
        fonts: changed.fontFiles(drawing: rendered),
        images: await ReportImages(of: changed.sites, options).files(in: rendered)),
      picture: shelves.first.flatMap(changed.pair))
  }
}

/// Determines the shelves of a difference for a report.
private struct ChangedShelves {
  private let difference: LayoutDifference
  private let before: LayoutRecord
  private let after: LayoutRecord
  private let siteBefore: ReportedSite?
  private let siteAfter: ReportedSite?
  private let shelvesBefore: [String: (page: PageRecord, shelf: ShelfRecord)]
  private let shelvesAfter: [String: (page: PageRecord, shelf: ShelfRecord)]

  init(
    _ difference: LayoutDifference, from old: LayoutRecord, to new: LayoutRecord, before: ReportedSite?,
    after: ReportedSite?
  ) {
    self.difference = difference
    self.before = old
    self.after = new
    siteBefore = before
    siteAfter = after
    shelvesBefore = Self.byID(old)
    shelvesAfter = Self.byID(new)
  }

  private static func byID(_ record: LayoutRecord) -> [String: (page: PageRecord, shelf: ShelfRecord)] {
    var shelves: [String: (page: PageRecord, shelf: ShelfRecord)] = [:]
    for page in record.pages { for shelf in page.shelves { shelves[shelf.id] = (page, shelf) } }
    return shelves
  }

  var sites: [ReportedSite] { [siteBefore, siteAfter].compactMap(\.self) }

  /// The fonts of both sites: if their subsets differ, so do their names.
  func fontFiles(drawing sides: [RenderedSide]) -> [String: [UInt8]] {
    sites.reduce(into: [:]) { $0.merge($1.fontFiles(drawing: sides)) { first, _ in first } }
  }

  /// The shelves in the order of the changes.
  var all: [ReportedShelf] {
    var ids: [String] = []
    for shelf in difference.changes.compactMap(\.shelf) where !ids.contains(shelf) { ids.append(shelf) }
    // A change of everything names no shelves.
    let rest = (after.pages + before.pages).flatMap(\.shelves).map(\.id)
      .filter { difference.changedShelves.contains($0) }
    for shelf in rest where !ids.contains(shelf) { ids.append(shelf) }
    let (old, new) = (siteBefore?.rendered(ids) ?? [:], siteAfter?.rendered(ids) ?? [:])
    return ids.compactMap { id in
      let (known, now) = (shelvesBefore[id], shelvesAfter[id])
      guard let page = (now ?? known)?.page else { return nil }
      let widths = widths(known?.shelf, now?.shelf)
      guard !widths.isEmpty else { return nil }
      let source = siteAfter?.page(ofShelf: id) ?? siteBefore?.page(ofShelf: id)
      return ReportedShelf(
        page: page.path, id: id, title: siteAfter?.title(of: id) ?? siteBefore?.title(of: id) ?? id,
        language: source?.language ?? "en", isRightToLeft: page.isRightToLeft,
        before: side(known?.shelf, old[id]), after: side(now?.shelf, new[id]), widths: widths,
        changes: difference.changes.filter { $0.shelf == id || $0.shelf == nil && $0.kind != .content }.map(\.sentence))
    }
  }

  private func side(_ record: ShelfRecord?, _ rendered: RenderedSide?) -> ReportedSide {
    record == nil ? .absent : rendered.map(ReportedSide.rendered) ?? .recorded
  }

  private func widths(_ old: ShelfRecord?, _ new: ShelfRecord?) -> [ReportedWidth] {
    (new == nil ? before : after).widthClasses.flatMap { widthClass in
      widthClass.steps.map(\.minWidth).filter { differs(old, new, at: $0) }.map { width in
        let changed = changedCards(old, new, at: width)
        return ReportedWidth(
          widthClass: widthClass.name,
          pageWidth: (new == nil ? siteBefore : siteAfter)?.pageWidth(ofStep: width) ?? width,
          before: old.map { $0.bounds(at: width) }, after: new.map { $0.bounds(at: width) },
          changedCards: changed.sorted(),
          framesBefore: siteBefore == nil ? old?.frames(of: changed, at: width) ?? [] : [])
      }
    }
  }

  /// The shelf for the picture of a report, at the width with which its report begins.
  func pair(_ shelf: ReportedShelf) -> ShelfPair? {
    guard let width = shelf.widths.first(where: { $0.pageWidth >= Step.narrowestDevice }) ?? shelf.widths.first else {
      return nil
    }
    func side(_ record: ShelfRecord?, _ site: ReportedSite?) -> ShelfSide? {
      record.map { record in
        site?.drawnSide(of: shelf.id, at: width.pageWidth).map(ShelfSide.laidOut)
          ?? .framed(FramedShelf(record, at: width.pageWidth))
      }
    }
    return ShelfPair(
      page: shelf.page, shelfID: shelf.id, title: shelf.title, widthClass: width.widthClass, pageWidth: width.pageWidth,
      before: side(shelvesBefore[shelf.id]?.shelf, siteBefore), after: side(shelvesAfter[shelf.id]?.shelf, siteAfter),
      changedCards: Set(width.changedCards))
  }

  // MARK: Differences

  private func differs(_ old: ShelfRecord?, _ new: ShelfRecord?, at width: Int) -> Bool {
    guard let old, let new else { return true }
    let (a, b) = (old.views.first?.layouts.run(at: width), new.views.first?.layouts.run(at: width))
    return a?.height != b?.height || a?.width != b?.width || old.cards.map(\.id) != new.cards.map(\.id)
      || !changedCards(old, new, at: width).isEmpty
  }

  /// The cards of the new shelf that changed.
  private func changedCards(_ old: ShelfRecord?, _ new: ShelfRecord?, at width: Int) -> Set<String> {
    guard let old, let new else { return [] }
    let known = Dictionary(old.cards.map { ($0.id, $0) }) { first, _ in first }
    return Set(
      new.cards.filter { card in
        guard let a = known[card.id]?.runs.run(at: width), let b = card.runs.run(at: width) else { return true }
        return a.frame != b.frame || a.slots != b.slots || a.variant != b.variant
      }.map(\.id))
  }
}

extension ShelfRecord {
  /// The shelf's own box with all cards, from its left edge and top: a row extends beyond its page.
  fileprivate func bounds(at width: Int) -> Frame {
    let run = views.first?.layouts.run(at: width)
    let own = Frame(x: .zero, y: .zero, width: run?.width ?? .zero, height: run?.height ?? .zero)
    let frames = frames(of: nil, at: width)
    // The space after the last card equals that before the first.
    let left = min(own.x, (frames.map(\.x).min() ?? own.x) - Pixels(16))
    let right = max(own.maxX, (frames.map(\.maxX).max() ?? own.maxX) + Pixels(16))
    return Frame(
      x: left < own.x - Pixels(16) ? left : own.x, y: .zero,
      width: (right > own.maxX + Pixels(16) ? right : own.maxX) - (left < own.x - Pixels(16) ? left : own.x),
      height: own.height)
  }

  /// The frames of cards, relative to the left edge of the shelf.
  ///
  /// - Parameter ids: the ids of the cards; nil for all cards.
  fileprivate func frames(of ids: Set<String>?, at width: Int) -> [Frame] {
    let shelfWidth = views.first?.layouts.run(at: width)?.width ?? .zero
    return cards.compactMap { card in
      guard ids?.contains(card.id) ?? true, var frame = card.runs.run(at: width)?.frame else { return nil }
      if isRightToLeft { frame.x = shelfWidth - frame.maxX }
      return frame
    }
  }
}

extension FramedShelf {
  fileprivate init(_ shelf: ShelfRecord, at width: Int) {
    let run = shelf.views.first?.layouts.run(at: width)
    self.init(
      width: run?.width ?? .zero, height: run?.height ?? .zero, isRightToLeft: shelf.isRightToLeft,
      cards: shelf.cards.compactMap { card in
        card.runs.run(at: width).map { run in
          FramedCard(
            id: card.id, frame: run.frame, isRightToLeft: card.isRightToLeft,
            slots: run.slots.map { FramedCard.FramedSlot(name: $0.slot.name, frame: $0.frame, lineCount: $0.lines) })
        }
      })
  }
}
