import Glibc

/// A temporary folder for one test.
struct Folder {
  let path: String

  struct Failure: Error { let what: String }

  static func with<Result>(_ body: (Folder) async throws -> Result) async throws -> Result {
    let folder = try make()
    defer { folder.remove() }
    return try await body(folder)
  }

  static func make() throws -> Folder {
    var template = Array("/tmp/cardshelf-diff-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let real = realpath(made, nil) else { throw Failure(what: "mkdtemp") }
    defer { free(real) }
    return Folder(path: String(cString: real))
  }

  func remove() { Self.removeTree(path) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    var walked = path
    for part in name.split(separator: "/").dropLast() {
      walked += "/" + part
      if mkdir(walked, 0o755) != 0, errno != EEXIST { throw Failure(what: "mkdir \(walked)") }
    }
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw Failure(what: "open \(name)") }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(what: "write \(name)") }
      rest = rest.dropFirst(count)
    }
  }

  func bytes(of name: String) -> [UInt8]? {
    let file = open(path + "/" + name, O_RDONLY)
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

  func text(of name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

  func holds(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

  func removeFile(_ name: String) { Self.removeTree(path + "/" + name) }

  func names(in folder: String = "") -> [String] {
    guard let stream = opendir(path + "/" + folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func removeTree(_ path: String) {
    if Glibc.remove(path) == 0 { return }
    for name in Folder(path: path).names() { removeTree(path + "/" + name) }
    Glibc.remove(path)
  }

  /// The text of a file beside these tests.
  static func fixture(_ name: String) throws -> String {
    let folder = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    guard let text = Folder(path: folder).text(of: name) else { throw Failure(what: "no \(name)") }
    return text
  }
}
