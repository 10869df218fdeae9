import Diagnostics

/// The name of a file that ends in a language: `soup.de` is the German of `soup`.
struct TranslatedName {
  let rest: String
  let language: String

  /// - Parameter stem: the name of a file without its ending.
  init?(_ stem: String) {
    guard let dot = stem.utf8.lastIndex(of: UInt8(ascii: ".")), dot > stem.startIndex else { return nil }
    let language = String(stem[stem.utf8.index(after: dot)...]).replacing("_", with: "-")
    let primary = language.prefix { $0 != "-" }
    guard Self.languages.contains(primary.lowercased()), isLanguageTag(language) else { return nil }
    rest = String(stem[..<dot])
    self.language = language
  }

  /// A fast check: true if the name of a file has two dots.
  static func mayBe(_ path: String) -> Bool {
    let path = path.utf8Span.span
    var dots = 0
    for index in ContentPath.startOfName(in: path)..<path.count where path[index] == UInt8(ascii: ".") { dots += 1 }
    return dots > 1
  }

  /// The languages with a code of two letters in which people write sites (ISO 639-1).
  private static let languages: Set = [
    "af", "am", "ar", "az", "be", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "eu",
    "fa", "fi", "fr", "ga", "gl", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "km", "kn",
    "ko", "ku", "ky", "lb", "lo", "lt", "lv", "mk", "ml", "mn", "mr", "ms", "my", "nb", "ne", "nl", "nn", "no", "pa",
    "pl", "ps", "pt", "ro", "ru", "si", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te", "th", "tl", "tr", "uk", "ur",
    "uz", "vi", "zh", "zu",
  ]
}

extension [Card] {
  /// The cards that are translations of others next to them, by their index, with their language.
  ///
  /// A file without a language in its name is in the language of the site.
  ///
  /// - Complexity: O(n)
  func translations(siteLanguage: String) -> [Int: String] {
    var translated: [(index: Int, name: TranslatedName)] = []
    for index in indices where TranslatedName.mayBe(self[index].source.path) && self[index].row == nil {
      if let name = TranslatedName(ContentPath.stem(of: self[index].source.path)) { translated.append((index, name)) }
    }
    guard !translated.isEmpty else { return [:] }
    var counts: [String: Int] = [:]
    for card in self where card.row == nil { counts[ContentPath.stem(of: card.source.path), default: 0] += 1 }
    for (_, name) in translated { counts[name.rest, default: 0] += 1 }
    let site = siteLanguage.lowercased().prefix { $0 != "-" }
    var others: [Int: String] = [:]
    for (index, name) in translated where counts[name.rest, default: 0] > 1 {
      let primary = name.language.lowercased().prefix { $0 != "-" }
      // The site's own language stays, unless the file without a language is it.
      let hasPlain = contains { $0.row == nil && ContentPath.stem(of: $0.source.path) == name.rest }
      if primary != site || hasPlain { others[index] = name.language }
    }
    return others
  }
}
