public import Arrangements
public import Content
public import Diagnostics

/// The model for both drawing and measuring cards. Lengths are whole CSS pixels (see ARCHITECTURE.md, "Exactness").
public struct Theme: Sendable, Hashable {
  /// The folder's name under `Themes/`.
  public var name: String
  /// `theme.yml`, for diagnostics.
  public var source: SourceText
  /// Fallback lists, to which text styles refer by name.
  public var fontStacks: [FontStack]
  /// The slots that cards of the theme can have.
  public var slots = SlotTable.standard
  public var textStyles: TextStyles = .standard
  /// The anatomies: at least one; the first is the default.
  public var anatomies: [CardAnatomy]
  public var tags: TagStyle = .standard
  public var body: BodyStyle = .standard
  public var shelf: ShelfStyle = .standard
  var widths = PageWidths(WidthClass.standard)
  /// The colours of each scheme, keyed by token name; both schemes have the same names.
  public var lightColors: [String: String]
  public var darkColors: [String: String]
  /// The theme's `paint.css`, if it has one.
  public var paint: PaintSheet?
  public var lineBreaks: LineBreaks = .natural
  public var fontDisplay = FontDisplay.swap
  public var linkArea: LinkArea = .card
  /// True if its page template shows the controls for the number of columns of all shelves.
  public var hasColumnTogglesInTemplate = false
  /// True if browsers may fade from a page to the next one.
  public var hasTransitions = true
  /// The reader's text size to which all text sizes are scaled; see ``scaled(to:)``.
  public internal(set) var textSize: TextSizeCategory = .large

  /// The width classes, ascending by `from`; the first is from 0.
  public var widthClasses: [WidthClass] {
    get { widths.classes }
    set { widths = PageWidths(newValue) }
  }

  /// The page widths that are laid out, ascending.
  public var steps: [Step] { widths.steps }

  /// The text styles with the names that they have in `theme.yml`.
  public var namedTextStyles: [(name: String, style: TextStyle)] {
    TextStyles.named(slots).map { ($0.name, textStyles[keyPath: $0.path]) }
  }

  /// The same theme with other steps.
  ///
  /// - Parameter widths: the page widths of the steps, ascending; each is in the class that includes it.
  public func withSteps(at widths: [Int]) -> Theme {
    var theme = self
    let classes = widthClasses
    theme.widthClasses = classes.indices.map { index in
      var widthClass = classes[index]
      let end = index + 1 < classes.count ? classes[index + 1].from : Int.max
      widthClass.steps = widths.filter { (widthClass.from..<end).contains($0) }
      return widthClass
    }
    return theme
  }

  /// The files that paint pages and give them their markup.
  ///
  /// - Parameter templates: the templates of the theme.
  public func sheets(with templates: [SourceText]) -> [SourceText] { (paint.map { [$0.source] } ?? []) + templates }

  public func fontStack(_ name: String) -> FontStack? { fontStacks.first { $0.name == name } }

  public func anatomy(_ name: String) -> CardAnatomy? { anatomies.first { $0.name == name } }
}

/// The width classes of a theme and their steps, which every shelf needs.
struct PageWidths: Sendable, Hashable {
  let classes: [WidthClass]
  let steps: [Step]

  init(_ classes: [WidthClass]) {
    self.classes = classes
    steps = Step.all(of: classes)
  }
}

/// Decides what ends the lines of a card's texts.
public enum LineBreaks: String, Sendable, Hashable, CaseIterable {
  /// The browser, if all engines agree; otherwise the markup.
  case natural
  /// The markup ends every line: this works even if fonts are hinted to whole pixels, or replaced. Text that only a
  /// reader enlarges does not wrap.
  case explicit
}

/// The part of a card that is a link.
public enum LinkArea: String, Sendable, Hashable, CaseIterable {
  /// Everything except the body, whose text can be selected and has its own links.
  case card
  /// The title's words.
  case title
}

/// A fallback list of font families under one name.
public struct FontStack: Sendable, Hashable {
  public var name: String
  /// The families in order of preference, each with its range for "font not found".
  public var families: [PlacedName]
  /// The fonts that readers' systems show until the site's own fonts arrive.
  public var generic = GenericFamily.sans
}

/// A kind of fonts that every system has (CSS Fonts 4, section 2.1.3).
public enum GenericFamily: String, Sendable, Hashable, CaseIterable {
  case mono, sans, serif
}

/// The text that browsers show until a font arrives: the values of `font-display` (CSS Fonts 4, section 4.9).
public enum FontDisplay: String, Sendable, Hashable, CaseIterable {
  /// No text for three seconds.
  case block
  /// A fallback font, permanently if the font is not there at once.
  case optional
  /// A fallback font.
  case swap
}

