import CardLayout
import Content
public import Diagnostics
public import Pages
import ShelfArrangements
import Themes

/// One side of a comparison: its layout, and its sources if they are available.
public struct LayoutSide: Sendable {
  public let record: LayoutRecord
  let content: SideContent?

  /// Creates a side from a layout that was read from a file.
  public init(_ record: LayoutRecord) {
    self.record = record
    content = nil
  }

  /// Creates a side from a site that was laid out.
  ///
  /// - Parameter file: returns a file of the site by its path, for content that the site omits, such as drafts.
  public init(_ site: ReviewedSite, file: @escaping @Sendable (String) -> SourceText?) {
    record = LayoutRecord(site)
    content = SideContent(site, file: file)
  }

}

extension LayoutRecord {
  /// - Complexity: O(cards x steps x slots).
  public init(_ site: ReviewedSite) {
    self.init(
      site.pages, theme: site.theme,
      inputs: LayoutInputs(
        of: site.pages.map(\.page), theme: site.theme.source, settings: site.settings, fonts: site.fonts,
        sheets: site.sheets, pictures: site.assetPaths))
  }
}

/// The sources of a side.
struct SideContent: Sendable {
  /// The cards, keyed by id.
  let cards: [String: Card]
  /// The theme with its sheets, the settings, and the front matter of pages, shelves and sections, keyed by path.
  let files: [String: SourceText]
  /// The titles that pages, shelves and sections show, keyed by path.
  let titles: [String: String]
  /// The arrangements of its shelves.
  let arrangements: Set<AnyArrangement>
  let file: @Sendable (String) -> SourceText?

  init(_ site: ReviewedSite, file: @escaping @Sendable (String) -> SourceText?) {
    var cards: [String: Card] = [:]
    var arrangements: Set<AnyArrangement> = []
    var files = [site.theme.source.path: site.theme.source, site.settings.path: site.settings]
    for sheet in site.sheets { files[sheet.path] = sheet }
    var titles: [String: String] = [:]
    for page in site.pages {
      files[page.page.source.path] = page.page.source
      titles[page.page.source.path] = page.page.title.text
      for shelf in page.page.shelves {
        files[shelf.source.path] = shelf.source
        // A page that is a shelf shows one title.
        if titles[shelf.source.path] == nil { titles[shelf.source.path] = shelf.title?.text ?? "" }
        arrangements.insert(shelf.arrangement)
        for section in shelf.sections {
          files[section.source.path] = section.source
          titles[section.source.path] = section.title?.text ?? ""
        }
        for card in shelf.cards { cards[card.id] = card }
      }
    }
    self.cards = cards
    self.files = files
    self.titles = titles
    self.arrangements = arrangements
    self.file = file
  }
}

extension SourceText {
  func line(ofKey key: String) -> Int? { sourceValues(of: self).line(ofKey: key, in: self) }
}

extension Card {
  func line(ofKey key: String) -> Int? { sourceValues(of: self).line(ofKey: key, in: source) }
}

extension [String: SourceValue] {
  /// The line of a key's value, or of the nearest existing key above it.
  fileprivate func line(ofKey key: String, in source: SourceText) -> Int? {
    var key = key[...]
    while true {
      if let value = self[String(key)] { return source.position(at: value.range.lower).line }
      guard let dot = key.lastIndex(of: ".") else { return nil }
      key = key[..<dot]
    }
  }
}
