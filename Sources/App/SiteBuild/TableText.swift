import CardLayout
import Content
import Diagnostics
import Synchronization
import TextLayout
import Themes

/// A text of a table, and where it has to fit.
struct TableText {
  let text: String
  let language: String
  /// The name of the text style, or of the font.
  let styleName: String
  let style: TextStyle
  /// True if the row names a font, and not a text style of the theme.
  let hasOwnFont: Bool
  /// The height of a line in whole CSS pixels; nil if a row with a font has none.
  let lineHeight: Int?
  /// In whole CSS pixels.
  let width: Int
  /// The most lines; nil is unlimited.
  let maximumLines: Int?
  let isRightToLeft: Bool
}

/// Reads the rows of a table as texts.
struct TableTextReader: Sendable {
  enum NoText: Error {
    case isEmpty
    case fault(TableFault)
  }

  private enum Column: Int, CaseIterable {
    case text, id, language, style, font, weight, size, lineHeight, width, lines
  }

  /// The names of the columns, of which only the first has to be there.
  static let columns = Column.allCases.map { "\($0)" }

  let fonts = TableFonts()
  private let theme: Theme
  private let styles: [String: (style: TextStyle, maximumLines: Int?)]
  private let defaults: TableMeasureRequest
  private let language: String

  init(_ request: TableMeasureRequest, _ site: MeasuringTheme) {
    theme = site.theme
    let named = site.theme.namedTextStyles.map { ($0.name, ($0.style, site.maximumLines(of: $0.style.maxLines))) }
    styles = Dictionary(uniqueKeysWithValues: named)
    defaults = request
    language = request.language ?? site.settings.language
  }

  static func id(of row: TableRow) -> String? { row.text(ofColumn: Column.id.rawValue) }

  /// The text of a row, or why there is none.
  func text(of row: TableRow, _ languages: inout KnownLanguages) -> Result<TableText, NoText> {
    do throws(TableFault) {
      guard let text = row.text(ofColumn: Column.text.rawValue) else {
        if let place = row.range(ofColumn: Column.text.rawValue), row.isJSON {
          throw fault("text list", at: place, in: row) { .tableText(at: $0, in: $1) }
        }
        return .failure(.isEmpty)
      }
      return .success(try self.text(text, of: row, &languages))
    } catch {
      return .failure(.fault(error))
    }
  }

  private func text(
    _ text: String, of row: TableRow, _ languages: inout KnownLanguages
  ) throws(TableFault) -> TableText {
    let place = row.range(ofColumn: Column.text.rawValue) ?? row.range
    if let costly = costlyText(text, at: place, in: row.source) {
      throw TableFault(key: costly.rule.name) { costly }
    }
    let language = row.text(ofColumn: Column.language.rawValue) ?? self.language
    guard let usual = languages.direction(of: language) else {
      throw fault("language " + language, at: row.range(ofColumn: Column.language.rawValue), in: row) {
        .tableLanguage(language, at: $0, in: $1)
      }
    }
    let setting = try setting(of: row)
    let width = try number(.width, of: row, in: 1...16384) ?? defaults.width
    guard let width else {
      throw fault("no width", at: nil, in: row) { .tableNoNumber("width", option: "--width", at: $0, in: $1) }
    }
    let direction = defaults.direction == nil ? usual : defaults.direction.direction(of: text, language: language)
    return TableText(
      text: text, language: language, styleName: setting.name, style: setting.style, hasOwnFont: setting.hasOwnFont,
      lineHeight: setting.lineHeight, width: width,
      maximumLines: try number(.lines, of: row, in: 1...10_000) ?? defaults.maximumLines ?? setting.maximumLines,
      isRightToLeft: direction == .rtl)
  }

  private typealias Setting = (name: String, style: TextStyle, lineHeight: Int?, maximumLines: Int?, hasOwnFont: Bool)

