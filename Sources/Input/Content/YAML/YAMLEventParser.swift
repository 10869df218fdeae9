import CLibYAML
import Diagnostics

/// The only owner of a libyaml parser and of the bytes that it reads.
@safe struct YAMLEventParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let offsets: ScalarOffsets
  private let isReady: Bool
  private let base: Int

  /// - Parameter bytes: well-formed UTF-8 without a byte order mark.
  /// - Parameter base: The byte offset of the first byte in the file.
  init(_ bytes: ArraySlice<UInt8>, base: Int) {
    self.base = base
    offsets = ScalarOffsets(bytes, base: base)
    unsafe input = .allocate(capacity: bytes.count)
    _ = unsafe input.initialize(from: bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    isReady = unsafe yaml_parser_initialize(parser) == 1
    guard isReady else { return }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
  }

  deinit {
    if isReady { unsafe yaml_parser_delete(parser) }
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  /// Returns the next event. There is none after `streamEnd` or an error.
  mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
    guard isReady else {
      throw YAMLSyntaxError(problem: "out of memory", offset: base, context: nil, contextOffset: base)
    }
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    let range = unsafe SourceRange(offset(event.start_mark), offset(event.end_mark))
    let properties = unsafe Self.properties(of: event)
    return unsafe YAMLEvent(
      kind: Self.kind(of: event), anchor: properties.anchor, hasTag: properties.tag, range: range)
  }

  private static func kind(of event: yaml_event_t) -> YAMLEvent.YAMLEventKind {
    switch unsafe event.type {
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_ALIAS_EVENT: return unsafe .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return unsafe .scalar(
        String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
    case YAML_SEQUENCE_START_EVENT: return .sequenceStart
    case YAML_MAPPING_START_EVENT: return .mappingStart
    // A block collection ends without a character, so its end event has no width.
    case YAML_SEQUENCE_END_EVENT:
      return unsafe .sequenceEnd(isFlow: event.start_mark.index < event.end_mark.index)
    case YAML_MAPPING_END_EVENT: return unsafe .mappingEnd(isFlow: event.start_mark.index < event.end_mark.index)
    default: return .streamEnd
    }
  }

  private static func properties(of event: yaml_event_t) -> (anchor: String?, tag: Bool) {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT: return unsafe (text(event.data.scalar.anchor), event.data.scalar.tag != nil)
    case YAML_SEQUENCE_START_EVENT:
      return unsafe (text(event.data.sequence_start.anchor), event.data.sequence_start.tag != nil)
    case YAML_MAPPING_START_EVENT:
      return unsafe (text(event.data.mapping_start.anchor), event.data.mapping_start.tag != nil)
    default: return (nil, false)
    }
  }

  private static func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe bytes.map { unsafe String(cString: $0) }
  }

  private func offset(_ mark: yaml_mark_t) -> Int { offsets[Int(clamping: mark.index)] }

  private func failure() -> YAMLSyntaxError {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "out of memory"
    let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    // The reader, which decodes, counts bytes; the scanner and the parser count scalars.
    let isReader = unsafe parser.pointee.error == YAML_READER_ERROR
    let offset =
      unsafe isReader
      ? base + Int(clamping: parser.pointee.problem_offset) : offset(parser.pointee.problem_mark)
    return unsafe YAMLSyntaxError(
      problem: problem, offset: offset, context: context, contextOffset: self.offset(parser.pointee.context_mark))
  }
}
