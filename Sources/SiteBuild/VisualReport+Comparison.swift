import CardLayout
import Geometry
import LayoutDiff
public import LayoutReport
import LayoutReview
import MarkdownTree
import SiteContent
import Themes

extension ComparisonResult {
  /// The changed shelves before and after, at the narrowest width of each width class that shows a change; nil where
  /// nothing was compared.
  public var visualReport: VisualReport? {
    guard let report, let after = sites.after else { return nil }
    let difference = report.difference
    return VisualReport(
      title: "What changed since \(report.against)",
      summary: [difference.isEmpty ? "Nothing changed." : difference.summary + "."],
      pairs: ShelfPairs(difference, from: report.before, to: report.after, drawnBefore: sites.before, drawnAfter: after)
        .all)
  }
}

/// Finds what is to be drawn of a difference.
private struct ShelfPairs {
  private let difference: LayoutDifference
  private let before: LayoutRecord
  private let after: LayoutRecord
  private let drawnBefore: DrawnSite?
  private let drawnAfter: DrawnSite
  private let shelvesBefore: [String: (page: PageRecord, shelf: ShelfRecord)]
  private let shelvesAfter: [String: (page: PageRecord, shelf: ShelfRecord)]

  init(
    _ difference: LayoutDifference, from before: LayoutRecord, to after: LayoutRecord, drawnBefore: ReviewedSite?,
    drawnAfter: ReviewedSite
  ) {
    self.difference = difference
    self.before = before
    self.after = after
    self.drawnBefore = drawnBefore.flatMap(DrawnSite.init)
    self.drawnAfter = DrawnSite(drawnAfter) ?? DrawnSite(without: drawnAfter)
    shelvesBefore = Self.byID(before)
    shelvesAfter = Self.byID(after)
  }

  private static func byID(_ record: LayoutRecord) -> [String: (page: PageRecord, shelf: ShelfRecord)] {
    var shelves: [String: (page: PageRecord, shelf: ShelfRecord)] = [:]
    for page in record.pages { for shelf in page.shelves { shelves[shelf.id] = (page, shelf) } }
    return shelves
  }

  /// In the order of the changes.
  var all: [ShelfPair] {
    var named: [String] = []
    for shelf in difference.changes.compactMap(\.shelf) where !named.contains(shelf) { named.append(shelf) }
    // A change of everything names none of them.
    let rest = (after.pages + before.pages).flatMap(\.shelves).map(\.id)
      .filter { difference.changedShelves.contains($0) }
    for shelf in rest where !named.contains(shelf) { named.append(shelf) }
    return named.flatMap(pairs)
  }

  private func pairs(of id: String) -> [ShelfPair] {
    let (old, new) = (shelvesBefore[id], shelvesAfter[id])
    guard let page = (new ?? old)?.page else { return [] }
    let widthClasses = new == nil ? before.widthClasses : after.widthClasses
    return widthClasses.compactMap { widthClass -> ShelfPair? in
      let widths = widthClass.steps.map(\.minWidth).filter { differs(old?.shelf, new?.shelf, at: $0) }
      // A step for enlarged text alone stands for its class only where no other changed.
      let ofDevices = widths.first { drawnAfter.pageWidth(ofStep: $0) >= Step.narrowestDevice }
      guard let width = ofDevices ?? widths.first else { return nil }
      let changed = changedCards(old?.shelf, new?.shelf, at: width)
      return ShelfPair(
        page: page.path, shelfID: id, title: drawnAfter.title(of: id) ?? drawnBefore?.title(of: id) ?? id,
        widthClass: widthClass.name, pageWidth: drawnAfter.pageWidth(ofStep: width),
        before: old.map { side($0.shelf, drawnBefore, at: width) },
        after: new.map { side($0.shelf, drawnAfter, at: width) }, changedCards: changed, changes: lines(about: id))
    }
  }

  private func side(_ shelf: ShelfRecord, _ site: DrawnSite?, at width: Int) -> ShelfSide {
    site?.side(of: shelf.id, at: width).map(ShelfSide.laidOut) ?? .framed(FramedShelf(shelf, at: width))
  }

  // MARK: What differs

  private func differs(_ old: ShelfRecord?, _ new: ShelfRecord?, at width: Int) -> Bool {
    guard let old, let new else { return true }
    let (a, b) = (old.views.first?.layouts.run(at: width), new.views.first?.layouts.run(at: width))
    return a?.height != b?.height || a?.width != b?.width || old.cards.map(\.id) != new.cards.map(\.id)
      || !changedCards(old, new, at: width).isEmpty
  }

  /// Those of the new shelf that are not as they were.
  private func changedCards(_ old: ShelfRecord?, _ new: ShelfRecord?, at width: Int) -> Set<String> {
    guard let old, let new else { return [] }
    let known = Dictionary(old.cards.map { ($0.id, $0) }) { first, _ in first }
    return Set(
      new.cards.filter { card in
        guard let a = known[card.id]?.runs.run(at: width), let b = card.runs.run(at: width) else { return true }
        return a.frame != b.frame || a.slots != b.slots || a.variant != b.variant
      }.map(\.id))
  }

  private func lines(about id: String) -> [String] {
    difference.changes.filter { $0.shelf == id || $0.shelf == nil }.map(\.sentence)
  }
}

/// A site with what draws it.
private struct DrawnSite {
  private let site: ReviewedSite
  private let fonts: ReportFonts?
  private var places: [String: (page: Int, shelf: Int)] = [:]

  /// nil where its fonts are not known.
  init?(_ site: ReviewedSite) {
    guard let fonts = site.servedFonts else { return nil }
    self.init(site, fonts: ReportFonts(fonts) { site.imageBytes($0) })
  }

  init(without site: ReviewedSite) { self.init(site, fonts: nil) }

  private init(_ site: ReviewedSite, fonts: ReportFonts?) {
    self.site = site
    self.fonts = fonts
    for (page, content) in site.pages.enumerated() {
      for (shelf, laidOut) in content.shelves.enumerated() { places[laidOut.prepared.shelf.id] = (page, shelf) }
    }
  }

  func side(of id: String, at width: Int) -> LaidOutSide? {
    guard let place = places[id], let fonts, let step = site.steps.first(where: { $0.minimumWidth == width })
    else { return nil }
    let page = site.pages[place.page]
    return LaidOutSide(
      shelf: page.shelves[place.shelf], layout: step.index, theme: site.theme.scaled(to: page.page.textSize),
      fonts: fonts)
  }

  func title(of id: String) -> String? {
    places[id].flatMap { site.pages[$0.page].shelves[$0.shelf].prepared.shelf.title?.text }
  }

  /// The page width that a step is computed for.
  func pageWidth(ofStep width: Int) -> Int { site.steps.first { $0.minimumWidth == width }?.width ?? width }
}

extension ReviewedSite {
  fileprivate func imageBytes(_ reference: ImageReference) -> [UInt8]? {
    switch reference {
    case .file(let path): image(path)
    case .target(let target, let source):
      contentPath(of: target, from: source).flatMap { image($0) }
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
            slots: run.slots.map { FramedCard.Slot(name: $0.name.rawValue, frame: $0.frame, lineCount: $0.lines) })
        }
      })
  }
}
