import CardLayout
import Content
import Diagnostics
import Images
import Pages
import Synchronization
import TextLayout

/// The results that a build keeps for the next one of the same site, or of another version of it, so that only changes
/// are rebuilt.
///
/// Layouts do not depend on it, nor does any other result of a build.
///
/// Results are looked up by comparing values: equal bytes make equal cards, equal cards and settings an equal shelf.
/// Only the choice of content files to read again may rely on notifications, see ``BuildOptions/changedFiles``.
public final class SiteMemory: Sendable {
  private struct KeptState {
    var content: ContentFiles?
    var library: Library?
    var rows: [String: KeptRows] = [:]
    var assets: [String: AssetFile] = [:]
    var theme: KeptTheme?
    var usages: [ShelfKey: KeptUsage] = [:]
    var usage = FontUsage()
    var fonts: KeptFonts?
    var subsets = RecentResults<FontPlan.Subset, [UInt8]>()
    var compressed = RecentResults<CompressionKey, [UInt8]>()
    var links: KeptLinks?
    var pictures: KeptPictures?
    var groups: [ShelfKey: KeptGroup] = [:]
    var pages: [String: KeptPage] = [:]
    var markup: [String: KeptMarkup] = [:]
    var lastRevision = 0
  }

  private let state = Mutex(KeptState())
  /// Rendered output stays in memory.
  let spool = Spool(folder: "/", mostInMemory: .max)

  public init() {}

  // MARK: Sources

  /// Returns the content of the last build and releases it here.
  func takeContent() -> ContentFiles? { state.withLock { $0.content.take() } }

  func keep(_ content: ContentFiles) { state.withLock { $0.content = content } }

  /// The library in which pages, shelves and links that equal those of the last one are replaced by them: comparing
  /// these again takes no time, and their copies are freed.
  func replacingKnownParts(of library: Library, jobs: Int) async -> Library {
    guard let last = state.withLock({ $0.library }) else {
      state.withLock { $0.library = library }
      return library
    }
    async let links = library.links == last.links ? last.links : library.links
    let lastPages = Dictionary(last.pages.map { ($0.id, $0) }) { first, _ in first }
    var known = library
    known.pages = await parallelMap(count: library.pages.count, jobs: jobs) { indices in
      indices.map { index in
        let page = library.pages[index]
        return lastPages[page.id].map(page.replacingKnownShelves) ?? page
      }
    }
    known.links = await links
    state.withLock { [known] in $0.library = known }
    return known
  }

  /// - Parameter index: the path of the index that names the file.
  func rows(of index: String) -> KeptRows? { state.withLock { $0.rows[index] } }

  func keep(rows: [String: KeptRows]) { state.withLock { $0.rows = rows } }

  func asset(_ path: String) -> AssetFile? { state.withLock { $0.assets[path] } }

  func keep(assets: [String: AssetFile]) { state.withLock { $0.assets = assets } }

  var theme: KeptTheme? { state.withLock { $0.theme } }

  func keep(theme: KeptTheme) { state.withLock { $0.theme = theme } }

  // MARK: Characters and fonts

  func usage(of shelf: Shelf, for key: UsageKey) -> FontUsage? {
    let kept = state.withLock { $0.usages[ShelfKey(shelf)] }
    guard let kept, kept.key == key, kept.shelf == shelf else { return nil }
    return kept.usage
  }

  func keep(_ usages: [KeptUsage]) {
    let byShelf = Dictionary(usages.map { (ShelfKey($0.shelf), $0) }) { first, _ in first }
    state.withLock { $0.usages = byShelf }
  }

  /// The characters of all builds so far, in the fonts of this build: drawings that are compared have the same fonts.
  func widened(_ usage: FontUsage) -> FontUsage {
    state.withLock { state in
      state.usage = state.usage.restricted(to: usage)
      state.usage.formUnion(usage)
      return state.usage
    }
  }

  var fonts: KeptFonts? { state.withLock { $0.fonts } }

  func keep(fonts: KeptFonts) { state.withLock { $0.fonts = fonts } }

  /// The file of a subset that one of the last builds made.
  func file(of subset: FontPlan.Subset) -> [UInt8]? { state.withLock { $0.subsets[subset] } }

  func keep(_ files: [FontPlan.Subset: [UInt8]]) { state.withLock { $0.subsets.keep(files) } }

  func compressed(_ key: CompressionKey) -> [UInt8]? { state.withLock { $0.compressed[key] } }

  func keep(_ files: [CompressionKey: [UInt8]]) { state.withLock { $0.compressed.keep(files) } }

  // MARK: Layouts

