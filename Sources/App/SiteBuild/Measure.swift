import Arrangements
import CardLayout
public import Content
public import Diagnostics
import Pages
import Review
import TextLayout
import Themes

/// A request to measure a text or card with a site's theme and fonts.
public struct MeasureRequest: Sendable {
  public enum MeasuredSubject: Sendable {
    /// One text, unchanged.
    case text(style: String, maximumLines: Int?)
    /// A card's Markdown with its front matter; if no anatomy is named, the shelf's or the theme's first is used.
    case card(anatomy: String?)
  }

  public var subject: MeasuredSubject
  /// The source, whose path identifies it for people in diagnostics. A card below `Content/` is measured with the
  /// settings of its shelf.
  public var source: SourceText
  /// The width in whole CSS pixels; nil means that of the width class: the whole content width for a text, the shelf's
  /// card width for a card.
  public var width: Int?
  /// The name of the width class; nil is the first.
  public var widthClass: String?
  /// The name of a folder in `Themes/`; nil is the site's theme.
  public var theme: String?
  /// The language; nil means that of the site or of the card.
  public var language: String?
  /// The direction; nil means that of the language or of the card.
  public var direction: DirectionSetting?

  public init(
    _ subject: MeasuredSubject, source: SourceText, width: Int? = nil, widthClass: String? = nil, theme: String? = nil,
    language: String? = nil, direction: DirectionSetting? = nil
  ) {
    self.subject = subject
    self.source = source
    self.width = width
    self.widthClass = widthClass
    self.theme = theme
    self.language = language
    self.direction = direction
  }
}

/// The result of a measurement.
public struct MeasureResult: Sendable {
  public let diagnostics: [Diagnostic]
  /// The measurements; nil if nothing could be measured.
  public let json: String?

  /// The exit code: 0 for success, 1 for findings in the text or card, 2 if the command could not run.
  public var exitCode: Int32 { exitCodeOfFindings(diagnostics, isStrict: false) }
}

/// Measures a text or a card that need not be part of the site. The fonts are subset to its characters.
public func measure(_ request: MeasureRequest, _ options: BuildOptions) async -> MeasureResult {
  var sink = DiagnosticSink()
  var json: String?
  if let context = BuildContext(options, into: &sink) {
    json = await Measuring(request, context, into: &sink)?.json(into: &sink)
  }
  return MeasureResult(diagnostics: sink.diagnostics.sortedByPlace(), json: sink.hasErrors ? nil : json)
}

/// A theme with which texts are measured, and what the settings of its site add.
struct MeasuringTheme: Sendable {
  let context: BuildContext
  let settings: SiteSettings
  /// The theme, scaled to the text size.
  let theme: Theme
  /// The first step of the requested class.
  let step: Step

  /// - Parameters:
  ///   - themeName: the name of a folder in `Themes/`; nil is the site's theme.
  ///   - widthClass: the name of a width class; nil is the first.
  init?(
    theme themeName: String?, widthClass: String?, _ context: BuildContext, into sink: inout DiagnosticSink
  ) {
    self.context = context
    guard var settings = SiteSources.readSettingsFile(in: context.tree, into: &sink) else { return nil }
    if let themeName { settings.theme = FieldText(themeName, range: SourceRange(0, 0)) }
    self.settings = settings
    guard let sources = ThemeSources.read(settings, context, into: &sink), !sink.hasErrors else { return nil }
    theme = sources.theme.scaled(to: context.options.textSize ?? settings.textSize)
    let names = theme.widthClasses.map(\.name)
    let name = widthClass ?? names.first ?? ""
    guard let step = theme.steps.first(where: { $0.className == name }) else {
      sink.report(.unknownWidthClass(name, known: names, theme: theme.source.path))
      return nil
    }
    self.step = step
  }

  /// The number of lines that a style shows; nil is unlimited.
  func maximumLines(of limit: ClassLimit?) -> Int? {
    theme.textSize.isAccessibilityCategory ? nil : limit?.value(upTo: step.classNames)
  }
}

