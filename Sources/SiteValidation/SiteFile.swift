/// A file of the output folder before it is written.
public struct SiteFile: Sendable, Hashable {
  /// Relative to the output folder, separated by `/`.
  public let path: String
  public let bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

extension SiteFile {
  /// A path that stays inside the output folder and has one spelling only.
  var hasPlainPath: Bool {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
      && !path.utf8.contains(0)
  }

  var isStyleSheet: Bool { hasExtension("css") }

  func hasExtension(_ name: String) -> Bool { path.utf8.suffix(name.utf8.count + 1).elementsEqual(".\(name)".utf8) }
}
