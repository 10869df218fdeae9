import Content
import Diagnostics
import Images
import SiteValidation
import Synchronization

/// A file of the content that pages show or to which they link. Only small files are kept in memory, and only for later
/// builds: other files are read again when their bytes are needed, and must not have changed.
struct AssetFile: Sendable {
  /// The path relative to the root of the site.
  let source: String
  let stamp: FileStamp?
  /// The path at which it is published.
  let path: String
  /// The size of the published file: the file itself, or an image without its metadata.
  let byteCount: Int
  let hash: String
  /// The findings about the file.
  let diagnostics: [Diagnostic]
  /// The size of an image, if it is known.
  let imageSize: ImageSize?
  /// True if the published file reveals where a picture or film was made.
  let tellsPosition: Bool
  /// True for an image whose parts are unknown: it is published with all of its metadata.
  let keepsMetadata: Bool
  private let tree: FileTree
  private let isStripped: Bool
  /// The hash of the file in the content.
  let sourceHash: String
  /// The SHA-256 of a picture that was fetched from another site, as hexadecimal digits.
  let digest: String?
  private let held: [UInt8]?

  /// The greatest size of files that a preview keeps in memory, as they were when the site was last complete.
  private static let mostHeld = 8 << 20

  /// - Parameters:
  ///   - known: the previous state of the file.
  ///   - isKept: true to keep the bytes for the next build.
  init(_ source: String, in tree: FileTree, known: AssetFile?, isKept: Bool) throws(Diagnostic) {
    if ImageKind(path: source) == nil {
      try self.init(download: source, in: tree, known: known, isKept: isKept)
    } else {
      try self.init(image: source, in: tree, known: known, isKept: isKept)
    }
  }

  private init(image source: String, in tree: FileTree, known: AssetFile?, isKept: Bool) throws(Diagnostic) {
    switch (try tree.read(source, unless: known?.stamp), known) {
    case (.unchanged, let known?): self = known
    case (let content, _):
      let bytes = content.bytes
      let stripped = withoutMetadata(bytes)
      let published = stripped ?? bytes
      self.tree = tree
      self.source = source
      stamp = if case .read(_, let stamp) = content { stamp } else { nil }
      path = "images/" + hashedName(of: source, bytes: published)
      byteCount = published.count
      hash = contentHash(published)
      imageSize = ImageSize(of: bytes, named: source)
      diagnostics = imageFaults(SourceText(path: source, bytes: bytes))
      tellsPosition = Images.tellsPosition(published)
      keepsMetadata = stripped == nil && ImageKind(signatureOf: bytes) != nil
      isStripped = stripped != nil
      sourceHash = stripped == nil ? hash : contentHash(bytes)
      digest = source.hasPrefix(PictureLock.folder + "/") ? hexadecimal(sha256(bytes)) : nil
      held = isKept && bytes.count <= Self.mostHeld ? bytes : nil
    }
  }

  /// The properties of a file, collected from its parts.
  private struct Look {
    var hash = ""
    var byteCount = 0
    var mayTellPosition = false
    var held: [UInt8]?
  }

  private init(download source: String, in tree: FileTree, known: AssetFile?, isKept: Bool) throws(Diagnostic) {
    let seen = try tree.look(at: source, unless: known?.stamp) { file, size throws(SystemError) in
      var look = Look(held: isKept && size <= Self.mostHeld ? [] : nil)
      var hasher = ContentHasher()
      var overlap: ArraySlice<UInt8> = []
      try file.forEachPart { part throws(SystemError) in
        hasher.add(part)
        look.byteCount += part.count
        look.held?.append(contentsOf: part)
        if !look.mayTellPosition {
          look.mayTellPosition = Images.mayTellPosition(Array(overlap + part))
          overlap = ArraySlice(part.suffix(longestNotationOfPositions))
        }
        return true
      }
      look.hash = hasher.hash
      return look
    }
    guard let (look, stamp) = seen else {
      if let known {
        self = known
        return
      }
      throw .fileChanged(source)
    }
    self.tree = tree
    self.source = source
    self.stamp = stamp
    path = "images/" + hashedName(of: source, hash: look.hash)
    byteCount = look.byteCount
    hash = look.hash
    imageSize = nil
    diagnostics = []
    var tellsPosition = false
    if look.mayTellPosition {
      tellsPosition = try positionReading.withLock { (_) throws(Diagnostic) in
        Images.tellsPosition(try tree.readFile(source))
      }
    }
    self.tellsPosition = tellsPosition
    keepsMetadata = false
    isStripped = false
    sourceHash = look.hash
    digest = nil
    held = look.held
  }

  /// The file as it is in the content.
  ///
  /// - Throws: a finding if it has changed.
  func read() throws(Diagnostic) -> [UInt8] {
    if let held { return held }
    let bytes = try tree.readFile(source)
    if contentHash(bytes) != sourceHash { throw .fileChanged(source) }
    return bytes
  }

  /// The bytes of the published file.
  func readPublished() throws(Diagnostic) -> [UInt8] {
    let bytes = try read()
    return isStripped ? withoutMetadata(bytes) ?? [] : bytes
  }

  /// Returns whether both have the same bytes.
  func isCopy(of other: AssetFile) throws(Diagnostic) -> Bool {
    let others = SiteFile(
      path: other.path, byteCount: other.byteCount,
      origin: SiteFile.FileOrigin(source: other.source, hash: other.sourceHash),
      parts: other.readParts)
    let seen = try tree.look(at: source) { file, _ throws(SystemError) in try file.holds(others) }
    return seen?.result == true
  }

  private func readParts(_ take: (ArraySlice<UInt8>) -> Bool) throws(Diagnostic) {
    _ = try tree.look(at: source) { file, _ throws(SystemError) in
      try file.forEachPart { part throws(SystemError) in take(part) }
    }
  }

  var published: SiteFile {
    SiteFile(path: path, byteCount: byteCount, origin: SiteFile.FileOrigin(source: source, hash: hash)) {
      (take) throws(Diagnostic) in
      if isStripped || held != nil {
        _ = take(try readPublished()[...])
      } else {
        // The hash shows whether it is the same file.
        try readParts(take)
      }
    }
  }
}

/// Searching a file for a position needs all of it in memory, so only one file is searched at a time.
private let positionReading = Mutex(())
