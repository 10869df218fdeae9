public import CardLayout
public import Content
public import Geometry
public import TextLayout
public import Themes

/// A shelf at one width, before and after.
public struct ShelfPair: Sendable {
  /// The path of its page below the output folder.
  public var page: String
  public var shelfID: String
  public var title: String
  public var widthClass: String
  /// The page width in CSS pixels.
  public var pageWidth: Int
  /// The shelf before; nil if it is new.
  public var before: ShelfSide?
  /// The shelf after; nil if it was removed.
  public var after: ShelfSide?
  /// The ids of the cards to mark.
  public var changedCards: Set<String>

  public init(
    page: String, shelfID: String, title: String, widthClass: String, pageWidth: Int, before: ShelfSide?,
    after: ShelfSide?, changedCards: Set<String>
  ) {
    self.page = page
    self.shelfID = shelfID
    self.title = title
    self.widthClass = widthClass
    self.pageWidth = pageWidth
    self.before = before
    self.after = after
    self.changedCards = changedCards
  }
}

/// One side of a pair.
public enum ShelfSide: Sendable {
  /// The shelf was laid out by a build: it is drawn with its glyphs.
  case laidOut(LaidOutSide)
  /// Only the frames are available: the shelf is drawn as boxes.
  case framed(FramedShelf)
}

/// A shelf that a build laid out, at one of its layouts.
public struct LaidOutSide: Sendable {
  public var shelf: LaidOutShelf
  /// The index in `LaidOutShelf.allLayouts`.
  public var layout: Int
  /// The theme, scaled to the text size of the page.
  public var theme: Theme
  public var fonts: DrawingFonts

  /// - Parameter theme: the theme, scaled to the text size of the page; see `Theme.scaled(to:)`.
  public init(shelf: LaidOutShelf, layout: Int, theme: Theme, fonts: DrawingFonts) {
    self.shelf = shelf
    self.layout = layout
    self.theme = theme
    self.fonts = fonts
  }
}

/// The fonts and images of a build. All shelves of a build share one, and with it the cached results.
public final class DrawingFonts: Sendable {
  public let fonts: ServedFonts
  /// Returns the bytes of an image of the content, if they are available.
  public let image: @Sendable (ImageReference) -> [UInt8]?

  public init(_ fonts: ServedFonts, image: @escaping @Sendable (ImageReference) -> [UInt8]? = { _ in nil }) {
    self.fonts = fonts
    self.image = image
  }
}

/// Identifies an image.
public enum ImageReference: Sendable, Hashable {
  /// An image of a card: a path in the content.
  case file(String)
  /// An image of a text, relative to a source file.
  case target(LinkTarget, from: String)
}

/// A shelf of which only the data in `layout.json` is available.
public struct FramedShelf: Sendable {
  public var width: Pixels
  public var height: Pixels
  public var isRightToLeft: Bool
  public var cards: [FramedCard]

  public init(width: Pixels, height: Pixels, isRightToLeft: Bool, cards: [FramedCard]) {
    self.width = width
    self.height = height
    self.isRightToLeft = isRightToLeft
    self.cards = cards
  }
}

/// A card of such a shelf.
public struct FramedCard: Sendable {
  public struct FramedSlot: Sendable {
    public var name: String
    /// The frame in the card.
    public var frame: Frame
    /// The number of lines of text or rows of tags.
    public var lineCount: Int

    public init(name: String, frame: Frame, lineCount: Int) {
      self.name = name
      self.frame = frame
      self.lineCount = lineCount
    }
  }

  public var id: String
  /// The frame in the shelf.
  public var frame: Frame
  public var isRightToLeft: Bool
  public var slots: [FramedSlot]

  public init(id: String, frame: Frame, isRightToLeft: Bool, slots: [FramedSlot]) {
    self.id = id
    self.frame = frame
    self.isRightToLeft = isRightToLeft
    self.slots = slots
  }
}
