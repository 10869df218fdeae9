/// Texts of cards. They use few different characters, so that fonts are made quickly.
enum Words {
  static let latin = [
    "the", "size", "that", "it", "computes", "is", "what", "every", "browser", "shows:", "a", "row", "of", "cards;",
    "columns", "(two", "or", "three)", "well-known", "light-years", "unimaginable", "1,204", "42", "km/h", "isn’t",
    "Donaudampfschifffahrtsgesellschaftskapitän", "W", "ffi", "AVATAR",
  ]
  static let arabic = [
    "النجم", "الذي", "في", "السماء", "كل", "ليلة،", "يظهر", "فوق", "الأفق", "(مثل", "المشتري)", "42",
  ]
  static let japanese = ["星は", "夜空に", "見える。", "ブラウザ", "「幅」を", "計算する", "42"]

  static func of(_ language: String?) -> [String] {
    switch language {
    case "ar", "he": arabic
    case "ja": japanese
    default: latin
    }
  }
}
