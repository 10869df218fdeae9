extension Folder {
  /// Writes the theme `storefront` of the project, without its lock of fonts.
  ///
  /// Numbers in tests are those of the narrowest device, so its steps for enlarged text are left out.
  package func writeStorefront(named name: String = "storefront") throws {
    for file in ["theme.yml", "page.mustache", "paint.css"] {
      let path = "Themes/storefront/" + file
      guard let text = Self.project.text(of: path) else { throw Failure(what: "no \(path)") }
      try write(text.replacing("[160, 200, 240, 280, 320,", with: "[320,"), to: "Themes/\(name)/\(file)")
    }
  }
}
