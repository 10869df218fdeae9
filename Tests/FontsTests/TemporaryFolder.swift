import Glibc

/// A temporary folder for one test.
struct TemporaryFolder {
  let path: String

  struct Failure: Error {}

  init() throws {
    var template = Array("/tmp/cardshelf-fonts-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Copies a file into the folder and replaces its content.
  func copy(_ source: String) throws -> String { try write(Self.read(source)) }

  static func read(_ source: String) throws -> [UInt8] {
    let file = open(source, O_RDONLY)
    guard file >= 0 else { throw Failure() }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      guard count >= 0 else { throw Failure() }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Writes a file, replaces its content, and returns its path.
  func write(_ bytes: [UInt8]) throws -> String {
    let file = open(fontPath, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw Failure() }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else { throw Failure() }
    return fontPath
  }

  var fontPath: String { path + "/font.ttf" }

  func remove() {
    unlink(fontPath)
    rmdir(path)
  }
}
