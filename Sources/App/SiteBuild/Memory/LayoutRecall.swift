import CardLayout
import Content

/// Layouts of earlier builds that this one can reuse.
struct LayoutRecall: Sendable {
  let memory: SiteMemory
  /// The revision of the theme.
  let theme: Int
  /// The revision of the fonts.
  let fonts: Int
  /// The revision of the sizes of pictures in texts.
  let pictures: Int
  /// The revision of the links; nil if nothing is to be rendered.
  let links: Int?

  private func layoutKey(_ page: Page) -> LayoutKey {
    LayoutKey(theme: theme, fonts: fonts, pictures: pictures, page: page)
  }

  private func key(of group: ShelfGroup, of site: ComposedSite) -> ShelfKey {
    let page = site.pages[group.page]
    return group.shelves.first.map { ShelfKey(page.shelves[$0].shelf) } ?? ShelfKey(ofPage: page.page.id)
  }

  private func shelves(of group: ShelfGroup, of site: ComposedSite) -> [Shelf] {
    group.shelves.map { site.pages[group.page].shelves[$0].shelf }
  }

  // MARK: Groups

  /// Returns whether some of a group's cards may be reusable.
  func knows(_ group: ShelfGroup, of site: ComposedSite) -> Bool {
    guard let kept = memory.group(key(of: group, of: site)) else { return false }
    return kept.key.theme == theme && kept.key.fonts == fonts
  }

  /// The group's shelves, if they and everything on which they depend are the same as before.
  func finished(_ group: ShelfGroup, of site: ComposedSite) -> [FinishedShelf]? {
    guard let kept = memory.group(key(of: group, of: site)) else { return nil }
    let finished = kept.finished(
      shelves(of: group, of: site), key: layoutKey(site.pages[group.page].page), links: links)
    // The shelves may be at other positions on the page.
    return finished.map { zip(group.shelves, $0).map { number, shelf in shelf.moved(to: number) } }
  }

  func cards(
    of shelf: Shelf, composition: CardComposition, in group: ShelfGroup, of site: ComposedSite
  ) -> KeptCards? {
    memory.group(key(of: group, of: site))?
      .cards(of: shelf, composition: composition, key: layoutKey(site.pages[group.page].page))
  }

  /// Keeps a group, and returns its shelves with their revisions.
  func kept(
    _ finished: [FinishedShelf], cards: [KeptCards], of group: ShelfGroup, in site: ComposedSite
  ) -> [FinishedShelf] {
    let revised = finished.map { shelf in
      var shelf = shelf
      shelf.revision = memory.nextRevision()
      return shelf
    }
    let kept = KeptGroup(
      key: layoutKey(site.pages[group.page].page), shelves: shelves(of: group, of: site), links: links,
      finished: revised, cards: cards)
    memory.keep(kept, for: key(of: group, of: site))
    return revised
  }

  // MARK: Pages

  /// The page, if it and all of its shelves are the same as before.
  func finished(_ page: Page, shelves: [FinishedShelf]) -> FinishedPage? {
    guard let kept = memory.page(page.id), kept.key == layoutKey(page), links == nil || kept.links == links,
      kept.revisions == shelves.map(\.revision)
    else { return nil }
    return kept.finished
  }

  /// Keeps a page, and returns it with its revision.
  func kept(_ page: FinishedPage, shelves: [FinishedShelf]) -> FinishedPage {
    var page = page
    if page.revision == 0 { page.revision = memory.nextRevision() }
    let kept = KeptPage(
      key: layoutKey(page.page.page), links: links, revisions: shelves.map(\.revision), finished: page)
    memory.keep(kept, for: page.page.page.id)
    return page
  }

  func forgetAllBut(_ groups: [ShelfGroup], of site: ComposedSite) {
    memory.forgetAll(
      butGroups: Set(groups.map { key(of: $0, of: site) }), pages: Set(site.pages.map(\.page.id)))
  }
}
