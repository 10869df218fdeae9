import Diagnostics

/// The folders of the content with their parsed files, and which of them are pages and shelves.
///
/// A folder is what its index says with `kind`. Otherwise it is a page if it has a text of its own or contains folders
/// with content, and else a shelf of the page around it.
struct FolderTree {
  private var indexes: [String: IndexFile]
  /// Cards keyed by folder, in the order of the file names, until they are taken.
  private var cards: [String: [Card]] = [:]
  /// The files next to the folders: each is a page of its own.
  private(set) var filePages: [Card] = []
  let cardCount: Int
  /// `Content` and the folders of other pages, in the order of their names.
  let pages: [String]
  /// The pages whose index does not say so.
  private let automaticPages: Set<String>
  /// The folders of each page that contain cards or an index, in the order of their names. A page that has cards itself
  /// is one of them.
  private let shelves: [String: [String]]
  /// The folders of each shelf with `kind: section`, in the order of their names.
  private let sections: [String: [String]]
  private let ids: FolderIDs

  /// - Parameter cards: lists of cards; the cards of one folder are usually one list, which is not copied.
  init(cards: [[Card]], indexes: [IndexFile], into sink: inout DiagnosticSink) {
    cardCount = cards.reduce(0) { $0 + $1.count }
    var placed: [String: [Card]] = [:]
    for list in cards { FolderTree.add(list, to: &placed) }
    var tree: [String: IndexFile] = [:]
    for index in indexes { tree[index.folder] = index }
    FolderTree.moveOwnFolders(of: &placed, tree)
    FolderTree.takeOwnTexts(of: &placed, into: &tree)
    filePages = placed.removeValue(forKey: ContentPath.root) ?? []
    let kinds = FolderKinds(folders: Set(placed.keys).union(tree.keys), indexes: tree, into: &sink)
    pages = kinds.pages.sorted(by: precedesInBytes)
    automaticPages = kinds.automaticPages
    FolderTree.reportStrays(in: &placed, kinds, into: &sink)
    sections = Dictionary(grouping: kinds.sections, by: ContentPath.folder(of:))
      .mapValues { $0.sorted(by: precedesInBytes) }
    for folder in placed.keys { placed[folder]?.sortByPath() }
    var folders = Set(placed.keys).subtracting(kinds.sections).union(kinds.sections.map(ContentPath.folder(of:)))
    for index in tree.values where !kinds.pages.contains(index.folder) && !kinds.sections.contains(index.folder) {
      if index.kind != .section, kinds.isInPage(index.folder) {
        folders.insert(index.folder)
      } else if kinds.movesWithPage(index.folder) {
        continue
      } else if index.kind == .section {
        sink.report(.sectionMisplaced(index.source.path))
      } else if index.kind == .shelf {
        sink.report(.indexMisplaced(index.source.path))
      }
    }
    shelves = Dictionary(grouping: folders) { kinds.pages.contains($0) ? $0 : ContentPath.folder(of: $0) }
      .mapValues { $0.sorted(by: precedesInBytes) }
    ids = FolderIDs(of: Set(placed.keys).union(tree.keys).union(pages))
    self.indexes = tree
    self.cards = placed
  }

  private static func add(_ list: [Card], to placed: inout [String: [Card]]) {
    guard let folder = list.first.map({ ContentPath.folder(of: $0.source.path) }) else { return }
    // Cards are large, and iterating over elements would copy them.
    let isOfFolder = list.indices.allSatisfy {
      isCard(list[$0].source.path) && ContentPath.isEntry(list[$0].source.path, of: folder)
    }
    if isOfFolder {
      if placed[folder] == nil { placed[folder] = list } else { placed[folder]? += list }
    } else {
      for card in list where isCard(card.source.path) {
        placed[ContentPath.folder(of: card.source.path), default: []].append(card)
      }
    }
  }

  private static func isCard(_ path: String) -> Bool { !ContentPath.isNamed("_index.md", path) }

  /// The folders around those that have cards or an index.
  private static func parents(of placed: [String: [Card]], _ tree: [String: IndexFile]) -> Set<String> {
    Set((Array(placed.keys) + tree.keys).map(ContentPath.folder(of:)))
  }

  /// Moves cards that have a folder for themselves and their pictures to the shelf around it.
  private static func moveOwnFolders(of placed: inout [String: [Card]], _ tree: [String: IndexFile]) {
    let alone = placed.filter { folder, files in
      files.count == 1 && tree[folder] == nil
        && (ContentPath.isNamed("index.md", files[0].source.path) || isNamesake(files[0], of: folder))
    }
    guard !alone.isEmpty else { return }
    let parents = parents(of: placed, tree)
    for (folder, files) in alone where !parents.contains(folder) {
      let around = ContentPath.folder(of: folder)
      // A folder in a page is a shelf.
      guard around != ContentPath.root, !around.isEmpty, tree[around]?.kind != .page else { continue }
      placed[around, default: []] += files
      placed[folder] = nil
    }
  }

