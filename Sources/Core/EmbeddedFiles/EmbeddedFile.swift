import CEmbeddedFiles

/// The bytes of a file that is part of the program.
///
/// - Parameter path: its path in the project, as in the table of `CEmbeddedFiles`. A path that is not there is a
///   programming error.
/// - Complexity: O(n) in the size of the file.
public func embeddedFile(_ path: String) -> [UInt8] {
  var count = 0
  guard let bytes = unsafe embedded_file(path, &count) else { preconditionFailure("\(path) is not embedded") }
  return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}
