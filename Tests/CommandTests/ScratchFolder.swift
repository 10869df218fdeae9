import Glibc

/// A temporary folder for one test.
struct ScratchFolder {
  let path: String

  static func make() throws -> ScratchFolder {
    var template = Array("/tmp/cardshelf-command-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template), let real = realpath(made, nil) else {
      throw CommandRun.Failure(what: "mkdtemp")
    }
    defer { free(real) }
    return ScratchFolder(path: String(cString: real))
  }

  /// A site of one card with the theme of the repository.
  static func site(_ files: [String: String] = ["Content/one/a.md": "# A\n"]) throws -> ScratchFolder {
    let folder = try make()
    let repository = ScratchFolder(path: #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })
    for name in ["theme.yml", "page.mustache", "paint.css"] {
      let path = "Themes/storefront/" + name
      guard let text = repository.text(of: path) else { throw CommandRun.Failure(what: "no \(path)") }
      // Numbers in tests are for the narrowest device, without the steps for enlarged text.
      try folder.write(text.replacing("[160, 200, 240, 280, 320,", with: "[320,"), to: path)
    }
    try folder.write("title: Sample\n", to: "cardshelf.yml")
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }

  func remove() { Self.removeTree(path) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    var walked = path
    for part in name.split(separator: "/").dropLast() {
      walked += "/" + part
      if mkdir(walked, 0o755) != 0, errno != EEXIST { throw CommandRun.Failure(what: "mkdir \(walked)") }
    }
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw CommandRun.Failure(what: "open \(name)") }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw CommandRun.Failure(what: "write \(name)") }
  }

  func text(of name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

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

  func rename(_ name: String, to newName: String) throws {
    guard Glibc.rename(path + "/" + name, path + "/" + newName) == 0 else {
      throw CommandRun.Failure(what: "rename \(name)")
    }
  }

  func holds(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 }

  /// The order is not defined.
  func names(in folder: String) -> [String] {
    guard let stream = opendir(path + "/" + folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func removeTree(_ path: String) {
    if Glibc.remove(path) == 0 { return }
    for name in ScratchFolder(path: path).names(in: "") { removeTree(path + "/" + name) }
    Glibc.remove(path)
  }
}
