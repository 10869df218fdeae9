/// A random site that somebody edits, one saved change after the other.
///
/// Keys and values are those of other random sites, so that every key that readers know is added, changed and removed.
public struct EditedSite: Sendable {
  /// A change of one file, or of all files of a folder.
  public struct Edit: Sendable {
    public let name: String
    /// The paths of the files that were written or removed.
    public let paths: Set<String>
  }

  /// Texts by path.
  public private(set) var files: [String: String]
  private var kept: [String: String]?
  private var shelvesAdded = 0
  private var chance: Chance
  /// Other sites of the same theme, or of other random ones.
  private let donors: [[String: String]]

  /// - Parameters:
  ///   - number: identifies a site and its edits among those of the seed.
  ///   - theme: the theme of the site; nil makes a random one.
  ///   - assets: other files that all sites have.
  public init(seed: UInt64, number: Int, theme: WrittenTheme?, assets: [(path: String, text: String)] = []) throws {
    func files(_ number: Int) throws -> [String: String] {
      let site = try RandomSite(seed: seed, number: number, theme: theme)
      let all = assets + site.files()
      return Dictionary(all.map { ($0.path, $0.text) }) { $1 }
    }
    self.files = try files(number)
    donors = try (1...4).map { try files(number + $0 << 32) }
    chance = Chance(seed: seed, number: number)
    addWords(below: "Content/")
  }

  private mutating func addWords(below folder: String) {
    for path in paths where path.hasPrefix(folder) && Self.kind(of: path) == "card" && chance.isTrue(50) {
      files[path, default: ""] += "\n" + Self.words.joined(separator: " ") + "\n"
    }
  }

  private var paths: [String] { files.keys.sorted() }

  /// What decides about the next edits, before they are random again: a few bytes for each.
  public var choices: ArraySlice<UInt8> {
    get { chance.choices }
    set { chance.choices = newValue }
  }

  /// Makes a random edit.
  public mutating func edit() -> Edit {
    let before = files
    // A site with one kind of shelf would be edited in few ways.
    let name = shelvesAdded < donors.count ? addShelf() : change()
    return edit(name, after: before)
  }

  private mutating func change() -> String {
    switch chance.number(in: 0...19) {
    case 0...3: changeKey()
    case 4, 5: removeKey()
    case 6, 7: changeNumber()
    case 8, 9: narrow()
    case 10...12: changeText()
    case 13: hide()
    case 14: removeFile()
    case 15: addFile()
    case 16: rename()
    case 17: changePicture()
    case 18: changeRows()
    default: changePaint()
    }
  }

  /// Notes that the site is right as it is.
  public mutating func keep() { kept = files }

  /// Takes all edits back since the site was right; nil if it never was.
  public mutating func undo() -> Edit? {
    guard let kept else { return nil }
    let before = files
    files = kept
    return edit("taken back", after: before)
  }

  private func edit(_ name: String, after before: [String: String]) -> Edit {
    let all = Set(files.keys).union(before.keys)
    return Edit(name: name, paths: all.filter { files[$0] != before[$0] })
  }

  /// Leaves the first cards of each folder.
  public mutating func leave(cards count: Int) {
    var counts: [Substring: Int] = [:]
    for path in paths where path.hasPrefix("Content/") && Self.kind(of: path) == "card" {
      let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      counts[folder, default: 0] += 1
      if counts[folder, default: 0] > count { files[path] = nil }
    }
  }

  /// Writes and removes files in a folder as the site has them.
  public func update(_ paths: some Sequence<String>, in root: String) throws {
    for path in paths {
      let place = root + "/" + path
      if let text = files[path] { try write(text, to: place) } else { remove(place, below: root) }
    }
  }

  // MARK: Keys

  /// Files with the same keys have the same kind.
  private static func kind(of path: String) -> Substring? {
    let name = path.split(separator: "/").last ?? ""
    if path.hasSuffix(".yml") { return name }
    guard path.hasSuffix(".md") else { return nil }
    if name != "_index.md" { return "card" }
    let folder = path.split(separator: "/").dropLast().last ?? ""
    return folder.prefix { $0.isLetter }
  }

