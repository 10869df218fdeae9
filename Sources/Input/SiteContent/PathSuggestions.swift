import Diagnostics

/// Finds the existing path that was probably meant.
struct PathSuggestions {
  private let byName: [String: [String]]
  private let namesByFolder: [String: [String]]

  init(_ paths: some Sequence<String>) {
    let paths = paths.filter { $0.utf8.count <= PathSuggestions.longest }.sorted(by: precedesInBytes)
    byName = Dictionary(grouping: paths, by: ContentPath.name(of:))
    namesByFolder = Dictionary(grouping: paths, by: ContentPath.folder(of:))
      .mapValues { $0.map(ContentPath.name(of:)) }
  }

  /// A path with the same name in another folder, or one in the same folder with a similar name.
  ///
  /// Comparing names takes time, so at most two thousand are compared, and no long ones.
  func nearest(to path: String) -> String? {
    guard path.utf8.count <= PathSuggestions.longest else { return nil }
    let name = ContentPath.name(of: path)
    if let same = byName[name]?.first { return same }
    let folder = ContentPath.folder(of: path)
    let candidates = (namesByFolder[folder] ?? []).prefix(PathSuggestions.mostCompared)
    return Diagnostics.nearest(to: name, among: Array(candidates)).map { folder.isEmpty ? $0 : folder + "/" + $0 }
  }

  /// The first path with a name.
  func named(_ name: String) -> String? { byName[name]?.first }

  /// A number of names.
  static let mostCompared = 2000
  /// In bytes.
  private static let longest = 200
}
