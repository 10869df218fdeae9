public import MarkdownTree

/// Where a link leads.
public enum ResolvedLink: Sendable, Hashable {
  /// An address elsewhere, with what may not stand in one percent-encoded.
  case url(String)
  /// A shelf or card, by its id, on the page with an id.
  case anchor(pageID: String, id: String)
  case page(id: String)
  /// A file of the content folder, relative to the site's root.
  case file(String)
}

/// What the links of the content can lead to: pages, shelves, cards and other files, by their places in `Content`.
public struct LinkIndex: Sendable, Equatable {
  /// Files and folders that became something on a page.
  private var places: [String: ResolvedLink] = [:]
  /// By the page's id.
  private var ids: [String: Set<String>] = [:]
  private var files: Set<String> = []
  /// The ids of pages that show rows of a data file, by its path.
  private var pagesOfData: [String: [String]] = [:]
  /// Why a file of the content is on no page.
  private var absences: [String: Absence] = [:]

  enum Absence: Equatable {
    case draft
    /// The page's list of shelves leaves its shelf out.
    case notListed
    case overLimit(Int)
    case error
  }

  public init() {}

  /// Where a target that is written in a file leads, or nil if there is nothing.
  ///
  /// The path of a relative target is percent-decoded; it may name a card's or shelf's file, a shelf's or page's folder,
  /// or any other file of the content. A fragment is the id of a shelf or card.
  ///
  /// - Parameter sourcePath: the file that holds the link, relative to the site's root.
  public func resolve(_ target: LinkTarget, from sourcePath: String) -> ResolvedLink? {
    switch target.kind {
    case .absolute: return .url(percentEncoded(target.text))
    case .fragment:
      for page in pages(ofText: sourcePath) {
        if let anchor = anchor(target.text.utf8.dropFirst(), on: page) { return anchor }
      }
      return nil
    case .relative:
      guard let path = path(of: target, from: sourcePath) else { return nil }
      let fragment = target.text.utf8.drop { $0 != UInt8(ascii: "#") }
      guard !fragment.isEmpty else { return places[path] ?? storedFile(path).map(ResolvedLink.file) }
      guard case .page(let page) = places[path] else { return nil }
      return anchor(fragment.dropFirst(), on: page)
    }
  }

  /// The path of a relative target from the site's root, or nil where it leaves the content.
  func path(of target: LinkTarget, from sourcePath: String) -> String? {
    let written = target.text.utf8.prefix { !"?#".utf8.contains($0) }
    guard !written.isEmpty, let decoded = percentDecoded(written) else { return nil }
    return ContentPath.resolve(decoded, from: ContentPath.folder(of: sourcePath))
  }

  /// The path of a file as the file system spells it: its accents may be encoded otherwise than in the link.
  func storedFile(_ path: String) -> String? { files.firstIndex(of: path).map { files[$0] } }

  func absence(of path: String) -> Absence? { absences[path] }

  func ids(onPageOf sourcePath: String) -> Set<String> {
    pages(ofText: sourcePath).reduce(into: []) { $0.formUnion(ids[$1] ?? []) }
  }

  /// Whether a file or folder became something on a page.
  func isOnPage(_ path: String) -> Bool { places[path] != nil }

  /// All that can be linked to, in no order.
  var allPaths: [String] { Array(places.keys) + Array(files) }

  /// The page on which a file's text stands; a data file's rows may stand on several.
  private func pages(ofText sourcePath: String) -> [String] {
    switch places[sourcePath] {
    case .page(let id): [id]
    case .anchor(let page, _): [page]
    case .url, .file, nil: pagesOfData[sourcePath] ?? []
    }
  }

  private func anchor(_ encoded: Substring.UTF8View, on page: String) -> ResolvedLink? {
    guard let id = percentDecoded(encoded, inFragment: true), ids[page]?.contains(id) == true else { return nil }
    return .anchor(pageID: page, id: id)
  }

  // MARK: - Filling

  mutating func add(files: [String]) { self.files.formUnion(files) }

  mutating func add(page id: String, folder: String, source: String) {
    places[folder] = .page(id: id)
    places[source] = .page(id: id)
  }

  mutating func add(shelf id: String, folder: String, source: String, onPage page: String) {
    places[folder] = .anchor(pageID: page, id: id)
    places[source] = .anchor(pageID: page, id: id)
    ids[page, default: []].insert(id)
  }

  mutating func add(card id: String, source: String, onPage page: String) {
    places[source] = .anchor(pageID: page, id: id)
    ids[page, default: []].insert(id)
  }

  mutating func add(row id: String, of source: String, onPage page: String) {
    if pagesOfData[source]?.contains(page) != true { pagesOfData[source, default: []].append(page) }
    ids[page, default: []].insert(id)
  }

  mutating func add(absent paths: [String], because absence: Absence) {
    for path in paths { absences[path] = absence }
  }
}

/// The path of the file that a relative target names, from the site's root; nil where it leaves the content.
///
/// - Parameter sourcePath: the file that holds the target, relative to the site's root.
public func contentPath(of target: LinkTarget, from sourcePath: String) -> String? {
  target.kind == .relative ? LinkIndex().path(of: target, from: sourcePath) : nil
}

/// Resolves percent escapes. Nil where what comes out is no name: not UTF-8, a control character, or, in a path, a
/// separator that was hidden.
private func percentDecoded(_ text: Substring.UTF8View, inFragment: Bool = false) -> String? {
  var bytes: [UInt8] = []
  var rest = text
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "f") }),
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    guard value >= 0x20, value != 0x7F else { return nil }
    if !inFragment, "/\\".utf8.contains(value) { return nil }
    bytes.append(value)
    rest = rest.dropFirst(2)
  }
  return String(validating: bytes, as: UTF8.self)
}

/// Encodes the ASCII characters that an address may not hold (URL Standard, "valid URL string"); others stay. Brackets may
/// stand around a host, and one `#` in front of a fragment.
private func percentEncoded(_ text: String) -> String {
  guard text.utf8.contains(where: { mayNotStandInAddresses($0) || "[]#".utf8.contains($0) }) else { return text }
  var bytes: [UInt8] = []
  // The third ends the host; mailboxes, telephones and places have none.
  var slashes = text.lowercased().hasPrefix("http") ? 0 : 3
  var hasFragment = false
  for byte in text.utf8 {
    let isEncoded =
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "]"): slashes != 2
      case UInt8(ascii: "#"): hasFragment
      default: mayNotStandInAddresses(byte)
      }
    switch byte {
    case UInt8(ascii: "/"): slashes += 1
    // The host ends here, too.
    case UInt8(ascii: "?"): slashes = 3
    case UInt8(ascii: "#"): (slashes, hasFragment) = (3, true)
    default: break
    }
    if isEncoded {
      bytes.append(contentsOf: "%\(String(byte, radix: 16, uppercase: true))".utf8)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func mayNotStandInAddresses(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"),
    UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "\\"):
    true
  default: false
  }
}
