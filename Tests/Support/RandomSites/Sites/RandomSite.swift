import Content
import Diagnostics
import ShelfArrangements
import Themes

/// A site with random settings, cards and theme. It can use everything that the readers support, with numbers in the
/// allowed ranges.
public struct RandomSite: Sendable {
  public let seed: UInt64
  public let number: Int
  /// The number of parts that can be left out; they are numbered from 0.
  public let partCount: Int
  private let documents: [SiteDocument]

  /// - Parameters:
  ///   - number: identifies a site among those of the seed.
  ///   - theme: the theme of the site; nil makes a random one.
  public init(seed: UInt64, number: Int, theme: WrittenTheme? = nil) throws {
    var assembly = try SiteAssembly(seed: seed, number: number, theme: theme)
    try assembly.addPages()
    self.seed = seed
    self.number = number
    documents = assembly.documents
    partCount = assembly.writer.partCount
  }

  /// Paths and texts of the files.
  ///
  /// - Parameter removed: numbers of parts to leave out.
  public func files(without removed: Set<Int> = []) -> [(path: String, text: String)] {
    documents.filter { document in document.number.map { !removed.contains($0) } ?? true }
      .map { ($0.path, $0.text(without: removed)) }
  }
}

/// Assembles a site.
private struct SiteAssembly {
  private(set) var documents: [SiteDocument] = []
  private(set) var writer: ShapeWriter
  private let cardNames: [String]

  init(seed: UInt64, number: Int, theme written: WrittenTheme?) throws {
    var chance = Chance(seed: seed, number: number)
    let boldness = chance.one(of: [0, 2, 4, 8, 15, 50])
    let classNames: [String]
    if let written {
      writer = ShapeWriter(chance: chance, boldness: boldness, names: [])
      (cardNames, classNames) = (written.cardNames, written.classNames)
      documents = written.files.map { name, text in
        SiteDocument(path: "Themes/storefront/" + name, number: nil, content: .text(text))
      }
    } else {
      var theme = ThemeWriter(
        writer: ShapeWriter(chance: chance, boldness: boldness, names: []), shapes: Shapes.theme)
      let settings = try theme.theme()
      documents = [SiteDocument(path: "Themes/storefront/theme.yml", number: nil, content: .yaml(settings))]
      (cardNames, classNames) = (theme.cardNames, theme.classNames)
      writer = theme.writer
    }
    writer.definitions = [:]
    writer.names = classNames + ["compactWidth", "regularWidth"] + WindowShape.classNames
    writer.notations = [
      "lang": ["en", "en", "en", "ar", "he", "ja", "de-AT"], "card": cardNames, "heightGroup": ["one", "two"],
      "columnRule": [
        "shortest", "round-robin", "balanced", "tolerant(0)", "tolerant(16)", "tolerant(10000)",
      ],
      "baseURL": ["https://example.org/cards/"], "image": ["i.svg", "wide.svg", "tall.svg"],
      "imageFocus": ["top", "[30%, 70%]"], "link": ["https://example.org/", "mailto:a@example.org"],
      "href": ["https://example.org/", "mailto:a@example.org"],
      "date": ["2026-11-22", "0001-01-01"], "rules": ruleLevels, "hosts": ["cdn.example.org", "img.example.net"],
    ]
    documents.append(
      SiteDocument(
        path: "cardshelf.yml", number: nil,
        content: .yaml(.mapping(try writer.mapping(SiteSettings.shape, percent: 30, without: ["theme", "limits"])))))
  }

  mutating func addPages() throws {
    try addPage("Content", isHome: true)
    for number in 0..<writer.chance.one(of: [0, 0, 0, 1, 2]) { try addPage("Content/page\(number)", isHome: false) }
  }

  private mutating func addPage(_ folder: String, isHome: Bool) throws {
    var left: Set<String> = ["kind", "shelves", "draft"]
    if isHome { left.insert("weight") }
    var keys = try writer.mapping(Shapes.page, percent: 20, without: left)
    if !isHome { keys.append(("kind", SitePart(number: nil, value: .scalar("page")))) }
    let blocks = writer.chance.isTrue(30) ? [(writer.newNumber(), writer.words(1...30))] : []
    documents.append(
      SiteDocument(path: folder + "/_index.md", number: nil, content: .markdown(.mapping(keys), blocks: blocks)))
    for number in 0..<writer.chance.number(in: 1...3) { try addShelf("\(folder)/shelf\(number)") }
  }

  // MARK: - Shelves

