import Diagnostics

/// What a commit holds of a site, as git lists it.
struct GitTree {
  struct File {
    /// Of the object, in hexadecimal digits.
    let object: String
    /// In bytes.
    let size: Int
    /// From the site's root.
    let path: RelativePath
  }

  private(set) var files: [File] = []
  private(set) var links: [RelativePath] = []
  /// What cannot be laid down.
  private(set) var diagnostics: [Diagnostic] = []
  /// From the top of the repository.
  private let prefix: [UInt8]

  /// A tree of a few kilobytes can name billions of files.
  static let fileLimit = 1_000_000

  /// - Parameters:
  ///   - tree: the name of the object.
  ///   - parts: files and folders from the site's root.
  init(_ tree: String, parts: [String], in view: GitView) throws(GitFault) {
    prefix = Array(view.prefix.utf8)
    var rest: [UInt8] = []
    let arguments = ["ls-tree", "-r", "-z", "-l", "--full-tree", tree, "--"] + parts.map { view.prefix + $0 }
    try view.run(arguments) { (piece) throws(GitFault) in
      rest += piece
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: 0) {
        try take(rest[start..<end])
        start = end + 1
      }
      rest.removeSubrange(..<start)
      // The longest path that Linux knows, with room for what is before it.
      if rest.count > 1 << 13 { throw .failed("a path of the commit is too long") }
    }
    if files.isEmpty, links.isEmpty, diagnostics.isEmpty { throw .noSite(folder: view.prefix) }
  }

  /// How much room the files take, in blocks of 4 KiB.
  var byteCount: Int { files.reduce(0) { $0 + ($1.size / 4096 + 1) * 4096 } }

  /// A line of `ls-tree`: mode, kind, object, size, a tab, and the path (git-ls-tree, "Output format").
  private mutating func take(_ line: ArraySlice<UInt8>) throws(GitFault) {
    guard let tab = line.firstIndex(of: 0x09) else { throw .failed("git lists files in an unknown form") }
    let words = line[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    let bytes = line[(tab + 1)...]
    guard words.count == 4, words[2].utf8.count >= 40, words[2].allSatisfy(\.isHexDigit), bytes.starts(with: prefix)
    else { throw .failed("git lists files in an unknown form") }
    guard let path = RelativePath(bytes: Array(bytes.dropFirst(prefix.count))) else {
      throw .failed("the commit has a path that leads out of it: \(String(decoding: bytes, as: UTF8.self))")
    }
    guard path.text.utf8.elementsEqual(path.bytes) else {
      let name = path.bytes.lastIndex(of: 0x2F).map { path.bytes[($0 + 1)...] } ?? path.bytes[...]
      let folder = String(decoding: path.bytes[..<name.startIndex].dropLast(), as: UTF8.self)
      diagnostics.append(.fileNameNotUTF8(folder: folder, name: Array(name)))
      return
    }
    guard files.count + links.count + diagnostics.count < Self.fileLimit else {
      throw .failed("the commit has more than \(Self.fileLimit) files")
    }
    switch words[0] {
    case "120000": links.append(path)
    case "160000": diagnostics.append(.submodule(path.text))
    default:
      // Above 8 TiB there is no room anyway.
      guard let size = Int(words[3]), (0..<(1 << 43)).contains(size) else {
        throw .notHeld(path.text)
      }
      files.append(File(object: words[2], size: size, path: path))
    }
  }
}
