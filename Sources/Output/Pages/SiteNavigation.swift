import Synchronization

/// The pages of a site, as listed in the navigation.
public final class SiteNavigation: Sendable {
  let pages: [(title: String, id: String)]
  private let numbers: [String: Int]
  /// The titles of pages with pages in them, by their ids.
  private let parents: [String: String]
  private let known: Mutex<[NavigationEntries.EntriesPlace: NavigationEntries]> = Mutex([:])

  /// - Parameters:
  ///   - pages: the pages in the order in which they are shown.
  ///   - parents: the pages with pages in them.
  public init(_ pages: [(title: String, id: String)], parents: [(title: String, id: String)] = []) {
    self.pages = pages
    self.parents = Dictionary(parents.map { ($0.id, $0.title) }) { first, _ in first }
    numbers = Dictionary(pages.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The index of a page, by its id.
  func number(of id: String) -> Int? { numbers[id] }

  /// The pages around a page that is in another one, from the home page on; the navigation has all others.
  ///
  /// - Complexity: O(depth)
  func breadcrumbs(of id: String) -> [(title: String, id: String)] {
    guard id.utf8.contains(UInt8(ascii: "/")) else { return [] }
    var crumbs = parents[""].map { [(title: $0, id: "")] } ?? []
    var path = ""
    for folder in id.split(separator: "/").dropLast() {
      path += (path.isEmpty ? "" : "/") + folder
      if let title = parents[path] { crumbs.append((title, path)) }
    }
    return crumbs
  }

  /// The entries that a section of a template shows, none of them the page's own; they are rendered once for each key.
  func entries(at place: NavigationEntries.EntriesPlace, render: () -> NavigationEntries) -> NavigationEntries {
    if let found = known.withLock({ $0[place] }) { return found }
    let entries = render()
    known.withLock { $0[place] = entries }
    return entries
  }
}

/// The addresses of pages, as seen from another page.
struct NavigationAddress {
  /// The common beginning of the addresses of all pages.
  let start: String
  let address: (_ id: String) -> String
}

/// The navigation of a page.
struct NavigationList {
  let navigation: SiteNavigation
  /// The index of the page's own entry, which is not a link.
  let current: Int?
  let address: NavigationAddress

  /// The entries; empty on a site of one page.
  var list: TemplateList {
    let count = navigation.pages.count
    return TemplateList(count: count < 2 ? 0 : count) { value($0, isCurrent: $0 == current) }
  }

  func value(_ number: Int, isCurrent: Bool) -> TemplateValue {
    let page = navigation.pages[number]
    return .entry([
      "title": .text(page.title), "href": .text(address.address(page.id)), "isCurrent": .flag(isCurrent),
    ])
  }
}

/// The entries of one section of a template, one after the other.
struct NavigationEntries {
  /// The conditions on which entries depend in addition to their pages.
  struct EntriesPlace: Hashable {
    let template: String
    /// The offset of the section's tag.
    let offset: Int
    /// The path from a page's folder to the output folder.
    let addressStart: String
    let indentation: [UInt8]
    let startsLine: Bool
  }

  private(set) var bytes: [UInt8] = []
  /// The end of each entry in `bytes`.
  private(set) var ends: [Int] = []
  /// For each entry, whether the page ends a line after it.
  private(set) var endsLine: [Bool] = []

  /// The start of an entry in `bytes`.
  func start(of number: Int) -> Int { number == 0 ? 0 : ends[number - 1] }

  /// Adds the bytes that a shell has gained as an entry.
  mutating func append(_ shell: PageShell, from start: Int) {
    bytes += shell.pieces[shell.pieces.count - 1][start...]
    ends.append(bytes.count)
    endsLine.append(shell.endsLine)
  }
}
