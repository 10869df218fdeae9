public import Diagnostics
public import MarkdownTree
import YAMLEvents

/// A card's Markdown file, read on its own: nothing of the folders around it is settled yet.
public struct CardFile: Sendable, Hashable {
  public let source: SourceText
  /// nil where the file gives none, which was reported.
  public internal(set) var title: FieldText?
  public internal(set) var subtitle: FieldText?
  public internal(set) var eyebrow: FieldText?
  public internal(set) var footer: FieldText?
  public internal(set) var tags: [FieldText] = []
  /// As written: a path relative to the card's folder.
  public internal(set) var image: FieldText?
  public internal(set) var imageAlt: FieldText?
  public internal(set) var imageFocus: ImageFocus?
  public internal(set) var link: PlacedLink?
  public internal(set) var language: FieldText?
  public internal(set) var direction: DirectionSetting?
  public internal(set) var weight: Int?
  public internal(set) var date: CalendarDate?
  public internal(set) var isDraft = false
  public internal(set) var slug: FieldText?
  public internal(set) var span: SpanSetting?
  public internal(set) var breakBefore = false
  /// Where these are written, for what only the shelf can tell.
  var placementRanges: [String: SourceRange] = [:]
  public internal(set) var body = MarkdownDocument.empty

  /// The file's name without `.md`.
  public var name: String { ContentPath.stem(of: source.path) }

  init(source: SourceText) { self.source = source }
}

/// Reads a card: front matter, which may be absent, and Markdown. Pure, so that files can be read in parallel.
///
/// Without a title in the front matter, the first heading of the text is the title, and leaves the text if it stands at
/// its start.
///
/// - Complexity: O(length)
public func readCard(_ source: SourceText, into sink: inout DiagnosticSink) -> CardFile {
  var card = CardFile(source: source)
  guard let parts = FrontMatter.find(in: source, into: &sink) else { return card }
  var mayTakeHeading = true
  if let yaml = parts.yaml {
    let document = readYAML(source, in: yaml, limits: .frontMatter, into: &sink)
    guard let document, var fields = FieldReader(document, of: source, fault: .finding, into: &sink) else {
      card.body = readMarkdown(source, in: parts.body, into: &sink)
      return card
    }
    card.take(&fields, into: &sink)
    // A title that is at fault was reported; a heading is not what was meant then.
    mayTakeHeading = card.title == nil && !fields.isSet("title")
  }
  let findingsBefore = sink.diagnostics.count
  card.body = readMarkdown(source, in: parts.body, into: &sink)
  let isBodyLost = card.body.isEmpty && sink.diagnostics.count > findingsBefore
  guard mayTakeHeading, card.title == nil else { return card }
  card.title = takeTitle(from: &card.body, of: source, into: &sink)
  if card.title == nil, !isBodyLost { sink.report(.titleMissing(at: parts.yaml, in: source)) }
  return card
}

extension CardFile {
  fileprivate mutating func take(_ fields: inout FieldReader, into sink: inout DiagnosticSink) {
    title = fields.text("title", into: &sink)
    subtitle = fields.text("subtitle", into: &sink)
    eyebrow = fields.text("eyebrow", into: &sink)
    footer = fields.text("footer", into: &sink)
    tags = fields.texts("tags", into: &sink) ?? []
    image = fields.text("image", into: &sink)
    imageAlt = fields.text("imageAlt", mayBeEmpty: true, into: &sink)
    imageFocus = fields.imageFocus(into: &sink)
    link = fields.link(into: &sink)
    language = fields.language(into: &sink)
    direction = fields.choice("dir", of: DirectionSetting.self, into: &sink)
    weight = fields.integer("weight", in: -1_000_000...1_000_000, into: &sink)
    date = fields.date(into: &sink)
    isDraft = fields.boolean("draft", into: &sink) ?? false
    slug = fields.slug(into: &sink)
    span = fields.span("span", into: &sink)
    breakBefore = fields.boolean("breakBefore", into: &sink) ?? false
    for key in ["span", "breakBefore"] where fields.isSet(key) { placementRanges[key] = fields.keyRange(key) }
    fields.finish(into: &sink)
  }
}

/// The text of the first heading, which is taken out of the document if it is the first block.
func takeTitle(from document: inout MarkdownDocument, of source: SourceText, into sink: inout DiagnosticSink)
  -> FieldText?
{
  let blocks = document.blocks
  for (index, block) in blocks.enumerated() {
    guard case .heading(level: _, let content) = block.kind else { continue }
    let text = collapsed(plainText(of: content))
    guard !text.isEmpty else { continue }
    guard text.unicodeScalars.count <= ContentLimits.textLength else {
      sink.report(FieldFindings(source: source, fault: .finding).tooLong("title", at: block.range))
      return nil
    }
    if index == 0 { document.blocks = Array(blocks.dropFirst()) }
    return FieldText(text, range: block.range)
  }
  return nil
}
