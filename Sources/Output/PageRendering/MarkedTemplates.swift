import Diagnostics
import Mustache

/// Templates with marks around each entry of the navigation and in place of the shelves, so that both can be inserted
/// into a page that was rendered without them.
///
/// The navigation of n pages has n entries on each page. Rendered one by one, they take longer than all other work for
/// a site of some hundred pages. And shelves that pass through a template are held in memory several times.
///
/// Marks are control characters, which neither templates nor texts can contain.
struct MarkedTemplates: Sendable {
  static let shelves: UInt8 = 4
  fileprivate static let (entryStart, entryNumberEnd, entryEnd): (UInt8, UInt8, UInt8) = (1, 2, 3)

  let library: MustacheLibrary
  /// False if the templates do not show shelves unchanged.
  let marksShelves: Bool

  /// - Parameter files: template sources by name.
  /// - Returns: nil if an entry may show more than its own values and whether it is that of the current page: then each
  ///   page must render all of them.
  init?(_ files: [String: SourceText]) {
    var marking = TemplateMarking()
    var templates: [String: MustacheTemplate] = [:]
    for (name, source) in files.sorted(by: { $0.key < $1.key }) {
      guard let bytes = marking.marked(source) else { return nil }
      templates[name] = try? MustacheTemplate(string: String(decoding: bytes, as: UTF8.self))
      if templates[name] == nil { return nil }
    }
    library = MustacheLibrary(templates: templates)
    marksShelves = marking.marksShelves
  }
}

/// The addresses of pages, as seen from another page.
struct NavigationAddress {
  /// The common beginning of the addresses of all pages.
  let start: String
  let address: (_ id: String) -> String
}

func byName(_ values: [PageValue: any Sendable]) -> [String: any Sendable] {
  Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
}

extension SiteNavigation {
  /// The values for the templates.
  ///
  /// - Parameter current: the number of the page's own entry, which is not a link.
  func values(current: Int?, address: NavigationAddress) -> [[String: any Sendable]] {
    pages.count < 2 ? [] : pages.indices.map { value($0, isCurrent: $0 == current, address: address) }
  }

  fileprivate func value(_ number: Int, isCurrent: Bool, address: NavigationAddress) -> [String: any Sendable] {
    ["title": pages[number].title, "href": address.address(pages[number].id), "isCurrent": isCurrent]
  }
}

extension MarkedTemplates {
  static let shelvesMark = String(UnicodeScalar(shelves))
  /// The mark for shelves that end a line, because partials are indented by the text before them.
  static let shelvesLine = shelvesMark + "\n"

  /// - Parameter endsLine: true if the shelves' mark is followed by a line feed of the shelves.
  /// - Returns: the pieces between which the shelves belong; nil if entries cannot be inserted into the page.
  /// - Complexity: O(bytes), and O(pages) for rendering once for each start of addresses.
  func page(
    _ values: [PageValue: any Sendable], navigation: SiteNavigation, number: Int?, address: NavigationAddress,
    endsLine: Bool
  ) -> [[UInt8]]? {
    let hasEntries = navigation.pages.count > 1
    guard number != nil || !hasEntries else { return nil }
    let own = number.flatMap { hasEntries ? navigation.value($0, isCurrent: true, address: address) : nil }
    guard let page = page(values, entries: own.map { [$0] } ?? []) else { return nil }
    var pieces: [[UInt8]] = [[]]
    var skipsLineFeed = false
    for part in page.parts {
      var piece = pieces.removeLast()
      switch part {
      case .plain(let range):
        guard !skipsLineFeed || page.bytes[range.lowerBound] == 0x0A else { return nil }
        piece += page.bytes[(range.lowerBound + (skipsLineFeed ? 1 : 0))..<range.upperBound]
      case .entry(let section, let range):
        let others = navigation.entries(from: address.start) {
          self.page(
            values, entries: navigation.pages.indices.map { navigation.value($0, isCurrent: false, address: address) })
        }
        guard let number, let others = others?[section] else { return nil }
        others.append(to: &piece, replacing: number, with: page.bytes[range])
      case .shelves: break
      }
      pieces.append(piece)
      skipsLineFeed = false
      if case .shelves = part {
        pieces.append([])
        skipsLineFeed = endsLine
      }
    }
    return skipsLineFeed ? nil : pieces
  }

  private func page(_ values: [PageValue: any Sendable], entries: [[String: any Sendable]]) -> MarkedPage? {
    var values = values
    values[.navigation] = entries
    return library.render(byName(values), withTemplate: "page").flatMap { MarkedPage(Array($0.utf8)) }
  }

  /// Returns whether pages are the same as from the templates without marks. A mark in the line of a tag can change how
  /// that line is read, which is the same for all values.
  func isExact(for plain: MustacheLibrary) -> Bool {
    var values: [PageValue: any Sendable] = [:]
    for value in PageValue.allCases { values[value] = "\(value.rawValue)<&" }
    values[.hasDescription] = true
    values[.hasNavigation] = true
    values[.styleSheets] = ["a", "b"]
    values[.preloads] = ["c", "d"]
    let navigation = SiteNavigation((0..<3).map { (title: "<\($0)>", id: "\($0)") })
    let address = NavigationAddress(start: "") { $0 + "&" }
    for number in 0..<3 {
      for text in ["<p>x", "<p>y\n"] {
        let shelves = Array(text.utf8)
        values[.shelves] = text
        values[.navigation] = navigation.values(current: number, address: address)
        guard let wanted = plain.render(byName(values), withTemplate: "page") else { return false }
        let endsLine = shelves.last == 0x0A
        if marksShelves { values[.shelves] = endsLine ? Self.shelvesLine : Self.shelvesMark }
        let pieces = page(values, navigation: navigation, number: number, address: address, endsLine: endsLine)
        guard let pieces, pieces.joined(separator: shelves).elementsEqual(wanted.utf8) else { return false }
      }
    }
    return true
  }
}

