import ArgumentParser
import Content
import Diagnostics
import Glibc
import Processes
import SiteBuild

struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "measures a text or a card with a site's theme, or a table of texts",
    usage: "cardshelf measure [<text>] [<options>]",
    discussion: """
      Without a text, or with -, standard input is read. Offsets in the result
      are into the text that it repeats, where white space is collapsed. With
      --table, no site is needed; Documentation/Translations.md has the columns.

      Examples:
        cardshelf measure --width 248 --max-lines 2 --style body "Some text"
        cardshelf measure --card Content/planets/saturn.md
        cardshelf measure --card --width 300 < card.md
        cardshelf measure --table strings.csv --format json
      """)

  @Argument(help: ArgumentHelp("the text, or with --card the path of a card", valueName: "text"))
  var text: String?

  @Flag(help: "measure a card: Markdown with front matter")
  var card = false

  @Option(help: ArgumentHelp("measure the texts of a table: .csv, .tsv or .ndjson", valueName: "file"))
  var table: String?

  @Option(help: ArgumentHelp("with --table, the output format: text, csv or json", valueName: "name"))
  var format: String?

  @Option(help: ArgumentHelp("in CSS pixels (default: the page's content, or a card)", valueName: "pixels"))
  var width: Int?

  @Option(help: ArgumentHelp("the text style of the theme (default: body)", valueName: "name"))
  var style: String?

  @Option(help: ArgumentHelp("the lines to show (default: those of the text style)", valueName: "count"))
  var maxLines: Int?

  @Option(help: ArgumentHelp("the card anatomy of the theme (default: the shelf's)", valueName: "name"))
  var anatomy: String?

  @Option(help: ArgumentHelp("the width class (default: the first)", valueName: "name"))
  var widthClass: String?

  @Option(help: ArgumentHelp("the theme, a folder of Themes (default: the site's)", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("the language, as in BCP 47 (default: the site's)", valueName: "tag"))
  var lang: String?

  @Option(help: ArgumentHelp("the direction: ltr, rtl, auto (default: by language)", valueName: "direction"))
  var dir: String?

  @OptionGroup var site: SiteArguments

  private var tableFormat: MisfitFormat { get throws { try choice(format ?? "text", of: "--format") } }

  private var direction: DirectionSetting? { get throws { try dir.map { try choice($0, of: "--dir") } } }

  func validate() throws {
    _ = try direction
    if let width, !(1...16384).contains(width) {
      throw ValidationError("'--width' must be between 1 and 16384, not \(width).")
    }
    if let maxLines, !(1...10000).contains(maxLines) {
      throw ValidationError("'--max-lines' must be between 1 and 10000, not \(maxLines).")
    }
    if card, style != nil || maxLines != nil {
      throw ValidationError("'--style' and '--max-lines' cannot be combined with '--card'.")
    }
    if let theme, theme.isEmpty || theme.hasPrefix(".") || theme.utf8.contains(UInt8(ascii: "/")) {
      throw ValidationError("'--theme' must be the name of a folder in Themes.")
    }
    if table == nil, format != nil { throw ValidationError("'--format' needs '--table'.") }
    if table != nil, card || text != nil {
      throw ValidationError("'--table' cannot be combined with a text or '--card'.")
    }
    _ = try tableFormat
    if !card, anatomy != nil { throw ValidationError("'--anatomy' needs '--card'.") }
    if let lang, !isLanguageTag(lang) { throw ValidationError("'--lang' must be a BCP 47 tag, such as en or de-CH.") }
  }

  func run() async throws {
    if let table { return try await measureTexts(of: table) }
    let options = try site.options()
    let source: SourceText
    do {
      source = try readSource(root: options.root)
    } catch {
      printFinding(error)
      throw ExitCode(2)
    }
    let request = MeasureRequest(
      card ? .card(anatomy: anatomy) : .text(style: style ?? "body", maximumLines: maxLines), source: source,
      width: width, widthClass: widthClass, theme: theme, language: lang, direction: try direction)
    let result = await measure(request, options)
    for diagnostic in result.diagnostics { printFinding(diagnostic) }
    if let json = result.json { printDocument(json) }
    if result.exitCode != 0 { throw ExitCode(result.exitCode) }
  }

  private func measureTexts(of table: String) async throws {
    var request = TableMeasureRequest(path: table, format: try tableFormat)
    (request.style, request.width, request.maximumLines) = (style, width, maxLines)
    (request.widthClass, request.theme) = (widthClass, theme)
    (request.language, request.direction) = (lang, try direction)
    let isJSON = request.format == .json
    let isText = request.format == .text
    @Sendable func write(_ bytes: [UInt8]) -> Bool {
      guard RunnerLog.isRead, isText || isJSON else { return writeAll(bytes, to: STDOUT_FILENO) }
      let text = String(decoding: bytes, as: UTF8.self)
      let calm = isJSON ? RunnerLog.withoutCommands(inJSON: text) : RunnerLog.withoutCommands(text)
      return writeAll(Array(calm.utf8), to: STDOUT_FILENO)
    }
    let options = try site.options(elsewhere: ".")
    // A line that shows progress would be among those of the texts.
    let result =
      isText && isTerminal(STDOUT_FILENO)
      ? await measureTable(request, options, write: write)
      : await withProgress(options) { [request] in await measureTable(request, $0, write: write) }
    present(result.diagnostics, as: .text, root: options.root, isComplete: false)
    if result.exitCode != 0 { throw ExitCode(result.exitCode) }
  }

  private func readSource(root: String) throws(Diagnostic) -> SourceText {
    if let text, text != "-" {
      if !card { return SourceText(path: "(argument)", text: text) }
      let path = pathInRoot(text, root: root) ?? text
      return SourceText(path: path, bytes: try readInput(text))
    }
    var bytes = try readInput(nil)
    if !card {
      // The line end that editors add to a file is not part of the text.
      if bytes.last == 0x0A { bytes.removeLast() }
      if bytes.last == 0x0D { bytes.removeLast() }
    }
    return SourceText(path: "(standard input)", bytes: bytes)
  }
}

/// The bytes of a file, or of standard input; no more than 4 MiB.
private func readInput(_ path: String?) throws(Diagnostic) -> [UInt8] {
  let file = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
  guard file >= 0 else { throw unreadable(path, errno) }
  defer { if path != nil { close(file) } }
  let limit = 4 << 20
  guard let bytes = contents(of: file, limit: limit) else { throw unreadable(path, errno) }
  if bytes.count <= limit { return bytes }
  throw Diagnostic(
    .error, Diagnostic.Rule("file-too-large", fault: .cannotRun), "it has more than 4 MiB",
    path: path ?? "(standard input)", help: "measure a part of it")
}

private func unreadable(_ path: String?, _ code: Int32) -> Diagnostic {
  Diagnostic(
    .error, Diagnostic.Rule("file-unreadable", fault: .cannotRun), "cannot read it: " + String(cString: strerror(code)),
    path: path ?? "(standard input)", help: "name a file, or give the text on standard input")
}
