import CZlib

/// The content of a gzip file (RFC 1952), read part by part.
@safe
final class GzipReader {
  /// zlib requires that its state does not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let file: [UInt8]
  /// True if all of the content was read and its checksum is right.
  private(set) var hasEnded = false

  /// Returns nil if zlib has no memory.
  init?(_ file: [UInt8]) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    self.file = file
    unsafe stream.pointee.avail_in = UInt32(clamping: file.count)
    // 16 more than the greatest window: only gzip, not zlib's own format.
    let result = unsafe inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if result != Z_OK { return nil }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// The number of bytes of the file that were not needed; after the end, those behind it.
  var remainingCount: Int { unsafe Int(stream.pointee.avail_in) }

  /// The next bytes: as many as wanted, or all that are left; nil if the file is damaged or ends early.
  ///
  /// - Complexity: O(count).
  func next(_ count: Int) -> [UInt8]? {
    var isDamaged = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count, !hasEnded, !isDamaged {
        let result = unsafe file.withUnsafeBufferPointer { file in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(
            mutating: file.baseAddress.map { unsafe $0 + (file.count - remainingCount) })
          unsafe stream.pointee.next_out = room.baseAddress.map { unsafe $0 + filled }
          unsafe stream.pointee.avail_out = UInt32(clamping: count - filled)
          return unsafe inflate(stream, Z_NO_FLUSH)
        }
        let free = unsafe Int(stream.pointee.avail_out)
        isDamaged = result != Z_OK && result != Z_STREAM_END || result == Z_OK && free == count - filled
        hasEnded = result == Z_STREAM_END
        filled = count - free
      }
    }
    return isDamaged ? nil : bytes
  }
}
