import Diagnostics

/// A file or folder of the content that its author does not want published, or not yet.
public struct KeptBack: Sendable, Hashable {
  public enum Reason: Sendable, Hashable {
    /// `draft: true`. Drafts are shown on request.
    case draft
    /// A key of the front matter, as it is written, keeps the file back.
    case key(String)
    /// A key that might keep the file back cannot be read.
    case unread(String)
    /// The first day on which it is published is in the future.
    case until(CalendarDate)
    /// It was published before a day.
    case since(CalendarDate)
    /// Its name begins with an underscore.
    case name(String)
    /// It is a translation, and the site has one language.
    case translation(String)
  }

  /// The path of a file, or of a folder with everything in it, relative to the site's root.
  public let path: String
  /// The line of a row in its data file, from 1.
  public let line: Int?
  public let reason: Reason

  init(_ path: String, line: Int? = nil, _ reason: Reason) {
    self.path = path
    self.line = line
    self.reason = reason
  }

  init(_ card: Card, _ reason: Reason) {
    self.init(card.source.path, line: card.row == nil ? nil : card.source.position(at: 0).line, reason)
  }
}

extension KeptBack.Reason: CustomStringConvertible {
  /// The reason as text for people.
  public var description: String {
    switch self {
    case .draft: "draft: true"
    case .key(let written): written
    case .unread(let key): "\(key), which cannot be read"
    case .until(let day): "not before \(day)"
    case .since(let day): "not after \(day)"
    case .translation(let language): "the language \(language) in its name"
    case .name(let name): "the name \(name) begins with an underscore"
    }
  }
}

extension KeptBack {
  /// The reason if a file is kept back by its name, or by the name of a folder around it: other programs do not publish
  /// files whose names begin with an underscore.
  ///
  /// - Parameter path: the path of a file in `Content`.
  /// - Complexity: O(length)
  public static func byName(_ path: String) -> KeptBack? {
    // Most paths have no underscore after a slash.
    let bytes = path.utf8.span
    let slash = UInt8(ascii: "/")
    guard bytes.indices.dropFirst().contains(where: { bytes[$0] == UInt8(ascii: "_") && bytes[$0 - 1] == slash }) else {
      return nil
    }
    var parts = ContentPath.parts(of: path)
    let name = parts.removeLast()
    if let folder = parts.firstIndex(where: { $0.hasPrefix("_") && !publishedFolders.contains($0) }) {
      return KeptBack(parts[...folder].joined(separator: "/"), .name(parts[folder]))
    }
    return name.hasPrefix("_") && name != ContentPath.indexName ? KeptBack(path, .name(name)) : nil
  }

  /// Jekyll publishes the content of these folders.
  private static let publishedFolders: Set = ["_posts"]
}

extension CalendarDate: CustomStringConvertible {
  /// The date in the form `2025-07-31`.
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

extension CalendarDate {
  /// The day, in UTC, of a number of seconds since the beginning of 1970 (POSIX.1, "Seconds Since the Epoch").
  public init(secondsSince1970 seconds: Int) {
    // Follows Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`: years begin in March.
    let days = Int((Double(seconds) / 86_400).rounded(.down)) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// Reads `YYYY-MM-DD`; nil for anything else.
  public init?(_ text: String) {
    guard let day = try? CalendarDate.parse(text) else { return nil }
    self = day
  }
}

/// The conditions that decide whether a file is published, apart from the file itself.
public struct PublicationRule: Sendable, Hashable {
  /// The day of the build; nil keeps nothing back, for content that is only measured.
  public var day: CalendarDate?
  public var includesDrafts: Bool

  public init(day: CalendarDate?, includesDrafts: Bool = false) {
    self.day = day
    self.includesDrafts = includesDrafts
  }
}