extension DirectionSetting? {
  /// The direction of a text in a language.
  func direction(of text: String, language: String) -> WritingDirection {
    switch self {
    case .ltr: .ltr
    case .rtl: .rtl
    case .auto: WritingDirection(firstStrongOf: text) ?? WritingDirection(language: language)
    case nil: WritingDirection(language: language)
    }
  }
}

/// A measurement and the site with which it is made.
private struct Measuring {
  let request: MeasureRequest
  let site: MeasuringTheme

  private var context: BuildContext { site.context }
  private var settings: SiteSettings { site.settings }
  private var theme: Theme { site.theme }
  private var step: Step { site.step }

  init?(_ request: MeasureRequest, _ context: BuildContext, into sink: inout DiagnosticSink) {
    self.request = request
    guard
      let site = MeasuringTheme(theme: request.theme, widthClass: request.widthClass, context, into: &sink)
    else { return nil }
    self.site = site
  }

  func json(into sink: inout DiagnosticSink) async -> String? {
    if let forbidden = forbiddenText(in: request.source) {
      sink.report(forbidden)
      return nil
    }
    switch request.subject {
    case .text(let style, let maximumLines): return await text(style, maximumLines: maximumLines, into: &sink)
    case .card(let anatomy): return await card(anatomy, into: &sink)
    }
  }

  // MARK: Texts

  private func text(_ name: String, maximumLines: Int?, into sink: inout DiagnosticSink) async -> String? {
    guard let style = theme.namedTextStyles.first(where: { $0.name == name })?.style else {
      sink.report(.unknownTextStyle(name, in: theme))
      return nil
    }
    let language = request.language ?? settings.language
    let content = request.source.text(in: request.source.fullRange)
    if let finding = costlyText(content, at: request.source.fullRange, in: request.source) {
      sink.report(finding)
      return nil
    }
    let width = request.width ?? step.contentWidth
    var composed = composeLine(
      content, style: style, theme: theme, language: language,
      isRightToLeft: request.direction.direction(of: content, language: language) == .rtl)
    composed.styled.leastLineWidth = width
    var usage = FontUsage()
    usage.insert(composed)
    guard var preparer = await preparer(for: usage, into: &sink) else { return nil }
    let prepared = preparer.prepare(composed.styled)
    sink.report(missing: prepared.missing, in: request.source)
    return TextMeasurement(
      composed: composed, prepared: prepared, style: name, width: width,
      maximumLines: maximumLines ?? site.maximumLines(of: composed.maximumLines)
    ).json
  }

  // MARK: Cards

  private func card(_ anatomyName: String?, into sink: inout DiagnosticSink) async -> String? {
    guard let (found, shelf) = placedCard(into: &sink) else { return nil }
    var card = found
    if let language = request.language { card.language = language }
    if request.direction != nil || request.language != nil {
      card.direction = request.direction.direction(of: card.title?.text ?? "", language: card.language)
    }
    let name = anatomyName ?? shelf.anatomyName(of: card)
    guard let anatomy = name.map({ theme.anatomy($0) }) ?? theme.anatomies.first else {
      sink.report(.unknownAnatomy(name ?? "", known: theme.anatomies.map(\.name), theme: theme.source.path))
      return nil
    }
    let wanted = shelf.widthOfCards(sizes: card.sizes, at: step, theme: theme)
    let width = request.width ?? min(wanted, max(1, step.contentWidth))
    let composed = composeCard(
      card, anatomy: anatomy, tags: shelf.tags, theme: theme, leastWidths: LeastCardWidths(onDevices: width))
    var usage = FontUsage()
    usage.insert(composed, theme: ThemeFonts(theme))
    guard var preparer = await preparer(for: usage, into: &sink) else { return nil }
    let prepared = PreparedCard(composed, preparer: &preparer)
    sink.report(missing: prepared.texts.flatMap(\.missing), in: request.source)
    var maximum: Int?
    if case .length(let length) = shelf.maxCardHeight?.value(upTo: step.classNames),
      !theme.textSize.isAccessibilityCategory
    {
      maximum = length
    }
    return CardMeasurement(
      card: prepared, width: width, maximumHeight: maximum, ownHeight: shelf.heightOfCard(card, upTo: step.classNames),
      limits: CardLimits(theme: theme, shelf: shelf, at: step), theme: theme
    ).json
  }

