extension SiteAssets {
  /// Tells the bytes of a file of the content by its path there.
  var bytesByPath: @Sendable (String) -> [UInt8]? {
    let paths = paths
    let files = Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
    return { path in paths[path].flatMap { files[$0] } }
  }
}
