import CWOFF2

/// A font file as WOFF2, or nil where the encoder refuses it. The same input gives the same bytes.
///
/// - Parameter quality: Brotli's, 1 to 11; 11 is the smallest and slowest.
public func compressedAsWOFF2(_ file: [UInt8], quality: Int = 11) -> [UInt8]? {
  var size = unsafe file.withUnsafeBufferPointer { unsafe cwoff2_max_size($0.baseAddress, $0.count) }
  // The encoder passes over the bytes that pad its tables, so they have to be something beforehand.
  var result = [UInt8](repeating: 0, count: size)
  let isCompressed = unsafe file.withUnsafeBufferPointer { bytes in
    unsafe cwoff2_compress(bytes.baseAddress, bytes.count, &result, &size, Int32(clamping: quality))
  }
  guard isCompressed, size <= result.count else { return nil }
  result.removeSubrange(size...)
  return result
}
