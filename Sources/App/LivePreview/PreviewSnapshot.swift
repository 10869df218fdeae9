import PreviewServer
import SiteBuild
import SiteValidation

/// All files of one build, by the URL paths of requests.
struct PreviewSnapshot: Sendable {
  /// Counts successful builds.
  let generation: Int
  let files: [SiteFile]
  private let paths: ServedPaths
  private let byPath: [String: SiteFile]

  init(generation: Int, files: [SiteFile]) {
    self.generation = generation
    self.files = files
    paths = ServedPaths(files.map(\.path))
    byPath = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
  }

  /// - Parameter target: the path of a URL, percent-encoded.
  func file(forTarget target: String) -> SiteFile? { paths.path(forTarget: target).flatMap { byPath[$0] } }

  /// The number of pages that are new or changed.
  func changedPageCount(since last: PreviewSnapshot?) -> Int {
    guard let last else { return files.count { isPage($0) } }
    return files.count { file in
      isPage(file) && last.byPath[file.path]?.hasSameBytes(as: file) != true
    }
  }

  private func isPage(_ file: SiteFile) -> Bool { file.path.hasSuffix(".html") && !file.path.hasPrefix("compare/") }
}