  private func setting(of row: TableRow) throws(TableFault) -> Setting {
    let style = row.text(ofColumn: Column.style.rawValue)
    guard let font = row.text(ofColumn: Column.font.rawValue) else {
      let name = style ?? defaults.style ?? "body"
      guard let known = styles[name] else {
        throw fault("style " + name, at: row.range(ofColumn: Column.style.rawValue), in: row) { place, source in
          .tableStyle(name, known: theme.namedTextStyles.map(\.name), at: place, in: source)
        }
      }
      return (name, known.style, known.style.lineHeight, known.maximumLines, false)
    }
    let place = row.range(ofColumn: Column.font.rawValue)
    if style != nil {
      throw fault("style and font", at: place, in: row) { .tableStyleAndFont(at: $0, in: $1) }
    }
    guard let size = try number(.size, of: row, in: 1...1000) else {
      throw fault("no size", at: place, in: row) { .tableNoNumber("size", option: nil, at: $0, in: $1) }
    }
    let weight = try number(.weight, of: row, in: 1...1000) ?? 400
    if let error = fonts.error(of: font, weight: weight) {
      throw fault("font " + font, at: place, in: row) { .tableFont(font, error, at: $0, in: $1) }
    }
    var own = theme.textStyles.body
    (own.font, own.weight, own.isItalic, own.size) = (TableFonts.stackName(of: font), weight, false, size)
    return (font, own, try number(.lineHeight, of: row, in: 1...10_000), nil, true)
  }

  /// The number in a cell; nil if there is none.
  private func number(_ column: Column, of row: TableRow, in range: ClosedRange<Int>) throws(TableFault) -> Int? {
    guard let place = row.range(ofColumn: column.rawValue), row.text(ofColumn: column.rawValue) != nil || row.isJSON
    else { return nil }
    if let number = row.number(ofColumn: column.rawValue), range.contains(number) { return number }
    throw fault("\(column)", at: place, in: row) { .tableNumber("\(column)", in: range, at: $0, in: $1) }
  }

  private func fault(
    _ key: String, at place: SourceRange?, in row: TableRow,
    _ make: @escaping @Sendable (SourceRange, SourceText) -> Diagnostic
  ) -> TableFault {
    TableFault(key: key) { make(place ?? row.range, row.source) }
  }

  /// The text in its style. White space is collapsed when it is prepared.
  func composed(_ text: TableText) -> ComposedText {
    var composed = composeLine(
      text.text, style: text.style, theme: theme, language: text.language, isRightToLeft: text.isRightToLeft)
    composed.styled.leastLineWidth = text.width
    // A theme's sizes are raised where a script would not be legible; a font is measured as the row says.
    if text.hasOwnFont {
      for index in composed.styled.leaves.indices { composed.styled.leaves[index].style.size = text.style.size }
    }
    return composed
  }

  /// The warning about a character that no font of a text has.
  func missing(_ scalar: UInt32, in text: TableText, of row: TableRow) -> TableFault {
    TableFault(key: "glyph \(scalar) \(text.hasOwnFont ? text.styleName : "")") {
      let finding = Diagnostic.missingGlyph(scalar, in: row.source)
      return text.hasOwnFont
        ? finding.saying(
          finding.message.replacing("no font of the theme contains", with: "\(printable(text.styleName)) lacks"),
          help: "name another font; until then, the character has a fixed width") : finding
    }
  }
}

/// The languages of the rows so far: a table has few, and reading a tag takes as long as reading a row.
struct KnownLanguages {
  private var directions: [String: WritingDirection?] = [:]

  /// The direction of a language; nil if it is no BCP 47 tag.
  mutating func direction(of language: String) -> WritingDirection? {
    if let known = directions[language] { return known }
    let direction = isLanguageTag(language) ? WritingDirection(language: language) : nil
    directions[language] = .some(direction)
    return direction
  }
}

/// The fonts that the rows of a table name, by family or by file.
final class TableFonts: Sendable {
  /// The most pairs of a font and a weight.
  static let most = 64

