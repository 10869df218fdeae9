import Content

/// Detects changes of a site's sources.
public struct SiteStamps: Equatable, Sendable {
  private let files: [String]
  private let stamps: [FileStamp]?

  /// - Complexity: O(files); none of them is read.
  public init(root: String) {
    let tree = FileTree(root: root)
    files =
      ["cardshelf.yml", PictureLock.name].filter(tree.holds) + tree.listing(of: "Content").files
      + tree.listing(of: "Themes").files
      + (tree.holds(PictureLock.folder) ? tree.listing(of: PictureLock.folder).files : [])
    stamps = tree.stamps(of: files)
  }
}
