public import CardLayout
public import Fonts
public import Geometry
public import MarkdownTree
public import Themes

/// A shelf at one width as it was and as it is.
public struct ShelfPair: Sendable {
  /// The path of its page below the output folder.
  public var page: String
  public var shelfID: String
  public var title: String
  public var widthClass: String
  /// In CSS pixels.
  public var pageWidth: Int
  /// nil where the shelf is new.
  public var before: ShelfSide?
  /// nil where the shelf is gone.
  public var after: ShelfSide?
  /// The ids of the cards to point at.
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
  /// Laid out by a build: drawn with its glyphs.
  case laidOut(LaidOutSide)
  /// Known by its frames alone: drawn as boxes.
  case framed(FramedShelf)
}

/// A shelf that a build laid out, at one of its layouts.
public struct LaidOutSide: Sendable {
  public var shelf: LaidOutShelf
  /// A place in `LaidOutShelf.allLayouts`.
  public var layout: Int
  /// At the text size of the page.
  public var theme: Theme
  public var fonts: DrawingFonts

  /// - Parameter theme: at the text size of the page; see `Theme.scaled(to:)`.
  public init(shelf: LaidOutShelf, layout: Int, theme: Theme, fonts: DrawingFonts) {
    self.shelf = shelf
    self.layout = layout
    self.theme = theme
    self.fonts = fonts
  }
}

/// What draws a build's texts and cards. One for all shelves of a build, so that they share what is drawn.
public final class DrawingFonts: Sendable {
  public let fonts: ServedFonts
  /// The bytes of an image of the content, where they are at hand.
  public let image: @Sendable (ImageReference) -> [UInt8]?

  public init(_ fonts: ServedFonts, image: @escaping @Sendable (ImageReference) -> [UInt8]? = { _ in nil }) {
    self.fonts = fonts
    self.image = image
  }
}

/// Which image is meant.
public enum ImageReference: Sendable, Hashable {
  /// Of a card: a path in the content.
  case file(String)
  /// Of a text, as seen from a source file.
  case target(LinkTarget, from: String)
}

/// A shelf of which only `layout.json` tells.
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
  public struct Slot: Sendable {
    public var name: String
    /// In the card.
    public var frame: Frame
    /// Lines of text or rows of tags.
    public var lineCount: Int

    public init(name: String, frame: Frame, lineCount: Int) {
      self.name = name
      self.frame = frame
      self.lineCount = lineCount
    }
  }

  public var id: String
  /// In the shelf.
  public var frame: Frame
  public var isRightToLeft: Bool
  public var slots: [Slot]

  public init(id: String, frame: Frame, isRightToLeft: Bool, slots: [Slot]) {
    self.id = id
    self.frame = frame
    self.isRightToLeft = isRightToLeft
    self.slots = slots
  }
}
