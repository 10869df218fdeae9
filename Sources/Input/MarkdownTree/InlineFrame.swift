import Diagnostics

/// The inlines of one container while they are read.
struct InlineFrame {
  enum InlineContainer {
    /// The paragraph or heading itself.
    case block
    case span(Inline.InlineSpan)
    case link(address: String, title: String)
    case image(address: String, title: String)
  }

  /// An opening tag without its closing tag yet; until then, it is in `inlines` as text.
  private struct OpenTag {
    let span: Inline.InlineSpan
    let index: Int
  }

  let container: InlineContainer
  let start: Int
  private var inlines: [Inline] = []
  private var openTags: [OpenTag] = []
  private let source: [UInt8]
  /// Text at the end that is not yet among the inlines, because libcmark splits text into small pieces.
  private var pending: SourceRange?

  init(_ container: InlineContainer, start: Int, source: [UInt8]) {
    self.container = container
    self.start = start
    self.source = source
  }

  /// The depth of the next inline in this container.
  var depth: Int { openTags.count }

  mutating func append(_ inline: Inline) {
    appendPending()
    inlines.append(inline)
  }

  mutating func append(contentsOf more: [Inline]) {
    appendPending()
    inlines.append(contentsOf: more)
  }

  /// Appends text that the source contains unchanged.
  mutating func appendSource(_ range: SourceRange) {
    if let text = pending, text.upper == range.lower {
      pending = SourceRange(text.lower, range.upper)
    } else {
      appendPending()
      pending = range
    }
  }

  private mutating func appendPending() {
    guard let range = pending else { return }
    pending = nil
    inlines.append(Inline(.text(String(decoding: source[range.lower..<range.upper], as: UTF8.self)), range: range))
  }

  mutating func open(_ span: Inline.InlineSpan, text: Inline) {
    appendPending()
    openTags.append(OpenTag(span: span, index: inlines.count))
    inlines.append(text)
  }

  /// Closes the innermost open tag of a kind.
  ///
  /// - Returns: the tags inside it that were left open, or nil if no such tag is open.
  mutating func close(_ span: Inline.InlineSpan, at range: SourceRange) -> [Inline]? {
    appendPending()
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

  /// The tags that are still open; they stay text.
  var unmatched: [Inline] { openTags.map { inlines[$0.index] } }

  /// The inlines so far, with neighbouring texts joined.
  var content: [Inline] {
    mutating get {
      appendPending()
      let hasNeighbours = zip(inlines, inlines.dropFirst()).contains { $0.isText && $1.isText }
      return hasNeighbours || inlines.contains(where: \.isEmptyText) ? joined(inlines[...]) : inlines
    }
  }
}

extension Inline {
  fileprivate var isText: Bool { if case .text = kind { true } else { false } }

  fileprivate var isEmptyText: Bool { if case .text(let text) = kind { text.isEmpty } else { false } }
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
