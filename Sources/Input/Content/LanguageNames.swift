/// The language tag that corresponds to the name of a language or to a system's locale.
func languageTag(for text: String) -> String? {
  let tag = String(text.prefix { $0 != "." }.map { $0 == "_" ? "-" : $0 })
  if tag != text, isLanguageTag(tag) { return tag }
  // A letter with thousands of marks takes seconds to look up.
  return text.utf8.count > 100 ? nil : tagsByName[text.lowercased()]
}

private let tagsByName: [String: String] = [
  "arabic": "ar", "chinese": "zh", "czech": "cs", "danish": "da", "deutsch": "de", "dutch": "nl", "english": "en",
  "español": "es", "finnish": "fi", "français": "fr", "french": "fr", "german": "de", "greek": "el", "hebrew": "he",
  "hindi": "hi", "hungarian": "hu", "italian": "it", "italiano": "it", "japanese": "ja", "korean": "ko",
  "norwegian": "no", "persian": "fa", "polish": "pl", "português": "pt", "portuguese": "pt", "romanian": "ro",
  "russian": "ru", "spanish": "es", "swedish": "sv", "thai": "th", "turkish": "tr", "ukrainian": "uk",
  "vietnamese": "vi",
]
