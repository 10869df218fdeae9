public import Diagnostics

/// Reads a card: front matter, which is optional, and Markdown. It has no side effects, so files can be read in
/// parallel.
///
/// Without a title in the front matter, the first heading of the text is the title, and is removed from the text if it
/// is at its start. Without either, the title is made from the file name, which is a finding.
///
/// - Parameter slots: the slots of the site's theme.
/// - Complexity: O(length)
public func readCard(
  _ source: SourceText, slots: SlotTable = .standard, into sink: inout DiagnosticSink
) -> Card {
  var draft = CardDraft(source, slots: slots, into: &sink)
  draft.parseBody(into: &sink)
  return draft.finish(into: &sink)
}

/// A card whose front matter has been read. The steps of ``readCard(_:slots:into:)`` are separate here, so that each can be done
/// for several files before the next step.
public struct CardDraft {
  private var card: Card
  /// The parts of the file; nil if it cannot be divided.
  private let parts: FrontMatter?
  /// The parsed Markdown; nil if it is refused.
  private var markdown: ParsedMarkdown?
  /// The text that the card shows instead of the beginning of its Markdown.
  private var excerpt: Placed<String>?
  /// The number of findings before those of the Markdown.
  private var findingsBeforeBody = 0
  private var mayTakeHeading = true
  /// True if an error in the front matter may be the reason that there is no title.
  private var isTitleLost = false
  private var isTitleReported = false
  private var policy = FrontMatterPolicy()
  /// True for rows, and for files of other programs.
  private var resolvesEntities = false

  public init(
    _ source: SourceText, slots: SlotTable, fields: FieldNames = FieldNames(),
    policy: FrontMatterPolicy = FrontMatterPolicy(), into sink: inout DiagnosticSink
  ) {
    self.policy = policy
    resolvesEntities = policy.isForOtherPrograms
    card = Card(source: source)
    parts = FrontMatter.find(in: source, into: &sink) ?? (policy.toleratesFaults ? .mended(in: source) : nil)
    readFrontMatter(slots, fields, into: &sink)
  }

  private mutating func readFrontMatter(_ slots: SlotTable, _ fields: FieldNames, into sink: inout DiagnosticSink) {
    guard let parts, parts.values != nil else { return }
    var reading = parts.reading(of: card.source)
    let unreadKey = policy.toleratesFaults ? reading.mend(parts, of: card.source) : nil
    defer { if let unreadKey { card.visibility.unreadKey = unreadKey } }
    if policy.isForOtherPrograms { reading.document = reading.document?.withListOfTags(in: card.source) }
    if !fields.isEmpty, let document = reading.document {
      excerpt = fields.excerpt(in: document)
      reading.document = fields.applied(to: document, slots: slots)
    }
    readFields(of: reading, slots, into: &sink)
  }

  /// - Parameter source: the texts of the row.
  init(_ row: CardRow, of source: SourceText, slots: SlotTable, into sink: inout DiagnosticSink) {
    card = Card(source: source)
    parts = FrontMatter(body: row.body)
    resolvesEntities = true
    readFields(of: YAMLReading(checking: row.values, of: source, limits: .frontMatter), slots, into: &sink)
    card.row = row
  }

  private mutating func readFields(
    of reading: YAMLReading, _ slots: SlotTable, into sink: inout DiagnosticSink
  ) {
    mayTakeHeading = false
    if reading.findings.isEmpty,
      let usual = reading.document.flatMap({
        UsualFields($0, of: card.source, slots: slots, mayHaveEntities: resolvesEntities)
      })
    {
      return card.take(usual)
    }
    let findingsBefore = sink.diagnostics.count
    var reading = reading
    reading.document = reading.document?.withTagsOfTaxonomies
    guard
      var fields = FieldReader(reading, of: card.source, fault: .finding, slots: slots, into: &sink)
    else {
      isTitleReported = true
      mayTakeHeading = policy.toleratesFaults
      return
    }
    fields.resolvesEntities = resolvesEntities
    isTitleLost = !reading.findings.isEmpty || sink.diagnostics.count > findingsBefore
    card.take(&fields, into: &sink)
    if card.title == nil {
      isTitleReported = fields.hasMisspeltTitle
      if let comment = fields.comment(insteadOf: "title") {
        sink.report(.titleIsComment(comment.text, at: comment.range, in: card.source))
        isTitleReported = true
      }
    }
    // A faulty title was reported; a heading does not replace it, unless the rest of the file is shown.
    mayTakeHeading = card.title == nil && (policy.toleratesFaults || !fields.isSet("title"))
    if policy.toleratesFaults {
      isTitleReported = isTitleReported || isTitleLost || fields.isSet("title")
      isTitleLost = false
    }
  }

