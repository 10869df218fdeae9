import FoundationEssentials
import Glibc

/// Bytes that differ in every block.
func numbered(megabytes: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  for block in 0..<megabytes * 16 { bytes += [UInt8](repeating: UInt8(block % 251), count: 1 << 16) }
  return bytes
}

/// A folder `Output` with two pages and a picture, and beside it a file that must not be served. The folder is removed
/// with this object.
final class OutputFolder {
  static let canary = "canary"
  static let picture = numbered(megabytes: 3)

  var path: String { root + "/Output" }
  private let root: String

  struct Failure: Error { let code = errno }

  init() throws {
    var template = Array("/tmp/cardshelf-server-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure() }
    root = String(cString: made)
    for folder in ["/Output", "/Output/about"] where mkdir(root + folder, 0o700) != 0 { throw Failure() }
    try write(Array("home".utf8), to: "Output/index.html")
    try write(Array("about".utf8), to: "Output/about/index.html")
    try write(Self.picture, to: "Output/new moon.png")
    try write(Array(Self.canary.utf8), to: "secret.txt")
  }

  func link(_ name: String, to target: String) throws {
    guard symlink(target, path + "/" + name) == 0 else { throw Failure() }
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    guard let file = fopen(root + "/" + name, "w") else { throw Failure() }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure() }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }
}
