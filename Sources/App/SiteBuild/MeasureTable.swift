import CardLayout
public import Content
public import Diagnostics
import Synchronization
import TextLayout
import Themes

/// A request to measure the texts of a table, such as the strings of an app in all of its languages.
public struct TableMeasureRequest: Sendable {
  /// The path of the table, from the current folder.
  public var path: String
  public var format: MisfitFormat
  /// The text style of rows without a style or a font; nil is `body`.
  public var style: String?
  /// The width of rows without one, in whole CSS pixels.
  public var width: Int?
  /// The most lines of rows without a number; nil is that of the text style.
  public var maximumLines: Int?
  /// The width class on which the most lines of text styles depend; nil is the first.
  public var widthClass: String?
  /// The name of a folder in `Themes/`; nil is the site's theme, or `storefront`.
  public var theme: String?
  /// The language of rows without one; nil is that of the site, or English.
  public var language: String?
  /// The direction of all texts; nil is that of their language.
  public var direction: DirectionSetting?

  public init(path: String, format: MisfitFormat = .text) {
    self.path = path
    self.format = format
  }
}

/// The result of measuring a table.
public struct TableMeasureResult: Sendable {
  public let diagnostics: [Diagnostic]
  /// The number of texts that do not fit.
  public let misfitCount: Int

  /// The exit code: 0 if all texts fit, 1 for texts that do not or findings in the table, 2 if the command could not
  /// run.
  public var exitCode: Int32 { max(exitCodeOfFindings(diagnostics, isStrict: false), misfitCount > 0 ? 1 : 0) }
}

/// Measures the texts of a table and writes which do not fit, in the order of the rows.
///
/// The table is read twice, a few blocks at a time: fonts are made for its characters before its texts are measured.
/// Memory does not grow with the rows.
///
/// - Parameter write: writes a part of the output; false ends the work.
public func measureTable(
  _ request: TableMeasureRequest, _ options: BuildOptions, write: ([UInt8]) -> Bool
) async -> TableMeasureResult {
  var sink = DiagnosticSink()
  var tally = TextTally()
  if let context = BuildContext(options, into: &sink),
    let site = MeasuringTheme(theme: request.theme, widthClass: request.widthClass, context, into: &sink)
  {
    tally = await TableMeasuring(request, site).run(into: &sink, write: write)
  }
  return TableMeasureResult(diagnostics: sink.diagnostics.sortedByPlace(), misfitCount: tally.misfits)
}

private struct TableMeasuring {
  private let request: TableMeasureRequest
  private let site: MeasuringTheme
  private let rows: TableTextReader

  /// The bytes that are read at a time.
  private static let blockBytes = 1 << 18
  /// The blocks that each task gets at a time.
  private static let blocksOfTask = 8

  init(_ request: TableMeasureRequest, _ site: MeasuringTheme) {
    self.request = request
    self.site = site
    rows = TableTextReader(request, site)
  }

  func run(into sink: inout DiagnosticSink, write: ([UInt8]) -> Bool) async -> TextTally {
    var tally = TextTally()
    guard let needs = await fontNeeds(into: &sink), let fonts = await fonts(for: needs.usage, into: &sink) else {
      return tally
    }
    guard let preparers = PreparerPool(fonts: fonts, count: site.context.jobs) else {
      sink.report(.textEngineUnavailable())
      return tally
    }
    site.context.begin(.measuring, total: needs.textCount)
    var faults = TableFaults()
    var output = MisfitOutput(request.format, path: request.path)
    var goesOn = write(output.beginning)
    // The first pass has reported what is wrong with the table as a whole.
    var known = DiagnosticSink()
    let (rows, format, path) = (rows, request.format, request.path)
    await forEachBlock(into: &known) { block in
      preparers.with { preparer in MeasuredBlock(block, rows, &preparer, format: format, path: path) }
    } take: { block in
      guard let block else { return false }
      tally.add(block.tally)
      faults.add(block.faults)
      site.context.options.progress?.advance(by: block.tally.texts)
      goesOn = goesOn && write(output.joined(block.misfits))
      return goesOn
    }
    sink.report(contentsOf: faults.all(path: request.path))
    if goesOn { _ = write(output.end(tally)) }
    return tally
  }

