import Synchronization

/// The pages of a site, as listed in the navigation.
public final class SiteNavigation: Sendable {
  /// The entries of one section of a template, one after the other.
  struct Entries {
    var bytes: [UInt8] = []
    /// The end of each entry in `bytes`.
    var ends: [Int] = []

    mutating func append(_ entry: ArraySlice<UInt8>) {
      bytes += entry
      ends.append(bytes.count)
    }

    /// Appends all entries, with another in place of one.
    func append(to result: inout [UInt8], replacing number: Int, with own: ArraySlice<UInt8>) {
      result += bytes[..<(number == 0 ? 0 : ends[number - 1])]
      result += own
      result += bytes[ends[number]...]
    }
  }

  let pages: [(title: String, id: String)]
  private let numbers: [String: Int]
  /// By the path from a page's folder to the output folder, with which addresses of pages begin.
  private let known: Mutex<[String: [Int: Entries]]> = Mutex([:])

  /// - Parameter pages: in the order in which they are shown.
  public init(_ pages: [(title: String, id: String)]) {
    self.pages = pages
    numbers = Dictionary(pages.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The number of a page, by its id.
  func number(of id: String) -> Int? { numbers[id] }

  /// The entries of each section, none of them the page's own; rendered once for each start of addresses.
  ///
  /// - Parameter render: renders a page with all entries.
  /// - Returns: nil if there is something between entries that belongs to neither.
  func entries(from start: String, render: () -> MarkedPage?) -> [Int: Entries]? {
    if let found = known.withLock({ $0[start] }) { return found }
    guard let page = render() else { return nil }
    var entries: [Int: Entries] = [:]
    var last: Int?
    for part in page.parts {
      guard case .entry(let section, let range) = part else {
        last = nil
        continue
      }
      // A section may occur more than once, as in a partial: it is the same each time.
      if last != section, entries[section] != nil, entries[section]?.ends.count != pages.count { return nil }
      last = section
      if entries[section]?.ends.count == pages.count { continue }
      entries[section, default: Entries()].append(page.bytes[range])
    }
    guard entries.values.allSatisfy({ $0.ends.count == pages.count }) else { return nil }
    known.withLock { $0[start] = entries }
    return entries
  }
}