  private mutating func anyPath(where isWanted: (String) -> Bool) -> String? {
    let wanted = paths.filter(isWanted)
    // Cards are many.
    let others = wanted.filter { Self.kind(of: $0) != "card" }
    if !others.isEmpty, chance.isTrue(60) { return chance.one(of: others) }
    return wanted.isEmpty ? nil : chance.one(of: wanted)
  }

  private mutating func changeKey() -> String {
    guard let path = anyPath(where: { Self.kind(of: $0) != nil }), let kind = Self.kind(of: path) else { return "" }
    let donor = chance.one(of: donors)
    let others = donor.keys.filter { Self.kind(of: $0) == kind }.sorted()
    guard !others.isEmpty, let text = donor[chance.one(of: others)] else { return "" }
    let lines = EditedText(text).keys
    guard !lines.isEmpty else { return "" }
    let line = chance.one(of: lines)
    var edited = EditedText(files[path] ?? "")
    edited.set(line)
    files[path] = edited.text
    return "\(path): \(line)"
  }

  private mutating func removeKey() -> String {
    guard let path = anyPath(where: { Self.kind(of: $0) != nil }) else { return "" }
    var edited = EditedText(files[path] ?? "")
    guard !edited.keys.isEmpty else { return "" }
    let line = chance.one(of: edited.keys)
    edited.remove(line)
    files[path] = edited.text
    return "\(path): without \(line)"
  }

  private mutating func changeNumber() -> String {
    guard let path = anyPath(where: { Self.kind(of: $0) != nil || $0.hasSuffix(".css") }) else { return "" }
    var edited = EditedText(files[path] ?? "")
    let places = edited.numbers
    guard !places.isEmpty else { return "" }
    let place = chance.one(of: places)
    let number = Int(edited.text[place]) ?? 0
    let other = max(0, number + chance.one(of: [-1, 1, -4, 4, 16, -16, number / 4, -number / 4]))
    let line = edited.line(around: place)
    edited.text.replaceSubrange(place, with: String(other))
    files[path] = edited.text
    return "\(path): \(number) is \(other) in \(line)"
  }

  /// Makes the cards of a shelf wider or narrower.
  private mutating func narrow() -> String {
    guard let path = anyPath(where: { Self.kind(of: $0) == "shelf" }) else { return "" }
    var edited = EditedText(files[path] ?? "")
    let own =
      if edited.keys.contains("arrangement: shelf") {
        "cardWidth: \(chance.number(in: 40...400))"
      } else if edited.keys.contains("arrangement: grid") || edited.keys.contains("arrangement: waterfall") {
        "columns: { compact: \(chance.number(in: 1...5)) }"
      } else {
        "maxCardHeight: \(chance.number(in: 40...400))"
      }
    let line = chance.isTrue(50) ? own : chance.one(of: ["inset", "gap"]) + ": \(chance.number(in: 0...60))"
    edited.set(line)
    files[path] = edited.text
    return "\(path): \(line)"
  }

  private mutating func hide() -> String {
    guard let path = anyPath(where: { $0.hasSuffix(".md") && $0 != "Content/_index.md" }) else { return "" }
    var edited = EditedText(files[path] ?? "")
    let line = chance.one(of: ["draft: true", "draft: false", "draft: true", "published: false"])
    if edited.keys.contains(line) { edited.remove(line) } else { edited.set(line) }
    files[path] = edited.text
    return "\(path): \(line)"
  }

  // MARK: Texts

  /// Characters that other texts lack, and words of all lengths: whether one is broken depends on the narrowest card.
  private static let words = [
    "Ωmega", "żółw", "x̂", "✓", "Bahnhof", "Versicherung", "Haltestellen", "Straßenbahnfahrer", "Wohnungsbauministerium",
    "Straßenbahnhaltestelle", "Lebensversicherungspolice", "Grundstücksverkehrsgenehmigung", "2026-11-28T17:00:00",
  ]

