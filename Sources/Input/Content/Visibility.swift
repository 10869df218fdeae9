import Diagnostics

/// The information in the front matter of a file about its publication: `draft` of Cardshelf, and the keys with which
/// authors hide a file from other programs.
struct Visibility: Sendable, Hashable {
  /// A draft is shown on request; a file that anything else keeps back is not shown at any setting.
  var isDraft = false
  /// The key that hides the file, as a person would write it: `published: false`.
  var hiddenBy: String?
  /// A key that might hide the file and whose value cannot be read.
  var unreadKey: String?
  /// The key that hides the text of a folder, and not what is in the folder.
  var pageHiddenBy: String?
  /// The first day on which the file is published.
  var firstDay: CalendarDate?
  /// The first day on which it is no longer published.
  var endDay: CalendarDate?

  /// The reason why the file is not published; nil if it is.
  func keptBack(by rule: PublicationRule) -> KeptBack.Reason? {
    guard let day = rule.day else { return nil }
    if let hiddenBy { return .key(hiddenBy) }
    if let unreadKey { return .unread(unreadKey) }
    if let firstDay, firstDay > day { return .until(firstDay) }
    if let endDay, endDay <= day { return .since(endDay) }
    return isDraft && !rule.includesDrafts ? .draft : nil
  }

  /// Applies the meaning of a key.
  ///
  /// - Parameter depth: the depth of the mapping that contains it; other programs have such keys in groups too.
  /// - Returns: false if the key or its value has no such meaning.
  mutating func take(_ entry: YAMLEntry, depth: Int = 0) -> Bool {
    guard entry.key.utf8.count <= 40, let meaning = meanings[plainName(entry.key)] else { return false }
    switch (meaning, entry.value.value) {
    case (.labels, .sequence(let items)):
      // The key has its own meaning too.
      for case .scalar(let text, _) in items.map(\.value) { take(label: text, of: entry) }
      return false
    case (.labels, .scalar(let text, _)):
      for label in text.split(separator: ",") { take(label: String(label), of: entry) }
      return false
    case (.group, .mapping(let entries)) where depth < 2:
      // The other keys of a group belong to another program.
      for entry in entries { _ = take(entry, depth: depth + 1) }
      return false
    case (.group, .sequence(let items)) where depth < 2:
      for case .mapping(let entries) in items.map(\.value) {
        for entry in entries { _ = take(entry, depth: depth + 1) }
      }
      return false
    case (.rendering, .mapping(let entries)):
      for case .scalar(let text, _) in entries.filter({ ["render", "list"].contains(plainName($0.key)) }).map(
        \.value.value)
      where text.lowercased() == "never" || isNo(text) {
        hide(entry, " { … }")
      }
      return true
    case (_, .scalar(let text, _)) where !entry.value.isNothing: return take(text, of: entry, meaning)
    default: return false
    }
  }

  private mutating func take(_ text: String, of entry: YAMLEntry, _ meaning: KeyMeaning) -> Bool {
    let word = collapsed(text).lowercased()
    switch meaning {
    case .draft:
      if isYes(word) { isDraft = true }
      return isYes(word) || isNo(word)
    case .hides:
      // Only an explicit no shows a file that its author once hid.
      if !isNo(word), !word.isEmpty { hide(entry, " \(text)") }
    case .shows:
      if isNo(word) { hide(entry, " \(text)") }
      return isYes(word) || isNo(word) || takeDay(text, of: meaning)
    case .rendering, .address:
      if isNo(word) || word == "never" { hide(entry, " \(text)") }
      return isYes(word) || isNo(word)
    case .password: hide(entry, " …")
    case .state:
      guard hidingStates.contains(word) else { return showingStates.contains(word) }
      hide(entry, " \(text)")
    case .audience: if !showingAudiences.contains(word) { hide(entry, " \(text)") }
    case .firstDay, .endDay: if !takeDay(text, of: meaning) { hide(entry, " \(text)") }
    case .kind:
      guard let label = HidingLabel(word) else { return false }
      take(label, of: entry, text)
    case .group, .labels: return false
    }
    return true
  }

