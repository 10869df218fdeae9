package import Glibc

/// A folder on disk, usually a temporary one that belongs to one test.
package struct Folder: Sendable {
  /// Absolute, without links.
  package let path: String

  package struct Failure: Error {
    package let what: String

    package init(what: String) { self.what = what }
  }

  package init(path: String) { self.path = path }

  // MARK: Temporary folders

  package static func temporary(in parent: String = "/tmp") throws -> Folder {
    var template = Array("\(parent)/cardshelf-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let real = realpath(made, nil) else { throw Failure(what: "mkdtemp") }
    defer { free(real) }
    return Folder(path: String(cString: real))
  }

  package static func withTemporary<Result>(
    in parent: String = "/tmp", _ body: (Folder) throws -> Result
  ) throws -> Result {
    let folder = try temporary(in: parent)
    defer { folder.remove() }
    return try body(folder)
  }

  package static func withTemporary<Result>(
    in parent: String = "/tmp", _ body: (Folder) async throws -> Result
  ) async throws -> Result {
    let folder = try temporary(in: parent)
    defer { folder.remove() }
    return try await body(folder)
  }

  /// Removes the folder with everything in it.
  package func remove() { Self.removeTree(Array(path.utf8)) }

  // MARK: Changing

  package func make(folder name: String) throws {
    var walked = ""
    for part in name.split(separator: "/") {
      walked += walked.isEmpty ? String(part) : "/" + part
      if mkdir(absolute(walked), 0o755) != 0, errno != EEXIST { throw Failure(what: "mkdir \(walked)") }
    }
  }

  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Makes the folders above the file too.
  package func write(_ bytes: [UInt8], to name: String) throws {
    if let slash = name.lastIndex(of: "/") { try make(folder: String(name[..<slash])) }
    try write(bytes, toBytes: Array(name.utf8))
  }

  /// A file under a name that need not be UTF-8.
  package func write(_ text: String, toBytes name: [UInt8]) throws { try write(Array(text.utf8), toBytes: name) }

  private func write(_ bytes: [UInt8], toBytes name: [UInt8]) throws {
    let file = open(Self.cString(Array((path + "/").utf8) + name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw Failure(what: "open \(String(decoding: name, as: UTF8.self))") }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(what: "write \(String(decoding: name, as: UTF8.self))") }
      rest = rest.dropFirst(count)
    }
  }

  package func link(_ name: String, to target: String) throws {
    guard symlink(target, absolute(name)) == 0 else { throw Failure(what: "symlink \(name)") }
  }

  package func rename(_ name: String, to newName: String) throws {
    guard Glibc.rename(absolute(name), absolute(newName)) == 0 else { throw Failure(what: "rename \(name)") }
  }

  /// Removes a file or an empty folder.
  package func remove(_ name: String) throws {
    guard Glibc.remove(absolute(name)) == 0 else { throw Failure(what: "remove \(name)") }
  }

  // MARK: Reading

  package func absolute(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

  /// nil if the file cannot be opened.
  package func bytes(of name: String) -> [UInt8]? {
    let file = open(absolute(name), O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// nil if the file cannot be opened.
  package func text(of name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

  /// The status of a name itself, not of what it links to.
  package func status(of name: String) -> stat? {
    var status = stat()
    return lstat(absolute(name), &status) == 0 ? status : nil
  }

  package func holds(_ name: String) -> Bool { access(absolute(name), F_OK) == 0 }

  /// Sorted.
  package func names(in folder: String = "") -> [String] {
    Self.names(in: Array(absolute(folder).utf8)).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// Everything below a folder: the text of files, nil for folders.
  package func tree(below folder: String = "") -> [String: String?] {
    var tree: [String: String?] = [:]
    for name in names(in: folder) {
      let path = folder.isEmpty ? name : folder + "/" + name
      switch (status(of: path)?.st_mode ?? 0) & S_IFMT {
      case S_IFDIR:
        tree[path] = .some(nil)
        tree.merge(self.tree(below: path)) { old, _ in old }
      case S_IFREG: tree[path] = text(of: path)
      default: tree[path] = "not a file"
      }
    }
    return tree
  }

  // MARK: C

  private static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let stream = opendir(cString(folder)), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return []
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + offset
      let name = Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  private static func removeTree(_ path: [UInt8]) {
    if Glibc.remove(cString(path)) == 0 { return }
    for name in names(in: path) { removeTree(path + Array("/".utf8) + name) }
    Glibc.remove(cString(path))
  }

  private static func cString(_ bytes: [UInt8]) -> [CChar] { (bytes + [0]).map { CChar(bitPattern: $0) } }
}

extension Folder {
  /// The root of the project.
  package static let project = Folder(path: #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 })
}
