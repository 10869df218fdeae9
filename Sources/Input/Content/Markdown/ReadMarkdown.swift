public import Diagnostics

/// Checks the target of a link or image as it is written.
package typealias TargetRule = (String) throws(LinkRefusal) -> LinkTarget

/// Parses a part of a file as CommonMark 0.30.
///
/// Raw HTML never passes: it is read as the Markdown that says the same, or shown as text. Dialects add some syntax
/// (``Dialect``). Targets of links and images must be on the list of ``LinkTarget``. An address in angle brackets with a
/// scheme that is not on the list is text, and so is the syntax of yet other dialects (``ForeignSyntax``), with a
/// warning. A text that is not UTF-8, contains control characters, is larger than 256 KiB or would take libcmark, HarfBuzz or ICU
/// more than linear time gives an error and an empty document.
///
/// - Parameter range: byte offsets in the file, clamped to its ends. All ranges of the result refer to the whole file.
/// - Complexity: O(length)
public func readMarkdown(_ source: SourceText, in range: SourceRange, into sink: inout DiagnosticSink)
  -> MarkdownDocument
{
  readMarkdown(source, in: range, targets: LinkTarget.parse, into: &sink)
}

/// Reads with another rule for targets, or without dialects, so that tests can check CommonMark separately from what
/// pages allow and add.
package func readMarkdown(
  _ source: SourceText, in range: SourceRange, targets: @escaping TargetRule, readsDialects: Bool = true,
  into sink: inout DiagnosticSink
) -> MarkdownDocument {
  ParsedMarkdown(source, in: range, into: &sink)?.document(
    targets: targets, readsDialects: readsDialects, into: &sink) ?? .empty
}

/// Markdown that libcmark has parsed, and that is not a document yet.
public final class ParsedMarkdown {
  /// The text without its comments, in which everything else keeps its offset.
  private let source: SourceText
  private let survey: TextSurvey
  private let tree: CmarkTree
  private let hasMasks: Bool
  private let unclosedComment: Diagnostic?
  /// True for a part of another text, which is searched as a whole.
  private let isPart: Bool
  /// The offset of the comment that ends what a card shows of the text: `<!-- more -->`.
  let moreOffset: Int?

  /// Parses a text; nil, with an error, if the text is refused; see ``readMarkdown(_:in:into:)``.
  public init?(_ source: SourceText, in range: SourceRange, into sink: inout DiagnosticSink) {
    var lower = min(max(range.lower, 0), source.bytes.count)
    let upper = min(max(range.upper, lower), source.bytes.count)
    if lower == 0, source.bytes[lower..<upper].starts(with: [0xEF, 0xBB, 0xBF]) { lower = 3 }
    let range = SourceRange(lower, upper)
    guard upper - lower <= MarkdownLimits.bytes else {
      sink.report(.tooLarge(upper - lower, at: range, in: source))
      return nil
    }
    let survey = TextSurvey(of: range, in: source.bytes)
    if !survey.isSurelyText,
      let finding = ForbiddenText.first(in: source.bytes, range: range, allowsLostCharacters: true)
    {
      sink.report(.forbidden(finding, in: source))
      return nil
    }
    if let complexity = MarkdownComplexity.first(in: source.bytes, lines: LineTable(survey)) {
      sink.report(.tooComplex(complexity, in: source))
      return nil
    }
    guard let tree = CmarkTree(source.bytes[lower..<upper]) else { return nil }
    self.survey = survey
    isPart = false
    var comments = survey.mayHaveComments ? Comments(in: tree, of: source, survey) : nil
    if MDXSyntax.isMDX(source.path) {
      let code = MDXSyntax(in: source.bytes, range: range)
      comments = Comments(adding: code.ranges, to: comments, in: source.bytes, range: range)
      sink.report(contentsOf: code.findings(in: source))
    }
    guard let comments, case let masked = comments.masked(), let rest = CmarkTree(masked[lower..<upper])
    else {
      self.source = source
      self.tree = tree
      hasMasks = false
      unclosedComment = nil
      moreOffset = nil
      return
    }
    self.source = source.replacing(with: masked)
    self.tree = rest
    hasMasks = true
    moreOffset = comments.moreOffset
    unclosedComment = comments.unclosed.map { .commentUnclosed(at: $0, in: source) }
  }

  /// A part of another text.
  private init?(part: SourceText, hasMasks: Bool) {
    let survey = TextSurvey(of: SourceRange(0, part.bytes.count), in: part.bytes)
    guard let tree = CmarkTree(part.bytes[...]) else { return nil }
    source = part
    self.survey = survey
    self.tree = tree
    self.hasMasks = hasMasks
    unclosedComment = nil
    moreOffset = nil
    isPart = true
  }

  /// The document; empty if something in it was reported as an error.
  public func document(into sink: inout DiagnosticSink) -> MarkdownDocument {
    document(targets: LinkTarget.parse, into: &sink)
  }

  fileprivate func document(
    targets: @escaping TargetRule, readsDialects: Bool = true, into sink: inout DiagnosticSink
  ) -> MarkdownDocument {
    var builder = DocumentBuilder(
      source: source, survey: survey, hasMasks: hasMasks, readsDialects: readsDialects, targets: targets)
    builder.read(tree)
    sink.report(contentsOf: builder.findings.all)
    if let unclosedComment { sink.report(unclosedComment) }
    var writer = NodeWriter(
      builder.list, of: source, mayBeCostly: survey.mayBeCostly, keepsTextsApart: builder.keepsTextsApart)
    writer.write()
    if let finding = writer.costlyText {
      sink.report(finding)
      return .empty
    }
    var document = MarkdownDocument(code: DocumentCode(writer))
    if document.hasImages, let attributes = PictureAttributes(of: document, in: source) {
      document.blocks = attributes.blocks
      if let finding = attributes.omitted { sink.report(finding) }
    }
    let mayHaveDialects =
      builder.keepsTextsApart
      || readsDialects && (survey.mayHaveComments || !builder.tags.isEmpty || !builder.htmlBlocks.isEmpty)
    if mayHaveDialects {
      var dialect = Dialect(
        of: source, survey, isPart: isPart, htmlBlocks: builder.htmlBlocks, tags: builder.tags)
      let blocks = document.blocks
      let read = dialect.blocks(blocks) { part in
        ParsedMarkdown(part: part, hasMasks: hasMasks)?.document(targets: targets, into: &sink).blocks ?? []
      }
      if read != blocks { document.blocks = read }
      if !dialect.headingIDs.isEmpty { document.writtenIDs = dialect.headingIDs }
      sink.report(contentsOf: dialect.findings.all)
    }
    if survey.mayHaveForeignSyntax, !isPart {
      var foreign = ForeignSyntaxSearch(in: source, survey)
      sink.report(contentsOf: foreign.findings(in: document.blocks))
    }
    if survey.mayHavePastedSpaces, !isPart, let words = PastedSpaces.first(in: document.blocks, of: source) {
      sink.report(.pastedSpaces(at: words, in: source))
    }
    return document
  }
}
