import Arrangements
public import Diagnostics
import Images
public import ShelfArrangements

/// Combines the parsed files: pages, shelves and cards in order, with all defaults set, and all images and links
/// resolved.
///
/// `Content` is the home page. A folder in it is a shelf, or, with `kind: page`, a page whose folders are shelves.
/// Content that is kept back is omitted (``KeptBack``), and so are shelves without cards. A card or shelf without its
/// own language and direction inherits those of its parent, see ``WritingDirection``; with `dir: auto`, the first
/// strong character of each title decides.
///
/// - Parameters:
///   - cards: lists of cards. If a list has all cards of a folder, and nothing else refers to it, it is not copied.
///   - rows: the cards of data files in order, keyed by the path of the index that names the file.
///   - files: all other files of the content folder. Paths are relative to the site's root and start with `Content/`;
///     the order of the arguments does not matter.
///   - remotes: the pictures of other sites that the content may show.
/// - Complexity: O(n log n) in the number of files
public func assembleLibrary(
  settings: SiteSettings, cards: consuming [[Card]], indexes: [IndexFile], rows: [String: [Card]] = [:],
  files: [String], arrangements: [AnyArrangement] = standardArrangements, publishing rule: PublicationRule,
  remotes: RemotePictures = RemotePictures(), into sink: inout DiagnosticSink
) -> Library {
  let cardPaths = cards.flatMap { $0.map(\.source.path) }
  let tree = FolderTree(cards: consume cards, indexes: indexes, into: &sink)
  checkNames(of: cardPaths + indexes.map(\.source.path) + files, pages: tree.pages, into: &sink)
  for path in files where isMarkdownOfAnotherEnding(path) { sink.report(.cardEnding(path)) }
  var assembly = LibraryAssembly(
    settings: settings, tree: consume tree, rows: rows, files: files, arrangements: arrangements, rule: rule)
  var pages = assembly.pages(into: &sink)
  let hasCards = pages.contains { !$0.shelves.isEmpty }
  if hasCards, !assembly.emptyFolders.isEmpty {
    // Faults that keep cards from being shown were already reported.
    let around = foldersAround(cards: cardPaths, indexes: indexes, files: files)
    for index in assembly.emptyFolders where !around.contains(index.folder) { sink.report(.shelfEmpty(index)) }
  }
  var check = ReferenceCheck(links: assembly.links, images: assembly.images, remotes: remotes)
  for page in pages.indices { check.resolve(&pages[page], into: &sink) }
  reportUnusedTables(among: files, indexes: indexes, linked: check.linkedFiles, into: &sink)
  reportUnreadFiles(among: files, linked: check.linkedFiles, into: &sink)
  return Library(
    settings: settings, pages: pages, links: check.links, keptBack: assembly.keptBack, pictureLock: remotes.lock,
    namedPictures: check.namedPictures)
}

/// One call of ``assembleLibrary(settings:cards:indexes:rows:files:arrangements:publishing:into:)``.
struct LibraryAssembly {
  private let settings: SiteSettings
  private var tree: FolderTree
  /// The cards of data files, keyed by the path of the index.
  private let rows: [String: [Card]]
  private let arrangements: [AnyArrangement]
  private let rule: PublicationRule
  private(set) var links = LinkIndex()
  /// The files and folders that are kept back, in the order of the pages and shelves.
  private(set) var keptBack: [KeptBack] = []
  /// The names of images by folder, in order.
  let images: [String: [String]]
  /// The indexes of shelves and sections without cards and without a data file, in the order of the pages.
  private(set) var emptyFolders: [IndexFile] = []

  /// The pages of cards, in the order of the cards.
  private var cardPages: [Page] = []
  /// The ids that pages of cards and files cannot have.
  private var pageIDs: UniqueNames

  init(
    settings: SiteSettings, tree: consuming FolderTree, rows: [String: [Card]], files: [String],
    arrangements: [AnyArrangement], rule: PublicationRule
  ) {
    links.reserve(cards: tree.cardCount)
    self.settings = settings
    self.tree = tree
    self.rows = rows
    self.arrangements = arrangements
    self.rule = rule
    links.add(files: files)
    pageIDs = UniqueNames(reservedNames.union(tree.pages.map(tree.id(of:))))
    images = Dictionary(grouping: files.filter { ImageKind(path: $0) != nil }, by: ContentPath.folder(of:))
      .mapValues { $0.map(ContentPath.name(of:)).sorted(by: precedesInBytes) }
  }

