public import Geometry

/// A page that shows what changed: every changed shelf before and after, in the pages' own markup, style sheets, fonts and
/// images, all of which are inside. It loads nothing else.
public struct VisualReport: Sendable {
  public var title: String
  /// What is compared with what, and how much changed; one line each.
  public var summary: [String]
  /// The most important first.
  public var shelves: [ReportedShelf]
  /// WOFF2 files, by the names that style sheets have for them.
  public var fonts: [String: [UInt8]]
  /// By the last component of the addresses that the markup has for them. Without bytes where there are none to show.
  public var images: [String: ReportedImage]

  public init(
    title: String, summary: [String], shelves: [ReportedShelf], fonts: [String: [UInt8]] = [:],
    images: [String: ReportedImage] = [:]
  ) {
    self.title = title
    self.summary = summary
    self.shelves = shelves
    self.fonts = fonts
    self.images = images
  }

  /// The most bytes of a page apart from its images. A report that would be larger shows each shelf at fewer widths, and
  /// then fewer shelves, but always one.
  public static let mostBytes = 990_000

  /// The most bytes of all images together. The report has gaps in place of the others.
  public static let mostImageBytes = 4_000_000

  /// Is near the beginning of every page, and of no other file, so that no file of someone else is overwritten.
  public static let pageMark = "img-src blob:;font-src blob:;style-src 'sha256-"

  /// The page, UTF-8.
  ///
  /// - Complexity: O(bytes of the markup and the style sheets).
  public func page() -> [UInt8] {
    let empty = ReportPage(report: self, contents: ReportContents(self, shelfCount: 0, widths: .all))
    let room = max(50_000, Self.mostBytes - empty.bytes.count)
    var contents = ReportContents(self, shelfCount: shelves.count, widths: .all)
    if contents.byteCount > room {
      contents = ReportContents(self, shelfCount: shelves.count, widths: .firstOfEachClass)
    }
    var count = shelves.count
    while contents.byteCount > room, count > 1 {
      count = max(1, min(count - 1, count * room / contents.byteCount))
      contents = ReportContents(self, shelfCount: count, widths: .firstOfEachClass)
    }
    return ReportPage(report: self, contents: contents).bytes
  }
}

/// A shelf that changed.
public struct ReportedShelf: Sendable {
  /// The path of its page below the output folder.
  public var page: String
  public var id: String
  public var title: String
  /// Of its page.
  public var language: String
  /// Of its page.
  public var isRightToLeft: Bool
  public var before: ReportedSide
  public var after: ReportedSide
  /// Those at which it changed, ascending; never empty.
  public var widths: [ReportedWidth]
  /// What changed, one line each.
  public var changes: [String]

  public init(
    page: String, id: String, title: String, language: String, isRightToLeft: Bool, before: ReportedSide,
    after: ReportedSide, widths: [ReportedWidth], changes: [String]
  ) {
    self.page = page
    self.id = id
    self.title = title
    self.language = language
    self.isRightToLeft = isRightToLeft
    self.before = before
    self.after = after
    self.widths = widths
    self.changes = changes
  }
}

/// What is known of a shelf before or after.
public enum ReportedSide: Sendable {
  /// There is no such shelf.
  case absent
  /// Its frames alone.
  case recorded
  case rendered(RenderedSide)
}

/// A shelf as a build renders it.
public struct RenderedSide: Sendable {
  public var markup: [UInt8]
  /// Of its page.
  public var styleSheet: [UInt8]
  /// Of its frames, for these page widths and no others.
  public var frameSheet: @Sendable (_ pageWidths: [Int]) -> [UInt8]

  public init(markup: [UInt8], styleSheet: [UInt8], frameSheet: @escaping @Sendable ([Int]) -> [UInt8]) {
    self.markup = markup
    self.styleSheet = styleSheet
    self.frameSheet = frameSheet
  }
}

/// A page width at which a shelf changed.
public struct ReportedWidth: Sendable {
  public var widthClass: String
  /// In CSS pixels.
  public var pageWidth: Int
  /// What the shelf and its cards cover; nil where there is no such shelf.
  public var before: Frame?
  public var after: Frame?
  /// Ids of cards.
  public var changedCards: [String]
  /// Where changed cards were, from the left and top edges of the shelf, if nothing else is known of it.
  public var framesBefore: [Frame]

  public init(
    widthClass: String, pageWidth: Int, before: Frame?, after: Frame?, changedCards: [String],
    framesBefore: [Frame] = []
  ) {
    self.widthClass = widthClass
    self.pageWidth = pageWidth
    self.before = before
    self.after = after
    self.changedCards = changedCards
    self.framesBefore = framesBefore
  }
}

/// An image of a report.
public struct ReportedImage: Sendable, Hashable {
  public var mediaType: String
  public var bytes: [UInt8]

  public init(mediaType: String, bytes: [UInt8]) {
    self.mediaType = mediaType
    self.bytes = bytes
  }
}
