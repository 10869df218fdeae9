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

  /// Reads `YYYY-MM-DD` (ISO 8601, complete calendar date in extended format), years 1 to 9999.
  static func parse(_ text: String) throws(Problem) -> CalendarDate {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2] else { throw .notation }
    var numbers: [Int] = []
    for part in parts {
      guard part.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .notation }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard year > 0 else { throw .notation }
    guard (1...12).contains(month) else { throw .noSuchMonth(month) }
    let days = daysIn(month: month, of: year)
    guard (1...days).contains(day) else { throw .noSuchDay(daysInMonth: days) }
    return CalendarDate(year: year, month: month, day: day)
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