  private mutating func changeText() -> String {
    guard let path = anyPath(where: { $0.hasSuffix(".md") }) else { return "" }
    let words = Words.latin + Words.arabic + Words.japanese + Self.words
    let text = (0..<chance.number(in: 1...30)).map { _ in chance.one(of: words) }.joined(separator: " ")
    let kinds = [
      "\(text)\n", "- \(text)\n", "**\(text)**\n", "[\(text)](card0.md)\n", "![b](i.svg)\n", "`\(text)`\n",
      "| \(text) | b |\n|---|--:|\n| c | \(text) |\n",
    ]
    let block = chance.one(of: kinds)
    var edited = EditedText(files[path] ?? "")
    if chance.isTrue(30) { edited.body = block } else { edited.body += "\n" + block }
    files[path] = edited.text
    return "\(path): + \(block)"
  }

  // MARK: Files

  private mutating func removeFile() -> String {
    guard let path = anyPath(where: { $0.hasPrefix("Content/") && $0 != "Content/_index.md" }) else { return "" }
    let folder = path.split(separator: "/").dropLast().joined(separator: "/") + "/"
    let goes = path.hasSuffix("/_index.md") && chance.isTrue(50) ? paths.filter { $0.hasPrefix(folder) } : [path]
    for path in goes { files[path] = nil }
    return "without \(path)"
  }

  private mutating func addShelf() -> String {
    shelvesAdded += 1
    let (folder, own) = ("Content/shelf0/", "Content/shelf\(shelvesAdded + 4)/")
    for (path, text) in donors[shelvesAdded - 1] where path.hasPrefix(folder) {
      files[own + path.dropFirst(folder.count)] = text
    }
    addWords(below: own)
    return "with \(own)"
  }

  private mutating func addFile() -> String {
    let donor = chance.one(of: donors)
    let folders = donor.keys.filter { $0.hasPrefix("Content/") && $0.hasSuffix("/_index.md") }.sorted()
    let cards = donor.keys.filter { Self.kind(of: $0) == "card" }.sorted()
    if chance.isTrue(25) {
      let folder = chance.one(of: folders).dropLast("_index.md".count)
      for (path, text) in donor where path.hasPrefix(folder) { files[path] = text }
      return "\(folder) of another site"
    }
    guard let shelf = anyPath(where: { Self.kind(of: $0)?.hasPrefix("s") == true }) else { return "" }
    let path = shelf.dropLast("_index.md".count) + "added\(chance.number(in: 0...9)).md"
    files[String(path)] = donor[chance.one(of: cards)]
    return "with \(path)"
  }

  private mutating func rename() -> String {
    guard let path = anyPath(where: { $0.hasPrefix("Content/") && $0.hasSuffix(".md") }),
      let shelf = anyPath(where: { Self.kind(of: $0)?.hasPrefix("s") == true })
    else { return "" }
    if Self.kind(of: path) == "card" {
      let other = shelf.dropLast("_index.md".count) + chance.one(of: ["a.md", "renamed.md", "card0.md", "zz.md"])
      files[String(other)] = files.removeValue(forKey: path)
      return "\(path) as \(other)"
    }
    let folder = path.dropLast("_index.md".count)
    guard folder != "Content/" else { return "" }
    let other = String(folder.dropLast()) + chance.one(of: ["x", "-2", "b"]) + "/"
    for path in paths where path.hasPrefix(folder) {
      files[String(other) + String(path.dropFirst(folder.count))] = files.removeValue(forKey: path)
    }
    return "\(folder) as \(other)"
  }

  // MARK: Pictures, rows and paint

  private mutating func changePicture() -> String {
    guard let path = anyPath(where: { $0.hasSuffix(".svg") }) else { return "" }
    let size = "\(chance.number(in: 1...400)) \(chance.number(in: 1...400))"
    files[path] = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\"/>\n"
    return "\(path): \(size)"
  }

