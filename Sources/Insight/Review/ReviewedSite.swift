public import CardLayout
public import Content
public import Diagnostics
public import Images
public import Pages
public import TextLayout
public import Themes

/// A site at every step, to be reviewed.
public struct ReviewedSite: Sendable {
  public let pages: [LaidOutPage]
  /// The theme for the default text size.
  public let theme: Theme
  public let steps: [Step]
  /// The fonts of its texts; nil if they are unknown.
  public var servedFonts: ServedFonts?
  /// The targets of its links.
  public var links = LinkIndex()
  /// The output paths of the content's files that pages show, keyed by their path in the content.
  public var assetPaths: [String: String] = [:]
  /// Returns the bytes of a card's image for its path in the content.
  public var image: @Sendable (String) -> [UInt8]? = { _ in nil }
  /// The sizes of images that have one, keyed by path in the content.
  public var imageSizes: [String: ImageSize] = [:]
  /// Returns the size of a raster image for its path in the content; nil for drawings and if the size is unknown.
  public var imageSize: @Sendable (String) -> (width: Int, height: Int)? = { _ in nil }
  /// `cardshelf.yml`, if the site has one.
  public let settings: SourceText
  /// The levels that the site sets for findings.
  public var levels = RuleLevels()
  /// The theme's templates; empty if they are unknown.
  public var templates: [SourceText] = []
  /// The font files from which its letters come.
  public let fonts: [FontInput]

  public init(
    pages: [LaidOutPage], theme: Theme, settings: SourceText = SourceText(path: "cardshelf.yml", bytes: []),
    fonts: [FontInput] = []
  ) {
    self.pages = pages
    self.theme = theme
    self.settings = settings
    self.fonts = fonts
    steps = theme.steps
  }

  /// What paints its pages and gives them their markup.
  var sheets: [SourceText] { theme.sheets(with: templates) }

  public var widthClassNames: [String] { theme.widthClasses.map(\.name) }

  /// The path of `theme.yml`.
  public var themePath: String { theme.source.path }

  /// All shelves, page by page.
  var shelves: [ReviewedShelf] {
    pages.flatMap { page in
      let scaled = theme.scaled(to: page.page.textSize)
      return page.shelves.map { ReviewedShelf(page: page, shelf: $0, theme: scaled, steps: steps) }
    }
  }
}

/// A shelf with the inputs of its layout.
struct ReviewedShelf: Sendable {
  let page: LaidOutPage
  let shelf: LaidOutShelf
  /// The theme, scaled to the text size of the page.
  let theme: Theme
  let steps: [Step]

  var settings: Shelf { shelf.prepared.shelf }
  var cards: [PreparedCard] { shelf.prepared.cards }

  func name(of slot: Slot) -> String { theme.slots.name(of: slot) }

  /// The limits on lines and rows of tags in its cards.
  func limits(at step: Step) -> CardLimits { CardLimits(theme: theme, shelf: settings, at: step) }

  /// The steps that a device shows at its default text size. Steps for enlarged text are not reviewed separately:
  /// nearly everything that is cut there is cut for lack of room, and text sizes are checked with the other steps.
  var reviewedSteps: [Step] { steps.ofDevices }

  /// Every layout with the step that shows it: one for each view of the shelf.
  var variants: [(step: Step, layout: ShelfLayout)] {
    let least = reviewedSteps.first?.index ?? 0
    return shelf.views.flatMap { view in
      zip(steps.shaped(view.choice.window), view.layouts).dropFirst(least).map { (step: $0, layout: $1) }
    }
  }
}