  private struct FoundFonts: ~Copyable {
    var resolver = FontResolver()
    var errors: [FontRequest: FontError?] = [:]
    var names: Set<String> = []
  }

  private let found = Mutex(FoundFonts())

  /// Returns whether a font is named by its file, and not by its family.
  static func isFile(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: "/"))
      || [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"].contains { name.lowercased().hasSuffix($0) }
  }

  /// The name of the stack with only this font; no stack of a theme has such a name.
  static func stackName(of name: String) -> String { "/" + name }

  /// The reason why a font cannot be used; nil if it can.
  func error(of name: String, weight: Int) -> FontError? {
    let request = FontRequest(stack: Self.stackName(of: name), weight: weight, isItalic: false)
    return found.withLock { found in
      if let known = found.errors[request] { return known }
      guard found.errors.count <= Self.most else { return .familyNotFound(name) }
      var error: FontError?
      do throws(FontError) {
        if Self.isFile(name) {
          // Devices have no end.
          guard (try? FileDescriptor(fileAt: name).status().kind) == .regularFile else {
            throw .fileUnreadable(path: name)
          }
          _ = try found.resolver?.face(inFile: name, for: request)
        } else {
          _ = try found.resolver?.face(ofFamily: name, for: request)
        }
        found.names.insert(name)
      } catch let reason {
        error = reason
      }
      found.errors[request] = .some(error)
      return error
    }
  }

  var areTooMany: Bool { found.withLock { $0.errors.count > Self.most } }

  /// The names of the fonts that can be used.
  var names: [String] { found.withLock { $0.names.sorted() } }
}

extension Diagnostic {
  fileprivate static func tableText(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("table-value"), "`text` must be a text, not a list or an object", at: range, in: source,
      help: "write it between quotes")
  }

  fileprivate static func tableLanguage(_ language: String, at range: SourceRange, in source: SourceText) -> Diagnostic
  {
    Diagnostic(
      .error, Rule("table-value"), "\(printable(language)) is not a language", at: range, in: source,
      help: "write a BCP 47 tag, such as en or de-CH")
  }

  fileprivate static func tableNumber(
    _ name: String, in numbers: ClosedRange<Int>, at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .error, Rule("table-value"),
      "`\(name)` must be a whole number from \(numbers.lowerBound) to \(numbers.upperBound)", at: range, in: source,
      help: name == "lines" ? "leave it empty for the number of the text style" : "write it without a unit")
  }

  fileprivate static func tableNoNumber(
    _ name: String, option: String?, at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .error, Rule("table-value"), "the row has no `\(name)`", at: range, in: source,
      help: "write it in a column \(name)"
        + (option.map { ", or pass \($0) for all rows without one" } ?? ", in CSS pixels"))
  }

  fileprivate static func tableStyle(
    _ name: String, known: [String], at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    let near = nearest(to: name, among: known).map { "did you mean \($0)? " } ?? ""
    return Diagnostic(
      .error, Rule("text-style-unknown"), "a theme has no text style called \(printable(name))", at: range, in: source,
      help: near + "text styles are \(known.joined(separator: ", "))")
  }

  fileprivate static func tableStyleAndFont(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("table-value"), "the row names a text style and a font", at: range, in: source,
      help: "leave one of them empty: a text style has a font")
  }

  fileprivate static func tableFont(
    _ name: String, _ error: FontError, at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    let help =
      switch error {
      case .familyNotFound(let family):
        debianPackage(of: family).map { "install it (on Debian: apt-get install \($0))" }
          ?? "install it (`fc-list` shows what is installed), or name its file"
      case .fileUnreadable: "paths are relative to the current folder"
      case .familyNotStatic: "install static faces of it, or name the file of one"
      case .fileNotAFont, .libraryUnavailable: "name another font"
      }
    return Diagnostic(
      .error, Rule("table-font"), printable(error.description), at: range, in: source, help: help)
  }
}
