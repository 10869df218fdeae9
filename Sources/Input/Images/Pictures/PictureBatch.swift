/// Several requests for one process, or its answers to them.
///
/// The encoding is a line `batch`, then for each part a line with its length, and its bytes.
public enum PictureBatch {
  private static let beginning = Array("batch\n".utf8)

  public static func bytes(of parts: [[UInt8]]) -> [UInt8] {
    parts.reduce(into: beginning) { $0 += Array("\($1.count)\n".utf8) + $1 }
  }

  /// The parts; nil if these bytes are not a complete batch.
  public static func parts(of bytes: [UInt8]) -> [[UInt8]]? {
    guard bytes.starts(with: beginning) else { return nil }
    var parts: [[UInt8]] = []
    var start = beginning.count
    while start < bytes.count {
      // Int's initialiser would accept a sign.
      guard let end = bytes[start...].firstIndex(of: 0x0A),
        bytes[start..<end].allSatisfy({ (0x30...0x39).contains($0) }),
        let length = Int(String(decoding: bytes[start..<end], as: UTF8.self)), length <= bytes.count - end - 1
      else { return nil }
      start = end + 1 + length
      parts.append(Array(bytes[(end + 1)..<start]))
    }
    return parts
  }
}
