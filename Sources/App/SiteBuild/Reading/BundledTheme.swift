import EmbeddedFiles

/// The themes that the program contains. A further one is a case here, its site in `Start`, and the paths of its files
/// in `CEmbeddedFiles`.
public enum BundledTheme: String, CaseIterable, Sendable {
  case storefront, cinema, library

  /// All names, for people.
  public static let list = allCases.dropLast().map(\.rawValue).joined(separator: ", ") + " and \(library.rawValue)"

  /// The files of its folder in `Themes`.
  public var files: [(name: String, bytes: [UInt8])] {
    ["theme.yml", "paint.css", "page.mustache", "fonts.lock"].map { name in
      (name, embeddedFile("Themes/\(rawValue)/\(name)"))
    }
  }
}
