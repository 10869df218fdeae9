import Diagnostics

/// The inlines of one container while they are read.
struct InlineFrame {
  enum Container {
    /// The paragraph or heading itself.
    case block
    case span(Inline.Span)
    case link(address: String, title: String)
    case image(address: String, title: String)
  }

  /// An opening tag that waits for its closing one; it stands in `inlines` as text until that comes.
  private struct OpenTag {
    let span: Inline.Span
    let index: Int
  }

  let container: Container
  let start: Int
  private(set) var inlines: [Inline] = []
  private var openTags: [OpenTag] = []

  init(_ container: Container, start: Int) {
    self.container = container
    self.start = start
  }

  /// How deep the next inline would lie in this container.
  var depth: Int { openTags.count }

  mutating func append(_ inline: Inline) { inlines.append(inline) }

  mutating func append(contentsOf more: [Inline]) { inlines.append(contentsOf: more) }

  mutating func open(_ span: Inline.Span, text: Inline) {
    openTags.append(OpenTag(span: span, index: inlines.count))
    inlines.append(text)
  }

  /// Closes the innermost open tag of a kind.
  ///
  /// - Returns: the tags that were left open within it, or nil if no such tag is open.
  mutating func close(_ span: Inline.Span, at range: SourceRange) -> [Inline]? {
    guard let position = openTags.lastIndex(where: { $0.span == span }) else { return nil }
    let tag = openTags[position]
    let unmatched = openTags[(position + 1)...].map { inlines[$0.index] }
    openTags.removeSubrange(position...)
    let whole = SourceRange(inlines[tag.index].range.lower, max(range.upper, inlines[tag.index].range.upper))
    let content = joined(inlines[(tag.index + 1)...])
    inlines.removeSubrange(tag.index...)
    inlines.append(Inline(.span(span, content), range: whole))
    return unmatched
  }

  /// The tags that are still open; they stay the text that they are.
  var unmatched: [Inline] { openTags.map { inlines[$0.index] } }

  /// What was read, neighbouring texts joined.
  var content: [Inline] { joined(inlines[...]) }
}

/// The inlines with each run of texts as one.
private func joined(_ inlines: ArraySlice<Inline>) -> [Inline] {
  var result: [Inline] = []
  result.reserveCapacity(inlines.count)
  var run = ""
  var range = SourceRange(0, 0)
  func flush(into result: inout [Inline]) {
    if !run.isEmpty { result.append(Inline(.text(run), range: range)) }
    run = ""
  }
  for inline in inlines {
    guard case .text(let text) = inline.kind else {
      flush(into: &result)
      result.append(inline)
      continue
    }
    let lower = run.isEmpty ? inline.range.lower : min(range.lower, inline.range.lower)
    range = SourceRange(lower, run.isEmpty ? inline.range.upper : max(range.upper, inline.range.upper))
    run += text
  }
  flush(into: &result)
  return result
}
