import CWOFF2

/// A font file as WOFF2, or nil if the encoder refuses it. The same input gives the same bytes.
///
/// - Complexity: O(bytes).
public func compressedAsWOFF2(_ file: [UInt8], quality: WOFF2Quality = .smallest) -> [UInt8]? {
  var size = unsafe file.withUnsafeBufferPointer { unsafe cwoff2_max_size($0.baseAddress, $0.count) }
  var isCompressed = false
  let result = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, written in
    isCompressed = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe cwoff2_compress(bytes.baseAddress, bytes.count, room.baseAddress, &size, quality.rawValue)
    }
    written = isCompressed ? size : 0
  }
  return isCompressed ? result : nil
}

/// The effort of Brotli. The raw value is its quality, 0 to 11.
public enum WOFF2Quality: Int32, Sendable {
  /// A quality that makes files a ninth larger than the smallest, in a thirtieth of the time.
  case quick = 5
  case smallest = 11
}
