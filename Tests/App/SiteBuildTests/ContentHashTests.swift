import SiteBuild
import Testing

struct ContentHashTests {
  /// The first ten bytes of the output of `xxhsum -H2`, in base32.
  @Test(arguments: [
    ("", "tgvanuybi6mnqyab"), ("a", "vfx264c26fudjzwg"),
    ("The quick brown fox jumps over the lazy dog", "3xlfaic4upt7ujfb"),
  ])
  func isAPrefixOfXXH3(text: String, hash: String) {
    #expect(contentHash(Array(text.utf8)) == hash)
  }

  @Test func namesAreShortAndSafe() {
    for length in [0, 1, 16, 17, 128, 129, 240, 241, 1024, 100_000] {
      let hash = contentHash([UInt8](repeating: 7, count: length))
      #expect(hash.utf8.count == 16)
      #expect(hash.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".utf8.contains($0) })
    }
  }

  @Test func everyByteChangesTheHash() {
    let bytes = [UInt8](repeating: 0, count: 300)
    var hashes: Set<String> = [contentHash(bytes)]
    for index in bytes.indices {
      var changed = bytes
      changed[index] = 1
      hashes.insert(contentHash(changed))
    }
    #expect(hashes.count == 301)
  }
}
