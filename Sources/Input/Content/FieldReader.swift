import Arrangements
import Diagnostics
import ShelfArrangements

/// Reads the types of values in settings and front matter. A wrong value is reported at its range and becomes nil.
struct FieldReader {
  var keys: YAMLMappingReader
  let findings: FieldFindings
  /// The slots of the site's theme.
  let slots: SlotTable
  let arrangements: [AnyArrangement]
  /// True if texts may have entities of HTML, as exports and other programs write them.
  var resolvesEntities = false
  /// The names of width classes in the values so far.
  var widthClasses: [FieldText] = []
  /// Findings about the notation of front matter.
  private var findingsOfKeys: [YAMLReading.Finding] = []

  init?(
    _ document: YAMLNode, of source: SourceText, fault: Diagnostic.Fault, slots: SlotTable = .standard,
    arrangements: [AnyArrangement] = standardArrangements, into sink: inout DiagnosticSink
  ) {
    guard let keys = YAMLMappingReader(document: document, of: source, fault: fault, into: &sink) else { return nil }
    self.keys = keys
    self.slots = slots
    self.arrangements = arrangements
    findings = FieldFindings(source: source, fault: fault)
  }

  /// Begins to read front matter. Without a document, its findings are reported; else they wait for
  /// ``finishFrontMatter(into:)``.
  init?(
    _ reading: YAMLReading, of source: SourceText, fault: Diagnostic.Fault, slots: SlotTable,
    arrangements: [AnyArrangement] = standardArrangements, into sink: inout DiagnosticSink
  ) {
    guard let document = reading.document else {
      for finding in reading.findings { sink.report(finding.diagnostic) }
      return nil
    }
    self.init(document, of: source, fault: fault, slots: slots, arrangements: arrangements, into: &sink)
    findingsOfKeys = reading.findings
  }

  /// The range of a key whose value is a comment, such as `title: #1`, and that comment.
  func comment(insteadOf key: String) -> (text: String, range: SourceRange)? {
    guard let entry = keys.entries.first(where: { $0.key == key && $0.value.isNothing }) else { return nil }
    let source = findings.source
    let line = source.text(in: SourceRange(entry.keyRange.upper, source.line(at: entry.keyRange.lower).upper))
    guard let start = line.firstIndex(of: "#") else { return nil }
    return (collapsed(String(line[start...])), entry.keyRange)
  }

  /// Creates a recording reader: it collects the keys that are requested.
  init(
    recordingInto recorder: KeyRecorder, slots: SlotTable = .standard,
    arrangements: [AnyArrangement] = standardArrangements
  ) {
    self.slots = slots
    self.arrangements = arrangements
    let source = SourceText(path: "", text: "")
    keys = YAMLMappingReader(recordingInto: recorder, values: YAMLValueReader(source: source))
    findings = FieldFindings(source: source, fault: .finding)
  }

  /// Returns whether a key has a value, right or wrong.
  func isSet(_ key: String) -> Bool { keys.entries.contains { $0.key == key && !$0.value.isNothing } }

  /// The range of a key that is set.
  func keyRange(_ key: String) -> SourceRange? { keys.keyRange(key) }

  /// Reports the keys that were not requested.
  func finish(into sink: inout DiagnosticSink) { keys.finish(into: &sink) }

  /// Reports the front matter keys that were not requested. Other programs may use such keys, so nothing else is said
  /// about their values.
  func finishFrontMatter(into sink: inout DiagnosticSink) {
    for finding in findingsOfKeys where finding.key.map(keys.isRequested) ?? true { sink.report(finding.diagnostic) }
    keys.finish(orElse: "`frontMatter: ignore` in cardshelf.yml allows any", into: &sink)
  }

  // MARK: - Texts

  /// The key for a slot's text.
  func key(of slot: Slot) -> YAMLKey {
    YAMLKey(slots.name(of: slot), slots.declarations[slot.number].description)
  }

  /// Reads a text of one line, which must not be empty unless that is allowed.
  mutating func text(_ key: YAMLKey, mayBeEmpty: Bool = false, into sink: inout DiagnosticSink) -> FieldText? {
    keys.recorder?.note(key, .line(mayBeEmpty: mayBeEmpty))
    guard let written = keys.string(key, into: &sink) else { return nil }
    if let comment = comment(behind: written.range) {
      sink.report(findings.endsAtComment(key.name, whole: written.value + " " + comment.text, at: comment.range))
    }
    return text(written, called: key.name, mayBeEmpty: mayBeEmpty, into: &sink)
  }

