/// The kinds of images that pages show, told by the ends of their names.
enum ImageTypes {
  static let extensions = ["svg", "png", "jpg", "jpeg", "gif", "webp", "avif"]

  static func isImage(_ path: String) -> Bool {
    let name = ContentPath.name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(name[name.utf8.index(after: dot)...].lowercased())
  }
}