  private mutating func take(label text: String, of entry: YAMLEntry) {
    guard let label = HidingLabel(text) else { return }
    take(label, of: entry, text)
  }

  private mutating func take(_ label: HidingLabel, of entry: YAMLEntry, _ text: String) {
    switch label {
    case .draft: isDraft = true
    case .hidden: hide(entry, " \(text)")
    }
  }

  private mutating func takeDay(_ text: String, of meaning: KeyMeaning) -> Bool {
    guard let day = try? CalendarDate.reading(text) else { return false }
    if meaning == .endDay {
      endDay = min(endDay ?? day, day)
    } else {
      firstDay = max(firstDay ?? day, day)
    }
    return true
  }

  /// Returns whether keys of this name can keep a file back.
  static func hasMeaning(_ key: String) -> Bool {
    switch meaning(of: key) {
    case nil, .kind, .labels: false
    default: true
    }
  }

  /// Returns whether a key says something about the publication of a file.
  static func isChanged(by entry: YAMLEntry) -> Bool {
    guard hasMeaning(entry.key) else { return false }
    var visibility = Visibility()
    _ = visibility.take(entry)
    return visibility != Visibility()
  }

  /// Returns whether a key of this name can keep a file back by itself.
  static func canHide(_ key: String) -> Bool { hasMeaning(key) && meaning(of: key) != .group }

  private static func meaning(of key: String) -> KeyMeaning? {
    key.utf8.count <= 40 ? meanings[plainName(key)] : nil
  }

  private mutating func hide(_ entry: YAMLEntry, _ value: String) {
    if hiddenBy == nil { hiddenBy = String("\(entry.key):\(value)".prefix(80)) }
  }
}

/// The meaning of a key, by the form of its value.
private enum KeyMeaning {
  case draft
  /// Anything except no hides the file.
  case hides
  /// No hides the file, and a date is the first day.
  case shows
  /// A mapping with `render` and `list`, or no.
  case rendering
  /// An address, or no.
  case address
  case password
  case state
  case audience
  case firstDay
  case endDay
  /// A mapping with such keys in it.
  case group
  /// The kind of the file, which can be a draft.
  case kind
  /// Labels, one of which can be `draft`.
  case labels
}

/// A word with which authors label a file that is not for readers.
enum HidingLabel {
  case draft
  case hidden

  /// - Returns: nil for any other word, which its length and its first letter usually decide.
  init?(_ label: String) {
    guard (5...13).contains(label.utf8.count), let first = label.utf8.first else { return nil }
    switch first | 0x20 {
    case UInt8(ascii: "d"), UInt8(ascii: "p"), UInt8(ascii: "u"), UInt8(ascii: "#"), 0x20: break
    default: return nil
    }
    let word = collapsed(label).lowercased()
    switch word.first == "#" ? String(word.dropFirst()) : word {
    case "draft", "drafts": self = .draft
    case "private", "unpublished": self = .hidden
    default: return nil
    }
  }
}

