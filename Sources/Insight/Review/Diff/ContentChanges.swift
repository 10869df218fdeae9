import Content
import Diagnostics
import Pages
import Themes

/// The kind of a change of content that moves nothing.
public enum ContentKind: String, Sendable, Hashable, CaseIterable {
  case text, link, picture
  case alternativeText = "alt text"
  case focus, title, language
  case colour
  case paint = "paint sheet"
  case template

  /// The number and the name, such as `3 texts`.
  func counted(_ count: Int) -> String {
    count == 1 ? "1 \(rawValue)" : "\(count) \(self == .focus ? "focuses" : rawValue + "s")"
  }
}

/// The changes of content that move nothing: of texts, links, pictures, colours.
///
/// Causes of changes of the layout are not repeated.
struct ContentChanges {
  private let causes: SourceCauses
  /// The parts of files that changes of the layout name, by path.
  private var told: [String: Set<String>] = [:]
  /// The hosts to which the site linked before.
  private lazy var knownHosts = Set((causes.before.content?.cards.values).map { $0.flatMap(\.hosts) } ?? [])
  /// The changes of the layout. A card with another name or another place is one change with what changed in it.
  private(set) var layout: [LayoutChange]
  private(set) var changes: [LayoutChange] = []

  init(_ causes: SourceCauses, after layout: [LayoutChange]) {
    self.causes = causes
    self.layout = layout
    // Readers of text at its usual size see these changes too.
    for change in layout where change.kind != .enlargedText {
      for cause in change.causes { told[cause.path, default: []].insert(cause.subject) }
    }
  }

  // MARK: Cards

  mutating func add(_ shelf: ShelfComparison) {
    for pair in shelf.matching.pairs {
      add(shelf.before.cards[pair.before], shelf.after.cards[pair.after], of: shelf)
    }
    for card in shelf.matching.added.map({ shelf.after.cards[$0] }) {
      if let old = shelf.moves.origins[card.id] { add(old, card, of: shelf) }
    }
    add([.title: "title"], in: shelf.after.source, page: shelf.page, shelf: shelf.after.id)
    for section in shelf.after.sectionIDs {
      add([.title: "title"], in: "Content/\(section)/_index.md", page: shelf.page, shelf: shelf.after.id)
    }
  }

  private mutating func add(_ old: CardRecord, _ new: CardRecord, of shelf: ShelfComparison) {
    guard let changed = causes.changedKeys(old, new), !changed.isEmpty else { return }
    let keys = withTitle(in: changed, old, new)
    let card = causes.after.content?.cards[new.id]
    let slots = Set((old.runs + new.runs).flatMap { $0.slots.map(\.slot.name) })
    for (kind, key) in shown(keys, slots: slots) where !isTold(key, in: new.source) {
      var change = LayoutChange(kind: .content, page: shelf.page, shelf: shelf.after.id)
      change.content = kind
      change.cards = [new.id]
      change.what = kind.rawValue
      let hosts = newHosts(in: key, of: new)
      if let host = hosts.first {
        change.content = .link
        change.what = "new host \(host)" + (hosts.count > 1 ? " and \(hosts.count - 1) more" : "")
      }
      change.causes = [causes.own(key, old, new, card)]
      let place = old.id == new.id ? nil : layout.firstIndex { $0.takesIn(new.id) }
      if let place { layout[place].causes += change.causes } else { changes.append(change) }
    }
  }

  /// A title that is a heading changes with the body, which may show no other change.
  private func withTitle(in keys: Set<String>, _ old: CardRecord, _ new: CardRecord) -> Set<String> {
    guard keys.contains("body"), let card = causes.after.content?.cards[new.id] else { return keys }
    let isHeading = card.line(ofKey: "title") == nil
    guard let oldCard = causes.before.content?.cards[old.id] else {
      return isHeading && isTold("title", in: new.source) ? keys.subtracting(["body"]) : keys
    }
    let isChanged = isHeading && oldCard.title?.text != card.title?.text
    return keys.subtracting(oldCard.shownBody == card.shownBody ? ["body"] : []).union(isChanged ? ["title"] : [])
  }

  /// The changed keys that a card shows, in the order of kinds.
  private func shown(_ keys: Set<String>, slots: Set<String>) -> [(ContentKind, String)] {
    let kinds = keys.compactMap { key -> (ContentKind, String)? in
      let name = String(key.prefix { $0 != "." })
      switch name {
      case "link": return (.link, key)
      case "image": return (.picture, key)
      case "imageAlt": return (.alternativeText, key)
      case "imageFocus": return (.focus, key)
      case "lang": return (.language, key)
      case "body", "title": return (.text, key)
      default: return slots.contains(name) ? (.text, key) : nil
      }
    }
    let order = ContentKind.allCases
    return kinds.sorted { (order.firstIndex(of: $0.0) ?? 0, $0.1) < (order.firstIndex(of: $1.0) ?? 0, $1.1) }
  }

