public import Diagnostics

/// A shelf that a page should show.
public struct ShelfOutline: Sendable, Hashable {
  public let id: String
  /// The ids of its cards, in order.
  public let cards: [String]

  public init(id: String, cards: [String]) {
    self.id = id
    self.cards = cards
  }
}

/// A file of the output folder before it is written.
public struct SiteFile: Sendable {
  private enum SiteFileContent: Sendable {
    case held([UInt8])
    case elsewhere(pieceCount: Int, @Sendable (_ piece: Int) -> [UInt8])
    case parts(Parts)
  }

  /// The purpose of a file.
  public enum FileRole: Sendable {
    /// A file to be published.
    case publication
    /// A page for people who make the site, which compares a published page at several widths. It may run scripts.
    case comparison
    /// A file to be published that was made from an image: it contains a picture and nothing else.
    case rendition
  }

  /// Passes the bytes from the first to the last to a closure, part by part, as long as it returns true.
  ///
  /// It throws a finding if the file cannot be read.
  public typealias Parts = @Sendable (_ take: (ArraySlice<UInt8>) -> Bool) throws(Diagnostic) -> Void

  /// The path relative to the output folder, separated by `/`.
  public private(set) var path: String
  public let byteCount: Int
  public let role: FileRole
  /// The origin of the bytes, and their identity when they were inspected, if they come from a file that may have
  /// changed since.
  public let origin: FileOrigin?
  /// The shelves that a page should show, in order, or those for which a sheet of frames has rules; nil for other
  /// files, and if they are unknown.
  public var shelves: [ShelfOutline]?
  private let content: SiteFileContent

  public struct FileOrigin: Sendable, Hashable {
    /// The path relative to the site's root.
    public let source: String
    /// A hash of the published bytes.
    public let hash: String

    public init(source: String, hash: String) {
      self.source = source
      self.hash = hash
    }
  }

  public init(path: String, bytes: [UInt8], role: FileRole = .publication) {
    self.path = path
    self.role = role
    byteCount = bytes.count
    origin = nil
    content = .held(bytes)
  }

  /// A file that is fetched piece by piece, so that the whole file need not be in memory.
  ///
  /// - Parameter piece: returns the bytes of a piece, by its number; the same ones each time.
  public init(
    path: String, byteCount: Int, role: FileRole = .publication, pieceCount: Int,
    piece: @escaping @Sendable (_ number: Int) -> [UInt8]
  ) {
    self.path = path
    self.role = role
    self.byteCount = byteCount
    origin = nil
    content = .elsewhere(pieceCount: pieceCount, piece)
  }

  /// A file whose bytes are fetched each time they are requested.
  ///
  /// - Parameter bytes: returns the bytes; the same ones each time.
  public init(
    path: String, byteCount: Int, role: FileRole = .publication, bytes: @escaping @Sendable () -> [UInt8]
  ) {
    self.init(path: path, byteCount: byteCount, role: role, pieceCount: 1) { _ in bytes() }
  }

  /// A copy of a file that may be large.
  ///
  /// - Parameter parts: passes the bytes; different ones, or fewer, if the file has changed meanwhile.
  public init(path: String, byteCount: Int, origin: FileOrigin, parts: @escaping Parts) {
    self.path = path
    role = .publication
    self.byteCount = byteCount
    self.origin = origin
    content = .parts(parts)
  }

  /// - Complexity: O(bytes) if they are fetched.
  public var bytes: [UInt8] {
    switch content {
    case .held(let bytes): return bytes
    case .elsewhere(1, let fetch): return fetch(0)
    case .elsewhere(let pieceCount, let fetch):
      var bytes: [UInt8] = []
      bytes.reserveCapacity(byteCount)
      for number in 0..<pieceCount { bytes += fetch(number) }
      return bytes
    case .parts(let parts): return Self.joined(parts)
    }
  }

  /// The same file in a folder.
  ///
  /// - Parameter folder: the path of the folder, with a slash at its end.
  public func moved(into folder: String) -> SiteFile {
    var file = self
    file.path = folder + path
    return file
  }

  /// The number of pieces in which the bytes are fetched.
  public var pieceCount: Int {
    switch content {
    case .held: 1
    case .elsewhere(let pieceCount, _): pieceCount
    case .parts: 1
    }
  }

  /// The bytes of one piece; those of all pieces, in order, are the whole file.
  ///
  /// - Parameter number: the index of the piece, below `pieceCount`.
  /// - Complexity: O(bytes of the piece) if they are fetched.
  public func piece(_ number: Int) -> [UInt8] {
    switch content {
    case .held(let bytes): bytes
    case .elsewhere(_, let fetch): fetch(number)
    case .parts(let parts): Self.joined(parts)
    }
  }

  private static func joined(_ parts: Parts) -> [UInt8] {
    var bytes: [UInt8] = []
    let end: Void? = try? parts { part in
      bytes += part
      return true
    }
    return end == nil ? [] : bytes
  }

  /// Passes the bytes from the first to the last to a closure, as many at once as are available, as long as `take`
  /// returns true.
  ///
  /// - Throws: a finding if the file from which they come cannot be read.
  public func forEachPart(_ take: (ArraySlice<UInt8>) -> Bool) throws(Diagnostic) {
    switch content {
    case .held(let bytes): _ = take(bytes[...])
    case .elsewhere(let pieceCount, let fetch):
      for number in 0..<pieceCount where !take(fetch(number)[...]) { return }
    case .parts(let parts): try parts(take)
    }
  }

  /// Returns whether two files have the same bytes.
  ///
  /// - Complexity: O(1) for a piece that both files share in memory.
  public func hasSameBytes(as other: SiteFile) -> Bool {
    guard byteCount == other.byteCount else { return false }
    let haveSamePieces =
      pieceCount == other.pieceCount && (0..<pieceCount).allSatisfy { piece($0) == other.piece($0) }
    return haveSamePieces || bytes == other.bytes
  }

  /// Returns whether two files have the same path and size, and the same content as far as it is available.
  func isLike(_ other: SiteFile) -> Bool {
    guard path.utf8.elementsEqual(other.path.utf8), byteCount == other.byteCount, role == other.role else {
      return false
    }
    guard case .held(let own) = content, case .held(let others) = other.content else { return true }
    return own == others
  }
}

extension SiteFile {
  /// True for a path that stays inside the output folder and has only one spelling.
  var hasPlainPath: Bool {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
      && !path.utf8.contains(0)
  }

  /// True for a style sheet of the theme. Sheets of frames contain nothing of a theme, so they are not read: tests
  /// prove them, see Tests/Support/PlacementProof.
  var isThemeSheet: Bool { shelves == nil && hasExtension("css") }

  public var isPage: Bool { hasExtension("html") }

  func hasExtension(_ name: String) -> Bool { path.utf8.suffix(name.utf8.count + 1).elementsEqual(".\(name)".utf8) }
}
