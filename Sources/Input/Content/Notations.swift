import Diagnostics

/// Limits on the size of content.
enum ContentLimits {
  /// The most characters in a text of the front matter.
  static let textLength = 10_000
  static let slugLength = 80
}

/// The form of a text as a language tag (BCP 47, section 2.1).
enum LanguageTagForm: Equatable {
  /// Subtags of at most eight letters and digits, the first of two or three letters; or private use, `x-…`.
  case wellFormed
  /// Letters, digits and hyphens, as in the names of some systems' locales. The part before the first subtag that is
  /// too long is a tag.
  case tolerable(tag: String)
  case noTag
}

/// Returns whether browsers recognise the text as a language tag.
public func isLanguageTag(_ text: String) -> Bool { languageTagForm(of: text) == .wellFormed }

func languageTagForm(of text: String) -> LanguageTagForm {
  let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  guard let first = subtags.first, subtags.count <= 16, text.utf8.count <= 100,
    subtags.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit } }),
    first.allSatisfy(\.isASCIILetter)
  else { return .noTag }
  let isPrivate = subtags.count > 1 && (first.elementsEqual("x".utf8) || first.elementsEqual("X".utf8))
  // BCP 47 reserves longer first subtags for future use, and none was ever defined.
  guard isPrivate || (2...3).contains(first.count) else { return .noTag }
  let short = subtags.prefix { $0.count <= 8 }
  if short.count == subtags.count { return .wellFormed }
  let tag = short.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  return isPrivate && short.count < 2 ? .noTag : .tolerable(tag: tag)
}

/// Returns whether a text matches `[a-z0-9]+(-[a-z0-9]+)*` and has at most 80 characters.
func isSlug(_ text: String) -> Bool {
  guard text.utf8.count <= ContentLimits.slugLength else { return false }
  let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return words.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x61...0x7A).contains($0) || $0.isASCIIDigit } }
}
