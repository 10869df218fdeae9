/// Dates as people and other programs write them.
extension CalendarDate {
  /// Reads a day as ``parse(_:)`` does, without zeros before its numbers (`2020-3-2`, `2020.3.2`), or with an English
  /// month: `11 Oct 2023`, `March 3rd, 2020`, `Wed, 11 Oct 2023 10:00:00 +0200` (RFC 5322).
  static func reading(_ text: String) throws(Problem) -> CalendarDate {
    do throws(Problem) {
      return try parse(text)
    } catch {
      guard case .notation = error, text.utf8.count <= 60, let written = withNumbers(text) ?? withMonth(text) else {
        throw error
      }
      return try parse(written)
    }
  }

  /// The date with two digits for its month and its day; nil unless it has three numbers.
  private static func withNumbers(_ text: String) -> String? {
    let day = text.prefix { $0.isNumber || "-/.".contains($0) }
    let parts = day.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    guard parts.count == 3, parts[0].utf8.count == 4, parts.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) })
    else { return nil }
    return "\(parts[0])-\(twoDigits(parts[1]))-\(twoDigits(parts[2]))" + text[day.endIndex...]
  }

  /// The date with numbers instead of a month's name; nil without such a name, a day and a year.
  private static func withMonth(_ text: String) -> String? {
    var parts = text.lowercased().split { " ,-/.\u{A0}".contains($0) }
    if let first = parts.first, days.contains(where: { isName(first, of: $0) }) { parts.removeFirst() }
    guard parts.count >= 3 else { return nil }
    let rest = parts[3...].allSatisfy { part in
      part == "at" || part == "utc" || part.allSatisfy { $0.isNumber || ":+tz".contains($0) } || part.count <= 5
    }
    guard rest, let place = parts[..<2].firstIndex(where: { month(of: $0) != nil }), let month = month(of: parts[place])
    else { return nil }
    var numbers = parts[..<3].map { String($0) }
    numbers.remove(at: place)
    for suffix in ["st", "nd", "rd", "th"] {
      for index in numbers.indices where numbers[index].hasSuffix(suffix) { numbers[index].removeLast(2) }
    }
    guard let yearIndex = numbers.firstIndex(where: { $0.utf8.count == 4 }) else { return nil }
    let (year, day) = (numbers[yearIndex], numbers[1 - yearIndex])
    guard (1...2).contains(day.utf8.count), (year + day).utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return "\(year)-\(twoDigits(String(month)))-\(twoDigits(day))"
  }

  private static func month(of word: Substring) -> Int? {
    months.firstIndex { isName(word, of: $0) }.map { $0 + 1 }
  }

  /// Returns whether a word is a name, or at least its first three letters.
  private static func isName(_ word: Substring, of name: String) -> Bool {
    word.utf8.count >= 3 && name.hasPrefix(word)
  }

  private static func twoDigits(_ number: some StringProtocol) -> String {
    number.utf8.count == 1 ? "0\(number)" : String(number)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}