/// The keys of Hugo, Jekyll, Eleventy, Astro, Zola, Docusaurus, Obsidian, Pelican, Nikola, Ghost, Grav, Lektor, Hexo, WordPress
/// and their themes, by their plain names.
private let meanings: [String: KeyMeaning] = [
  "draft": .draft, "isdraft": .draft, "drafts": .draft,
  "hidden": .hides, "hide": .hides, "ishidden": .hides, "private": .hides, "isprivate": .hides, "unlisted": .hides,
  "headless": .hides, "unpublished": .hides, "nopublish": .hides, "secret": .hides, "confidential": .hides,
  "exclude": .hides, "excluded": .hides, "ignore": .hides, "ignored": .hides, "skip": .hides, "disabled": .hides,
  "wip": .hides, "eleventyexcludefromcollections": .hides, "excludefromcollections": .hides,
  "published": .shows, "publish": .shows, "ispublished": .shows, "dgpublish": .shows, "public": .shows,
  "ispublic": .shows, "visible": .shows, "isvisible": .shows, "discoverable": .shows, "routable": .shows,
  "listed": .shows, "render": .shows,
  "build": .rendering, "permalink": .address, "password": .password, "postpassword": .password,
  "status": .state, "poststatus": .state, "state": .state, "visibility": .audience, "audience": .audience,
  "publishdate": .firstDay, "publishon": .firstDay, "publishat": .firstDay, "publishafter": .firstDay,
  "pubdate": .shows, "publishedat": .shows, "publisheddate": .shows, "embargo": .firstDay, "embargountil": .firstDay,
  "expirydate": .endDay, "expires": .endDay, "expiresat": .endDay, "expirationdate": .endDay, "unpublishdate": .endDay,
  "unpublishat": .endDay, "unpublishon": .endDay,
  "access": .state, "type": .kind, "posttype": .kind, "tags": .labels, "tag": .labels, "categories": .labels,
  "category": .labels, "keywords": .labels,
  "params": .group, "taxonomies": .group, "extra": .group, "cascade": .group, "frontmatter": .group,
]

private let hidingStates: Set = [
  "draft", "drafted", "auto-draft", "unpublished", "private", "hidden", "secret", "internal", "unlisted", "pending",
  "pending review", "review", "in review", "in-review", "scheduled", "future", "trash", "trashed", "deleted", "skip",
  "wip", "embargoed",
]
private let showingStates: Set = ["published", "publish", "public", "live", "visible"]
private let showingAudiences: Set = [
  "public", "published", "visible", "everyone", "everybody", "all", "open", "world", "yes", "true",
]

/// The name of a key without the signs that programs write differently: `_build`, `publish_date`, `publishDate`.
func plainName(_ key: String) -> String {
  String(decoding: key.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }, as: UTF8.self)
}

/// Spellings of `true` in YAML 1.1 and in spreadsheets.
private let yes = ["true", "yes", "on", "y", "1", "wahr", "vrai", "vero", "verdadero"]
private let no = ["false", "no", "off", "n", "0", "falsch", "faux", "falso"]

private func isYes(_ word: String) -> Bool { yes.contains(word.lowercased()) }

private func isNo(_ word: String) -> Bool { no.contains(word.lowercased()) }

extension ValueShape {
  /// Yes or no, in any spelling.
  fileprivate static var draft: ValueShape {
    let words = (yes + no).map { word in
      word.map { "[\($0.uppercased())\($0)]" }.joined()
    }
    return .either([.boolean, .text(pattern: "^(" + words.joined(separator: "|") + ")$")])
  }
}

extension FieldReader {
  /// Reads the keys that decide whether the file is published. A key with such a meaning is valid, whichever program it
  /// is for.
  ///
  /// - Parameter isOfFolder: true for an index: `render: false` of Zola is only about its own text.
  mutating func visibility(isOfFolder: Bool = false, into sink: inout DiagnosticSink) -> Visibility {
    keys.recorder?.note(YAMLKey("draft", "Omits it unless a build has --drafts."), .draft)
    var visibility = Visibility()
    var isDraftRead = false
    for entry in keys.entries {
      if isOfFolder, plainName(entry.key) == "render" {
        var page = Visibility()
        guard page.take(entry) else { continue }
        visibility.pageHiddenBy = page.hiddenBy
      } else if !visibility.take(entry) {
        continue
      }
      _ = keys.node(YAMLKey(entry.key))
      if entry.key == "draft" { isDraftRead = true }
    }
    if !isDraftRead, keys.boolean("draft", into: &sink) == nil, isSet("draft") { visibility.unreadKey = "draft" }
    return visibility
  }
}
