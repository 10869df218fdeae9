import ArgumentParser
import Content
import Diagnostics
import Geometry
import Glibc
import Review
import SiteBuild

struct List: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "lists shelves and cards with their sizes at a page width",
    usage: "cardshelf list [<options>]",
    discussion: """
      Examples:
        cardshelf list
        cardshelf list --width 1280 --shelves
        cardshelf list --kept-back                  # what is not published, and why
        cardshelf list --format json | jq '.shelves[].cards[].id'
      """)

  private enum ListFormat: String, CaseIterable { case text, json }

  @Option(help: ArgumentHelp("the page width, in CSS pixels", valueName: "pixels"))
  var width = 390

  @Flag(help: "only shelves")
  var shelves = false

  @Flag(help: "instead, the files, rows and folders that are not published, and why")
  var keptBack = false

  @Option(help: ArgumentHelp("the output format: text or json", valueName: "name"))
  var format = "text"

  @OptionGroup var site: SiteArguments

  func validate() throws {
    _ = try choice(format, of: "--format", as: ListFormat.self)
    if !(1...1_000_000).contains(width) {
      throw ValidationError("'--width' must be between 1 and 1000000, not \(width).")
    }
  }

  func run() async throws {
    if keptBack { return try await listKeptBack() }
    let result = await withProgress(try site.options()) { await layOutSite($0) }
    guard var list = result.site?.list(atPageWidth: width) else {
      for diagnostic in result.diagnostics { printFinding(diagnostic) }
      throw ExitCode(result.exitCode == 0 ? 2 : result.exitCode)
    }
    if shelves { list = list.withoutCards }
    switch try choice(format, of: "--format", as: ListFormat.self) {
    case .text:
      let columns = isTerminal(STDOUT_FILENO) ? columnCount(of: STDOUT_FILENO) : nil
      print(table(of: list, columns: columns), terminator: "")
    case .json: printDocument(list.json)
    }
    // Builds report the warnings.
    let errors = result.diagnostics.filter { $0.severity == .error }
    for diagnostic in errors { printFinding(diagnostic) }
    if !errors.isEmpty { throw ExitCode(result.exitCode) }
  }
}

extension List {
  private func listKeptBack() async throws {
    let result = await readKeptBack(try site.options())
    guard let items = result.keptBack else {
      for diagnostic in result.diagnostics { printFinding(diagnostic) }
      throw ExitCode(2)
    }
    switch try choice(format, of: "--format", as: ListFormat.self) {
    case .text: print(lines(of: items), terminator: "")
    case .json: printDocument(json(of: items))
    }
  }
}

/// A line for each item: path, line of a row, reason.
private func lines(of items: [KeptBack]) -> String {
  items.map { "\(printable($0.place))  \(printable($0.reason.description))\n" }.joined()
}

private func json(of items: [KeptBack]) -> String {
  var json = JSONWriter()
  json.object { json in
    json.key("keptBack")
    json.array(items, onePerLine: true) { json, item in
      json.object { json in
        if let line = item.line { json.number(line, for: "line") }
        json.string(item.path, for: "path")
        json.string(item.reason.description, for: "reason")
      }
    }
    json.number(1, for: "version")
  }
  return String(decoding: json.bytes, as: UTF8.self) + "\n"
}

extension KeptBack {
  fileprivate var place: String { path + (line.map { ":\($0)" } ?? "") }
}

/// A line for each shelf and card: name, width and height, title.
///
/// - Parameter columns: the columns of the terminal, at which titles are cut; nil for no limit.
func table(of list: SiteList, columns: Int?) -> String {
  var rows: [(name: String, size: String, title: String)] = []
  for shelf in list.shelves {
    let cards = shelf.cards.isEmpty ? "" : ", " + counted(shelf.cards.count, "card")
    rows.append((shelf.id, size(shelf.size.width, shelf.size.height), "\(shelf.arrangement)\(cards): \(shelf.title)"))
    for card in shelf.cards { rows.append(("  " + card.id, size(card.frame.width, card.frame.height), card.title)) }
  }
  let nameWidth = rows.map(\.name.count).max() ?? 0
  let sizeWidth = rows.map(\.size.count).max() ?? 0
  let lines = rows.map { row in
    let line =
      printable(row.name) + spaces(nameWidth - row.name.count + 2) + spaces(sizeWidth - row.size.count) + row.size
      + "  " + printable(row.title)
    return columns.map { cut(line, to: $0) } ?? line
  }
  return "\(list.stepName)\n" + lines.map { $0 + "\n" }.joined()
}

private func size(_ width: Pixels, _ height: Pixels) -> String { "\(width) × \(height)" }

private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

private func cut(_ line: String, to columns: Int) -> String {
  line.count > columns ? line.prefix(max(0, columns - 1)) + "…" : line
}
