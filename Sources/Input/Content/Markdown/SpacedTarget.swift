import Diagnostics

/// `[text](My note.md)`: many programs read it as a link, CommonMark as text.
struct SpacedTarget {
  /// The range from the bracket, or the `!` before it, to the parenthesis.
  let range: SourceRange
  /// The text with its brackets, and the `!` of an image.
  let label: SourceRange
  let address: SourceRange
  let isImage: Bool

  /// - Parameters:
  ///   - offset: the offset of a `(` after a `]`.
  ///   - block: the text around it.
  /// - Returns: nil if it does not look like the path of a file.
  /// - Complexity: O(line), for lines of an ordinary length.
  init?(in bytes: [UInt8], at offset: Int, block: SourceRange) {
    let line = bytes[offset..<block.upper].prefix(500).prefix { $0 != 0x0A && $0 != 0x0D }
    guard let end = line.firstIndex(of: UInt8(ascii: ")")) else { return nil }
    let inside = bytes[(offset + 1)..<end]
    guard inside.contains(0x20), let first = inside.first, first != 0x20, first != UInt8(ascii: "<"),
      let dot = inside.lastIndex(of: UInt8(ascii: "."))
    else { return nil }
    let ending = inside[(dot + 1)...].prefix { $0 != UInt8(ascii: "#") && $0 != 0x20 }
    guard 1...8 ~= ending.count, ending.allSatisfy(isAlphanumeric) else { return nil }
    let before = bytes[max(block.lower, offset - 500)..<(offset - 1)]
    guard var start = before.lastIndex(of: UInt8(ascii: "[")) else { return nil }
    isImage = start > block.lower && bytes[start - 1] == UInt8(ascii: "!")
    if isImage { start -= 1 }
    range = SourceRange(start, end + 1)
    label = SourceRange(start, offset)
    address = SourceRange(offset + 1, end)
  }
}
