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
  ///
  /// - Parameter folder: the folder of the file that refers to the path.
  func nearest(to path: String, from folder: String) -> String? {
    guard path.utf8.count <= PathSuggestions.longest else { return nil }
    let name = ContentPath.name(of: path)
    if let same = named(name, nearestTo: folder) { return same }
    let folder = ContentPath.folder(of: path)
    let candidates = (namesByFolder[folder] ?? []).prefix(PathSuggestions.mostCompared)
    return Diagnostics.nearest(to: name, among: Array(candidates)).map { folder.isEmpty ? $0 : folder + "/" + $0 }
  }

  /// Of the paths with a name, the one that is the fewest steps away from a folder; ties go to the first.
  func named(_ name: String, nearestTo folder: String) -> String? {
    guard let paths = byName[name] else { return nil }
    let beside = folder.isEmpty ? name : folder + "/" + name
    if paths.contains(beside) { return beside }
    let candidates = paths.prefix(PathSuggestions.mostCompared)
    let steps = candidates.map { ContentPath.relative($0, from: folder).utf8.count { $0 == UInt8(ascii: "/") } }
    return zip(candidates, steps).min { $0.1 < $1.1 }?.0
  }

  /// The most names that are compared.
  static let mostCompared = 2000
  /// The longest name that is compared, in bytes.
  private static let longest = 200
}
