import Diagnostics

/// Which folders of the content are pages and sections.
struct FolderKinds {
  /// `Content`, and the folders of other pages.
  private(set) var pages: Set<String> = [ContentPath.root]
  /// The pages whose index does not say so.
  private(set) var automaticPages: Set<String> = []
  private(set) var sections: Set<String> = []
  private let indexes: [String: IndexFile]
  private var misplacedPages: Set<String> = []

  /// - Parameter folders: all folders with cards or an index.
  init(folders: Set<String>, indexes: [String: IndexFile], into sink: inout DiagnosticSink) {
    self.indexes = indexes
    findPages(among: folders, into: &sink)
    sections = Set(
      indexes.values.filter { $0.kind == .section }.map(\.folder).filter { folder in
        let shelf = ContentPath.folder(of: folder)
        return !pages.contains(shelf) && pages.contains(ContentPath.folder(of: shelf))
      })
  }

  private mutating func findPages(among folders: Set<String>, into sink: inout DiagnosticSink) {
    var wanted: Set<String> = []
    for folder in folders where folder.utf8.count > ContentPath.root.utf8.count {
      if statedKind(of: folder) == nil, indexes[folder]?.introduction.isEmpty == false { wanted.insert(folder) }
      var around = ContentPath.folder(of: folder)
      // A section is a part of the shelf around it.
      if indexes[folder]?.kind == .section { around = ContentPath.folder(of: around) }
      while around.utf8.count > ContentPath.root.utf8.count, !wanted.contains(around) {
        if statedKind(of: around) == nil { wanted.insert(around) }
        around = ContentPath.folder(of: around)
      }
    }
    let stated = indexes.values.filter { $0.kind == .page && $0.isKindStated && $0.folder != ContentPath.root }
    // A page comes before the pages in it.
    for folder in wanted.union(stated.map(\.folder)).sorted(by: precedesInBytes) {
      if pages.contains(ContentPath.folder(of: folder)) {
        pages.insert(folder)
        if wanted.contains(folder) { automaticPages.insert(folder) }
      } else if let index = indexes[folder], index.isKindStated {
        misplacedPages.insert(folder)
        let around = ContentPath.folder(of: folder)
        sink.report(.pageMisplaced(index.source.path, in: indexes[around]?.kind ?? .shelf))
      }
    }
  }

  private func statedKind(of folder: String) -> IndexFile.FolderKind? {
    indexes[folder].flatMap { $0.isKindStated ? $0.kind : nil }
  }

  /// Returns whether a folder is directly in a page.
  func isInPage(_ folder: String) -> Bool { pages.contains(ContentPath.folder(of: folder)) }

  /// Returns whether cards can be in a folder.
  func holdsCards(_ folder: String) -> Bool {
    folder != ContentPath.root && pages.contains(folder) || isInPage(folder) || sections.contains(folder)
  }

  /// Returns whether a folder is a shelf in a shelf: its cards are in the right folder.
  func isMisplacedShelf(_ folder: String) -> Bool {
    indexes[folder]?.kind == .shelf && !pages.contains(folder) && !isInPage(folder)
  }

  /// Returns whether a folder is in a misplaced page, with which its content moves.
  func movesWithPage(_ folder: String) -> Bool {
    if misplacedPages.isEmpty { return false }
    return ancestors(of: folder).contains(where: misplacedPages.contains)
  }

  /// The first folder around a folder whose index says that it is not a page.
  func statedAncestor(of folder: String) -> String? {
    ancestors(of: folder).dropFirst().first { statedKind(of: $0).map { $0 != .page } == true }
  }

  private func ancestors(of folder: String) -> some Sequence<String> {
    sequence(first: folder) { folder in folder.isEmpty ? nil : ContentPath.folder(of: folder) }
  }
}