  mutating func pages(into sink: inout DiagnosticSink) -> [Page] {
    let folders = tree.pages.sorted { a, b in
      if (a == ContentPath.root) != (b == ContentPath.root) { return a == ContentPath.root }
      return precedesByWeight(a, b)
    }
    var pages = folders.compactMap { page(of: $0, into: &sink) }
    pages += tree.filePages.compactMap { page(ofFile: $0, into: &sink) }
    pages += cardPages
    pages.addListOfPages(settings, to: &links)
    for number in pages.indices where pages[number].introduction.hasHeadings { nameHeadings(of: &pages[number]) }
    return pages
  }

  private mutating func nameHeadings(of page: inout Page) {
    let shelves = page.shelves.flatMap { shelf in [shelf.id] + shelf.sections.map(\.id) }
    page.headingIDs = HeadingIDs(
      of: page.introduction, titled: page.title.text, besides: Set(shelves))
    links.add(page.headingIDs, onPage: page.id)
  }

  // MARK: - Pages

  private mutating func page(of folder: String, into sink: inout DiagnosticSink) -> Page? {
    let id = tree.id(of: folder)
    var index = tree.index(of: folder) ?? emptyIndex(of: folder, kind: .page)
    if let reason = index.visibility.keptBack(by: rule) {
      if folder != ContentPath.root {
        keep(folder, back: reason)
        links.add(
          absent: [folder, index.source.path] + tree.shelves(of: folder).flatMap(paths(ofShelf:)),
          because: .keptBack(reason))
        return nil
      }
      // The home page is needed for its shelves, but its own text is not shown.
      keptBack.append(KeptBack(index.source.path, reason))
      index.hideText()
    }
    if let key = index.visibility.pageHiddenBy { keptBack.append(KeptBack(index.source.path, .key(key))) }
    if reservedNames.contains(id.lowercased()) {
      sink.report(.nameReserved(folder))
      links.add(
        absent: [folder, index.source.path] + tree.shelves(of: folder).flatMap(paths(ofShelf:)), because: .error)
      return nil
    }
    let title =
      folder == ContentPath.root
      ? index.title ?? FieldText(settings.title, range: SourceRange(0, 0)) : index.shownTitle
    let context = TextContext(language: settings.language).with(language: index.language, direction: index.direction)
    links.add(page: id, folder: folder, source: index.source.path)
    var shelves = orderedShelves(of: folder, index: index, into: &sink)
      .compactMap { shelf(of: $0, onPage: id, in: context, into: &sink) }
    if index.shelves == nil, let others = shelfOfPages(in: folder, after: shelves, in: context) {
      shelves.append(others)
    }
    return Page(
      id: id, source: index.source, title: title, language: context.language,
      direction: context.direction(of: title.text),
      introduction: index.introduction, textSize: index.textSize ?? settings.textSize, shelves: shelves)
  }

  /// The shelves that the page lists, or all shelves by weight and name.
  private mutating func orderedShelves(of page: String, index: IndexFile, into sink: inout DiagnosticSink) -> [String] {
    let all = tree.shelves(of: page)
    guard let wanted = index.shelves else { return all.sorted(by: precedesByWeight) }
    links.add(absent: all.flatMap(paths(ofShelf:)), because: .notListed)
    let shown: [String] = wanted.compactMap { name in
      let folder = page + "/" + name.text
      if all.contains(folder) { return folder }
      sink.report(.unknownShelf(name, known: all.map(ContentPath.name(of:)), in: index.source))
      return nil
    }
    // A name that does not exist may be meant for one of the unlisted shelves.
    if shown.count == wanted.count {
      let isShown = Set(shown)
      for folder in all
      where !isShown.contains(folder) && tree.index(of: folder)?.visibility.keptBack(by: rule) == nil {
        sink.report(.shelfUnlisted(folder, page: index.source.path))
      }
    }
    return shown
  }

