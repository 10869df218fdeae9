import Diagnostics

/// The folders of the content with their parsed files, and which of them are pages and shelves.
struct FolderTree {
  private let indexes: [String: IndexFile]
  /// Cards keyed by folder, in the order of the file names, until they are taken.
  private var cards: [String: [Card]] = [:]
  let cardCount: Int
  /// `Content` and the folders with `kind: page`, in the order of their names.
  let pages: [String]
  /// The folders of each page that contain cards or an index, in the order of their names.
  private let shelves: [String: [String]]
  /// The folders of each shelf with `kind: section`, in the order of their names.
  private let sections: [String: [String]]

  /// - Parameter cards: lists of cards; the cards of one folder are usually one list, which is not copied.
  init(cards: [[Card]], indexes: [IndexFile], into sink: inout DiagnosticSink) {
    var tree: [String: IndexFile] = [:]
    var pages: Set<String> = [ContentPath.root]
    var misplacedPages: Set<String> = []
    for index in indexes.sorted(by: { precedesInBytes($0.source.path, $1.source.path) }) {
      tree[index.folder] = index
      guard index.kind == .page, index.folder != ContentPath.root else { continue }
      if ContentPath.folder(of: index.folder) == ContentPath.root {
        pages.insert(index.folder)
      } else {
        misplacedPages.insert(index.folder)
        let around = ContentPath.folder(of: index.folder)
        sink.report(.pageMisplaced(index.source.path, in: tree[around]?.kind ?? .shelf))
      }
    }
    self.indexes = tree
    self.pages = pages.sorted(by: precedesInBytes)
    let isInShelf = { (folder: String) in
      let shelf = ContentPath.folder(of: folder)
      return !pages.contains(folder) && !pages.contains(shelf) && pages.contains(ContentPath.folder(of: shelf))
    }
    let sections = Set(tree.values.filter { $0.kind == .section && isInShelf($0.folder) }.map(\.folder))
    // The content of a misplaced page moves with the page.
    let movesWithPage = { (folder: String) in
      !misplacedPages.isEmpty
        && sequence(first: folder, next: { $0.isEmpty ? nil : ContentPath.folder(of: $0) })
          .contains(where: misplacedPages.contains)
    }
    // The cards of a shelf inside a shelf are in the right folder.
    let misplaced = Set(
      tree.values.filter {
        $0.kind == .shelf && !pages.contains($0.folder) && !pages.contains(ContentPath.folder(of: $0.folder))
      }
      .map(\.folder))
    cardCount = cards.reduce(0) { $0 + $1.count }
    var placed: [String: [Card]] = [:]
    for list in cards { FolderTree.add(list, to: &placed) }
    for (folder, files) in placed where files.count == 1 && ContentPath.isNamed("index.md", files[0].source.path) {
      // A separate folder for a card and its pictures, which belongs to the shelf around it.
      let shelf = ContentPath.folder(of: folder)
      guard tree[folder] == nil,
        FolderTree.misplacement(of: files[0].source.path, others: 0, pages: pages, sections: sections) != nil,
        FolderTree.misplacement(of: folder, others: 0, pages: pages, sections: sections) == nil
      else { continue }
      placed[shelf, default: []] += files
      placed[folder] = nil
    }
    var strays: [String: [String]] = [:]
    for (folder, files) in placed {
      // If one card of a folder is misplaced, all of them are, for the same reason.
      guard let path = files.first?.source.path,
        FolderTree.misplacement(of: path, others: 0, pages: pages, sections: sections) != nil
      else { continue }
      strays[folder] = files.map(\.source.path)
      placed[folder] = nil
    }
    for (folder, paths) in strays where !misplaced.contains(folder) && !movesWithPage(folder) {
      let first = paths.min(by: precedesInBytes) ?? folder
      let others = paths.count - 1
      if let diagnostic = FolderTree.misplacement(of: first, others: others, pages: pages, sections: sections) {
        sink.report(diagnostic)
      }
    }
    self.sections = Dictionary(grouping: sections, by: ContentPath.folder(of:))
      .mapValues { $0.sorted(by: precedesInBytes) }
    for folder in placed.keys { placed[folder]?.sortByPath() }
    var folders = Set(placed.keys).subtracting(sections).union(sections.map(ContentPath.folder(of:)))
    for index in tree.values where !pages.contains(index.folder) && !sections.contains(index.folder) {
      if index.kind != .section, pages.contains(ContentPath.folder(of: index.folder)) {
        folders.insert(index.folder)
      } else if movesWithPage(index.folder) {
        continue
      } else if index.kind == .section {
        sink.report(.sectionMisplaced(index.source.path))
      } else if index.kind == .shelf {
        sink.report(.indexMisplaced(index.source.path))
      }
    }
    shelves = Dictionary(grouping: folders, by: ContentPath.folder(of:)).mapValues { $0.sorted(by: precedesInBytes) }
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

  func index(of folder: String) -> IndexFile? { indexes[folder] }

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

  func shelves(of page: String) -> [String] { shelves[page] ?? [] }

  func sections(of shelf: String) -> [String] { sections[shelf] ?? [] }

  /// - Parameter others: the number of other cards in the folder.
  private static func misplacement(
    of path: String, others: Int, pages: Set<String>, sections: Set<String>
  ) -> Diagnostic? {
    let folder = ContentPath.folder(of: path)
    let parts = ContentPath.parts(of: folder)
    guard parts.first == ContentPath.root else { return .notContent(path, others: others) }
    if pages.contains(folder) { return .cardOutsideShelf(path, others: others, page: folder) }
    if pages.contains(ContentPath.folder(of: folder)) || sections.contains(folder) { return nil }
    let first = parts.prefix(2).joined(separator: "/")
    return pages.contains(first)
      ? .cardBelowPage(path, others: others, shelf: parts.prefix(3).joined(separator: "/"))
      : .cardTooDeep(path, others: others, shelf: first)
  }
}

extension [Card] {
  /// Sorts by file paths, which is usually already their order.
  fileprivate mutating func sortByPath() {
    let isSorted = indices.dropFirst().allSatisfy { !precedesInBytes(self[$0].source.path, self[$0 - 1].source.path) }
    if !isSorted { sort { precedesInBytes($0.source.path, $1.source.path) } }
  }
}
