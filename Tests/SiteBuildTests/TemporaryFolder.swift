import Glibc

/// A temporary folder for one test.
struct TemporaryFolder {
  let path: String

  static func make() throws -> TemporaryFolder {
    var template = Array("/tmp/cardshelf-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(what: "mkdtemp") }
    return TemporaryFolder(path: String(cString: made))
  }

  func remove() { Self.removeTree(Array(path.utf8)) }

  static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let folder = try make()
    defer { folder.remove() }
    return try body(folder)
  }

  struct Failure: Error { let what: String }

  func absolute(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

  func make(folder name: String) throws {
    var walked = ""
    for part in name.split(separator: "/") {
      walked += walked.isEmpty ? String(part) : "/" + part
      if mkdir(absolute(walked), 0o755) != 0, errno != EEXIST { throw Failure(what: "mkdir \(walked)") }
    }
  }

  func write(_ text: String, to name: String) throws {
    if let slash = name.lastIndex(of: "/") { try make(folder: String(name[..<slash])) }
    try write(text, toBytes: Array(name.utf8))
  }

  func write(_ bytes: [UInt8], to name: String) throws { try write(bytes, toBytes: Array(name.utf8)) }

  /// Removes a file or an empty folder.
  func remove(_ name: String) throws {
    guard Glibc.remove(absolute(name)) == 0 else { throw Failure(what: "remove \(name)") }
  }

  /// Writes a file whose name need not be UTF-8.
  func write(_ text: String, toBytes name: [UInt8]) throws { try write(Array(text.utf8), toBytes: name) }

  private func write(_ bytes: [UInt8], toBytes name: [UInt8]) throws {
    let file = open(Self.cString(Array((path + "/").utf8) + name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw Failure(what: "open \(String(decoding: name, as: UTF8.self))") }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Failure(what: "write") }
  }

  func link(_ name: String, to target: String) throws {
    guard symlink(target, absolute(name)) == 0 else { throw Failure(what: "symlink \(name)") }
  }

  func text(of name: String) -> String? {
    let file = open(absolute(name), O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// The status of a name itself; symbolic links are not followed.
  func status(of name: String) -> stat? {
    var status = stat()
    return lstat(absolute(name), &status) == 0 ? status : nil
  }

  /// Everything below a folder: texts of files, and nil for folders.
  func tree(below folder: String = "") -> [String: String?] {
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

  func names(in folder: String) -> [String] {
    Self.names(in: Array(absolute(folder).utf8)).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

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
