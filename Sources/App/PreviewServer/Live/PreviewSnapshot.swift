import SiteBuild
import SiteValidation

/// All files of one build, by the URL paths of requests.
struct PreviewSnapshot: Sendable {
  /// The number of the build among successful ones.
  let generation: Int
  let files: [SiteFile]
  private let paths: ServedPaths
  /// The files keyed by the bytes of the path, as ``ServedPaths`` returns it: two spellings of `é` are two files.
  private let byPath: [[UInt8]: SiteFile]

  init(generation: Int, files: [SiteFile]) {
    self.generation = generation
    self.files = files
    paths = ServedPaths(files.map(\.path))
    byPath = Dictionary(files.map { (Array($0.path.utf8), $0) }) { first, _ in first }
  }

  /// - Parameter target: the path of a URL, percent-encoded.
  func file(forTarget target: String) -> SiteFile? { paths.path(forTarget: target).flatMap { byPath[Array($0.utf8)] } }

  /// The number of pages that are new or changed.
  func changedPageCount(since last: PreviewSnapshot?) -> Int {
    guard let last else { return files.count { isPage($0) } }
    return files.count { file in
      isPage(file) && last.byPath[Array(file.path.utf8)]?.hasSameBytes(as: file) != true
    }
  }

  private func isPage(_ file: SiteFile) -> Bool { file.path.hasSuffix(".html") && !file.path.hasPrefix("compare/") }
}