  /// A comment of YAML that is probably a part of the text before it, because no space follows the `#`.
  private func comment(behind range: SourceRange) -> (text: String, range: SourceRange)? {
    let source = findings.source
    if source.isLineEnd(range.upper) || source.bytes[range.lower] == UInt8(ascii: "\"")
      || source.bytes[range.lower] == UInt8(ascii: "'")
    {
      return nil
    }
    let line = SourceRange(range.upper, source.line(at: range.upper).upper)
    let rest = source.bytes[line.lower..<line.upper]
    guard let sign = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), rest[sign] == UInt8(ascii: "#"),
      sign + 1 < line.upper, rest[sign + 1] > 0x20
    else { return nil }
    let comment = SourceRange(sign, line.upper)
    return (collapsed(source.text(in: comment)), comment)
  }

  /// Reads a list of texts, a single one, or several with commas between them.
  ///
  /// - Parameter keepsEqual: false to omit texts that are already in the list. They are reported in both cases.
  mutating func texts(_ key: YAMLKey, keepsEqual: Bool = false, into sink: inout DiagnosticSink) -> [FieldText]? {
    keys.recorder?.note(key, .either([.line(), .list(.line(), count: 0...Int.max)]))
    guard let node = keys.node(key) else { return nil }
    var written: [Placed<String>]?
    if case .scalar(let text, let isPlain) = node.value {
      if isPlain, text.hasPrefix("-") {
        sink.report(findings.textForList(key.name, text, at: node.range))
        return nil
      }
      let parts = isPlain ? parts(of: text, at: node.range) : []
      written = parts.isEmpty ? keys.string(key, into: &sink).map { [$0] } : parts
    } else {
      written = keys.strings(key, into: &sink)
    }
    return written.map { checked($0, called: key.name, keepsEqual: keepsEqual, into: &sink) }
  }

  /// The items of a list that are right as texts.
  func checked(
    _ written: [Placed<String>], called key: String, keepsEqual: Bool, into sink: inout DiagnosticSink
  ) -> [FieldText] {
    var texts: [FieldText] = []
    texts.reserveCapacity(written.count)
    // Comparing a few texts is faster than hashing them.
    let isLong = written.count > 16
    var seen: Set<String> = []
    // A value that occurs many times is reported once.
    var repeated: Set<String> = []
    for item in written {
      guard let text = text(item, called: key, mayBeEmpty: false, into: &sink) else { continue }
      let isNew = isLong ? seen.insert(text.text).inserted : !texts.contains { $0.text == text.text }
      if isNew || keepsEqual { texts.append(text) }
      if !isNew, repeated.insert(text.text).inserted { sink.report(findings.duplicate(key, text)) }
    }
    return texts
  }

  /// The texts between commas, as other programs write lists; empty if there is no comma.
  private func parts(of text: String, at range: SourceRange) -> [Placed<String>] {
    let comma = UInt8(ascii: ",")
    guard text.utf8.contains(comma) else { return [] }
    // A text of several lines differs from what is in the file.
    let isAsWritten = findings.source.bytes[range.lower..<range.upper].elementsEqual(text.utf8)
    let bytes = Array(text.utf8)
    return bytes.indices.split { bytes[$0] == comma }.compactMap { part in
      guard let first = part.first(where: { bytes[$0] != 0x20 }), let last = part.last(where: { bytes[$0] != 0x20 })
      else { return nil }
      let place = isAsWritten ? SourceRange(range.lower + first, range.lower + last + 1) : range
      return Placed(String(decoding: bytes[first...last], as: UTF8.self), range: place)
    }
  }

  private func text(
    _ whole: Placed<String>, called key: String, mayBeEmpty: Bool, into sink: inout DiagnosticSink
  ) -> FieldText? {
    let withoutComments = Comments.removed(from: whole.value)
    if withoutComments?.isUnclosed == true { sink.report(.commentUnclosed(at: whole.range, in: findings.source)) }
    var written = withoutComments.map { Placed($0.text, range: whole.range) } ?? whole
    if resolvesEntities, let text = HTMLText.resolved(written.value) { written = Placed(text, range: whole.range) }
    if isPlainLine(written.value), !written.value.isEmpty, written.value.utf8.count <= ContentLimits.textLength {
      return FieldText(written.value, range: written.range)
    }
    if let control = written.value.unicodeScalars.first(where: isControl) {
      // The reader of the YAML reported other control characters, and U+FFFD that is in the file is reported once for
      // the file.
      guard control == "\u{FFFD}" else { return nil }
      guard findings.source.text(in: written.range).unicodeScalars.contains(control) else {
        sink.report(findings.controlCharacter(key, control, at: written.range))
        return nil
      }
    }
    let text = collapsed(written.value)
    if text.isEmpty, !mayBeEmpty {
      sink.report(findings.empty(key, at: written.range))
      return nil
    }
    guard text.unicodeScalars.count <= ContentLimits.textLength else {
      sink.report(findings.tooLong(key, at: written.range))
      return nil
    }
    return FieldText(text, range: written.range)
  }

  // MARK: - Words with a notation

  mutating func language(says description: String, into sink: inout DiagnosticSink) -> FieldText? {
    let key = YAMLKey("lang", description)
    keys.recorder?.note(key, .language)
    guard let tag = keys.string(key, into: &sink) else { return nil }
    switch languageTagForm(of: tag.value) {
    case .wellFormed: break
    case .tolerable(let known):
      sink.report(findings.unusualLanguage(tag.value, known: known, at: tag.range))
      return FieldText(known, range: tag.range)
    case .noTag:
      // Locales have underscores: `en_US`.
      let subtags = tag.value.replacing("_", with: "-")
      if isLanguageTag(subtags) { return FieldText(subtags, range: tag.range) }
      sink.report(findings.language(tag.value, at: tag.range))
      return nil
    }
    return FieldText(tag.value, range: tag.range)
  }

  mutating func date(into sink: inout DiagnosticSink) -> CalendarDate? {
    let key = YAMLKey("date", "A date such as 2025-07-31; of cards with equal weights, the newest comes first.")
    keys.recorder?.note(key, .date)
    guard let day = keys.string(key, as: .date, into: &sink) else { return nil }
    do {
      return try CalendarDate.reading(day.value)
    } catch {
      sink.report(findings.date(day.value, error, at: day.range))
      return nil
    }
  }

  mutating func slug(into sink: inout DiagnosticSink) -> FieldText? {
    let key = YAMLKey("slug", "The id of the card, instead of the file name.")
    keys.recorder?.note(key, .slug)
    guard let slug = keys.string(key, into: &sink) else { return nil }
    guard isSlug(slug.value) else {
      sink.report(findings.slug(slug.value, at: slug.range))
      return nil
    }
    return FieldText(slug.value, range: slug.range)
  }

  mutating func link(_ key: YAMLKey, into sink: inout DiagnosticSink) -> PlacedLink? {
    keys.recorder?.note(key, .link)
    guard let link = keys.string(key, into: &sink) else { return nil }
    do {
      return PlacedLink(target: try LinkTarget.parse(link.value), range: link.range)
    } catch {
      sink.report(findings.link(link.value, error, at: link.range))
      return nil
    }
  }

  /// Reads the name of a folder, without a path.
  mutating func folderName(_ key: YAMLKey, into sink: inout DiagnosticSink) -> FieldText? {
    keys.recorder?.note(key, .folderName)
    guard let name = keys.string(key, into: &sink) else { return nil }
    let isPlain =
      !name.value.isEmpty && !name.value.hasPrefix(".") && !name.value.utf8.contains(UInt8(ascii: "/"))
      && name.value.utf8.count <= 255 && ContentPath.unsuitable(in: name.value).isEmpty
    guard isPlain else {
      sink.report(findings.folderName(key.name, name.value, at: name.range))
      return nil
    }
    return FieldText(name.value, range: name.range)
  }

  /// Reads which columns of a data file give which keys of its cards.
  mutating func dataFields(_ key: YAMLKey, into sink: inout DiagnosticSink) -> [DataField] {
    guard let mapping = keys.mapping(key, into: &sink) else { return [] }
    var fields = self
    fields.keys = mapping
    let written = RowReader.keys(slots).map { key in
      let what = key == "body" ? "the text of a card" : key == "id" ? "the id of a card" : key
      let column = YAMLKey(key, "The column for \(what); with an empty value, no column is used.")
      return (key: key, column: fields.text(column, into: &sink))
    }
    fields.finish(into: &sink)
    return written.compactMap { key, column in
      guard let entry = mapping.entries.first(where: { $0.key == key }), column != nil || entry.value.isNothing else {
        return nil
      }
      return DataField(key: key, keyRange: entry.keyRange, column: column)
    }
  }

  /// Reads the severity of findings, by the names of their rules.
  mutating func ruleLevels(_ key: YAMLKey, into sink: inout DiagnosticSink) -> RuleLevels {
    keys.recorder?.note(key, .ruleLevels)
    var levels = RuleLevels()
    guard let node = keys.node(key), var mapping = keys.values.mapping(node, called: key.name, into: &sink) else {
      return levels
    }
    for entry in mapping.entries {
      guard let control = RuleTable.controls[entry.key] else {
        sink.report(findings.unknownRule(entry.key, at: entry.keyRange))
        continue
      }
      guard let level = mapping.choice(YAMLKey(entry.key), of: RuleLevels.Level.self, into: &sink)?.value else {
        continue
      }
      switch control {
      case .fixed(let reason): sink.report(findings.fixedRule(entry.key, reason, at: entry.keyRange))
      case .shown(let reason) where level == .off:
        sink.report(findings.shownRule(entry.key, reason, at: entry.keyRange))
      case .shown, .free: levels[entry.key] = level
      }
    }
    return levels
  }

  mutating func baseURL(into sink: inout DiagnosticSink) -> String? {
    let key = YAMLKey("baseURL", "The https: or http: address of the site.")
    keys.recorder?.note(key, .baseURL)
    guard let written = keys.string(key, into: &sink) else { return nil }
    guard let target = LinkTarget(written.value), target.kind == .absolute,
      target.text.lowercased().hasPrefix("http"), !target.text.utf8.contains(where: { "?# \"<>".utf8.contains($0) })
    else {
      sink.report(findings.baseURL(written.value, at: written.range))
      return nil
    }
    return target.text.hasSuffix("/") ? target.text : target.text + "/"
  }

  mutating func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable & Hashable>(
    _ key: YAMLKey, of type: Choice.Type, into sink: inout DiagnosticSink
  ) -> Choice? {
    keys.choice(key, of: type, into: &sink)?.value
  }

  /// Reads a choice; leaves the current value if the key is missing or faulty.
  mutating func choose<Choice: CaseIterable & RawRepresentable<String> & Sendable & Hashable>(
    _ key: YAMLKey, _ value: inout Choice, into sink: inout DiagnosticSink
  ) {
    value = choice(key, of: Choice.self, into: &sink) ?? value
  }

  /// Reads a text size by any of its names in Apple's frameworks.
  mutating func textSize(says description: String, into sink: inout DiagnosticSink) -> TextSizeCategory? {
    let key = YAMLKey("textSize", description)
    keys.recorder?.note(key, .textSize)
    guard let name = keys.string(key, into: &sink) else { return nil }
    if let size = TextSizeCategory(name: name.value) { return size }
    sink.report(findings.textSizeUnknown(name.value, at: name.range))
    return nil
  }

  // MARK: - Numbers

  /// Reads the number by which cards or folders are sorted. It can be a fraction, because a card can come between two
  /// others.
  mutating func weight(says description: String, into sink: inout DiagnosticSink) -> Double? {
    let key = YAMLKey("weight", description)
    keys.recorder?.note(key, .number(Self.weights))
    guard let node = keys.node(key, as: .integer) else { return nil }
    if case .scalar(let text, _) = node.value, NumberNotation(text) == .fraction, let number = Double(text),
      number >= Double(Self.weights.lowerBound), number <= Double(Self.weights.upperBound)
    {
      return number
    }
    return keys.values.integer(node, called: key.name, in: Self.weights, into: &sink).map { Double($0.value) }
  }

  private static let weights = -1_000_000...1_000_000

  mutating func boolean(_ key: YAMLKey, into sink: inout DiagnosticSink) -> Bool? {
    keys.boolean(key, into: &sink)?.value
  }

  mutating func integer(_ key: YAMLKey, in range: ClosedRange<Int>, into sink: inout DiagnosticSink) -> Int? {
    keys.integer(key, in: range, into: &sink)?.value
  }

  /// Reads a number, or a mapping of numbers by width class.
  mutating func byWidthClass(_ key: YAMLKey, in range: ClosedRange<Int>, into sink: inout DiagnosticSink)
    -> ByWidthClass<Int>?
  {
    keys.recorder?.note(key, .either([.integer(range), .byName(.integer(range))]))
    guard let node = keys.node(key) else { return nil }
    return byWidthClass(node, called: key.name, into: &sink) { values, node, name, sink in
      values.integer(node, called: name, in: range, into: &sink)?.value
    }
  }

  mutating func byWidthClass<Value>(
    _ node: YAMLNode, called key: String, into sink: inout DiagnosticSink,
    read: (YAMLValueReader, YAMLNode, String, inout DiagnosticSink) -> Value?
  ) -> ByWidthClass<Value>? {
    guard case .mapping(let entries) = node.value else {
      return read(keys.values, node, key, &sink).map { ByWidthClass(base: $0) }
    }
    var value = ByWidthClass<Value>(base: nil)
    for entry in entries {
      guard let single = read(keys.values, entry.value, "\(key).\(entry.key)", &sink) else { continue }
      value.named[entry.key] = single
      widthClasses.append(FieldText(entry.key, range: entry.keyRange))
    }
    let unused = WindowShape.neverCounting(among: value.named.keys)
    for entry in entries where unused.contains(entry.key) {
      sink.report(findings.classNeverCounts(entry.key, of: key, at: entry.keyRange))
    }
    return value.named.isEmpty ? nil : value
  }
}