  private mutating func changeRows() -> String {
    guard let path = anyPath(where: { $0.hasSuffix(".csv") }) else { return changeKey() }
    var rows = (files[path] ?? "").split(separator: "\n").map(String.init)
    let index = chance.number(in: 1...max(1, rows.count - 1))
    switch chance.number(in: 0...2) {
    case 0: rows.append("\"Row \(chance.number(in: 0...99))\",\"\(chance.one(of: Words.latin))\"")
    case 1: if rows.count > 2 { rows.remove(at: index) }
    default: if rows.indices.contains(index) { rows[index] = "Other,\(chance.one(of: Words.latin))" }
    }
    files[path] = rows.joined(separator: "\n") + "\n"
    return "\(path): row \(index)"
  }

  private mutating func changePaint() -> String {
    guard let path = anyPath(where: { $0.hasSuffix("paint.css") }) else { return "" }
    let rules = [
      ".card { border-radius: 3px; }\n", ".card { background: #123456; }\n", ".shelf-title { color: #654321; }\n",
      "/* nothing */\n", ".tag { opacity: 0.9; }\n",
    ]
    let rule = chance.one(of: rules)
    let text = files[path] ?? ""
    files[path] = text.hasSuffix(rule) ? String(text.dropLast(rule.count)) : text + rule
    return "\(path): \(rule)"
  }
}

/// A file with keys, one a line, and perhaps a body below them.
private struct EditedText {
  var text: String

  init(_ text: String) { self.text = text }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The number of lines up to the end of the keys; nil if there is no front matter.
  private var frontLineCount: Int? {
    let lines = lines
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else { return nil }
    return end
  }

  /// Lines with a key that is not inside another one.
  var keys: [String] {
    let front = frontLineCount.map { lines[1..<$0] } ?? lines[...]
    return front.filter { $0.first?.isLetter == true && $0.contains(":") && !$0.hasSuffix(":") }.map(String.init)
  }

  mutating func set(_ line: String) {
    let key = line.prefix { $0 != ":" } + ":"
    var all = lines.map(String.init)
    let end = frontLineCount ?? all.count
    if let index = all[..<end].firstIndex(where: { $0.hasPrefix(key) }) {
      all[index] = line
    } else if frontLineCount != nil {
      all.insert(line, at: 1)
    } else {
      all.insert(line, at: 0)
    }
    text = all.joined(separator: "\n")
  }

  mutating func remove(_ line: String) {
    var all = lines.map(String.init)
    if let index = all.firstIndex(of: line) { all.remove(at: index) }
    text = all.joined(separator: "\n")
  }

  var body: String {
    get { frontLineCount.map { lines[($0 + 1)...].joined(separator: "\n") } ?? "" }
    set {
      guard let end = frontLineCount else { return }
      text = lines[...end].joined(separator: "\n") + "\n" + newValue
    }
  }

  /// Letters, `#` and `.`: numbers beside these are not whole, or not numbers.
  private func isOfWord(_ byte: UInt8) -> Bool {
    (0x41...0x7A).contains(byte) || byte == 0x23 || byte == 0x2E || byte >= 0x80
  }

  /// The places of whole numbers, outside of names and colors.
  var numbers: [Range<String.Index>] {
    let bytes = text.utf8
    var places: [Range<String.Index>] = []
    var index = bytes.startIndex
    var last: UInt8 = 0x20
    while index < bytes.endIndex {
      let start = index
      while index < bytes.endIndex, (0x30...0x39).contains(bytes[index]) { index = bytes.index(after: index) }
      if start < index {
        let next = index < bytes.endIndex ? bytes[index] : 0x20
        if !isOfWord(last), !isOfWord(next), bytes.distance(from: start, to: index) < 6 { places.append(start..<index) }
      }
      guard index < bytes.endIndex else { break }
      last = bytes[index]
      index = bytes.index(after: index)
    }
    return places
  }

  func line(around place: Range<String.Index>) -> Substring {
    let start = text[..<place.lowerBound].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
    return text[start...].prefix { $0 != "\n" }.prefix(120)
  }
}
