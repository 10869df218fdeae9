import TestSupport

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

  var path: String { root.path + "/Output" }
  private let root: Folder

  init() throws {
    root = try Folder.temporary()
    try root.write("home", to: "Output/index.html")
    try root.write("about", to: "Output/about/index.html")
    try root.write(Self.picture, to: "Output/new moon.png")
    try root.write(Self.canary, to: "secret.txt")
  }

  func link(_ name: String, to target: String) throws { try root.link("Output/" + name, to: target) }

  deinit { root.remove() }
}
