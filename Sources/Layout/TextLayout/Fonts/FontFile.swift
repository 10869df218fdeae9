import CHarfBuzz

/// The bytes of a font file, which is mapped into memory. No byte is read before it is needed.
///
/// `@unchecked Sendable` because the bytes never change, and HarfBuzz lets any thread read them.
@safe
public final class FontFile: @unchecked Sendable {
  let path: String
  let handle: OpaquePointer

  /// Maps the file; nil if it is empty or cannot be read.
  public init?(path: String) {
    guard let blob = unsafe hb_blob_create_from_file_or_fail(path) else { return nil }
    unsafe handle = blob
    self.path = path
  }

  deinit { unsafe hb_blob_destroy(handle) }

  /// The face with an index in the file, which the caller must destroy. HarfBuzz returns an empty face, not NULL, for
  /// bytes that are not a font.
  func face(_ index: Int) -> OpaquePointer? { unsafe hb_face_create(handle, UInt32(clamping: index)) }

  func withBytes<Result>(_ use: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var length: UInt32 = 0
    guard let data = unsafe hb_blob_get_data(handle, &length) else {
      return unsafe use(UnsafeBufferPointer(start: nil, count: 0))
    }
    return unsafe data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
      unsafe use(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }
  }
}
