import Glibc
import Testing

/// The bytes of a file of the project, by its path from the root.
func bytes(of path: String, filePath: String = #filePath) throws -> [UInt8] {
  let root = filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  let file = try #require(fopen(root + "/" + path, "r"))
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return bytes
}
