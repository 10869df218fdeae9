import TestSupport

extension Folder {
  /// A temporary site of one card with the theme of the repository.
  static func site(_ files: [String: String] = ["Content/one/a.md": "# A\n"]) throws -> Folder {
    let folder = try temporary()
    try folder.writeStorefront()
    try folder.write("title: Sample\n", to: "cardshelf.yml")
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }
}
