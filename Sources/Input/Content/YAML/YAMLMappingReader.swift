public import Diagnostics

/// Reads a mapping with a fixed set of keys: request each of them, then call `finish`.
///
/// ```
/// var style = values.mapping(node, called: "title", into: &sink)
/// let size = style?.integer("size", in: 6...200, into: &sink)?.value ?? 17
/// style?.finish(into: &sink)
/// ```
///
/// A key with an empty value counts as absent. A wrong value is reported at its range and becomes nil.
public struct YAMLMappingReader: Sendable {
  /// The entries in the order of the file.
  public let entries: [YAMLEntry]
  /// The range of the mapping; byte offsets in the whole file.
  public let range: SourceRange
  /// Reads the values, and nodes inside them.
  public let values: YAMLValueReader
  /// The keys that were requested, in order; a key may occur twice.
  private var known: [(key: String, kind: ValueKind)] = []
  /// Records requests; nil if there is a document to read.
  public let recorder: KeyRecorder?

  public init(_ entries: [YAMLEntry], range: SourceRange, values: YAMLValueReader) {
    self.entries = entries
    self.range = range
    self.values = values
    recorder = nil
    known.reserveCapacity(24)
  }

  /// Creates a recording reader.
  public init(recordingInto recorder: KeyRecorder, values: YAMLValueReader) {
    entries = []
    range = SourceRange(0, 0)
    self.values = values
    self.recorder = recorder
  }

  /// Creates a reader of the mapping that is the whole document.
  ///
  /// - Returns: nil, with an error, if the document is something else.
  public init?(
    document: YAMLNode, of source: SourceText, fault: Diagnostic.Fault = .finding, into sink: inout DiagnosticSink
  ) {
    let values = YAMLValueReader(source: source, fault: fault)
    guard let reader = values.mapping(document, called: source.path, into: &sink) else { return nil }
    self = reader
  }

  /// The value of a key as it is written.
  ///
  /// - Parameter kind: the kind of values that the key can have.
  public mutating func node(_ key: YAMLKey, as kind: ValueKind = .any) -> YAMLNode? {
    known.append((key.name, kind))
    recorder?.note(key, .any)
    return entries.first { $0.key == key.name && !$0.value.isNothing }?.value
  }

  /// The range of a key that is set.
  public func keyRange(_ key: String) -> SourceRange? { entries.first { $0.key == key }?.keyRange }

  /// Reports the given keys that are absent, at the key if it has no value, else at the mapping.
  public mutating func require(_ keys: String..., help: String? = nil, into sink: inout DiagnosticSink) {
    recorder?.require(keys)
    for key in keys where node(YAMLKey(key)) == nil {
      sink.report(values.findings.missing(key, at: keyRange(key) ?? range, help: help))
    }
  }

  func isRequested(_ key: String) -> Bool { known.contains { $0.key == key } }

  /// Reports every key that was not requested.
  ///
  /// - Parameter advice: the advice for a key that resembles none of the valid ones.
  public func finish(orElse advice: String? = nil, into sink: inout DiagnosticSink) {
    for entry in entries where !known.contains(where: { $0.key == entry.key }) {
      let others = known.filter { !$0.kind.resembles(entry.value) }.map(\.key)
      sink.report(
        values.findings.unknownKey(
          entry, known: Set(known.map(\.key)), meantBy: Set(known.map(\.key)).subtracting(others), orElse: advice))
    }
  }
}

// MARK: - Typed values

extension YAMLMappingReader {
  /// See `YAMLValueReader.string`.
  public mutating func string(
    _ key: YAMLKey, as kind: ValueKind = .text, into sink: inout DiagnosticSink
  ) -> Placed<String>? {
    recorder?.note(key, .text())
    guard let node = node(key, as: kind) else { return nil }
    return values.string(node, called: key.name, into: &sink)
  }

  /// See `YAMLValueReader.integer`.
  public mutating func integer(
    _ key: YAMLKey, in range: ClosedRange<Int>, wholeBecause reason: String? = nil, into sink: inout DiagnosticSink
  ) -> Placed<Int>? {
    recorder?.note(key, .integer(range))
    guard let node = node(key, as: .integer) else { return nil }
    return values.integer(node, called: key.name, in: range, wholeBecause: reason, into: &sink)
  }

  /// See `YAMLValueReader.boolean`.
  public mutating func boolean(_ key: YAMLKey, into sink: inout DiagnosticSink) -> Placed<Bool>? {
    recorder?.note(key, .boolean)
    guard let node = node(key, as: .boolean) else { return nil }
    return values.boolean(node, called: key.name, into: &sink)
  }

  /// See `YAMLValueReader.choice`.
  public mutating func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable & Hashable>(
    _ key: YAMLKey, of type: Choice.Type, into sink: inout DiagnosticSink
  ) -> Placed<Choice>? {
    recorder?.note(key, .word(Choice.allCases.map(\.rawValue)))
    guard let node = node(key, as: .text) else { return nil }
    return values.choice(node, called: key.name, of: type, into: &sink)
  }

  /// See `YAMLValueReader.word`.
  public mutating func word(
    _ key: YAMLKey, among known: [String], meant: (String) -> String?, into sink: inout DiagnosticSink
  ) -> Placed<String>? {
    recorder?.note(key, .word(known))
    guard let node = node(key, as: .text) else { return nil }
    return values.word(node, called: key.name, among: known, meant: meant, into: &sink)
  }

  /// See `YAMLValueReader.list`.
  public mutating func list(_ key: YAMLKey, into sink: inout DiagnosticSink) -> [YAMLNode]? {
    recorder?.note(key, .list(.any, count: 0...Int.max))
    guard let node = node(key, as: .list) else { return nil }
    return values.list(node, called: key.name, into: &sink)
  }

  /// See `YAMLValueReader.strings`.
  public mutating func strings(_ key: YAMLKey, into sink: inout DiagnosticSink) -> [Placed<String>]? {
    recorder?.note(key, .list(.text(), count: 0...Int.max))
    guard let node = node(key, as: .list) else { return nil }
    return values.strings(node, called: key.name, into: &sink)
  }

  /// See `YAMLValueReader.mapping`. Call `finish` of the inner reader too.
  public mutating func mapping(_ key: YAMLKey, into sink: inout DiagnosticSink) -> YAMLMappingReader? {
    if let recorder {
      let inner = KeyRecorder()
      recorder.note(key, mapping: inner)
      return YAMLMappingReader(recordingInto: inner, values: values)
    }
    guard let node = node(key, as: .mapping) else { return nil }
    return values.mapping(node, called: key.name, into: &sink)
  }
}