  /// A shelf's folder and all files that were read from it.
  private func paths(ofShelf folder: String) -> [String] {
    ([folder] + tree.sections(of: folder)).flatMap {
      [$0, $0 + "/" + ContentPath.indexName] + tree.paths(ofCardsIn: $0)
    }
  }

  private func precedesByWeight(_ a: String, _ b: String) -> Bool {
    let left = tree.index(of: a)?.weight
    let right = tree.index(of: b)?.weight
    return left == right ? precedesInBytes(a, b) : isLighter(left, right)
  }

  // MARK: - Shelves

  private mutating func shelf(
    of folder: String, onPage page: String, in pageContext: TextContext, into sink: inout DiagnosticSink
  ) -> Shelf? {
    var index = tree.index(of: folder) ?? emptyIndex(of: folder, kind: .shelf)
    if let reason = index.visibility.keptBack(by: rule) {
      keep(folder, back: reason)
      links.add(absent: paths(ofShelf: folder), because: .keptBack(reason))
      return nil
    }
    let id = tree.id(of: folder)
    let isPage = tree.isPage(folder)
    if !isPage, let key = index.visibility.pageHiddenBy { keptBack.append(KeptBack(index.source.path, .key(key))) }
    // The shelf of a page's own cards has what its index says of shelves.
    if isPage, !index.isArrangementStated { index.settings.arrangement = .grid }
    let arrangement = index.settings.arrangement
    let title = isPage ? FieldText("", range: SourceRange(0, 0)) : index.shownTitle
    let context = pageContext.with(language: index.language, direction: index.direction)
    var room = index.limit ?? Int.max
    var cards = chosenCards(of: folder, index: index, shelf: index, room: &room, into: &sink)
    let havePages = index.cardsHavePages ?? settings.cardsHavePages
    let place = CardPlace(folder: id, page: page, havePages: havePages)
    for number in cards.indices {
      complete(&cards[number], of: arrangement, in: context, at: place, into: &sink)
    }
    var sections: [ShelfSection] = []
    for sectionFolder in tree.sections(of: folder).sorted(by: precedesByWeight) {
      guard let sectionIndex = tree.index(of: sectionFolder) else { continue }
      if let reason = sectionIndex.visibility.keptBack(by: rule) {
        keep(sectionFolder, back: reason)
        links.add(
          absent: [sectionFolder, sectionIndex.source.path] + tree.paths(ofCardsIn: sectionFolder),
          because: .keptBack(reason))
        continue
      }
      check(sectionIndex, in: index, into: &sink)
      let chosen = chosenCards(of: sectionFolder, index: sectionIndex, shelf: index, room: &room, into: &sink)
      guard !chosen.isEmpty else {
        if isEmpty(sectionIndex) { emptyFolders.append(sectionIndex) }
        links.add(absent: [sectionFolder, sectionIndex.source.path], because: .error)
        continue
      }
      let sectionID = tree.id(of: sectionFolder)
      let sectionContext = context.with(language: sectionIndex.language, direction: sectionIndex.direction)
      let sectionTitle = sectionIndex.shownTitle
      links.add(shelf: sectionID, in: sectionFolder, source: sectionIndex.source.path, onPage: page)
      let first = cards.count
      cards += chosen
      let place = CardPlace(folder: sectionID, page: page, havePages: havePages)
      for number in first..<cards.count {
        complete(&cards[number], of: arrangement, in: sectionContext, at: place, into: &sink)
        if let sizes = sectionIndex.sizes { cards[number].sizes = cards[number].sizes?.completed(by: sizes) ?? sizes }
      }
      sections.append(
        ShelfSection(
          id: sectionID, source: sectionIndex.source, title: sectionTitle.text.isEmpty ? nil : sectionTitle,
          language: sectionContext.language,
          direction: sectionContext.direction(of: sectionTitle.text), cards: first..<cards.count,
          columns: sectionIndex.settings.columns, gap: sectionIndex.gap, inset: sectionIndex.settings.inset,
          widthClasses: sectionIndex.settings.widthClasses))
    }
    guard !cards.isEmpty else {
      if tree.index(of: folder) != nil, tree.sections(of: folder).isEmpty, isEmpty(index) {
        emptyFolders.append(index)
      }
      links.add(absent: [folder, index.source.path], because: .error)
      return nil
    }
    if !isPage { links.add(shelf: id, in: folder, source: index.source.path, onPage: page) }
    var shelf = Shelf(
      id: id, source: index.source, title: title.text.isEmpty ? nil : title, settings: index.settings, cards: cards)
    shelf.language = context.language
    shelf.direction = context.direction(of: title.text)
    shelf.sections = sections
    return shelf
  }

