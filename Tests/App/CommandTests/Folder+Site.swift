import TestSupport

extension Folder {
  /// A temporary site of one card with the theme of the repository.
  static func site(_ files: [String: String] = ["Content/one/a.md": "# A\n"]) throws -> Folder {
    let folder = try temporary()
    for name in ["theme.yml", "page.mustache", "paint.css"] {
      let path = "Themes/storefront/" + name
      guard let text = project.text(of: path) else { throw Failure(what: "no \(path)") }
      // Numbers in tests are those of the narrowest device, not of enlarged text.
      try folder.write(text.replacing("[160, 200, 240, 280, 320,", with: "[320,"), to: path)
    }
    try folder.write("title: Sample\n", to: "cardshelf.yml")
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }
}
