import Content
public import Diagnostics

/// Reads a `theme.yml`.
///
/// Missing keys have the values of `TextStyles.standard` and similar defaults; `fonts`, `cards` and `colors` are
/// required. After any error, nothing can run.
///
/// - Parameters:
///   - name: The folder's name under `Themes/`.
///   - takenNames: The keys of cards, which slots of the theme cannot have.
/// - Returns: nil if there is any fault; all of them are reported.
public func readTheme(
  _ source: SourceText, name: String, takenNames: Set<String> = [], into sink: inout DiagnosticSink
) -> Theme? {
  var reader = ThemeReader(source: source)
  reader.takenNames = takenNames
  let theme = reader.theme(named: name)
  sink.report(contentsOf: reader.sink.diagnostics)
  return reader.sink.hasErrors ? nil : theme
}

/// Reads a theme part by part; faults are collected, and faulty values get their defaults.
struct ThemeReader {
  let source: SourceText
  let values: YAMLValueReader
  let findings: ThemeFindings
  var takenNames: Set<String> = []
  var slots = SlotTable.standard
  /// The text styles on which the styles of the slots that the theme adds are based, keyed by slot name.
  var baseStyles: [String: String] = [:]
  var sink = DiagnosticSink()
  /// The names of font stacks; nil until `fonts` is read without a fault in its names, so that a fault is not reported
  /// twice.
  var fontNames: [String]?
  /// The names of colours; nil until `colors` is read.
  var colorNames: [String]?

  init(source: SourceText) {
    self.source = source
    values = YAMLValueReader(source: source, fault: .cannotRun)
    findings = ThemeFindings(source: source)
  }

  /// Creates a recording reader: it collects the keys that are requested.
  init(recordingInto recorder: KeyRecorder) {
    source = SourceText(path: "", text: "")
    values = YAMLValueReader(recordingInto: recorder)
    findings = ThemeFindings(source: source)
  }

  mutating func theme(named name: String) -> Theme? {
    guard
      let document = readYAML(source, in: source.fullRange, limits: .theme, fault: .cannotRun, into: &sink),
      var keys = YAMLMappingReader(document: document, of: source, fault: .cannotRun, into: &sink)
    else { return nil }
    return theme(named: name, &keys)
  }

  mutating func theme(named name: String, _ keys: inout YAMLMappingReader) -> Theme? {
    keys.require("fonts", "cards", "colors", into: &sink)
    let fonts = fontStacks(
      keys.mapping(
        YAMLKey("fonts", "Lists of font families in order of preference, by name. Required: text and mono."),
        into: &sink))
    let colors = colors(
      keys.mapping(YAMLKey("colors", "The colours of the light and dark schemes, by name."), into: &sink))
    let widthClasses = widthClasses(
      keys.mapping(YAMLKey("widthClasses", "Named ranges of page widths, instead of the default ones."), into: &sink))
    let classNames = widthClasses.map(\.name) + WindowShape.classNames
    readSlots(keys.mapping(YAMLKey("slots", "The theme's own slots, each with one text, by name."), into: &sink))
    let textStyles = textStyles(
      keys.mapping(YAMLKey("textStyles", "The styles of texts. Default: the built-in ones."), into: &sink),
      classes: classNames)
    let anatomies = anatomies(
      keys.mapping(YAMLKey("cards", "Anatomies: how cards are put together. The first is the default."), into: &sink))
    let tags = tagStyle(
      keys.mapping(YAMLKey("tags", "The style and layout of tags."), into: &sink), classes: classNames)
    let body = bodyStyle(keys.mapping(YAMLKey("body", "The style of the Markdown text of a card."), into: &sink))
    let shelf = shelfStyle(keys.mapping(YAMLKey("shelf", "The defaults of shelves."), into: &sink), classes: classNames)
    let lineBreaks =
      keys.choice(YAMLKey("lineBreaks", "How lines are broken. Default: natural."), of: LineBreaks.self, into: &sink)?
      .value ?? .natural
    let fontDisplay =
      keys.choice(
        YAMLKey(
          "fontDisplay",
          """
          What browsers show until a font arrives: a fallback font (swap), one for good if the font is not \
          there at once (optional), or nothing for three seconds (block). Default: swap.
          """), of: FontDisplay.self, into: &sink)?.value ?? .swap
    let linkArea =
      keys.choice(
        YAMLKey("linkArea", "The part of a card that its link covers. Default: card."), of: LinkArea.self, into: &sink)?
      .value ?? .card
    let hasTransitions =
      keys.boolean(
        YAMLKey("transitions", "Whether browsers fade from a page to the next one. Default: true."), into: &sink)?.value
      ?? true
    keys.finish(into: &sink)
    return Theme(
      name: name, source: source, fontStacks: fonts, slots: slots, textStyles: textStyles, anatomies: anatomies,
      tags: tags,
      body: body, shelf: shelf, widths: PageWidths(widthClasses), lightColors: colors.light, darkColors: colors.dark,
      lineBreaks: lineBreaks, fontDisplay: fontDisplay, linkArea: linkArea,
      hasTransitions: hasTransitions)
  }
}

// MARK: - Values that several parts share

extension ThemeReader {
  /// Reads whole CSS pixels from 0 to 2000.
  mutating func length(
    _ keys: inout YAMLMappingReader, _ key: YAMLKey, in range: ClosedRange<Int> = 0...2000
  ) -> Placed<Int>? {
    keys.integer(key, in: range, wholeBecause: ThemeFindings.wholePixels, into: &sink)
  }

  /// Reads whole CSS pixels from 0 to 2000, with a default.
  mutating func length(_ keys: inout YAMLMappingReader, _ key: YAMLKey, default other: Int) -> Int {
    length(&keys, key)?.value ?? other
  }

  /// Reads width to height, written `16/9`.
  mutating func ratio(_ keys: inout YAMLMappingReader, _ key: YAMLKey) -> Ratio? {
    keys.recorder?.note(
      key, .text(pattern: "^0*([1-9][0-9]{0,2}|1000)/0*([1-9][0-9]{0,2}|1000)$", orNumber: false))
    guard let node = keys.node(key) else { return nil }
    if case .scalar(let text, isPlain: _) = node.value {
      let sides = text.split(separator: "/", omittingEmptySubsequences: false).map { side in
        side.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(side) : nil
      }
      if sides.count == 2, let width = sides[0], let height = sides[1], (1...1000).contains(width),
        (1...1000).contains(height)
      {
        return Ratio(width, height)
      }
    }
    var written: String?
    if case .scalar(let text, isPlain: _) = node.value { written = text }
    sink.report(findings.ratioInvalid(key.name, written, at: node.range))
    return nil
  }

  /// Names become class names and custom properties of CSS.
  mutating func checkName(_ entry: YAMLEntry) {
    let isName = entry.key.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): true
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): index > 0
      default: false
      }
    }
    if !isName || entry.key.isEmpty { sink.report(findings.nameInvalid(entry.key, at: entry.keyRange)) }
  }
}
