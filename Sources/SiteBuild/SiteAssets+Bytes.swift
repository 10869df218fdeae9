extension SiteAssets {
  /// Tells the bytes of a file of the content by its path there.
  var bytesByPath: @Sendable (String) -> [UInt8]? {
    { path in paths[path] == nil ? nil : try? read(path) }
  }
}
