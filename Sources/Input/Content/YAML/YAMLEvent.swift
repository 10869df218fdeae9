import Diagnostics

/// One event of libyaml's parser as a value.
struct YAMLEvent {
  enum YAMLEventKind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    /// The name of the anchor.
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart
    case sequenceEnd(isFlow: Bool)
    case mappingStart
    case mappingEnd(isFlow: Bool)
  }

  let kind: YAMLEventKind
  var anchor: String?
  var hasTag = false
  /// Byte offsets in the whole file. A node's properties (anchor, tag) are at its start.
  let range: SourceRange
}

/// The reason why libyaml stopped.
struct YAMLSyntaxError: Error {
  let problem: String
  /// A byte offset in the whole file.
  let offset: Int
  /// The construct that was being read, and the byte offset at which it began.
  let context: String?
  let contextOffset: Int
}
