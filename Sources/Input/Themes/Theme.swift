public import Arrangements
public import Diagnostics

/// What draws a card and what measures it: one model for both. Lengths are whole CSS pixels (see ARCHITECTURE.md, "Exactness").
public struct Theme: Sendable, Hashable {
  /// The folder's name under `Themes/`.
  public var name: String
  /// `theme.yml`, for diagnostics about what it asks for.
  public var source: SourceText
  /// Each a fallback list; text styles name them.
  public var fontStacks: [FontStack]
  public var textStyles: TextStyles = .standard
  /// At least one; the first is the default.
  public var anatomies: [CardAnatomy]
  public var tags: TagStyle = .standard
  public var body: BodyStyle = .standard
  public var shelf: ShelfStyle = .standard
  /// Ascending by `from`; the first is from 0.
  public var widthClasses: [WidthClass] = WidthClass.standard
  /// Token name to colour, the same names in both.
  public var lightColors: [String: String]
  public var darkColors: [String: String]
  public var lineBreaks: LineBreaks = .natural
  public var linkArea: LinkArea = .card
  /// The reader's text size that all sizes of text are for; see ``scaled(to:)``.
  public internal(set) var textSize: TextSizeCategory = .large

  public func fontStack(_ name: String) -> FontStack? { fontStacks.first { $0.name == name } }

  public func anatomy(_ name: String) -> CardAnatomy? { anatomies.first { $0.name == name } }
}

/// Who ends the lines of a card's texts.
public enum LineBreaks: String, Sendable, Hashable, CaseIterable {
  /// The browser, wherever all engines end them alike; the markup where they might not.
  case natural
  /// The markup, every line: it holds even where fonts are hinted to whole pixels, or replaced. Text that a reader
  /// enlarges alone does not wrap.
  case explicit
}

/// The part of a card with a `link` that leads there.
public enum LinkArea: String, Sendable, Hashable, CaseIterable {
  /// All but the body, whose text can be selected and has links of its own.
  case card
  /// The title's words.
  case title
}

/// A fallback list of font families under one name.
public struct FontStack: Sendable, Hashable {
  public var name: String
  /// In order of preference, with the place of each for "font not found".
  public var families: [PlacedName]
}

/// A name that a theme uses and where it does.
public struct PlacedName: Sendable, Hashable {
  public var name: String
  public var range: SourceRange
}

/// A named type setting.
public struct TextStyle: Sendable, Hashable {
  /// The name of a `FontStack`.
  public var font: String
  /// 100 to 900.
  public var weight: Int
  public var isItalic = false
  /// Whole CSS pixels: engines round fractional sizes apart.
  public var size: Int
  /// Whole CSS pixels: WebKit rounds fractional line heights.
  public var lineHeight: Int
  /// nil is unlimited.
  public var maxLines: ClassLimit?
  /// A colour token.
  public var color: String
  /// The style of Dynamic Type with which the text grows.
  public var dynamicStyle: DynamicTextStyle = .body
  /// Size and line height are those of `dynamicStyle` at each text size; otherwise they are the theme's own and grow in
  /// its proportions.
  public var hasTableSizes = false
}

/// The text styles every theme has; one it does not set has a default.
public struct TextStyles: Sendable, Hashable {
  public var eyebrow: TextStyle
  public var title: TextStyle
  public var subtitle: TextStyle
  public var footer: TextStyle
  public var body: TextStyle
  /// Headings inside a card's body, all levels.
  public var heading: TextStyle
  /// Code in running text and in blocks. In other styles code is scaled by `code.size / body.size`.
  public var code: TextStyle
  public var tag: TextStyle
  public var pageTitle: TextStyle
  public var introduction: TextStyle
  public var shelfTitle: TextStyle
}

extension TextStyles {
  mutating func changeAll(_ change: (inout TextStyle) -> Void) {
    for style: WritableKeyPath<TextStyles, TextStyle> in [
      \.eyebrow, \.title, \.subtitle, \.footer, \.body, \.heading, \.code, \.tag, \.pageTitle, \.introduction,
      \.shelfTitle,
    ] {
      change(&self[keyPath: style])
    }
  }
}

/// Tags inside a card.
public struct TagStyle: Sendable, Hashable {
  public var paddingBlock: Int
  public var paddingInline: Int
  public var spacing: Int
  public var lineSpacing: Int
  public var align: LineAlignment = .leading
  public var lastLine: LastLine = .natural
  public var distribute: LineDistribution = .greedy
  /// Tags without room in so many rows are counted by a chip; with 0 none show, nor does the chip. nil is unlimited.
  public var maxRows: ClassLimit?
}

/// Distances inside a card's body.
public struct BodyStyle: Sendable, Hashable {
  /// Between blocks.
  public var blockSpacing: Int
  /// Between the items of a tight list.
  public var itemSpacing: Int
  /// Of lists and quotes.
  public var indent: Int
  /// Inside a code block, on every side.
  public var codePadding: Int
  /// The height of a thematic break's line.
  public var ruleThickness: Int
  /// An image that is a paragraph of its own: width to height.
  public var imageRatioWidth: Int
  public var imageRatioHeight: Int
}

/// Defaults of shelves that name no value of their own.
public struct ShelfStyle: Sendable, Hashable {
  public var cardWidth: Int
  public var spacing: Int
  /// Between a shelf's title and its cards.
  public var titleGap: Int
  /// Between one shelf and the next.
  public var shelfGap: Int
  /// Waterfall columns by the name of the width class.
  public var columns: [String: Int]
}

/// A named range of page widths and the widths that are laid out in it.
public struct WidthClass: Sendable, Hashable {
  public var name: String
  /// The least page width of the class; the first class is from 0.
  public var from: Int
  /// Kept free at both sides of the page.
  public var margin: Int
  /// Ascending page widths that are laid out. Each holds from its own width to the next step's; the first of the
  /// class holds from `from`.
  public var steps: [Int]
}