  /// Parses the Markdown.
  public mutating func parseBody(into sink: inout DiagnosticSink) {
    guard let parts else { return }
    findingsBeforeBody = sink.diagnostics.count
    markdown = ParsedMarkdown(card.source, in: parts.body, into: &sink)
  }

  /// Reads a value of the front matter as Markdown, in place of the value: it is never longer than it is written.
  private func document(of text: Placed<String>, into sink: inout DiagnosticSink) -> MarkdownDocument? {
    var bytes = card.source.bytes
    let written = text.range.upper - text.range.lower
    guard text.value.utf8.count <= written else { return nil }
    let padding = repeatElement(UInt8(ascii: " "), count: written - text.value.utf8.count)
    bytes.replaceSubrange(text.range.lower..<text.range.upper, with: Array(text.value.utf8) + padding)
    return readMarkdown(card.source.replacing(with: bytes), in: text.range, into: &sink)
  }

  /// Completes the card and moves it out of the draft: copies of cards take time.
  public mutating func finish(into sink: inout DiagnosticSink) -> Card {
    complete(into: &sink)
    var finished = Card(source: card.source)
    swap(&finished, &card)
    return finished
  }

  /// Creates the body, and looks for the title if the front matter has none.
  private mutating func complete(into sink: inout DiagnosticSink) {
    guard let parts else { return }
    if card.row == nil, DatedName.mayBegin(card.source.path), card.date == nil {
      card.date = DatedName(ContentPath.stem(of: card.source.path))?.date
    }
    if let date = card.date, card.row == nil, policy.isForOtherPrograms || card.isPostOfJekyll,
      card.visibility.firstDay == nil
    {
      card.visibility.firstDay = date
    }
    if let markdown {
      card.body = markdown.document(into: &sink)
      if let more = markdown.moreOffset { card.moreOffset = more }
    }
    if let excerpt { card.excerpt = document(of: excerpt, into: &sink) }
    let isBodyLost = card.body.isEmpty && sink.diagnostics.count > findingsBeforeBody
    guard mayTakeHeading, card.title == nil else {
      TitleHeading.drop(repeating: card.title, from: &card.body)
      return
    }
    if let heading = TitleHeading.take(from: &card.body, of: card.source, into: &sink) {
      card.title = heading.title
      if card.link == nil {
        card.link = heading.link
      } else if let lost = heading.link {
        sink.report(.titleLinkLost(at: lost.range, in: card.source, because: "the card has another link"))
      }
    }
    guard card.title == nil, !isBodyLost, !isTitleLost else { return }
    // A row has no name apart from the one that is made of its title.
    let name = card.row == nil ? titleFromName(card.writtenName) : ""
    if !name.isEmpty { card.title = FieldText(name, range: SourceRange(0, 0)) }
    if !isTitleReported { sink.report(.titleMissing(at: parts.values, in: card.source, isNamed: !name.isEmpty)) }
  }
}

