/// A day of the Gregorian calendar, without a time or a zone.
public struct CalendarDate: Sendable, Hashable, Comparable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// The fault of a written date.
  enum Problem: Error, Hashable {
    case notation
    case noSuchMonth(Int)
    case noSuchDay(daysInMonth: Int)
  }

  /// Reads a day, `2025-07-31` or `2025/07/31`, of years 1 to 9999. A time and a zone after it are allowed, as in
  /// `2025-07-31T18:00:00+02:00` (ISO 8601, RFC 3339) or `2025-07-31 18:00 UTC`: the written day counts.
  static func parse(_ text: String) throws(Problem) -> CalendarDate {
    let bytes = text.utf8.span
    guard bytes.count >= 10 else { throw .notation }
    let separator = bytes[4]
    guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/"), bytes[7] == separator,
      let year = number(bytes, 0..<4), let month = number(bytes, 5..<7), let day = number(bytes, 8..<10), year > 0,
      bytes.count == 10 || isTime(Array(text.utf8.dropFirst(10)))
    else { throw .notation }
    guard (1...12).contains(month) else { throw .noSuchMonth(month) }
    let days = daysIn(month: month, of: year)
    guard (1...days).contains(day) else { throw .noSuchDay(daysInMonth: days) }
    return CalendarDate(year: year, month: month, day: day)
  }

  private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      guard (0x30...0x39).contains(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    return number
  }

  /// Returns whether a text is the separator, time and zone after a day: `T18:00Z`, ` 18:00:00.5 +0200`.
  private static func isTime(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func drop(while matches: (UInt8) -> Bool) -> Int {
      let count = rest.prefix(while: matches).count
      rest = rest.dropFirst(count)
      return count
    }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    if drop(while: isSpace) == 0 {
      guard let first = rest.popFirst(), first | 0x20 == UInt8(ascii: "t") else { return false }
    }
    guard 1...2 ~= drop(while: isDigit), rest.first == UInt8(ascii: ":") else { return false }
    var parts = 0
    while rest.first == UInt8(ascii: ":"), parts < 2 {
      rest = rest.dropFirst()
      guard drop(while: isDigit) == 2 else { return false }
      parts += 1
    }
    if rest.first == UInt8(ascii: "."), parts == 2 {
      rest = rest.dropFirst()
      guard drop(while: isDigit) > 0 else { return false }
    }
    _ = drop(while: isSpace)
    guard let sign = rest.first else { return true }
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
      let digits = rest.filter(isDigit).count
      return (digits == 2 || digits == 4) && rest.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ":") }
        && rest.count <= 5
    }
    // `Z`, or the name of a zone.
    return rest.count <= 5 && rest.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
  }

  public static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  private static func daysIn(month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