  /// A revision that is unchanged as long as every link leads to the same target.
  func revision(of links: LinkIndex, assets: [String: String]) -> Int {
    state.withLock { state in
      if let kept = state.links, kept.assets == assets, kept.links == links { return kept.revision }
      state.lastRevision += 1
      state.links = KeptLinks(links: links, assets: assets, revision: state.lastRevision)
      return state.lastRevision
    }
  }

  /// A revision that is unchanged as long as every picture in a text has the same size.
  func revision(ofPictures sizes: [PictureInText: ImageSize]) -> Int {
    state.withLock { state in
      if let kept = state.pictures, kept.sizes == sizes { return kept.revision }
      state.lastRevision += 1
      state.pictures = KeptPictures(sizes: sizes, revision: state.lastRevision)
      return state.lastRevision
    }
  }

  func group(_ key: ShelfKey) -> KeptGroup? { state.withLock { $0.groups[key] } }

  func keep(_ group: KeptGroup, for key: ShelfKey) { state.withLock { $0.groups[key] = group } }

  func page(_ id: String) -> KeptPage? { state.withLock { $0.pages[id] } }

  func keep(_ page: KeptPage, for id: String) { state.withLock { $0.pages[id] = page } }

  func markup(ofPage id: String) -> KeptMarkup? { state.withLock { $0.markup[id] } }

  func keep(_ markup: KeptMarkup, ofPage id: String) { state.withLock { $0.markup[id] = markup } }

  /// Drops results that this build did not use.
  func forgetAll(butGroups groups: Set<ShelfKey>, pages: Set<String>) {
    state.withLock { state in
      state.groups = state.groups.filter { groups.contains($0.key) }
      state.pages = state.pages.filter { pages.contains($0.key) }
      state.markup = state.markup.filter { pages.contains($0.key) }
    }
  }

  /// A number that was not used before.
  func nextRevision() -> Int {
    state.withLock { state in
      state.lastRevision += 1
      return state.lastRevision
    }
  }
}

extension Page {
  /// The page in which shelves that equal those of another are replaced by them.
  fileprivate func replacingKnownShelves(of last: Page) -> Page {
    if self == last { return last }
    var page = self
    let lastShelves = Dictionary(last.shelves.map { ($0.id, $0) }) { first, _ in first }
    for index in shelves.indices {
      if let known = lastShelves[shelves[index].id], known == shelves[index] { page.shelves[index] = known }
    }
    return page
  }
}

/// Identifies a shelf among all shelves of a site.
struct ShelfKey: Hashable {
  /// The first shelf of a group identifies it; a page without shelves has an id that no shelf has.
  let id: String

  init(_ shelf: Shelf) { id = shelf.id }

  init(ofPage id: String) { self.id = id + "/" }
}

/// The rows of a data file as the cards of a shelf or section.
struct KeptRows: Sendable {
  /// The data file.
  let source: SourceText
  let index: IndexFile
  let slots: SlotTable
  /// The levels of findings: if nearly every row has an error, not all rows are read.
  let levels: RuleLevels
  let cards: [Card]
  let diagnostics: [Diagnostic]
  var stamp: FileStamp?
}

/// A theme that was read.
struct KeptTheme: Sendable {
  let name: String
  let files: [String: SourceText]
  let theme: ThemeSources?
  let diagnostics: [Diagnostic]
}

/// The characters of a shelf's cards.
struct KeptUsage: Sendable {
  let shelf: Shelf
  let key: UsageKey
  let usage: FontUsage
}

/// The inputs of a shelf's characters, apart from the shelf itself.
struct UsageKey: Hashable {
  let theme: Int
  let textSize: String
}

/// Fonts that were made.
struct KeptFonts: Sendable {
  /// The inputs; nil differs from all others.
  let key: FontsKey?
  let fonts: ServedFonts
  let diagnostics: [Diagnostic]
  let revision: Int
  /// A revision that is unchanged as long as every character is drawn by the same face: then layouts of earlier texts
  /// are unchanged, too.
  let faceRevision: Int
  /// The compressed files, once they were needed.
  var compressed: [[UInt8]?]?
}

/// The inputs of fonts.
struct FontsKey: Hashable {
  let usage: [FontRequest: CharacterCoverage]
  let marked: [FontRequest: MarkedLetters]
  let stacks: [FontStackKey]
  /// The stamps of the theme's folder, which may contain fonts.
  let folder: [FileStamp]

  struct FontStackKey: Hashable {
    let name: String
    let families: [String]
    /// The positions that findings name.
    let places: [Int]
  }
}

/// The sizes of the pictures in texts.
struct KeptPictures: Sendable {
  let sizes: [PictureInText: ImageSize]
  let revision: Int
}

/// The targets of all links.
struct KeptLinks: Sendable {
  let links: LinkIndex
  let assets: [String: String]
  let revision: Int
}
