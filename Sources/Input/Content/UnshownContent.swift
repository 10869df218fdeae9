import Diagnostics
import Images

/// The parent folders of folders with cards or indexes, and the folders with files that look like cards.
///
/// - Complexity: O(files)
func foldersAround(cards: [String], indexes: [IndexFile], files: [String]) -> Set<String> {
  var around: Set<String> = []
  func insert(_ folder: String) {
    var folder = folder
    while folder != ContentPath.root, !folder.isEmpty, around.insert(folder).inserted {
      folder = ContentPath.folder(of: folder)
    }
  }
  for path in cards { insert(ContentPath.folder(of: ContentPath.folder(of: path))) }
  for index in indexes { insert(ContentPath.folder(of: index.folder)) }
  for path in files where isMarkdownOfAnotherEnding(path) { insert(ContentPath.folder(of: path)) }
  return around
}

/// Reports the data files that no shelf uses and no page links to.
///
/// - Parameter linked: files that pages link to.
/// - Complexity: O(files)
func reportUnusedTables(
  among files: [String], indexes: [IndexFile], linked: Set<String>, into sink: inout DiagnosticSink
) {
  let tables = files.filter(isDataFile)
  if tables.isEmpty { return }
  let known = Set(tables)
  var used = linked
  for index in indexes {
    guard let written = index.cards else {
      // Keys that have no meaning without a table were reported.
      if index.saysOfTable { return }
      continue
    }
    // A name that does not exist was reported, and may be meant for one of the files.
    guard let path = ContentPath.resolve(written.text, from: index.folder), known.contains(path) else { return }
    used.insert(path)
  }
  for table in tables where !used.contains(table) { sink.report(.tableUnused(table)) }
}

/// Reports, once, the files that Cardshelf does not read and no page links to. Images and tables are excluded, and so
/// are files that their author keeps back.
///
/// - Parameter linked: files that pages link to.
/// - Complexity: O(files)
func reportUnreadFiles(among files: [String], linked: Set<String>, into sink: inout DiagnosticSink) {
  let unread = files.filter {
    ImageKind(path: $0) == nil && !isDataFile($0) && !isMarkdownOfAnotherEnding($0) && !linked.contains($0)
      && KeptBack.byName($0) == nil
  }
  if !unread.isEmpty { sink.report(.filesUnread(unread.sorted(by: precedesInBytes))) }
}

extension Diagnostic {
  fileprivate static func filesUnread(_ paths: [String]) -> Diagnostic {
    let names = list(paths.map { ContentPath.relative($0, from: ContentPath.root) })
    return Diagnostic(
      .warning, Rule("files-unread"),
      paths.count == 1
        ? "a file here is not read, and no page links to it: \(names)"
        : "\(paths.count) files here are not read, and no page links to them: \(names)",
      path: ContentPath.root,
      help: "pages show Markdown, images and tables, and publish other files to which they link; keep the rest outside"
        + " Content")
  }

  fileprivate static func tableUnused(_ path: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("data-file-unused"), "no shelf shows the rows of this file, and no page links to it", path: path,
      help: "write cards: \(ContentPath.name(of: path)) in the _index.md of a shelf's folder, link to it, or keep it"
        + " outside Content")
  }

  static func shelfEmpty(_ index: IndexFile) -> Diagnostic {
    let kind = index.kind == .section ? "section" : "shelf"
    return Diagnostic(
      .warning, Rule("shelf-empty"), "the \(kind) contains no cards and is not shown", path: index.source.path,
      help: "put a Markdown file for each card into \(index.folder), write cards: and a data file, or draft: true")
  }

  static func shelfUnlisted(_ folder: String, page: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("shelf-unlisted"), "no page shows this shelf, because `shelves` of \(page) does not name it",
      path: folder,
      help: "add \(ContentPath.name(of: folder)) to that list, or write draft: true in \(folder)/_index.md")
  }
}
