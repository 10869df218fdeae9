public import Diagnostics
public import Images
public import MarkdownTree

/// A text of the front matter and where it was written.
public struct FieldText: Sendable, Hashable {
  public var text: String
  public var range: SourceRange

  public init(_ text: String, range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// One item of a shelf: what its Markdown file says, with every default settled.
public struct Card: Sendable, Hashable {
  /// The folder path and file name (or `slug`) under `Content/`, without `.md`: `planets/saturn`.
  public var id: String
  /// The file, relative to the site's root: `Content/planets/saturn.md`.
  public var source: SourceText
  public var title: FieldText?
  public var subtitle: FieldText?
  public var eyebrow: FieldText?
  public var footer: FieldText?
  public var tags: [FieldText]
  /// A file of the content folder, as a path relative to the site's root: `Content/planets/saturn.svg`.
  public var image: String?
  public var imageAlt: String
  /// nil is the middle.
  public var imageFocus: ImageFocus?
  public var link: LinkTarget?
  /// A BCP 47 tag; the page's where the card names none.
  public var language: String
  public var direction: WritingDirection
  /// In a grid or waterfall; nil is one column.
  public var span: SpanSetting?
  /// Starts a line of a flow.
  public var breakBefore: Bool
  public var body: MarkdownDocument

  public init(
    id: String, source: SourceText, title: FieldText?, subtitle: FieldText? = nil, eyebrow: FieldText? = nil,
    footer: FieldText? = nil, tags: [FieldText] = [], image: String? = nil, imageAlt: String = "",
    imageFocus: ImageFocus? = nil, link: LinkTarget? = nil,
    language: String = "en", direction: WritingDirection = .ltr, span: SpanSetting? = nil, breakBefore: Bool = false,
    body: MarkdownDocument = .empty
  ) {
    self.id = id
    self.source = source
    self.title = title
    self.subtitle = subtitle
    self.eyebrow = eyebrow
    self.footer = footer
    self.tags = tags
    self.image = image
    self.imageAlt = imageAlt
    self.imageFocus = imageFocus
    self.link = link
    self.language = language
    self.direction = direction
    self.span = span
    self.breakBefore = breakBefore
    self.body = body
  }
}
