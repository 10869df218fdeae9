import CXXHash
import SiteValidation

/// A short name for content: the first 80 bits of its XXH3-128 hash (canonical, big-endian, seed 0) in base32.
///
/// It has sixteen characters of RFC 4648's alphabet in lower case, `a` to `z` and `2` to `7`, so that names differ on
/// file systems that ignore case. It is not cryptographic: it distinguishes versions of honest content. The probability
/// that two of a million files have the same name is below one in a trillion.
///
/// - Complexity: O(bytes).
public func contentHash(_ bytes: [UInt8]) -> String {
  text(of: unsafe bytes.withUnsafeBytes { unsafe XXH3_128bits($0.baseAddress, $0.count) })
}

/// The hash of a file that need not be in memory.
func contentHash(of file: SiteFile) -> String {
  var hasher = ContentHasher()
  for number in 0..<file.pieceCount { hasher.add(file.piece(number)[...]) }
  return hasher.hash
}

/// The `contentHash` of bytes that arrive in parts.
@safe struct ContentHasher: ~Copyable {
  private let state: OpaquePointer?

  init() {
    unsafe state = XXH3_createState()
    _ = unsafe XXH3_128bits_reset(state)
  }

  deinit { _ = unsafe XXH3_freeState(state) }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    _ = unsafe bytes.withUnsafeBytes { unsafe XXH3_128bits_update(state, $0.baseAddress, $0.count) }
  }

  /// The hash of all bytes so far.
  var hash: String { text(of: unsafe XXH3_128bits_digest(state)) }
}

private func text(of hash: XXH128_hash_t) -> String {
  let characters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  // The name has 80 bits: the high half and 16 bits of the low one; 5 bits per character.
  let text = (0..<16).map { index in
    let shift = 75 - 5 * index
    let bits =
      shift >= 16
      ? hash.high64 >> UInt64(shift - 16)
      : (hash.high64 << UInt64(16 - shift)) | (hash.low64 >> UInt64(48 + shift))
    return characters[Int(bits & 31)]
  }
  return String(decoding: text, as: UTF8.self)
}
