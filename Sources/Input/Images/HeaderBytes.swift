/// The bytes of a file, read at offsets that may come from the file itself: a read outside throws
/// ``ImageFault/truncated``.
struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var end: Int { bytes.count }

  func byte(at offset: Int) throws(ImageFault) -> Int {
    guard bytes.indices.contains(offset) else { throw .truncated }
    return Int(bytes[offset])
  }

  /// An unsigned number of up to seven bytes, the most significant first.
  func big(_ count: Int, at offset: Int) throws(ImageFault) -> Int {
    var number = 0
    for byte in try slice(count, at: offset) { number = number << 8 | Int(byte) }
    return number
  }

  /// An unsigned number of up to seven bytes, the least significant first.
  func little(_ count: Int, at offset: Int) throws(ImageFault) -> Int {
    var number = 0
    for byte in try slice(count, at: offset).reversed() { number = number << 8 | Int(byte) }
    return number
  }

  func holds(_ text: String, at offset: Int) throws(ImageFault) -> Bool {
    try slice(text.utf8.count, at: offset).elementsEqual(text.utf8)
  }

  /// A byte that must exist.
  subscript(offset: Int) -> UInt8 { bytes[offset] }

  func bytes(in range: Range<Int>) throws(ImageFault) -> [UInt8] {
    Array(try slice(range.count, at: range.lowerBound))
  }

  private func slice(_ count: Int, at offset: Int) throws(ImageFault) -> ArraySlice<UInt8> {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { throw .truncated }
    return bytes[offset..<(offset + count)]
  }
}