  /// Calls a function with each block of the table in several tasks, and another one with the results, in order.
  ///
  /// - Parameter take: returns false to end the reading.
  private func forEachBlock<Result: Sendable>(
    into sink: inout DiagnosticSink, _ work: @Sendable @escaping (TableBlock) -> Result, take: (Result) -> Bool
  ) async {
    guard var stream = TableStream(path: request.path, columns: TableTextReader.columns, into: &sink) else { return }
    do throws(SystemError) {
      let file = try FileDescriptor(fileAt: request.path)
      let kind = try file.status().kind
      guard kind == .regularFile else { return sink.report(.tableNoFile(request.path, kind: kind)) }
      var isEnd = false
      while !isEnd {
        var blocks: [TableBlock] = []
        while !isEnd, blocks.count < site.context.jobs * Self.blocksOfTask {
          let bytes = try file.beginning(limit: Self.blockBytes)
          isEnd = bytes.count < Self.blockBytes
          guard let block = stream.block(adding: bytes, isEnd: isEnd, into: &sink) else {
            isEnd = true
            break
          }
          blocks.append(block)
        }
        let results = await parallelMap(unevenCount: blocks.count, jobs: site.context.jobs) { [blocks] in
          work(blocks[$0])
        }
        for result in results where !take(result) { return }
      }
    } catch {
      sink.report(.unreadable(request.path, error))
    }
  }

  // MARK: Fonts

  /// The characters of all texts by font, and the number of texts; nil if there is nothing to measure.
  private func fontNeeds(into sink: inout DiagnosticSink) async -> (usage: FontUsage, textCount: Int)? {
    var usage = FontUsage()
    var (rowCount, textCount) = (0, 0)
    let rows = rows
    site.context.begin(.reading)
    // What is wrong with the rows is reported when they are measured.
    await forEachBlock(into: &sink) { block in
      var own = (usage: FontUsage(), rows: 0, texts: 0)
      var languages = KnownLanguages()
      block.forEachRow { _ in
        own.rows += 1
      } use: { row in
        own.rows += 1
        guard case .success(let text) = rows.text(of: row, &languages) else { return }
        own.usage.insert(rows.composed(text))
        own.texts += 1
      }
      return own
    } take: { own in
      usage.formUnion(own.usage)
      rowCount += own.rows
      textCount += own.texts
      return true
    }
    if rows.fonts.areTooMany {
      sink.report(.tooManyTableFonts(request.path))
      return nil
    }
    return rowCount > 0 ? (usage, textCount) : nil
  }

  private func fonts(for usage: FontUsage, into sink: inout DiagnosticSink) async -> ServedFonts? {
    site.context.begin(.fonts)
    var theme = site.theme
    for name in rows.fonts.names {
      guard var stack = theme.fontStacks.first, var family = stack.families.first else { continue }
      family.name = name
      stack.name = TableFonts.stackName(of: name)
      stack.families = [family]
      theme.fontStacks.append(stack)
    }
    let files = rows.fonts.names.filter(TableFonts.isFile).map { (TableFonts.stackName(of: $0), $0) }
    return await makeFonts(
      usage: usage, theme: theme, fontFiles: Dictionary(uniqueKeysWithValues: files), comparesLock: false,
      site.context, into: &sink)
  }
}

/// Preparers of texts, which tasks share: each keeps the words that it has shaped.
private final class PreparerPool: Sendable {
  /// A preparer in a class, because a list cannot contain it.
  private final class PooledPreparer: Sendable {
    let preparer: Mutex<TextPreparer>

    init?(fonts: ServedFonts) {
      guard let preparer = TextPreparer(fonts: fonts) else { return nil }
      self.preparer = Mutex(preparer)
    }
  }

  private let free: Mutex<[PooledPreparer]>

  /// Creates a pool; nil if ICU or HarfBuzz cannot start.
  ///
  /// - Parameter count: the most tasks that use it at a time.
  init?(fonts: ServedFonts, count: Int) {
    var all: [PooledPreparer] = []
    for _ in 0..<count {
      guard let preparer = PooledPreparer(fonts: fonts) else { return nil }
      all.append(preparer)
    }
    free = Mutex(all)
  }

  /// Calls a function with a free preparer; nil if there is none.
  func with<Result: Sendable>(_ work: (inout TextPreparer) -> Result) -> Result? {
    guard let own = free.withLock({ $0.popLast() }) else { return nil }
    defer { free.withLock { $0.append(own) } }
    return own.preparer.withLock { work(&$0) }
  }
}

