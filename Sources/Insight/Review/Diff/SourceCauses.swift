import CardLayout
import Content
import Diagnostics
import Geometry
import Pages

/// The sources of both sides, with their differences and the locations of these.
struct SourceCauses {
  let before: LayoutSide
  let after: LayoutSide

  // MARK: Files of values

  /// The values of a file that differ, in the order of the file after.
  ///
  /// - Parameter isRelevant: returns whether a key can change a layout.
  func changedValues(of path: String, where isRelevant: (String) -> Bool = { _ in true }) -> [ChangeCause] {
    // If a side does not state its values, no change can be determined.
    if before.record.inputs.files.isEmpty || after.record.inputs.files.isEmpty { return [] }
    let old = before.record.inputs.files[path] ?? [:]
    let new = after.record.inputs.files[path] ?? [:]
    if old == new { return [] }
    let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] && isRelevant($0) }
    let causes = keys.sorted().map { key in
      ChangeCause(
        path: path, line: new[key] == nil ? nil : after.content?.files[path]?.line(ofKey: key), subject: key,
        detail: valueChange(old[key], new[key]))
    }
    return causes.sorted { ($0.line ?? Int.max, $0.subject) < ($1.line ?? Int.max, $1.subject) }
  }

  /// The changes in theme, settings and fonts, which may affect the whole site.
  func ofSite() -> [ChangeCause] {
    var causes: [ChangeCause] = []
    causes += changedValues(of: "cardshelf.yml") { ["theme", "textSize", "lang"].contains($0) }
    for path in themePaths() {
      causes += changedValues(of: path) { key in
        !Self.isOfLook(key) && !isWidth(key) && !isListOfNamed(key, path)
      }
    }
    causes += ofWidths()
    let old = Dictionary(before.record.inputs.fonts.map { ($0.name, $0.hash) }) { first, _ in first }
    for font in after.record.inputs.fonts {
      if let hash = old[font.name], hash != font.hash {
        causes.append(ChangeCause(path: "", subject: "font \(font.name)", detail: "changed"))
      }
    }
    return causes
  }

  /// The changes in the theme that affect which widths are laid out.
  func ofWidths() -> [ChangeCause] { themePaths().flatMap { changedValues(of: $0, where: isWidth) } }

  /// Returns whether a key of a theme paints, and moves nothing.
  static func isOfLook(_ key: String) -> Bool {
    key.hasPrefix("colors.") || key.hasSuffix(".color") || key.hasSuffix(".border")
  }

  /// The files of the theme that paint or give pages their markup, at their first line that differs.
  func changedSheets() -> [ChangeCause] {
    let (old, new) = (before.record.inputs.files, after.record.inputs.files)
    let paths = Set(old.keys).union(new.keys).filter { $0.hasPrefix("Themes/") && old[$0]?[""] != new[$0]?[""] }
    return paths.sorted().map { path in
      var cause = ChangeCause(path: path, subject: "", detail: "changed")
      if old[path] == nil || new[path] == nil { cause.detail = new[path] == nil ? "removed" : "added" }
      if let a = before.content?.files[path], let b = after.content?.files[path] {
        cause.line = firstDifferingLine(b.bytes[...], of: b, before: a.bytes[...])
      }
      return cause
    }
  }

  /// The first line that differs in the text of a page; nil if a side does not state it.
  func firstDifferingLine(ofBody path: String) -> Int? {
    guard let file = after.content?.files[path] else { return nil }
    return firstDifferingLine(
      writtenBody(of: file), of: file, before: (before.content?.files[path]).map { writtenBody(of: $0) })
  }

  /// The paths of pictures that have other bytes under the same name.
  func changedPictures() -> [String] {
    let (old, new) = (before.record.inputs.files, after.record.inputs.files)
    return new.keys.filter { path in
      guard !path.hasPrefix("Themes/"), let hash = new[path]?[""], let known = old[path]?[""] else { return false }
      return hash != known && !differsInLineEnds(path)
    }
    .sorted()
  }

  /// Returns whether a drawing differs only in its line endings, which a checkout may change.
  private func differsInLineEnds(_ path: String) -> Bool {
    guard path.hasSuffix(".svg"), let old = before.content?.file(path), let new = after.content?.file(path) else {
      return false
    }
    return old.bytes.filter { $0 != 0x0D } == new.bytes.filter { $0 != 0x0D }
  }

  /// Returns whether both sides show the same title: a shelf without one has that of its folder.
  func showsSameTitle(_ path: String) -> Bool {
    func title(on side: LayoutSide) -> String? {
      side.content?.titles[path] ?? side.record.inputs.files[path]?["title"]
    }
    return title(on: before) == title(on: after)
  }

  /// The paths of the theme. A theme with another name is another theme: the settings report that.
  private func themePaths() -> [String] {
    let isTheme = { (path: String) in path.hasPrefix("Themes/") && path.hasSuffix(".yml") }
    return after.record.inputs.files.keys.filter { isTheme($0) && before.record.inputs.files[$0] != nil }.sorted()
  }

  private func isWidth(_ key: String) -> Bool {
    key.hasPrefix("widthClasses.") && (key.hasSuffix(".steps") || key.hasSuffix(".from"))
  }

  /// A list of mappings counts as changed if one of its items is new: changed values of an item are reported
  /// separately.
  private func isListOfNamed(_ key: String, _ path: String) -> Bool {
    let old = before.record.inputs.files[path]?[key]
    let new = after.record.inputs.files[path]?[key]
    guard let old, let new, old.hasPrefix("["), new.hasPrefix("[") else { return false }
    let names = Set(items(of: old)).symmetricDifference(items(of: new))
    if names.isEmpty { return false }
    let values = (before.record.inputs.files[path] ?? [:]).merging(after.record.inputs.files[path] ?? [:]) { $1 }
    return names.allSatisfy { name in values.keys.contains { $0.hasPrefix("\(key).\(name).") } }
  }

  /// The changes in a page's own front matter.
  func ofPage(_ source: String) -> [ChangeCause] {
    changedValues(of: source) { ["textSize", "lang", "dir"].contains($0) }
  }

  /// The changes in a shelf's own front matter, and in that of its sections.
  ///
  /// - Parameter keys: the relevant keys.
  func ofShelf(_ shelf: ShelfRecord, where isRelevant: (String) -> Bool) -> [ChangeCause] {
    let folders = [shelf.source] + shelf.sectionIDs.map { "Content/\($0)/_index.md" }
    return folders.flatMap { changedValues(of: $0, where: isRelevant) }
  }

  // MARK: Cards

  /// The values of a card by key, as they are compared.
  func values(_ card: CardRecord, on side: LayoutSide) -> [String: String]? {
    side.content?.cards[card.id].map { card in
      var values = sourceValues(of: card).mapValues(\.text)
      values["body"] = String(decoding: card.writtenBody.filter { $0 != 0x0D }, as: UTF8.self)
      return values
    }
  }

  /// The keys of a card's front matter that differ, and `body`; nil if a side does not state them.
  func changedKeys(_ old: CardRecord, _ new: CardRecord) -> Set<String>? {
    guard let card = after.content?.cards[new.id], let oldCard = before.content?.cards[old.id] else { return nil }
    if oldCard.writtenBytes == card.writtenBytes { return [] }
    let (a, b) = (sourceValues(of: oldCard).mapValues(\.text), sourceValues(of: card).mapValues(\.text))
    var keys = Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }
    if !oldCard.writtenBody.filter({ $0 != 0x0D }).elementsEqual(card.writtenBody.filter { $0 != 0x0D }) {
      keys.insert("body")
    }
    return keys
  }

  /// The causes of the differences in a card.
  func causes(of facts: [CardFact], keys: Set<String>?, _ old: CardRecord, _ new: CardRecord, at width: Int)
    -> [ChangeCause]
  {
    let source = after.content?.cards[new.id]
    var causes: [ChangeCause] = []
    for fact in facts {
      var cause = ChangeCause(path: new.source, subject: fact.slot?.name ?? "")
      if let slot = fact.slot { cause.line = source.flatMap { line(of: slot, in: $0, before: old) } }
      switch fact {
      case .added: cause.detail = "added"
      case .removed: (cause.detail, cause.line) = ("removed", nil)
      case .lines(_, let before, let after): cause.amounts = Amounts(.lines, at: width, before, after)
      case .cut: cause.detail = ChangeCause.cut
      case .whole: cause.detail = "no longer cut"
      case .height(_, let before, let after): cause.amounts = Amounts(.pixels, at: width, before, after)
      case .tags(let before, let after): tell(before, after, of: old, new, at: width, in: &cause)
      case .variant(let before, let after): (cause.subject, cause.detail) = ("variant", "\(before) -> \(after)")
      case .own:
        for key in (keys ?? []).sorted() where !Self.silentKeys.contains(key) {
          causes.append(own(key, old, new, source))
        }
        continue
      }
      // A text that is cut and has different lines is reported once.
      if case .some(.lines(let slot, _, _)) = facts.first(where: { $0.slot == fact.slot && $0 != fact }),
        slot == fact.slot, let last = causes.indices.last
      {
        causes[last].detail = cause.detail
      } else {
        causes.append(cause)
      }
    }
    return causes
  }

  /// Keys that do not change the size of any card.
  static let silentKeys: Set = [
    "weight", "date", "draft", "slug", "link", "imageAlt", "imageFocus", "imageWidth", "imageHeight",
  ]

  func own(_ key: String, _ old: CardRecord, _ new: CardRecord, _ card: Card?) -> ChangeCause {
    var cause = ChangeCause(path: new.source, subject: key, detail: "changed")
    let values = card.map { sourceValues(of: $0) } ?? [:]
    let oldValues = before.content?.cards[old.id].map { sourceValues(of: $0) }
    if key == "body" {
      cause.line = card.flatMap { line(of: .body, in: $0, before: old) }
    } else if key == "title", values[key] == nil, let title = card?.title {
      cause.line = card.flatMap { line(of: .title, in: $0, before: old) }
      let before = before.content?.cards[old.id]?.title?.text ?? ""
      if max(before.count, title.text.count) <= 24, !before.isEmpty { cause.detail = "\(before) -> \(title.text)" }
    } else {
      cause.line = card?.line(ofKey: key)
      let (a, b) = (oldValues?[key]?.text ?? "none", values[key]?.text ?? "none")
      // Long texts are not quoted: people look them up in the file.
      if max(a.count, b.count) <= 24, oldValues != nil { cause.detail = "\(a) -> \(b)" }
    }
    return cause
  }

  private func tell(
    _ before: CardFact.Tags, _ after: CardFact.Tags, of old: CardRecord, _ new: CardRecord, at width: Int,
    in cause: inout ChangeCause
  ) {
    let newTags = self.after.content?.cards[new.id]?.tags.map(\.text)
    let oldTags = self.before.content?.cards[old.id]?.tags.map(\.text) ?? newTags
    if before.hidden != after.hidden {
      let hidden = (newTags ?? []).dropFirst(after.shown).map { $0 }
      let hiddenBefore = (oldTags ?? []).dropFirst(before.shown).map { $0 }
      // If the previous tags are unknown, only the first tags to be hidden can be named.
      let areUnknown = self.before.content?.cards[old.id] == nil && changedKeys(old, new)?.contains("tags") == true
      let newlyHidden =
        areUnknown ? (before.hidden == 0 ? hidden : []) : hidden.filter { !hiddenBefore.contains($0) }
      let newlyShown =
        areUnknown ? [] : hiddenBefore.filter { !hidden.contains($0) && (newTags ?? []).contains($0) }
      if !newlyHidden.isEmpty {
        cause.subject = newlyHidden.count == 1 ? "tag" : "tags"
        cause.detail = newlyHidden.joined(separator: ", ") + " hidden"
      } else if !newlyShown.isEmpty {
        cause.subject = newlyShown.count == 1 ? "tag" : "tags"
        cause.detail = newlyShown.joined(separator: ", ") + " shown"
      } else {
        cause.detail = "\(before.hidden) -> \(after.hidden) hidden"
      }
    } else if before.rows != after.rows {
      cause.amounts = Amounts(.rows, at: width, before.rows, after.rows)
    } else {
      cause.amounts = Amounts(.shown, at: width, before.shown, after.shown)
    }
  }

  // MARK: Locations

  /// The line of a slot's text.
  private func line(of slot: RecordedSlot, in card: Card, before old: CardRecord) -> Int? {
    if slot == .body { return bodyLine(card, before: before.content?.cards[old.id]) }
    if slot == .title, let title = card.title { return card.source.position(at: title.range.lower).line }
    return card.line(ofKey: slot.name)
  }

  /// The first line of the body that differs; without another body to compare, the first line that is not empty.
  private func bodyLine(_ card: Card, before old: Card?) -> Int? {
    firstDifferingLine(card.writtenBody, of: card.source, before: old?.writtenBody)
  }

  private func firstDifferingLine(
    _ body: ArraySlice<UInt8>, of source: SourceText, before old: ArraySlice<UInt8>?
  ) -> Int? {
    guard let first = body.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
    var place = first
    if let old {
      let common = zip(body, old).prefix { $0 == $1 }.count
      // Text that continues after the end of the previous text begins on the next line.
      place = max(first, min(body.startIndex + common, max(body.startIndex, body.endIndex - 1)))
      while place > first, source.bytes[place] == 0x0A { place -= 1 }
    }
    return source.position(at: place).line
  }
}

/// The change as text, such as `16 -> 20`; for lists, the added and removed items.
private func valueChange(_ old: String?, _ new: String?) -> String {
  if let old, let new, old.hasPrefix("["), new.hasPrefix("[") {
    let (before, after) = (items(of: old), items(of: new))
    let gone = before.filter { !after.contains($0) }
    let come = after.filter { !before.contains($0) }
    if gone.count == 1, come.count == 1 { return "\(gone[0]) -> \(come[0])" }
    if gone.count + come.count > 0, max(old.count, new.count) > 40 {
      return (gone.map { "-" + $0 } + come.map { "+" + $0 }).joined(separator: " ")
    }
  }
  return "\(shortened(old)) -> \(shortened(new))"
}

private func shortened(_ text: String?) -> String {
  guard let text else { return "none" }
  return text.count > 60 ? text.prefix(59) + "…" : text
}

private func items(of list: String) -> [String] {
  list.dropFirst().dropLast().split(separator: ", ").map(String.init)
}
