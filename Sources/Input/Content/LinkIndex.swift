import Diagnostics
import Images

/// The target of a link.
public enum ResolvedLink: Sendable, Hashable {
  /// An external address, with characters that are not allowed percent-encoded.
  case url(String)
  /// A shelf or card, by its id, on the page with an id.
  case anchor(pageID: String, id: String)
  case page(id: String)
  /// A file of the content folder, relative to the site's root.
  case file(String)
}

/// The possible targets of the content's links: pages, shelves, cards and other files, by their paths in `Content`.
///
/// A large site has many cards, so nothing is stored that follows from a card's path: its id usually does.
public struct LinkIndex: Sendable, Equatable {
  /// A file or folder that is on a page.
  private struct IndexedPlace: Equatable {
    enum PlaceKind { case page, shelf, indexOfShelf, card }

    let kind: PlaceKind
    /// The index of the page in `pages`.
    let page: Int32
  }

  private var places: [String: IndexedPlace] = [:]
  /// The ids of pages.
  private var pages: [String] = []
  private var pageNumbers: [String: Int32] = [:]
  /// The ids of cards that do not follow from their paths, keyed by path.
  private var chosenIDs: [String: String] = [:]
  /// The ids of cards that do not follow from a path, keyed by the page's id.
  private var ids: [String: Set<String>] = [:]
  private var files: Set<String> = []
  /// The ids of pages that show rows of a data file, keyed by its path.
  private var pagesOfData: [String: [String]] = [:]
  /// The reason why a file of the content is not on any page.
  private var absences: [String: Absence] = [:]
  /// The headings of the texts of pages, by the ids of the pages.
  private var headings: [String: HeadingIDs] = [:]
  /// The headings of texts on cards by the path of the card, if something there links to them.
  private var headingsOfCards: [String: HeadingIDs] = [:]
  /// The files that have another address in their front matter, by that address.
  private var addresses: [String: String] = [:]
  /// The files of pictures that were fetched from other sites.
  private var fetchedPictures: [RemoteAddress: String] = [:]

  enum Absence: Equatable {
    case keptBack(KeptBack.Reason)
    /// The page's list of shelves omits its shelf.
    case notListed
    case overLimit(Int)
    case error
  }

  public init() {}

  /// The paths of targets that name them in another way; see ``LinkNames``.
  private var meant: [MeantTarget: String] = [:]

  fileprivate struct MeantTarget: Hashable {
    let text: Substring
    let folder: String
  }

  /// The target of a link in a file, or nil if it does not exist.
  ///
  /// The path of a target is percent-decoded. It can name the file of a card or shelf, the folder of a shelf or page, or
  /// any other file of the content. A fragment is the id of a shelf or card; another one is a place in a text, and leads
  /// to its page.
  ///
  /// - Parameter sourcePath: the file with the link, relative to the site's root.
  public func resolve(_ target: LinkTarget, from sourcePath: String) -> ResolvedLink? {
    switch target.kind {
    case .absolute: return .url(encodedURL(target.text))
    case .fragment:
      for page in pages(ofText: sourcePath) {
        if let anchor = anchor(target.text.utf8.dropFirst(), on: page) { return anchor }
      }
      return isHeading(target, ofCard: sourcePath) ? link(to: sourcePath) : nil
    case .relative, .rooted:
      guard let path = meantPath(of: target, from: sourcePath) else { return nil }
      let fragment = target.text.utf8.drop { $0 != UInt8(ascii: "#") }
      if !fragment.isEmpty, let place = places[path], place.kind == .page,
        let anchor = anchor(fragment.dropFirst(), on: pages[Int(place.page)])
      {
        return anchor
      }
      return link(to: path) ?? storedFile(path).map(ResolvedLink.file)
    }
  }

  /// Returns whether a target means a heading of the text on the card itself, where headings have no ids.
  private func isHeading(_ target: LinkTarget, ofCard path: String) -> Bool {
    guard let headings = headingsOfCards[path],
      let name = decodedName(target.text.utf8.dropFirst(), inFragment: true)
    else { return false }
    return headings.id(named: name) != nil
  }

  /// The path of a target, if it exists: as it is written, or as ``LinkNames`` found it.
  private func meantPath(of target: LinkTarget, from sourcePath: String) -> String? {
    let path = path(of: target, from: sourcePath)
    if let path, places[path] != nil || files.contains(path) { return path }
    guard !meant.isEmpty else { return path }
    return meant[MeantTarget(target, from: sourcePath)] ?? path
  }