  /// Returns whether the folder has nothing that could have been shown.
  private func isEmpty(_ index: IndexFile) -> Bool {
    index.cards == nil && !index.saysOfTable && !tree.hasCards(in: index.folder)
  }

  /// Records a folder that is not published.
  private mutating func keep(_ folder: String, back reason: KeptBack.Reason) {
    keptBack.append(KeptBack(folder, reason))
  }

  /// Checks the parts of a section that depend on its shelf.
  private func check(_ section: IndexFile, in shelf: IndexFile, into sink: inout DiagnosticSink) {
    let arrangement = shelf.settings.arrangement
    if arrangement.isOneRow {
      let others = arrangements.filter { !$0.isOneRow }.map(\.name)
      sink.report(.sectionOfRow(section, shelf: shelf.folder, others: others))
      return
    }
    let findings = FieldFindings(source: section.source, fault: .finding)
    var isColumnsUnsuitable = false
    for (key, range) in [("columns", section.columnsRange), ("cardWidth", section.sizes?.width?.first?.range)] {
      guard let range, let suiting = arrangements.names(suitingShelfKey: key), !suiting.contains(arrangement.name)
      else { continue }
      sink.report(findings.keyUnsuitable(key, for: arrangement.name, suits: suiting, at: range))
      isColumnsUnsuitable = isColumnsUnsuitable || key == "columns"
    }
    if let range = section.columnsRange, !isColumnsUnsuitable, shelf.settings.columnToggle != nil {
      sink.report(findings.columnsToggled(at: range))
    }
  }

  /// The cards of a shelf's or section's folder that have a title and are published, in order, up to the limit of the
  /// shelf.
  private mutating func chosenCards(
    of folder: String, index: IndexFile, shelf: IndexFile, room: inout Int, into sink: inout DiagnosticSink
  ) -> [Card] {
    var chosen = tree.takeCards(in: folder)
    // Files have different names, but the ids can be equal as strings.
    var mayRepeatIDs = chosen.mayRepeatIDs
    // An append of nothing would copy the cards, which the tree's list shares.
    if let rows = rows[index.source.path] {
      chosen += rows
      mayRepeatIDs = true
    }
    // The index in `chosen` of the card that has each id.
    var takenIDs: [String: Int] = [:]
    // The ids that a renamed card cannot have; empty until there is one.
    var writtenIDs = UniqueNames()
    var omitted: Set<Int> = []
    for (number, language) in chosen.translations(siteLanguage: settings.language) {
      keep(chosen[number], back: .translation(language))
      omitted.insert(number)
    }
    let folders = tree.foldersBesideCards(in: folder)
    // The loop uses indices, because cards are large, and all of them are usually chosen.
    for number in chosen.indices where !omitted.contains(number) {
      if let reason = chosen[number].visibility.keptBack(by: rule) {
        keep(chosen[number], back: reason)
        omitted.insert(number)
        continue
      }
      if chosen[number].title == nil {
        add(absent: chosen[number], because: .error)
        omitted.insert(number)
        continue
      }
      guard mayRepeatIDs || !folders.isEmpty else { continue }
      let id = chosen[number].ownID
      let section = folders[id].map { SourceText(path: $0, text: "") }
      if takenIDs[id] != nil || section != nil {
        if writtenIDs.isEmpty { writtenIDs = UniqueNames(Set(chosen.map(\.ownID))) }
        let free = writtenIDs.insert(id)
        if let first = takenIDs[id] {
          sink.report(.duplicateID(id, first: chosen[first], second: chosen[number], shown: free))
        } else if let section {
          sink.report(.sectionID(id, section: section, card: chosen[number], shown: free))
        }
        chosen[number].ownID = free
      }
      takenIDs[chosen[number].ownID] = number
    }
    if !omitted.isEmpty { chosen = chosen.indices.filter { !omitted.contains($0) }.map { chosen[$0] } }
    CardOrder(sort: shelf.sort ?? .weight).sort(&chosen)
    let count = min(chosen.count, room)
    room -= count
    if count < chosen.count {
      for card in chosen[count...] { add(absent: card, because: .overLimit(shelf.limit ?? count)) }
      chosen.removeSubrange(count...)
    }
    return chosen
  }