  private mutating func newHosts(in key: String, of card: CardRecord) -> [String] {
    guard causes.before.content != nil, let card = causes.after.content?.cards[card.id] else { return [] }
    let hosts = key == "body" ? card.hostsOfBody : key == "link" ? card.hostsOfLinks : []
    return hosts.isEmpty ? [] : Set(hosts).subtracting(knownHosts).sorted()
  }

  // MARK: Pages, theme and settings

  mutating func add(_ page: PageRecord) {
    add([.title: "title", .text: "body", .language: "lang"], in: page.source, page: page.path)
  }

  mutating func addSite() {
    add([.title: "title", .language: "lang"], in: "cardshelf.yml")
    for path in causes.after.record.inputs.files.keys.sorted() where path.hasPrefix("Themes/") {
      for cause in causes.changedValues(of: path, where: SourceCauses.isOfLook) { tell(.colour, cause) }
    }
    for cause in causes.changedSheets() { tell(cause.path.hasSuffix(".css") ? .paint : .template, cause) }
    for path in causes.changedPictures() { tell(.picture, ChangeCause(path: path, subject: "", detail: "other bytes")) }
  }

  private mutating func add(
    _ keys: [ContentKind: String], in path: String, page: String = "", shelf: String? = nil
  ) {
    // A shelf by another name has another file.
    if causes.before.record.inputs.files[path] == nil { return }
    for (kind, key) in keys.sorted(by: { $0.value < $1.value }) where !isTold(key, in: path) {
      guard var cause = causes.changedValues(of: path, where: { $0 == key }).first,
        key != "title" || !causes.showsSameTitle(path)
      else { continue }
      if key == "body" {
        cause.line = causes.firstDifferingLine(ofBody: path)
        (cause.subject, cause.detail) = ("introduction", "changed")
      }
      tell(kind, cause, page: page, shelf: shelf)
    }
  }

  private mutating func tell(_ kind: ContentKind, _ cause: ChangeCause, page: String = "", shelf: String? = nil) {
    var change = LayoutChange(kind: .content, page: page, shelf: shelf, what: kind.rawValue, causes: [cause])
    change.content = kind
    changes.append(change)
  }

  /// Tags are named one by one where some are hidden.
  private func isTold(_ key: String, in path: String) -> Bool {
    guard let told = told[path] else { return false }
    return told.contains(key) || key == "tags" && told.contains("tag") || key == "body" && told.contains("introduction")
  }
}

extension LayoutChange {
  /// True if the change is that of a card's name or place.
  fileprivate func takesIn(_ card: String) -> Bool {
    [.cardRenamed, .cardMoved].contains(kind) && cards.contains(card)
  }
}

extension LinkTarget {
  /// The host of an address on the web.
  fileprivate var host: String? {
    guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
    return text[start...].prefix { !"/?#".contains($0) }.lowercased()
  }
}

extension ShelfRecord {
  /// The ids of the sections that have a file.
  var sectionIDs: [String] {
    (views.first?.layouts.first?.sections ?? []).compactMap(\.id).filter { !$0.contains("//") }
  }
}

extension Card {
  /// The texts, links and pictures of its body, without their offsets and without comments.
  fileprivate var shownBody: [String] {
    var parts: [String] = []
    body.blocks.forEachInline { inline in
      switch inline.kind {
      case .text(let text): parts.append(text)
      case .code(let text): parts += ["code", text]
      case .span(let span, _): parts += ["span", span.rawValue]
      case .link(let target, let title, _): parts += ["link", target.text, title]
      case .image(let target, let title, let alt, _): parts += ["image", target.text, title, alt]
      case .softBreak, .hardBreak, .wordBreak: parts.append("break")
      }
    }
    return parts
  }

  fileprivate var hosts: [String] { hostsOfLinks + hostsOfBody }

  /// The hosts to which the links of its front matter lead.
  fileprivate var hostsOfLinks: [String] { links.compactMap(\.target.host) }

  fileprivate var hostsOfBody: [String] {
    var hosts: [String] = []
    if !body.hasLinks { return hosts }
    body.blocks.forEachInline { inline in
      if case .link(let target, _, _) = inline.kind, let host = target.host { hosts.append(host) }
    }
    return hosts
  }
}

extension LayoutDifference {
  /// A summary such as `3 texts, 1 link`; empty if all that changed moved something.
  var contentSummary: String {
    ContentKind.allCases.compactMap { kind in
      let count = changes.count { $0.content == kind }
      return count == 0 ? nil : kind.counted(count)
    }.joined(separator: ", ")
  }
}