/// A rendered page, divided at its marks.
struct MarkedPage {
  enum MarkedPart {
    case plain(Range<Int>)
    /// An entry of one of the sections that show the navigation.
    case entry(section: Int, Range<Int>)
    case shelves
  }

  let bytes: [UInt8]
  private(set) var parts: [MarkedPart] = []

  /// - Returns: nil if the marks are not as they were set.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    var entry: (section: Int, start: Int)?
    var index = 0
    func plain(to end: Int) -> [MarkedPart] { start < end ? [.plain(start..<end)] : [] }
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] <= MarkedTemplates.shelves else { continue }
      switch bytes[index] {
      case MarkedTemplates.shelves:
        guard entry == nil else { return nil }
        parts += plain(to: index) + [.shelves]
        start = index + 1
      case MarkedTemplates.entryStart:
        guard entry == nil, let end = bytes[index...].firstIndex(of: MarkedTemplates.entryNumberEnd),
          let section = Int(String(decoding: bytes[index + 1..<end], as: UTF8.self))
        else { return nil }
        parts += plain(to: index)
        entry = (section, end + 1)
        index = end
      case MarkedTemplates.entryEnd:
        guard let open = entry else { return nil }
        parts.append(.entry(section: open.section, open.start..<index))
        entry = nil
        start = index + 1
      default: return nil
      }
    }
    guard entry == nil else { return nil }
    parts += plain(to: bytes.count)
  }
}

/// Inserts the marks.
private struct TemplateMarking {
  private(set) var marksShelves = true
  private var sectionCount = 0

  /// - Returns: nil if an entry cannot be rendered separately from its page.
  mutating func marked(_ source: SourceText) -> [UInt8]? {
    var tags = TemplateTags(source)
    var result: [UInt8] = []
    var copied = 0
    var depth: Int?
    func copy(to end: Int) {
      result += source.bytes[copied..<max(copied, end)]
      copied = max(copied, end)
    }
    while let tag = try? tags.next() {
      // Other delimiters, or another way of escaping.
      if tag.kind == .pragma || tag.kind == .other && !isComment(tag, in: source) { return nil }
      if let inside = depth {
        switch tag.kind {
        case .section, .inverted:
          guard tag.name == "isCurrent", tag.transforms.isEmpty else { return nil }
          depth = inside + 1
        case .end where inside > 0: depth = inside - 1
        case .end:
          depth = nil
          copy(to: start(of: tag, in: source))
          result.append(MarkedTemplates.entryEnd)
        case .variable, .unescapedVariable:
          guard ["title", "href", "isCurrent"].contains(tag.name), tag.transforms.isEmpty else { return nil }
        case .block, .partial, .inheritingPartial, .dynamicPartial, .pragma: return nil
        case .other: break
        }
        continue
      }
      switch tag.kind {
      case .section where tag.name == "navigation" && tag.transforms.isEmpty:
        depth = 0
        copy(to: end(of: tag, in: source))
        result.append(MarkedTemplates.entryStart)
        result += Array("\(sectionCount)".utf8)
        result.append(MarkedTemplates.entryNumberEnd)
        sectionCount += 1
      case .section, .inverted, .variable, .unescapedVariable:
        let asksWhetherThereIsNone = tag.kind == .inverted && tag.transforms.isEmpty && tag.name == "navigation"
        if tag.name.hasPrefix("navigation"), !asksWhetherThereIsNone { return nil }
        let showsShelves = tag.kind == .unescapedVariable && tag.transforms.isEmpty && tag.name == "shelves"
        if tag.name.hasPrefix("shelves"), !showsShelves { marksShelves = false }
      default: break
      }
    }
    copy(to: source.bytes.count)
    return depth == nil ? result : nil
  }

  private func isComment(_ tag: TemplateTag, in source: SourceText) -> Bool {
    source.bytes[tag.range.lower...].starts(with: "{{!".utf8)
  }

  /// The start of a section's content. The line of a tag that is alone on it does not belong to it.
  private func end(of tag: TemplateTag, in source: SourceText) -> Int {
    guard let line = lineAlone(tag, in: source) else { return tag.range.upper }
    return line.upperBound
  }

  private func start(of tag: TemplateTag, in source: SourceText) -> Int {
    lineAlone(tag, in: source)?.lowerBound ?? tag.range.lower
  }

  /// The line of a tag including its end, if there is nothing else in it.
  private func lineAlone(_ tag: TemplateTag, in source: SourceText) -> Range<Int>? {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let bytes = source.bytes
    var start = tag.range.lower
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    var end = tag.range.upper
    while end < bytes.count, isBlank(bytes[end]) { end += 1 }
    if end < bytes.count, bytes[end] == 0x0D { end += 1 }
    guard start == 0 || bytes[start - 1] == 0x0A, end == bytes.count || bytes[end] == 0x0A else { return nil }
    return start..<min(bytes.count, end + 1)
  }
}
