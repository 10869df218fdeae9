/// What content may hold at most.
enum ContentLimits {
  /// Characters of a text of the front matter.
  static let textLength = 10_000
  static let slugLength = 80
}

/// Whether a tag is built as BCP 47 asks: subtags of letters and digits between hyphens, the first of letters.
func isLanguageTag(_ text: String) -> Bool {
  let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  guard let first = subtags.first, (2...8).contains(first.count), first.allSatisfy(isLetter), subtags.count <= 16 else {
    return false
  }
  return subtags.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
}

/// `[a-z0-9]+(-[a-z0-9]+)*`, at most 80 characters.
func isSlug(_ text: String) -> Bool {
  guard text.utf8.count <= ContentLimits.slugLength else { return false }
  let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return words.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x61...0x7A).contains($0) || isDigit($0) } }
}

private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
