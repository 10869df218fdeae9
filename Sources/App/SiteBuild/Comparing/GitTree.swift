import Diagnostics

/// The files of a site in a commit, as git lists them: the output of `ls-tree -z -l`, parsed piece by piece.
struct GitTree {
  struct GitFile {
    /// The size in bytes.
    let size: Int
    /// The path from the site's root.
    let path: RelativePath
  }

  private(set) var files: [GitFile] = []
  /// The names of the files' objects in hexadecimal digits, one on each line.
  private(set) var objects: [UInt8] = []
  /// The number of digits in a name.
  let digitCount: Int
  private(set) var links: [RelativePath] = []
  /// Findings about entries that cannot be written.
  private(set) var diagnostics: [Diagnostic] = []
  /// The site's path from the top of the repository.
  private let prefix: [UInt8]
  /// The beginning of a line whose end has not arrived.
  private var rest: [UInt8] = []

  /// The limit on files. A tree of a few kilobytes can name billions of files, or of folders without any.
  static let fileLimit = 1_000_000

  /// The limit in bytes: the longest path in Linux, with room for the fields before it.
  private static let lineLimit = 1 << 13

  /// - Parameters:
  ///   - tree: the name of the object.
  ///   - parts: files and folders, relative to the site's root.
  init(_ tree: String, parts: [String], in view: GitView) throws(GitFault) {
    self.init(prefix: view.prefix, digitCount: tree.utf8.count)
    let arguments = ["--full-tree", tree, "--"] + parts.map { view.prefix + $0 }
    // For sizes git opens every object, which must not happen a billion times. Folders are listed here too: without
    // them git would traverse a billion of empty ones and print nothing, so no limit would end it.
    var count = 0
    var length = 0
    try view.run(["ls-tree", "-r", "-t", "-z"] + arguments) { (piece) throws(GitFault) in
      count += piece.count { $0 == 0 }
      if count > Self.fileLimit { throw .refused("the commit has more than \(Self.fileLimit) files and folders") }
      length = piece.lastIndex(of: 0).map { piece.endIndex - 1 - $0 } ?? length + piece.count
      if length > Self.lineLimit { throw .refused("a path of the commit is too long") }
    }
    try view.run(["ls-tree", "-r", "-z", "-l"] + arguments) { (piece) throws(GitFault) in try take(piece) }
    try finish()
  }

  /// Creates an empty listing.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of all paths, from the top of the repository.
  ///   - digitCount: the number of digits in names of objects.
  init(prefix: String, digitCount: Int) {
    self.prefix = Array(prefix.utf8)
    self.digitCount = digitCount
  }

  mutating func take(_ piece: ArraySlice<UInt8>) throws(GitFault) {
    rest += piece
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: 0) {
      try takeLine(rest[start..<end])
      start = end + 1
    }
    rest.removeSubrange(..<start)
    if rest.count > Self.lineLimit { throw .refused("a path of the commit is too long") }
  }

  /// Ends the listing.
  mutating func finish() throws(GitFault) {
    guard rest.isEmpty else { throw .refused("it lists files in an unknown format") }
    if files.isEmpty, links.isEmpty, diagnostics.isEmpty {
      throw .noSite(folder: String(decoding: prefix, as: UTF8.self))
    }
  }

  /// The room that the files need, in blocks of 4 KiB.
  var byteCount: Int { files.reduce(0) { $0 + ($1.size / 4096 + 1) * 4096 } }

  /// Reads a line of `ls-tree`: mode, kind, object, size, a tab, and the path (git-ls-tree, "Output format").
  private mutating func takeLine(_ line: ArraySlice<UInt8>) throws(GitFault) {
    // The line is read byte by byte: there may be a million lines.
    let modeEnd = 6
    let kindEnd = line.dropFirst(modeEnd + 1).firstIndex(of: 0x20) ?? line.endIndex
    let object = line[min(kindEnd + 1, line.endIndex)...].prefix(digitCount)
    guard line.count <= Self.lineLimit else { throw .refused("a path of the commit is too long") }
    guard let tab = line[object.endIndex...].firstIndex(of: 0x09), object.count == digitCount,
      object.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      line[(tab + 1)...].starts(with: prefix)
    else { throw .refused("it lists files in an unknown format") }
    let mode = line.prefix(modeEnd)
    let bytes = line[(tab + 1)...]
    guard let path = RelativePath(bytes: Array(bytes.dropFirst(prefix.count))) else {
      throw .refused("the commit has a path that leads outside: \(String(decoding: bytes, as: UTF8.self))")
    }
    guard String(validating: path.bytes, as: UTF8.self) != nil else {
      let name = path.bytes.lastIndex(of: 0x2F).map { path.bytes[($0 + 1)...] } ?? path.bytes[...]
      let folder = String(decoding: path.bytes[..<name.startIndex].dropLast(), as: UTF8.self)
      diagnostics.append(.fileNameNotUTF8(folder: folder, name: Array(name)))
      return
    }
    if mode.elementsEqual("120000".utf8) {
      links.append(path)
    } else if mode.elementsEqual("160000".utf8) {
      diagnostics.append(.submodule(path.text))
    } else {
      let digits = line[object.endIndex..<tab].drop { $0 == 0x20 }
      // There is never enough room above 8 TiB.
      guard let size = Int(String(decoding: digits, as: UTF8.self)), (0..<(1 << 43)).contains(size) else {
        throw .notHeld(path.text)
      }
      files.append(GitFile(size: size, path: path))
      objects += object
      objects.append(0x0A)
    }
  }
}