extension Card {
  fileprivate mutating func take(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    var details = CardDetails()
    var settings = CardSettings()
    defer {
      self.details = details
      self.settings = settings
    }
    for slot in fields.slots.texts { self[slot] = fields.text(fields.key(of: slot), into: &sink) }
    (tags, settings.tagLinks) = fields.tags(into: &sink)
    writtenImage = fields.text(
      YAMLKey(
        "image", "The path of an image, relative to this file, or its https: address on a host that the site names."),
      into: &sink)
    details.imageAlt =
      fields.text(
        YAMLKey("imageAlt", "A description of the image for readers who cannot see it."), mayBeEmpty: true, into: &sink)?
      .text ?? ""
    settings.imageFocus = fields.imageFocus(into: &sink)
    settings.statedSize = fields.statedSize(into: &sink)
    details.link = fields.link(
      YAMLKey(
        "link",
        """
        The target of the card's link: a path relative to this file, #id on the same page, or an https:, \
        http:, mailto:, tel:, sms: or geo: address.
        """), into: &sink)
    settings.writtenLanguage = fields.language(
      says: "The language of the card, such as en, pt-BR or zh-Hant (BCP 47). Default: the shelf's.", into: &sink)
    settings.writtenDirection = fields.choice(
      YAMLKey("dir", "The direction of the text. Default: that of the language."), of: DirectionSetting.self,
      into: &sink)
    settings.weight = fields.weight(
      says: "A number for sorting: cards with a smaller weight come first, cards without one come last.", into: &sink)
    settings.date = fields.date(into: &sink)
    settings.visibility = fields.visibility(into: &sink)
    settings.slug = fields.slug(into: &sink)
    settings.addresses = fields.addresses
    settings.span = fields.span(
      YAMLKey("span", "How many columns the card spans in a grid or waterfall: a number, or full. Default: 1."),
      into: &sink)
    settings.breakBefore = fields.boolean(YAMLKey("breakBefore", "Starts a new line of a flow."), into: &sink) ?? false
    settings.hasPage = fields.boolean(
      YAMLKey("page", "Gives the card a page of its own. Default: if its text is too long for a card."), into: &sink)
    sizes = fields.sizes(of: .card, into: &sink)
    if ContentPath.isMisnamedIndex(source.path), let range = fields.keyRange(ofAny: keysOfIndexes) {
      sink.report(.indexMisnamed(at: range, in: source))
      return
    }
    for key in ["span", "breakBefore", "cardWidth"] where fields.isSet(key) {
      settings.placementRanges[key] = fields.keyRange(key)
    }
    fields.finishFrontMatter(into: &sink)
  }
}

extension Card {
  fileprivate mutating func take(_ fields: UsualFields) {
    take(fields.texts)
    tags = fields.tags
    writtenImage = fields.image
    if fields.imageAlt == nil, fields.link == nil { return }
    var details = CardDetails()
    details.imageAlt = fields.imageAlt?.text ?? ""
    details.link = fields.link
    self.details = details
  }
}

extension Card {
  /// True for a file of the folder from which Jekyll publishes nothing before the date in its name.
  fileprivate var isPostOfJekyll: Bool {
    DatedName.mayBegin(source.path) && ContentPath.name(of: ContentPath.folder(of: source.path)) == "_posts"
  }
}

extension Card {
  /// The keys of front matter and their values, recorded from the reader.
  package static func shape(_ slots: SlotTable) -> MappingShape {
    let recorder = KeyRecorder()
    var fields = FieldReader(recordingInto: recorder, slots: slots)
    var card = Card(source: SourceText(path: "", text: ""))
    var sink = DiagnosticSink()
    card.take(&fields, into: &sink)
    return recorder.shape
  }
}

/// Keys that only indexes have.
private let keysOfIndexes: Set<String> = [
  "arrangement", "cardWidth", "columns", "kind", "limit", "shelves", "sort", "spacing",
]

extension FieldReader {
  /// True if a key looks like a misspelling of `title`, and not of another slot's name.
  fileprivate var hasMisspeltTitle: Bool {
    let title = slots.name(of: .title)
    let names = [title] + slots.texts.map(slots.name)
    return keys.entries.contains {
      !names.contains($0.key) && $0.key.utf8.count < 20 && nearest(to: $0.key, among: names) == title
    }
  }

  fileprivate func keyRange(ofAny names: Set<String>) -> SourceRange? {
    keys.entries.first { names.contains($0.key) }?.keyRange
  }
}
