/// A file of the output folder before it is written.
public struct SiteFile: Sendable {
  private enum Content: Sendable {
    case held([UInt8])
    case elsewhere(@Sendable () -> [UInt8])
  }

  /// What a file is for.
  public enum Role: Sendable {
    /// To be published.
    case publication
    /// A page for people who make the site, which compares a published page at several widths. It may run scripts.
    case comparison
    /// To be published, and made of an image: it holds a picture and nothing else.
    case rendition
  }

  /// Relative to the output folder, separated by `/`.
  public let path: String
  public let byteCount: Int
  public let role: Role
  private let content: Content

  public init(path: String, bytes: [UInt8], role: Role = .publication) {
    self.path = path
    self.role = role
    byteCount = bytes.count
    content = .held(bytes)
  }

  /// A file whose bytes are fetched whenever they are asked for.
  ///
  /// - Parameter bytes: the same ones each time.
  public init(
    path: String, byteCount: Int, role: Role = .publication, bytes: @escaping @Sendable () -> [UInt8]
  ) {
    self.path = path
    self.role = role
    self.byteCount = byteCount
    content = .elsewhere(bytes)
  }

  /// - Complexity: O(bytes) where they are fetched.
  public var bytes: [UInt8] {
    switch content {
    case .held(let bytes): bytes
    case .elsewhere(let fetch): fetch()
    }
  }

  /// Whether two are under one path and of one size, and hold the same as far as that is at hand.
  func isLike(_ other: SiteFile) -> Bool {
    guard path.utf8.elementsEqual(other.path.utf8), byteCount == other.byteCount, role == other.role else {
      return false
    }
    guard case .held(let own) = content, case .held(let others) = other.content else { return true }
    return own == others
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