  /// Records a card that is not published.
  private mutating func keep(_ card: Card, back reason: KeptBack.Reason) {
    add(absent: card, because: .keptBack(reason))
    keptBack.append(KeptBack(card, reason))
  }

  /// Records a card that is not shown. Links cannot target a row, which has no path.
  private mutating func add(absent card: Card, because absence: LinkIndex.Absence) {
    if card.row == nil { links.add(absent: [card.source.path], because: absence) }
  }

  private struct CardPlace {
    /// The id of the shelf or section.
    let folder: String
    let page: String
    /// Whether the cards there have pages of their own; nil if that depends on their texts.
    let havePages: Bool?
  }

  // MARK: - Pages of files and cards

  /// The page of a file next to the folders.
  private mutating func page(ofFile card: Card, into sink: inout DiagnosticSink) -> Page? {
    if let reason = card.visibility.keptBack(by: rule) {
      keep(card, back: reason)
      return nil
    }
    guard card.title != nil else {
      add(absent: card, because: .error)
      return nil
    }
    let id = pageIDs.insert(card.ownID)
    links.add(page: id, folder: ContentPath.folder(ofID: id), source: card.source.path)
    links.add(addresses: card.addresses, of: card.source.path)
    return page(id, of: card, in: TextContext(language: settings.language))
  }

  private func page(_ id: String, of card: Card, in context: TextContext) -> Page? {
    guard let title = card.title else { return nil }
    let context = context.with(language: card.writtenLanguage, direction: card.writtenDirection)
    return Page(
      id: id, source: card.source, title: title, language: context.language,
      direction: context.direction(of: title.text), introduction: card.body, textSize: settings.textSize, shelves: [])
  }

  /// Gives a card a page with its whole text if it is an article, or if it should have one.
  private mutating func addPage(to card: inout Card, in context: TextContext, at place: CardPlace) {
    let setting = card.hasPage ?? place.havePages
    // A row has no file to which links can lead.
    guard setting != false, card.link == nil, card.row == nil else { return }
    let article = Article(of: card)
    guard article != nil || setting == true && !card.body.isEmpty else { return }
    let id = pageIDs.insert(card.id)
    guard let own = page(id, of: card, in: context) else { return }
    cardPages.append(own)
    links.add(pageOfCard: id, card: card.id, source: card.source.path, shelfPage: place.page)
    if let article {
      card.body = article.excerpt
      if let image = article.image { card.writtenImage = image }
    }
    card.link = PlacedLink(toPath: ContentPath.name(of: card.source.path))
  }