/// A name in a theme and its range.
public struct PlacedName: Sendable, Hashable {
  public var name: String
  public var range: SourceRange
}

/// A named type setting.
public struct TextStyle: Sendable, Hashable {
  /// The name of a `FontStack`.
  public var font: String
  /// The weight, 100 to 900.
  public var weight: Int
  public var isItalic = false
  /// The size in whole CSS pixels: engines round fractional sizes differently.
  public var size: Int
  /// The line height in whole CSS pixels: WebKit rounds fractional line heights.
  public var lineHeight: Int
  /// The limit on lines; nil is unlimited.
  public var maxLines: ClassLimit?
  /// The name of a colour.
  public var color: String
  /// The style of Dynamic Type with which the text scales.
  public var dynamicStyle: DynamicTextStyle = .body
  /// True if size and line height are those of `dynamicStyle` at each text size; otherwise the theme sets them, and
  /// they scale in its proportions.
  public var hasTableSizes = false
}

/// The text styles of every theme; each has a default.
public struct TextStyles: Sendable, Hashable {
  /// Indexed by slot number; only the entries of slots with one text count.
  var ofSlots: [TextStyle]
  public var body: TextStyle
  /// Headings inside a card's body, all levels.
  public var heading: TextStyle
  /// Code in running text and in blocks. In other styles, code is scaled by `code.size / body.size`.
  public var code: TextStyle
  public var tag: TextStyle
  public var pageTitle: TextStyle
  public var introduction: TextStyle
  public var shelfTitle: TextStyle
}

extension TextStyles {
  /// The style of a slot's text, of a paragraph of its document, or of a tag in it; an image has the style of the body.
  public subscript(slot: Slot) -> TextStyle {
    get {
      switch slot.kind {
      case .text: ofSlots[slot.number]
      case .tags: tag
      case .markdown, .image: body
      }
    }
    set {
      switch slot.kind {
      case .text: ofSlots[slot.number] = newValue
      case .tags: tag = newValue
      case .markdown, .image: body = newValue
      }
    }
  }

  /// The greatest number of lines of a slot with one text; nil is unlimited.
  public func maxLines(of slot: Slot) -> ClassLimit? { ofSlots[slot.number].maxLines }

  /// The styles with the names that they have in `theme.yml`.
  static func named(_ slots: SlotTable) -> [(name: String, path: WritableKeyPath<TextStyles, TextStyle>)] {
    slots.texts.map { (slots.name(of: $0), \.[$0]) } + [
      ("body", \.body), ("heading", \.heading), ("code", \.code), ("tag", \.tag), ("pageTitle", \.pageTitle),
      ("introduction", \.introduction), ("shelfTitle", \.shelfTitle),
    ]
  }

  mutating func changeAll(_ change: (inout TextStyle) -> Void) {
    for index in ofSlots.indices { change(&ofSlots[index]) }
    for path in [\TextStyles.body, \.heading, \.code, \.tag, \.pageTitle, \.introduction, \.shelfTitle] {
      change(&self[keyPath: path])
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
  /// The greatest number of rows; a chip counts the tags that do not fit. With 0, neither tags nor the chip show. nil
  /// is unlimited.
  public var maxRows: ClassLimit?

  /// The part of the padding behind a tag's text that the text may take, because engines round its advances
  /// differently. Otherwise a tag could be wider by a part of a pixel in one of them.
  public var spareInline: Int { min(1, paddingInline) }
}

/// Distances inside a card's body.
public struct BodyStyle: Sendable, Hashable {
  /// The space between blocks.
  public var blockSpacing: Int
  /// The space between the items of a tight list.
  public var itemSpacing: Int
  /// The indent of lists and quotes.
  public var indent: Int
  /// The padding of a code block, on every side.
  public var codePadding: Int
  /// The thickness of a horizontal rule.
  public var ruleThickness: Int
  /// The aspect ratio of an image that is a paragraph.
  public var imageRatioWidth: Int
  public var imageRatioHeight: Int
}

/// The defaults of shelves.
public struct ShelfStyle: Sendable, Hashable {
  public var cardWidth: Int
  public var spacing: Int
  /// The space between a shelf's title and its cards.
  public var titleGap: Int
  /// The space between one shelf and the next.
  public var shelfGap: Int
  /// The number of waterfall columns, keyed by width class name.
  public var columns: [String: Int]
}

/// A named range of page widths and the widths that are laid out in it.
public struct WidthClass: Sendable, Hashable {
  public var name: String
  /// The least page width of the class; 0 for the first class.
  public var from: Int
  /// The space on both sides of the page.
  public var margin: Int
  /// The page widths that are laid out, in ascending order. Each layout applies from its width to the next step; the
  /// first one of the class applies from `from`.
  public var steps: [Int]
}