  /// The card in its shelf, or in a separate shelf. References of a card outside the content are not resolved.
  private func placedCard(into sink: inout DiagnosticSink) -> (card: Card, shelf: Shelf)? {
    let path = request.source.path
    let isOfSite = path.hasPrefix("Content/") && path.split(separator: "/").count > 2
    let placed = SourceText(path: isOfSite ? path : "Content/measured/card.md", bytes: request.source.bytes)
    var own = DiagnosticSink()
    let file = readCard(placed, slots: theme.slots, into: &own)
    var indexes: [IndexFile] = []
    var files: [String] = []
    if isOfSite {
      files = context.tree.listing(of: "Content").files
      var folder = placed.path
      while let slash = folder.lastIndex(of: "/"), folder != "Content" {
        folder = String(folder[..<slash])
        let index = folder + "/_index.md"
        if files.contains(index), let bytes = try? context.tree.readFile(index, limit: 4 << 20) {
          let source = SourceText(path: index, bytes: bytes)
          indexes.append(readIndex(source, ContentDeclarations(slots: theme.slots), into: &own))
        }
      }
    } else if let image = file.writtenImage?.text {
      files = ["Content/measured/" + image]
    }
    let known = own.diagnostics.count
    let library = assembleLibrary(
      settings: settings, cards: [[file]], indexes: indexes, files: files.filter { !isMarkdown($0) },
      publishing: PublicationRule(day: nil), into: &own)
    // Builds report faults of the rest of the site, such as links to other cards.
    let assembled = own.diagnostics.dropFirst(known).filter { isOfSite && $0.rule.name != "link-missing" }
    for diagnostic in own.diagnostics.prefix(known) + (isOfSite ? assembled : [])
    where diagnostic.path == placed.path {
      sink.report(diagnostic.renamed(from: placed.path, to: path))
    }
    for page in library.pages {
      for shelf in page.shelves {
        if let card = shelf.cards.first { return (card, shelf) }
      }
    }
    if !sink.hasErrors { sink.report(.noCard(path)) }
    return nil
  }

  // MARK: Fonts

  private func preparer(for usage: FontUsage, into sink: inout DiagnosticSink) async -> TextPreparer? {
    var own = DiagnosticSink()
    let fonts = await makeFonts(
      usage: usage, of: { [request.source] }, theme: theme, comparesLock: false, context, into: &own)
    sink.report(contentsOf: own.diagnostics)
    guard let fonts else { return nil }
    if let preparer = TextPreparer(fonts: fonts) { return preparer }
    sink.report(.textEngineUnavailable())
    return nil
  }
}

extension Diagnostic {
  static func unknownTextStyle(_ name: String, in theme: Theme) -> Diagnostic {
    let known = theme.namedTextStyles.map(\.name)
    let near = nearest(to: name, among: known).map { "did you mean \($0)? " } ?? ""
    return Diagnostic(
      .error, Rule("text-style-unknown"), "a theme has no text style called \(name)", path: theme.source.path,
      help: near + "text styles are \(known.joined(separator: ", "))")
  }

  static func unknownAnatomy(_ name: String, known: [String], theme: String) -> Diagnostic {
    let near = nearest(to: name, among: known).map { "did you mean \($0)? " } ?? ""
    return Diagnostic(
      .error, Rule("card-anatomy-unknown"), "the theme has no card anatomy called \(name)", path: theme,
      help: near + "the theme has \(known.joined(separator: ", "))")
  }

  static func noCard(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("card-unknown"), "it does not contain a card", path: path,
      help: "a card is Markdown with a title in its front matter or as its first heading")
  }
}