  private mutating func addShelf(_ folder: String) throws {
    let arrangement = writer.chance.one(of: standardArrangements)
    var left: Set<String> = ["kind", "draft", "arrangement", "cards", "fields", "delimiter", "encoding"]
    left.formUnion(Set(standardArrangements.flatMap(\.shelfKeys)).subtracting(arrangement.shelfKeys))
    var keys = try writer.mapping(Shapes.shelf, percent: 30, without: left)
    if keys.contains(where: { $0.key == "columnToggle" }) { keys.removeAll { $0.key == "columns" } }
    if !arrangement.isOneRow {
      keys.removeAll { $0.key == "maxCardHeight" && $0.part.value.mentions("auto") }
    }
    keys.append(("arrangement", SitePart(number: nil, value: .scalar(arrangement.name))))
    let language = keys.first { $0.key == "lang" }?.part.value.scalar
    writer.language = language
    defer { writer.language = nil }
    let most = writer.chance.one(of: [2, 4, 9, 20, 60])
    if writer.chance.isTrue(10) { keys += addTable(in: folder, arrangement: arrangement, count: most) }
    documents.append(
      SiteDocument(path: folder + "/_index.md", number: nil, content: .markdown(.mapping(keys), blocks: [])))
    try addCards(in: folder, count: writer.chance.number(in: 1...most), arrangement: arrangement)
    guard !arrangement.isOneRow else { return }
    let hasToggle = keys.contains { $0.key == "columnToggle" }
    for number in 0..<writer.chance.one(of: [0, 0, 0, 1, 2]) {
      var left: Set<String> = ["kind", "draft", "cards", "fields", "delimiter", "encoding"]
      if hasToggle || !arrangement.hasColumns { left.insert("columns") }
      if !arrangement.shelfKeys.contains("cardWidth") { left.insert("cardWidth") }
      var keys = try writer.mapping(Shapes.section, percent: 40, without: left)
      keys.append(("kind", SitePart(number: nil, value: .scalar("section"))))
      let section = "\(folder)/section\(number)"
      documents.append(
        SiteDocument(
          path: section + "/_index.md", number: writer.newNumber(), content: .markdown(.mapping(keys), blocks: [])))
      try addCards(in: section, count: writer.chance.number(in: 1...most), arrangement: arrangement)
    }
  }

  private mutating func addTable(
    in folder: String, arrangement: AnyArrangement, count: Int
  ) -> [(key: String, part: SitePart)] {
    let rows = (0..<count).map { "\"\(writer.words(1...4)) \($0)\",\"\(writer.words(0...9))\"\n" }
    documents.append(
      SiteDocument(path: folder + "/rows.csv", number: nil, content: .text("Name,Text\n" + rows.joined())))
    let fields = "{ title: Name, \(writer.chance.one(of: ["subtitle", "eyebrow", "footer", "body"])): Text }"
    return [
      ("cards", SitePart(number: nil, value: .scalar("rows.csv"))),
      ("fields", SitePart(number: nil, value: .scalar(fields))),
    ]
  }

  // MARK: - Cards

  private mutating func addCards(in folder: String, count: Int, arrangement: AnyArrangement) throws {
    for (name, size) in [("i", "8 8"), ("wide", "1000 1"), ("tall", "1 1000")] {
      documents.append(
        SiteDocument(
          path: "\(folder)/\(name).svg", number: nil,
          content: .text("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\"/>\n")))
    }
    var left: Set<String> = ["draft", "slug"]
    left.formUnion(Set(standardArrangements.flatMap(\.cardKeys)).subtracting(arrangement.cardKeys))
    // A card in a random anatomy often has no room, so few lists have such cards.
    if !writer.chance.isTrue(15) { left.insert("card") }
    let percent = writer.chance.number(in: 0...70)
    for index in 0..<count {
      var keys = try writer.mapping(Card.shape(Shapes.slots), percent: percent, without: left.union(["title"]))
      keys.append(("title", SitePart(number: nil, value: .text(writer.words(1...writer.chance.one(of: [1, 4, 12]))))))
      let number = index == 0 ? nil : writer.newNumber()
      documents.append(
        SiteDocument(
          path: "\(folder)/card\(index).md", number: number,
          content: .markdown(.mapping(keys), blocks: writer.blocks(percent: percent))))
    }
  }
}

/// Rules and the levels that they can have.
private let ruleLevels = RuleTable.adjustable.flatMap { rule in
  let levels = RuleTable.controls[rule] == .free ? ["off", "warn", "error"] : ["warn", "error"]
  return levels.map { "{ \(rule): \($0) }" }
}

/// The shapes of files, which are recorded once.
private enum Shapes {
  /// Those of every theme that is written.
  static let slots = SlotTable.standard.adding(SlotDeclaration("price", .text)).adding(SlotDeclaration("byline", .text))
  static let theme = ThemeShapes(slots)
  static let page = IndexFile.shape(of: .page)
  static let shelf = IndexFile.shape(of: .shelf)
  static let section = IndexFile.shape(of: .section)
}

extension ShapeWriter {
  /// Markdown with all kinds of blocks.
  fileprivate mutating func blocks(percent: Int) -> [(number: Int, text: String)] {
    var blocks: [(number: Int, text: String)] = []
    while blocks.count < 5, chance.isTrue(percent) {
      let text =
        switch chance.number(in: 0...10) {
        case 0: "- \(words(1...4))\n- \(words(1...9))\n  1. \(words(1...4))\n"
        case 1: "> \(words(1...12))\n>\n> > \(words(1...4))\n"
        case 2: "```\n\(words(1...9))\n\(words(1...2))\n```\n"
        case 3: "***\n"
        case 4: "## \(words(1...5))\n"
        case 6:
          "| \(words(1...2)) | \(words(1...2)) |\n|:--|--:|\n| \(words(1...4)) | \(words(1...12)) |\n| | \(words(1...2)) |\n"
        case 5: "![\(words(1...2))](i.svg)\n"
        default: "\(words(1...chance.one(of: [5, 20, 80])))\n"
        }
      blocks.append((newNumber(), text))
    }
    return blocks
  }
}

extension SiteValue {
  fileprivate var scalar: String? { if case .scalar(let text) = self { text } else { nil } }

  fileprivate func mentions(_ word: String) -> Bool {
    switch self {
    case .scalar(let text): text == word
    case .list(let parts): parts.contains { $0.value.mentions(word) }
    case .mapping(let entries): entries.contains { $0.part.value.mentions(word) }
    }
  }
}