  /// Returns whether a card has the name of its folder: a note with its pictures beside it.
  private static func isNamesake(_ card: Card, of folder: String) -> Bool {
    ContentPath.isEntry(card.source.path, of: folder)
      && ContentPath.stem(of: card.source.path).lowercased() == ContentPath.name(of: folder).lowercased()
  }

  /// Returns whether a card is the `index.md` of a folder, and not of a folder in it.
  private static func isOwnText(_ card: Card, of folder: String) -> Bool {
    ContentPath.isNamed("index.md", card.source.path) && ContentPath.isEntry(card.source.path, of: folder)
  }

  /// Takes each `index.md` that is not alone in its folder as the text of the folder.
  private static func takeOwnTexts(of placed: inout [String: [Card]], into tree: inout [String: IndexFile]) {
    let named = placed.filter { folder, files in
      tree[folder] == nil && files.contains { isOwnText($0, of: folder) }
    }
    guard !named.isEmpty else { return }
    let parents = parents(of: placed, tree)
    for (folder, files) in named where files.count > 1 || parents.contains(folder) || folder == ContentPath.root {
      guard let number = files.firstIndex(where: { isOwnText($0, of: folder) }) else { continue }
      tree[folder] = IndexFile(files[number])
      placed[folder]?.remove(at: number)
      if placed[folder]?.isEmpty == true { placed[folder] = nil }
    }
  }

  /// Removes the cards that are in no shelf, and reports the first of each folder: if one card of a folder is misplaced,
  /// all of them are, for the same reason.
  private static func reportStrays(
    in placed: inout [String: [Card]], _ kinds: FolderKinds, into sink: inout DiagnosticSink
  ) {
    for folder in placed.keys.filter({ !kinds.holdsCards($0) }) {
      let paths = placed[folder]?.map(\.source.path).sorted(by: precedesInBytes) ?? []
      placed[folder] = nil
      guard let first = paths.first, !kinds.isMisplacedShelf(folder), !kinds.movesWithPage(folder) else { continue }
      if ContentPath.parts(of: folder).first == ContentPath.root {
        let shelf = kinds.statedAncestor(of: folder) ?? ContentPath.folder(of: folder)
        sink.report(.cardTooDeep(first, others: paths.count - 1, shelf: shelf))
      } else {
        sink.report(.notContent(first, others: paths.count - 1))
      }
    }
  }

  // MARK: - Looking up

  func index(of folder: String) -> IndexFile? { indexes[folder] }

  /// The path of a folder on the site; empty for the home page.
  func id(of folder: String) -> String { ids[folder] }

  /// Returns whether a folder has cards, or had cards until ``takeCards(in:)`` removed them.
  func hasCards(in folder: String) -> Bool { cards[folder] != nil }

  /// The paths of the cards in a folder that are still here.
  func paths(ofCardsIn folder: String) -> [String] { cards[folder]?.map(\.source.path) ?? [] }

  /// Removes the cards in a folder from this value and returns them, so that they can be changed without being copied.
  mutating func takeCards(in folder: String) -> [Card] {
    guard let index = cards.index(forKey: folder) else { return [] }
    var taken: [Card] = []
    swap(&taken, &cards.values[index])
    return taken
  }

  func isPage(_ folder: String) -> Bool {
    folder == ContentPath.root || automaticPages.contains(folder) || pages.contains(folder)
  }

  func shelves(of page: String) -> [String] { shelves[page] ?? [] }

  /// The indexes of folders whose ids are on the same page as those of a folder's cards, by the last parts of these ids:
  /// sections of a shelf, and the other shelves of a page that has cards itself.
  func foldersBesideCards(in folder: String) -> [String: String] {
    var folders = sections(of: folder)
    if folder != ContentPath.root, isPage(folder) {
      folders += shelves(of: folder).filter { $0 != folder } + automaticPages(in: folder)
    }
    return Dictionary(
      folders.map { (ContentPath.name(of: id(of: $0)), $0 + "/" + ContentPath.indexName) },
      uniquingKeysWith: { first, _ in first })
  }

  func sections(of shelf: String) -> [String] { sections[shelf] ?? [] }

  /// The pages in a page whose index does not say so, in the order of their names: nothing else leads to them.
  func automaticPages(in page: String) -> [String] {
    automaticPages.isEmpty
      ? [] : automaticPages.filter { ContentPath.folder(of: $0) == page }.sorted(by: precedesInBytes)
  }
}

extension [Card] {
  /// Sorts by file paths, which is usually already their order.
  fileprivate mutating func sortByPath() {
    let isSorted = indices.dropFirst().allSatisfy { !precedesInBytes(self[$0].source.path, self[$0 - 1].source.path) }
    if !isSorted { sort { precedesInBytes($0.source.path, $1.source.path) } }
  }
}