/// The measured texts of a block.
private struct MeasuredBlock: Sendable {
  var tally = TextTally()
  var faults = TableFaults()
  /// The texts that do not fit, as they are written.
  private(set) var misfits: [UInt8] = []

  init(_ block: TableBlock, _ rows: TableTextReader, _ preparer: inout TextPreparer, format: MisfitFormat, path: String)
  {
    var lines = TextLines()
    var languages = KnownLanguages()
    block.forEachRow { fault in
      faults.add(fault)
    } use: { row in
      let text: TableText
      switch rows.text(of: row, &languages) {
      case .failure(.fault(let fault)): return faults.add(fault)
      case .failure(.isEmpty):
        tally.empty += 1
        return
      case .success(let found): text = found
      }
      let prepared = preparer.prepare(rows.composed(text).styled)
      for scalar in prepared.missing { faults.add(rows.missing(scalar, in: text, of: row)) }
      // The lines of a few thousand texts share their memory.
      if lines.counts.count > 1 << 12 { lines = TextLines() }
      let misfit = Misfit(text, prepared, in: &lines)
      tally.add(misfit != nil, language: text.language)
      misfit?.write(to: &misfits, text, of: row, as: format, path: path)
    }
  }
}

/// The numbers of texts, and by language.
struct TextTally: Sendable {
  struct LanguageTally: Sendable {
    var texts = 0
    var misfits = 0
  }

  var texts = 0
  private(set) var misfits = 0
  /// The number of rows without a text.
  var empty = 0
  /// Keyed by language; a table can name any number of them, so there is a limit.
  private(set) var languages: [String: LanguageTally] = [:]

  private static let mostLanguages = 1000

  mutating func add(_ isMisfit: Bool, language: String) {
    add(LanguageTally(texts: 1, misfits: isMisfit ? 1 : 0), language: language)
  }

  mutating func add(_ other: TextTally) {
    empty += other.empty
    for (language, own) in other.languages { add(own, language: language) }
  }

  private mutating func add(_ own: LanguageTally, language: String) {
    texts += own.texts
    misfits += own.misfits
    guard languages[language] != nil || languages.count < Self.mostLanguages else { return }
    languages[language, default: LanguageTally()].texts += own.texts
    languages[language, default: LanguageTally()].misfits += own.misfits
  }
}

/// The faults of a table's rows: each once, with the number of rows that have it.
struct TableFaults: Sendable {
  private struct FoundFault: Sendable {
    let key: String
    let finding: Diagnostic
    var count: Int
  }

  private var found: [FoundFault] = []
  private var numbers: [String: Int] = [:]
  private var omitted = 0

  private static let most = 50

  /// - Complexity: O(1) for a fault that is known; otherwise a finding is made.
  mutating func add(_ fault: TableFault) { add(fault.key, count: 1) { fault.finding } }

  mutating func add(_ other: TableFaults) {
    omitted += other.omitted
    for fault in other.found { add(fault.key, count: fault.count) { fault.finding } }
  }

  private mutating func add(_ key: String, count: Int, _ finding: () -> Diagnostic) {
    if let number = numbers[key] {
      found[number].count += count
    } else if found.count < Self.most {
      numbers[key] = found.count
      found.append(FoundFault(key: key, finding: finding(), count: count))
    } else {
      omitted += count
    }
  }

  func all(path: String) -> [Diagnostic] {
    found.map { fault in
      if fault.count == 1 { return fault.finding }
      let rest = fault.count == 2 ? "1 more row" : "\(fault.count - 1) more rows"
      return fault.finding.saying("\(fault.finding.message), and \(rest) like it", help: fault.finding.help)
    } + (omitted == 0 ? [] : [.moreFindings(omitted, isError: true, path: path)])
  }
}

extension Diagnostic {
  fileprivate static func tableNoFile(_ path: String, kind: FileStatus.FileKind) -> Diagnostic {
    Diagnostic(
      .error, .notARegularFile, "a table must be a file, not a \(kind.rawValue)", path: path,
      help: "write it to a file first: it is read twice, for its characters and for its texts")
  }

  fileprivate static func tooManyTableFonts(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("table-too-many-fonts"),
      "the table names more than \(TableFonts.most) fonts and weights; nothing was measured", path: path,
      help: "measure the texts of some fonts at a time")
  }
}
