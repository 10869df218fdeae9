/// The paths of folders on the site, which also are the ids of their shelves and pages.
///
/// Most are their paths in `Content`. A name that is not fit for an address becomes a slug, and of two folders with one
/// slug, the second gets a number.
struct FolderIDs {
  /// The ids of folders that do not follow from their paths, or are not the same.
  private var others: [String: String] = [:]

  /// - Complexity: O(n log n) in the number of folders
  init(of folders: Set<String>) {
    if folders.allSatisfy(ContentPath.isPublishedAsWritten) { return }
    var all: Set<String> = []
    for var folder in folders {
      while folder.utf8.count > ContentPath.root.utf8.count, all.insert(folder).inserted {
        folder = ContentPath.folder(of: folder)
      }
    }
    var ids = UniqueNames(Set(all.filter(ContentPath.isPublishedAsWritten).map(ContentPath.id(ofFolder:))))
    // A folder comes before the folders in it.
    for folder in all.sorted(by: precedesInBytes) where !ContentPath.isPublishedAsWritten(folder) {
      let around = self[ContentPath.folder(of: folder)]
      let start = around.isEmpty ? "" : around + "/"
      others[folder] = ids.insert(start + publishedName(of: ContentPath.name(of: folder)))
    }
  }

  subscript(folder: String) -> String {
    if others.isEmpty { return ContentPath.id(ofFolder: folder) }
    return others[folder] ?? ContentPath.id(ofFolder: folder)
  }
}

/// The name that a file or folder has on the site: as it is written if it is fit for an address, and else a slug.
func publishedName(of name: String) -> String {
  if ContentPath.isPublishedAsWritten(name) { return name }
  let slug = slug(of: name)
  return slug.isEmpty ? "untitled" : slug
}
