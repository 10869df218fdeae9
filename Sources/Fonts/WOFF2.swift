import CWOFF2

/// A font file as WOFF2, or nil where the encoder refuses it. The same input gives the same bytes.
///
/// - Parameter quality: Brotli's, 1 to 11; 11 is the smallest and slowest.
public func compressedAsWOFF2(_ file: [UInt8], quality: Int = 11) -> [UInt8]? {
  var size = unsafe file.withUnsafeBufferPointer { unsafe cwoff2_max_size($0.baseAddress, $0.count) }
  var isCompressed = false
  let result = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, written in
    isCompressed = unsafe file.withUnsafeBufferPointer { bytes in
      unsafe cwoff2_compress(bytes.baseAddress, bytes.count, room.baseAddress, &size, Int32(clamping: quality))
    }
    written = isCompressed ? size : 0
  }
  return isCompressed ? result : nil
}