  /// A shelf with a card for each page in a page, so that readers find them.
  private func shelfOfPages(in folder: String, after shelves: [Shelf], in context: TextContext) -> Shelf? {
    let page = tree.id(of: folder)
    var id = page.isEmpty ? "pages" : page + "/pages"
    let taken = Set(tree.shelves(of: folder).map(tree.id(of:)) + shelves.flatMap { $0.cards.map(\.id) })
    while taken.contains(id) { id += "-2" }
    var cards = tree.automaticPages(in: folder).compactMap { folder -> Card? in
      let index = tree.index(of: folder) ?? emptyIndex(of: folder, kind: .page)
      guard index.visibility.keptBack(by: rule) == nil else { return nil }
      var card = Card(source: index.source)
      card.id = id + "/" + (tree.id(of: folder).split(separator: "/").last.map(String.init) ?? "")
      card.title = index.shownTitle
      card.body = index.introduction
      card.link = PlacedLink(toPath: "./")
      return card
    }
    if folder == ContentPath.root, shelves.isEmpty {
      cards += tree.filePages.filter { $0.visibility.keptBack(by: rule) == nil && $0.title != nil }.map { file in
        var card = file
        card.id = id + "/" + file.ownID
        card.link = PlacedLink(toPath: ContentPath.name(of: file.source.path))
        return card
      }
    }
    guard !cards.isEmpty else { return nil }
    for number in cards.indices {
      if let article = Article(of: cards[number]) { cards[number].body = article.excerpt }
      cards[number].language = context.language
      cards[number].direction = context.direction(of: cards[number].title?.text)
    }
    let source = tree.index(of: folder)?.source ?? emptyIndex(of: folder, kind: .page).source
    var settings = ShelfSettings()
    settings.arrangement = .grid
    var shelf = Shelf(
      id: id, source: source, title: nil, settings: settings, cards: cards)
    shelf.language = context.language
    shelf.direction = context.direction(of: nil)
    return shelf
  }

  // MARK: - Cards

  /// Sets the properties of a card that depend on the folders around it, and gives it a page if it should have one. The
  /// card is changed in place, because it is large.
  private mutating func complete(
    _ card: inout Card, of arrangement: AnyArrangement, in shelfContext: TextContext, at place: CardPlace,
    into sink: inout DiagnosticSink
  ) {
    for (key, range) in card.placementRanges.sorted(by: { $0.key < $1.key }) {
      guard let suiting = arrangements.names(suitingCardKey: key), !suiting.contains(arrangement.name) else { continue }
      sink.report(
        .cardKeyUnsuitable(key, at: range, in: card.source, arrangement: arrangement.name, suits: suiting))
    }
    let id = place.folder + "/" + card.ownID
    let context = shelfContext.with(language: card.writtenLanguage, direction: card.writtenDirection)
    if card.row == nil {
      links.add(card: id, source: card.source.path, onPage: place.page)
    } else {
      links.add(row: id, of: card.source.path, onPage: place.page)
    }
    if !card.addresses.isEmpty { links.add(addresses: card.addresses, of: card.source.path) }
    card.id = id
    card.language = context.language
    card.direction = context.direction(of: card.title?.text)
    addPage(to: &card, in: shelfContext, at: place)
  }

  private func emptyIndex(of folder: String, kind: IndexFile.FolderKind) -> IndexFile {
    var index = IndexFile(source: SourceText(path: folder + "/" + ContentPath.indexName, text: ""), kind: kind)
    index.settings.arrangement = settings.arrangement
    return index
  }
}

extension IndexFile {
  /// The title, or one that is made from the folder's name.
  fileprivate var shownTitle: FieldText {
    title ?? FieldText(titleFromName(ContentPath.name(of: folder)), range: SourceRange(0, 0))
  }
}

extension PlacedLink {
  /// A link that is not written in the file from which its path leads.
  fileprivate init(toPath path: String) {
    self.init(target: LinkTarget(kind: .relative, text: percentEncoded(path: path)), range: SourceRange(0, 0))
  }
}

/// Names of folders and files that a build writes next to the pages.
private let reservedNames: Set<String> = [
  "assets", "compare", "fonts", "images", "index.html", "layout", "layout.json",
]

/// Makes a title of a name: `field-notes` and `field_notes` become `Field notes`.
func titleFromName(_ name: String) -> String {
  let isSign = { (byte: UInt8) in byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }
  let words = collapsed(String(decoding: name.utf8.map { isSign($0) ? 0x20 : $0 }, as: UTF8.self))
  return words.isEmpty ? name : words.prefix(1).uppercased() + words.dropFirst()
}

extension [Card] {
  /// False if the cards' names are the ids that they publish: files of one folder have different names.
  fileprivate var mayRepeatIDs: Bool {
    indices.contains {
      self[$0].slug != nil || !ContentPath.isPublishedAsWritten(self[$0].source.path)
        || DatedName.mayBegin(self[$0].source.path) || ContentPath.isNamed("index.md", self[$0].source.path)
    }
  }
}
