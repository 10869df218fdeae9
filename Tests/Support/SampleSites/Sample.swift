package import Arrangements
package import CardLayout
package import Content
import Diagnostics
package import Images
package import TextLayout
package import Themes

/// A theme of round numbers, so that heights can be added up by hand. Its fonts are real.
package enum Sample {
  package static let text = """
    fonts: { text: [Noto Sans], mono: [Noto Sans Mono] }
    textStyles:
      eyebrow:    { font: text, weight: 700, size: 12, lineHeight: 16, maxLines: 1, color: text }
      title:      { font: text, weight: 700, size: 17, lineHeight: 22, maxLines: 2, color: text }
      subtitle:   { font: text, weight: 400, size: 15, lineHeight: 20, maxLines: 2, color: text }
      body:       { font: text, weight: 400, size: 15, lineHeight: 21, color: text }
      heading:    { font: text, weight: 700, size: 15, lineHeight: 25, color: text }
      code:       { font: mono, weight: 400, size: 13, lineHeight: 19, color: text }
      tag:        { font: text, weight: 400, size: 12, lineHeight: 16, color: text }
      shelfTitle: { font: text, weight: 700, size: 22, lineHeight: 28, color: text }
    cards:
      plain:  { padding: 16, stack: [title, body: { gap: 16 }] }
      cover:
        padding: 16
        stack:
          - image:    { ratio: 16/9, bleed: true }
          - eyebrow:  { gap: 14 }
          - title:    { gap: 4 }
          - subtitle: { gap: 2 }
          - body:     { gap: 8 }
          - tags:     { gap: 12, pin: bottom }
      lockup:
        padding: 16
        stack:
          - row:
              image: { size: 56 }
              spacing: 12
              align: center
              stack: [eyebrow, title: { gap: 2 }, subtitle: { gap: 2 }]
          - body: { gap: 12 }
          - tags: { gap: 12, pin: bottom }
      top:
        padding: 10
        stack:
          - row: { image: { width: 80, height: 40 }, spacing: 10, align: start, stack: [title] }
      framed: { padding: 10, stack: [title, image: { ratio: 2/1, gap: 6 }, subtitle: { gap: 6 }] }
      tall:   { padding: 16, minHeight: 300, stack: [title, tags: { gap: 12, pin: bottom }] }
      low:    { padding: 16, stack: [title, subtitle: { gap: 5, pin: bottom }, tags: { gap: 12 }] }
      poster:
        padding: 16
        stack: [body: { gap: 3 }, image: { ratio: 4/3, bleed: true, gap: 7 }, title: { gap: 9, pin: bottom }]
    tags:  { padding: [4, 10], spacing: 6, lineSpacing: 8 }
    body:  { blockSpacing: 8, itemSpacing: 4, indent: 20, codePadding: 10, ruleThickness: 1, imageRatio: 16/9 }
    shelf: { cardWidth: 280, spacing: 16, titleGap: 12, shelfGap: 40, columns: { narrow: 1, wide: 3 } }
    widthClasses:
      narrow: { from: 0,   margin: 16, steps: [320, 400, 500] }
      middle: { from: 600, margin: 24, steps: [600] }
      wide:   { from: 900, margin: 24, steps: [900, 1200] }
    colors:
      light: { page: "#fff", card: "#fff", text: "#000", secondary: "#000", accent: "#000", border: "#000", tag: "#fff",
        tagText: "#000", code: "#fff" }
      dark: { page: "#000", card: "#000", text: "#fff", secondary: "#fff", accent: "#fff", border: "#fff", tag: "#000",
        tagText: "#fff", code: "#000" }
    """

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  private static let madeTheme = Result<Theme, Failure> { () throws(Failure) in
    var sink = DiagnosticSink()
    let source = SourceText(path: "Themes/sample/theme.yml", text: text)
    guard let theme = readTheme(source, name: "sample", into: &sink) else {
      throw Failure(description: sink.diagnostics.map(\.rendered).joined())
    }
    return theme
  }

  package static func theme(_ textSize: TextSizeCategory = .large) throws -> Theme {
    try madeTheme.get().scaled(to: textSize)
  }

  package static func steps() throws -> [Step] { try theme().steps }

  /// Subsets with Latin characters, in every face that the texts of the theme can use.
  package static func fonts() throws -> ServedFonts { try madeFonts.get() }

  private static let madeFonts = Result { try make() }

  private static func make() throws -> ServedFonts {
    let theme = try Self.theme()
    guard var resolver = FontResolver() else {
      throw Failure(description: "fontconfig has no configuration")
    }
    var characters = CharacterCoverage()
    for scalar in UInt32(0x20)...0x17F { characters.insert(scalar) }
    for scalar in UInt32(0x2010)...0x2026 { characters.insert(scalar) }
    var faces: [FontRequest: [FontFace]] = [:]
    var usage: [FontRequest: CharacterCoverage] = [:]
    for stack in theme.fontStacks {
      for weight in [400, 700] {
        for isItalic in [false, true] {
          let request = FontRequest(stack: stack.name, weight: weight, isItalic: isItalic)
          do {
            faces[request] = try stack.families.map { try resolver.face(ofFamily: $0.name, for: request) }
          } catch {
            throw Failure(
              description: "These tests measure real fonts; install fonts-noto-core and fonts-noto-mono: \(error)")
          }
          usage[request] = characters
        }
      }
    }
    let plan = FontPlan(faces: faces, usage: usage)
    let files = plan.subsets.compactMap { $0.face.subset(to: $0.characters) }
    guard let fonts = plan.serve(files) else { throw Failure(description: "the subsets are no fonts") }
    return fonts
  }

  // MARK: Cards

  /// A card as read from its file.
  package static func card(
    _ name: String = "card", title: String? = "Title", subtitle: String? = nil, eyebrow: String? = nil,
    tags: [String] = [], image: String? = nil, body: String = "", direction: WritingDirection = .ltr
  ) -> Card {
    let source = SourceText(path: "Content/shelf/\(name).md", text: body)
    var sink = DiagnosticSink()
    let document = readMarkdown(source, in: source.fullRange, into: &sink)
    let field = { (text: String) in FieldText(text, range: SourceRange(0, 0)) }
    var card = Card(source: source)
    card.id = "shelf/\(name)"
    card.title = title.map(field)
    card.subtitle = subtitle.map(field)
    card.eyebrow = eyebrow.map(field)
    card.tags = tags.map(field)
    card.image = image.map { .file($0) }
    card.direction = direction
    card.body = document
    return card
  }

  /// The size of a picture that has it in its name, such as `40x20.svg`.
  package static func imageSize(_ target: LinkTarget, path: String = "") -> ImageSize? {
    let numbers = target.text.prefix { $0 != "." }.split(separator: "x").compactMap { Int($0) }
    return numbers.count == 2 ? ImageSize(width: numbers[0], height: numbers[1]) : nil
  }

  package static func preparer() throws -> TextPreparer? { TextPreparer(fonts: try fonts()) }

  package static func prepared(
    _ cards: [Card], as anatomy: String, textSize: TextSizeCategory = .large
  ) throws -> [PreparedCard] {
    let theme = try Self.theme(textSize)
    guard let anatomy = theme.anatomy(anatomy) else { throw Failure(description: "no anatomy \(anatomy)") }
    guard var preparer = TextPreparer(fonts: try fonts()) else { throw Failure(description: "ICU cannot start") }
    var prepared: [PreparedCard] = []
    for card in cards {
      prepared.append(
        PreparedCard(
          composeCard(card, anatomy: anatomy, theme: theme, imageSize: { imageSize($0, path: $1) }), preparer: &preparer
        ))
    }
    return prepared
  }

  package static func measured(
    _ card: Card, as anatomy: String, width: Int = 280, maximumHeight: Int? = nil, textSize: TextSizeCategory = .large
  ) throws -> MeasuredCard {
    try prepared([card], as: anatomy, textSize: textSize)[0]
      .measured(width: width, maximumHeight: maximumHeight, theme: try theme(textSize))
  }

  package static func shelf(
    _ cards: [Card], as anatomy: String = "plain", textSize: TextSizeCategory = .large,
    _ change: (inout Shelf) -> Void = { _ in }
  ) throws -> LaidOutShelf {
    var shelf = Shelf(
      id: "shelf", source: SourceText(path: "Content/shelf/_index.md", text: ""), title: nil, cards: cards)
    change(&shelf)
    let theme = try Self.theme(textSize)
    guard var preparer = TextPreparer(fonts: try fonts()) else { throw Failure(description: "ICU cannot start") }
    let title = shelf.title.map {
      composeLine($0.text, style: theme.textStyles.shelfTitle, theme: theme, language: "en", isRightToLeft: false)
    }
    var preparedTitle: PreparedText?
    if let title { preparedTitle = preparer.prepare(title.styled) }
    return PreparedShelf(
      shelf: shelf, title: title, preparedTitle: preparedTitle,
      cards: try prepared(cards, as: anatomy, textSize: textSize),
      columnLabels: shelf.composedColumnLabels(theme: theme).map { preparer.prepare($0.styled) }
    ).laidOut(steps: try steps(), theme: theme)
  }
}
