/// A path below some folder: names between slashes, none of them empty, `.` or `..`.
///
/// Paths are equal if their bytes are. (Strings are equal if their characters are, and `é` has two spellings, which are
/// two files.)
struct RelativePath: Hashable, Comparable, Sendable {
  let bytes: [UInt8]

  init?(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// - Parameter bytes: a path in UTF-8.
  init?(bytes: [UInt8]) {
    let names = bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
    let isRelative = names.allSatisfy { !$0.isEmpty && !$0.elementsEqual([0x2E]) && !$0.elementsEqual([0x2E, 0x2E]) }
    guard isRelative, !bytes.contains(0) else { return nil }
    self.bytes = bytes
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  var names: [String] { bytes.split(separator: 0x2F).map { String(decoding: $0, as: UTF8.self) } }

  /// The last name, and the names of the folders above it from the outermost.
  var split: (folders: [String], name: String) {
    let names = names
    return (Array(names.dropLast()), names.last ?? "")
  }

  /// The folders above the path, from the innermost.
  var ancestors: [RelativePath] {
    bytes.indices.reversed().filter { bytes[$0] == 0x2F }.compactMap { RelativePath(bytes: Array(bytes[..<$0])) }
  }

  static func < (a: RelativePath, b: RelativePath) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}
