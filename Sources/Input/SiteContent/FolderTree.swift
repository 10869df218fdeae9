import Diagnostics

/// The folders of the content with their parsed files, and which of them are pages and shelves.
struct FolderTree {
  private let indexes: [String: IndexFile]
  private let files: [Card]
  /// Indices in `files` by folder, in the order of the file names: a site has many cards, and copies of them take
  /// memory.
  private let cards: [String: [Int]]
  /// `Content` and the folders with `kind: page`, in the order of their names.
  let pages: [String]
  /// The folders of each page that contain cards or an index, in the order of their names.
  private let shelves: [String: [String]]
  /// The folders of each shelf with `kind: section`, in the order of their names.
  private let sections: [String: [String]]

  init(cards: [Card], indexes: [IndexFile], into sink: inout DiagnosticSink) {
    var tree: [String: IndexFile] = [:]
    var pages: Set<String> = [ContentPath.root]
    for index in indexes.sorted(by: { precedesInBytes($0.source.path, $1.source.path) }) {
      tree[index.folder] = index
      guard index.kind == .page, index.folder != ContentPath.root else { continue }
      if ContentPath.folder(of: index.folder) == ContentPath.root {
        pages.insert(index.folder)
      } else {
        sink.report(.pageInPage(index.source.path))
      }
    }
    self.indexes = tree
    self.pages = pages.sorted(by: precedesInBytes)
    let isInShelf = { (folder: String) in
      let shelf = ContentPath.folder(of: folder)
      return !pages.contains(folder) && !pages.contains(shelf) && pages.contains(ContentPath.folder(of: shelf))
    }
    let sections = Set(tree.values.filter { $0.kind == .section && isInShelf($0.folder) }.map(\.folder))
    // The cards of a shelf inside a shelf are at the right place.
    let misplaced = Set(
      tree.values.filter {
        $0.kind == .shelf && !pages.contains($0.folder) && !pages.contains(ContentPath.folder(of: $0.folder))
      }
      .map(\.folder))
    files = cards
    var placed: [String: [Int]] = [:]
    var strays: [String: [String]] = [:]
    // Most cards are in the same folder as the previous one.
    var lastFolder: String?
    var together: [Int] = []
    for index in FolderTree.placesByPath(cards) {
      let path = cards[index].source.path
      if ContentPath.isNamed("_index.md", path) { continue }
      if let lastFolder, ContentPath.isEntry(path, of: lastFolder) {
        together.append(index)
        continue
      }
      let folder = ContentPath.folder(of: path)
      if FolderTree.misplacement(of: path, others: 0, pages: pages, sections: sections) != nil {
        // If one card of a folder is misplaced, all are, for the same reason.
        strays[folder, default: []].append(path)
      } else {
        if let lastFolder { placed[lastFolder, default: []] += together }
        lastFolder = folder
        together = [index]
      }
    }
    if let lastFolder { placed[lastFolder, default: []] += together }
    self.cards = placed
    for (folder, paths) in strays where !misplaced.contains(folder) {
      let first = paths.min(by: precedesInBytes) ?? folder
      let others = paths.count - 1
      if let diagnostic = FolderTree.misplacement(of: first, others: others, pages: pages, sections: sections) {
        sink.report(diagnostic)
      }
    }
    self.sections = Dictionary(grouping: sections, by: ContentPath.folder(of:))
      .mapValues { $0.sorted(by: precedesInBytes) }
    var folders = Set(placed.keys).subtracting(sections).union(sections.map(ContentPath.folder(of:)))
    for index in tree.values where !pages.contains(index.folder) && !sections.contains(index.folder) {
      if index.kind == .section {
        sink.report(.sectionMisplaced(index.source.path))
      } else if pages.contains(ContentPath.folder(of: index.folder)) {
        folders.insert(index.folder)
      } else if index.kind == .shelf {
        sink.report(.indexMisplaced(index.source.path))
      }
    }
    shelves = Dictionary(grouping: folders, by: ContentPath.folder(of:)).mapValues { $0.sorted(by: precedesInBytes) }
  }

  var cardCount: Int { files.count }

  func index(of folder: String) -> IndexFile? { indexes[folder] }

  /// - Complexity: O(cards in the folder).
  func cards(in folder: String) -> [Card] { (cards[folder] ?? []).map { files[$0] } }

  func shelves(of page: String) -> [String] { shelves[page] ?? [] }

  func sections(of shelf: String) -> [String] { sections[shelf] ?? [] }

  /// In the order of the file paths, which is usually already their order.
  private static func placesByPath(_ cards: [Card]) -> [Int] {
    let isSorted = zip(cards.indices, cards.indices.dropFirst()).allSatisfy { a, b in
      !precedesInBytes(cards[b].source.path, cards[a].source.path)
    }
    return isSorted
      ? Array(cards.indices)
      : cards.indices.sorted { precedesInBytes(cards[$0].source.path, cards[$1].source.path) }
  }

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
