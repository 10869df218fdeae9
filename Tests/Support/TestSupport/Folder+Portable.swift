extension Folder {
  /// Writes what makes a folder one of a portable program: the configuration of its fonts, as it is packed.
  package func writePortableSettings(in portable: String) throws {
    let script = Self.project.text(of: ".ci/portable")
    guard let settings = script?.firstMatch(of: /FONTS = """(<\?xml(?:.|\n)*?)"""/)?.1 else {
      throw Failure(what: "no configuration of fonts in .ci/portable")
    }
    try write(String(settings), to: portable + "/share/cardshelf/fonts.conf")
  }
}
