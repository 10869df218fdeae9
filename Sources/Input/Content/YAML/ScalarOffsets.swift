/// Byte offsets of the Unicode scalars of a text, because libyaml's marks count scalars.
struct ScalarOffsets {
  /// The offsets; empty if every scalar is one byte.
  private let starts: [Int]
  private let base: Int
  private let end: Int

  /// - Parameter bytes: well-formed UTF-8.
  /// - Parameter base: The byte offset of the text's first byte in the file.
  init(_ bytes: ArraySlice<UInt8>, base: Int) {
    self.base = base
    end = base + bytes.count
    starts =
      bytes.allSatisfy { $0 < 0x80 }
      ? [] : bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }.map { $0 - bytes.startIndex + base }
  }

  /// The byte offset in the file; past the last scalar, the end of the text.
  subscript(index: Int) -> Int {
    guard index >= 0 else { return base }
    if starts.isEmpty { return index < end - base ? base + index : end }
    return index < starts.count ? starts[index] : end
  }
}
