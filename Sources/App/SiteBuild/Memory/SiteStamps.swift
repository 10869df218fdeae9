/// Detects changes of a site's sources.
public struct SiteStamps: Equatable, Sendable {
  private let files: [String]
  private let stamps: [FileStamp]?

  /// - Complexity: O(files); none of them is read.
  public init(root: String) {
    let tree = FileTree(root: root)
    files =
      (tree.holds("cardshelf.yml") ? ["cardshelf.yml"] : []) + tree.listing(of: "Content").files
      + tree.listing(of: "Themes").files
    stamps = tree.stamps(of: files)
  }
}
