public import Geometry

/// A page that shows every changed shelf before and after, in the pages' own markup, style sheets, fonts and images,
/// all of which it contains. It loads nothing else.
public struct VisualReport: Sendable {
  public var title: String
  /// The compared versions and the number of changes; one line each.
  public var summary: [String]
  /// The changes that no shelf shows, one line each.
  public var changes: [String]
  /// The shelves, the most important first.
  public var shelves: [ReportedShelf]
  /// WOFF2 files, keyed by their names in style sheets.
  public var fonts: [String: [UInt8]]
  /// The images, keyed by the last component of their addresses in the markup. Those that are not available have no
  /// bytes.
  public var images: [String: ReportedImage]

  public init(
    title: String, summary: [String], changes: [String] = [], shelves: [ReportedShelf], fonts: [String: [UInt8]] = [:],
    images: [String: ReportedImage] = [:]
  ) {
    self.title = title
    self.summary = summary
    self.changes = changes
    self.shelves = shelves
    self.fonts = fonts
    self.images = images
  }

  /// The greatest size of a page without its images. A larger report shows each shelf at fewer widths, and then fewer
  /// shelves, but always one.
  public static let mostBytes = 990_000

  /// The greatest size of all images together. The report has gaps instead of further images.
  public static let mostImageBytes = 4_000_000

  /// The name of the page in the folder of a report.
  public static let pageName = "index.html"

  /// A mark near the beginning of every page, and of no other file, so that no foreign file is overwritten.
  public static let pageMark = "img-src blob:;font-src blob:;style-src 'sha256-"

  /// The page in UTF-8.
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

/// A changed shelf.
public struct ReportedShelf: Sendable {
  /// The path of its page below the output folder.
  public var page: String
  public var id: String
  public var title: String
  /// The language of its page.
  public var language: String
  /// True if its page is from right to left.
  public var isRightToLeft: Bool
  public var before: ReportedSide
  public var after: ReportedSide
  /// The widths at which it changed, ascending; never empty.
  public var widths: [ReportedWidth]
  /// The changes, one line each.
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

/// The data of a shelf before or after.
public enum ReportedSide: Sendable {
  /// There is no such shelf.
  case absent
  /// Only its frames are available.
  case recorded
  case rendered(RenderedSide)
}

/// A rendered shelf.
public struct RenderedSide: Sendable {
  public var markup: [UInt8]
  /// The style sheet of its page.
  public var styleSheet: [UInt8]
  /// The style sheet of its frames, for only these page widths.
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
  /// The page width in CSS pixels.
  public var pageWidth: Int
  /// The area of the shelf and its cards; nil if the shelf does not exist.
  public var before: Frame?
  public var after: Frame?
  /// The ids of changed cards.
  public var changedCards: [String]
  /// The previous frames of changed cards, relative to the left and top edges of the shelf, if only these are
  /// available.
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
