/// A file name that begins with a date, as in Jekyll: `2021-03-01-oat-porridge`.
struct DatedName {
  let date: CalendarDate
  /// The name without the date.
  let rest: String

  /// A fast check: true if the name of a file may begin with a date.
  static func mayBegin(_ path: String) -> Bool {
    let path = path.utf8Span.span
    let start = ContentPath.startOfName(in: path)
    return path.count > start && (0x30...0x39).contains(path[start])
  }

  /// - Parameter name: a name without an ending.
  /// - Returns: nil if there is no date, or nothing behind it.
  init?(_ name: String) {
    let bytes = name.utf8
    guard bytes.count > 11, let first = bytes.first, (0x30...0x39).contains(first) else { return nil }
    let end = bytes.index(bytes.startIndex, offsetBy: 10)
    guard "-_ ".utf8.contains(bytes[end]), let date = CalendarDate(String(name[..<end])) else { return nil }
    self.date = date
    let rest = name[end...].drop { "-_ ".contains($0) }
    guard !rest.isEmpty else { return nil }
    self.rest = String(rest)
  }
}