  /// The image to which a target leads, as a path relative to the site's root; nil if it does not exist.
  public func image(_ target: LinkTarget, from sourcePath: String) -> String? {
    if target.kind == .absolute {
      return fetchedPictures.isEmpty ? nil : (try? RemoteAddress(target.text)).flatMap { fetchedPictures[$0] }
    }
    guard case .file(let path)? = resolve(target, from: sourcePath), ImageKind(path: path) != nil else { return nil }
    return path
  }

  /// Records what a target means that names nothing as it is written.
  ///
  /// - Returns: false if nothing was found.
  mutating func learn(_ target: LinkTarget, from sourcePath: String, _ names: LinkNames) -> Bool {
    guard let path = names.path(meantBy: target, from: sourcePath), places[path] != nil || files.contains(path) else {
      return false
    }
    meant[MeantTarget(target, from: sourcePath)] = path
    return true
  }

  /// Records the headings of a card's text, to which links in it may lead.
  mutating func learnHeadings(of text: MarkdownDocument, in path: String) {
    if headingsOfCards[path] != nil { return }
    headingsOfCards[path] = HeadingIDs(of: text, titled: "", besides: [])
  }

  /// All possible targets for ``LinkNames``.
  var names: LinkNames { LinkNames(allPaths, addresses: addresses) }

  private func link(to path: String) -> ResolvedLink? {
    guard let place = places[path] else { return nil }
    let page = pages[Int(place.page)]
    return place.kind == .page ? .page(id: page) : .anchor(pageID: page, id: id(of: place, atPath: path))
  }

  /// The path of a relative target from the site's root, or nil if it leaves the content.
  func path(of target: LinkTarget, from sourcePath: String) -> String? {
    let written = target.text.utf8.prefix { !"?#".utf8.contains($0) }
    guard !written.isEmpty, let decoded = decodedName(written) else { return nil }
    if target.kind == .rooted {
      return ContentPath.resolve(decoded.hasPrefix("@") ? String(decoded.dropFirst()) : decoded, from: ContentPath.root)
    }
    return ContentPath.resolve(decoded, from: ContentPath.folder(of: sourcePath))
  }

  /// The path of a file as the file system spells it: its accents may be encoded differently in the link.
  func storedFile(_ path: String) -> String? { files.firstIndex(of: path).map { files[$0] } }

  func absence(of path: String) -> Absence? { absences[path] }

  /// - Complexity: O(n) in the number of paths.
  func ids(onPageOf sourcePath: String) -> Set<String> {
    pages(ofText: sourcePath).reduce(into: []) { all, page in
      all.formUnion(ids[page] ?? [])
      guard let number = pageNumbers[page] else { return }
      for (path, place) in places where place.page == number && place.kind != .page {
        all.insert(id(of: place, atPath: path))
      }
    }
  }

  /// Returns whether a file or folder is on a page.
  func isOnPage(_ path: String) -> Bool { places[path] != nil }

  /// All possible targets, in no particular order.
  var allPaths: [String] { Array(places.keys) + Array(files) }

  /// The pages that show a file's text; several pages can show rows of a data file.
  private func pages(ofText sourcePath: String) -> [String] {
    places[sourcePath].map { [pages[Int($0.page)]] } ?? pagesOfData[sourcePath] ?? []
  }

  private func anchor(_ encoded: Substring.UTF8View, on page: String) -> ResolvedLink? {
    guard let id = decodedName(encoded, inFragment: true) else { return nil }
    if isID(id, on: page) { return .anchor(pageID: page, id: id) }
    guard let headings = headings[page] else { return nil }
    if let id = headings.id(named: id) { return .anchor(pageID: page, id: id) }
    return headings.isTitle(id) ? .page(id: page) : nil
  }

  private func isID(_ id: String, on page: String) -> Bool {
    guard let number = pageNumbers[page] else { return false }
    let folder = ContentPath.root + "/" + id
    let card = folder + ".md"
    return places[card] == IndexedPlace(kind: .card, page: number) && chosenIDs[card] == nil
      || places[folder] == IndexedPlace(kind: .shelf, page: number) || ids[page]?.contains(id) == true
  }

  /// The id of the shelf or card at a path.
  private func id(of place: IndexedPlace, atPath path: String) -> String {
    if let id = chosenIDs[path] { return id }
    let folder = ContentPath.folder(of: path)
    return switch place.kind {
    case .page, .shelf: ContentPath.id(ofFolder: path)
    case .indexOfShelf: ContentPath.id(ofFolder: folder)
    case .card: ContentPath.id(ofFolder: folder) + "/" + ContentPath.stem(of: path)
    }
  }

  // MARK: - Filling

  mutating func reserve(cards count: Int) { places.reserveCapacity(count + count / 8) }

  mutating func add(files: [String]) { self.files.formUnion(files) }

  mutating func add(picture address: RemoteAddress, file: String) { fetchedPictures[address] = file }

  mutating func remove(files: Set<String>) {
    self.files.subtract(files)
    if !fetchedPictures.isEmpty { fetchedPictures = fetchedPictures.filter { !files.contains($0.value) } }
  }

  mutating func add(page id: String, folder: String, source: String) {
    let place = IndexedPlace(kind: .page, page: number(ofPage: id))
    places[folder] = place
    places[source] = place
    places[ContentPath.folder(ofID: id)] = place
  }

  mutating func add(shelf id: String, in folder: String, source: String, onPage page: String) {
    let number = number(ofPage: page)
    places[folder] = IndexedPlace(kind: .shelf, page: number)
    places[source] = IndexedPlace(kind: .indexOfShelf, page: number)
    guard id != ContentPath.id(ofFolder: folder) else { return }
    chosenIDs[folder] = id
    chosenIDs[source] = id
    ids[page, default: []].insert(id)
  }

  /// Makes the page of a card the target of links to the card's file. Its place on its shelf keeps its id.
  mutating func add(pageOfCard id: String, card: String, source: String, shelfPage: String) {
    let place = IndexedPlace(kind: .page, page: number(ofPage: id))
    places[source] = place
    places[ContentPath.folder(ofID: id)] = place
    ids[shelfPage, default: []].insert(card)
  }

  mutating func add(_ headings: HeadingIDs, onPage page: String) { self.headings[page] = headings }

  /// Records that content is known under another address, which its front matter has.
  mutating func add(addresses: [String], of source: String) {
    for address in addresses { self.addresses[LinkNames.plainAddress(address)] = source }
  }

  mutating func add(card id: String, source: String, onPage page: String) {
    places[source] = IndexedPlace(kind: .card, page: number(ofPage: page))
    if ContentPath.isCard(source, named: id) { return }
    chosenIDs[source] = id
    ids[page, default: []].insert(id)
  }

  private mutating func number(ofPage id: String) -> Int32 {
    if let number = pageNumbers[id] { return number }
    let number = Int32(clamping: pages.count)
    pages.append(id)
    pageNumbers[id] = number
    return number
  }

  mutating func add(row id: String, of source: String, onPage page: String) {
    if pagesOfData[source]?.contains(page) != true { pagesOfData[source, default: []].append(page) }
    ids[page, default: []].insert(id)
  }

  mutating func add(absent paths: [String], because absence: Absence) {
    for path in paths { absences[path] = absence }
  }
}

extension LinkIndex.MeantTarget {
  fileprivate init(_ target: LinkTarget, from sourcePath: String) {
    text = target.text.prefix { $0 != "#" }
    folder = target.kind == .rooted ? "" : ContentPath.folder(of: sourcePath)
  }
}

/// The path of the file that a relative target names, from the site's root; nil if it leaves the content.
///
/// - Parameter sourcePath: the file with the target, relative to the site's root.
public func contentPath(of target: LinkTarget, from sourcePath: String) -> String? {
  target.kind == .relative ? LinkIndex().path(of: target, from: sourcePath) : nil
}

/// Resolves percent escapes. Returns nil if the result is not a name: not UTF-8, a control character, or, in a path, an
/// encoded separator.
private func decodedName(_ text: Substring.UTF8View, inFragment: Bool = false) -> String? {
  percentDecoded(text) { $0 >= 0x20 && $0 != 0x7F && (inFragment || !"/\\".utf8.contains($0)) }
    .flatMap { String(validating: $0, as: UTF8.self) }
}

/// Encodes the ASCII characters that an address cannot contain (URL Standard, "valid URL string"); others are
/// unchanged. Brackets are allowed around a host, and one `#` before a fragment.
private func encodedURL(_ text: String) -> String {
  if LinkTarget.isPlainAddress(text.utf8Span.span) { return text }
  // The third slash ends the host; mailboxes, telephone numbers and coordinates have none.
  var slashes = text.prefix(4).lowercased() == "http" ? 0 : 3
  var hasFragment = false
  return percentEncoded(text) { byte in
    let isEncoded =
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"): slashes != 2
      case UInt8(ascii: "#"): hasFragment
      default: mayNotStandInAddresses(byte)
      }
    switch byte {
    case UInt8(ascii: "/"): slashes += 1
    // A query ends the host, too.
    case UInt8(ascii: "?"): slashes = 3
    case UInt8(ascii: "#"): (slashes, hasFragment) = (3, true)
    default: break
    }
    return isEncoded
  }
}

private func mayNotStandInAddresses(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"),
    UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "\\"):
    true
  default: false
  }
}
