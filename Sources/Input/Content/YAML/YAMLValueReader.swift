public import Diagnostics

/// Reads nodes as typed values. A wrong node is reported at its range, and its value is nil.
public struct YAMLValueReader: Sendable {
  public let source: SourceText
  /// The effect of an error on the run.
  public let fault: Diagnostic.Fault
  /// Records the keys that are requested from mappings; nil if there is a document to read.
  let recorder: KeyRecorder?

  public init(source: SourceText, fault: Diagnostic.Fault = .finding) {
    self.source = source
    self.fault = fault
    recorder = nil
  }

  /// Creates a reader for which every mapping is empty.
  public init(recordingInto recorder: KeyRecorder) {
    source = SourceText(path: "", text: "")
    fault = .finding
    self.recorder = recorder
  }

  var findings: YAMLFindings { YAMLFindings(source: source, fault: fault) }

  /// Reads a text; numbers and words such as `true` are their text.
  ///
  /// - Parameter name: The name of the node in messages.
  public func string(
    _ node: YAMLNode, called name: String, into sink: inout DiagnosticSink
  ) -> Placed<String>? {
    guard case .scalar(let text, _) = node.value, !node.isNothing else {
      sink.report(
        findings.wrongType(
          name, expected: "a text", found: node,
          help: "write one text; put it between quotes if it begins with `[` or `{`"))
      return nil
    }
    return Placed(text, range: node.range)
  }

  /// Reads a decimal number, with quotes or without, but without sign `+`, leading zeros or exponent.
  ///
  /// - Parameter reason: The reason why it must be whole, as help for authors who wrote a fraction.
  public func integer(
    _ node: YAMLNode, called name: String, in range: ClosedRange<Int>, wholeBecause reason: String? = nil,
    into sink: inout DiagnosticSink
  ) -> Placed<Int>? {
    guard case .scalar(let text, _) = node.value, let notation = NumberNotation(text) else {
      sink.report(wrongNumber(node, name, range))
      return nil
    }
    guard notation == .whole else {
      sink.report(findings.notWhole(name, text, at: node.range, because: reason))
      return nil
    }
    guard let value = Int(text), range.contains(value) else {
      sink.report(findings.outOfRange(name, text, range, at: node.range))
      return nil
    }
    return Placed(value, range: node.range)
  }

  /// Reads `true` or `false`, with quotes or without.
  public func boolean(_ node: YAMLNode, called name: String, into sink: inout DiagnosticSink) -> Placed<Bool>? {
    switch node.value {
    case .scalar("true", _): return Placed(true, range: node.range)
    case .scalar("false", _): return Placed(false, range: node.range)
    default:
      sink.report(
        findings.wrongType(
          name, expected: "`true` or `false`", found: node, help: "write \(meant(by: node))"))
      return nil
    }
  }

  /// The value meant by other spellings that programs and people use for the two.
  private func meant(by node: YAMLNode) -> String {
    guard case .scalar(let text, _) = node.value, let value = Self.boolean(meantBy: text) else {
      return "true or false"
    }
    return value ? "true" : "false"
  }

  static func boolean(meantBy text: String) -> Bool? {
    switch text.utf8.count > 5 ? "" : text.lowercased() {
    case "true", "yes", "on", "y", "1": true
    case "false", "no", "off", "n", "0": false
    default: nil
    }
  }

  /// Reads one of a closed set of words.
  public func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable & Hashable>(
    _ node: YAMLNode, called name: String, of type: Choice.Type, into sink: inout DiagnosticSink
  ) -> Placed<Choice>? {
    let word = word(node, called: name, among: Choice.allCases.map(\.rawValue), into: &sink)
    return word.flatMap { word in Choice(rawValue: word.value).map { Placed($0, range: word.range) } }
  }

  /// Reads one of some words.
  ///
  /// - Parameter meant: the word for what other programs call it, in lower case; nil if it is none of these.
  public func word(
    _ node: YAMLNode, called name: String, among known: [String], meant: (String) -> String? = { _ in nil },
    into sink: inout DiagnosticSink
  ) -> Placed<String>? {
    guard let text = string(node, called: name, into: &sink) else { return nil }
    guard known.contains(text.value) else {
      // Changing the case of a letter with thousands of marks takes seconds.
      let meant = text.value.utf8.count > 100 ? nil : meant(text.value.lowercased())
      sink.report(findings.unknownValue(name, text.value, known: known, meant: meant, at: node.range))
      return nil
    }
    return Placed(text.value, range: node.range)
  }

  /// Reads the items of a list.
  public func list(_ node: YAMLNode, called name: String, into sink: inout DiagnosticSink) -> [YAMLNode]? {
    guard case .sequence(let items) = node.value else {
      var help: String?
      if case .scalar(let text, _) = node.value, !text.isEmpty { help = "write a list with one item as `[\(text)]`" }
      sink.report(findings.wrongType(name, expected: "a list", found: node, help: help))
      return nil
    }
    return items
  }

  /// Reads the items of a list of texts; other items are reported and omitted.
  public func strings(_ node: YAMLNode, called name: String, into sink: inout DiagnosticSink) -> [Placed<String>]? {
    guard let items = list(node, called: name, into: &sink) else { return nil }
    return items.compactMap { item in
      guard case .scalar(let text, _) = item.value, !item.isNothing else {
        sink.report(
          findings.wrongType(
            name, expected: "a list of texts", found: item,
            help: isFollowedByComment(item)
              ? "`#` begins a comment: put a text that begins with it between quotes"
              : "write each item as one text: [one, two]"))
        return nil
      }
      return Placed(text, range: item.range)
    }
  }

  private func isFollowedByComment(_ item: YAMLNode) -> Bool {
    item.isNothing
      && source.bytes[item.range.upper..<source.line(at: item.range.upper).upper].first { $0 != 0x20 }
        == UInt8(ascii: "#")
  }

  /// Reads the entries of a mapping by key.
  public func mapping(
    _ node: YAMLNode, called name: String, into sink: inout DiagnosticSink
  ) -> YAMLMappingReader? {
    if let recorder { return YAMLMappingReader(recordingInto: recorder, values: self) }
    guard case .mapping(let entries) = node.value else {
      sink.report(
        findings.wrongType(name, expected: "a mapping of keys to values", found: node, help: keysAndValues(node)))
      return nil
    }
    return YAMLMappingReader(entries, range: node.range, values: self)
  }

  /// Advice on how to write a text that was meant as keys and values.
  private func keysAndValues(_ node: YAMLNode) -> String {
    let general = "write a key, a colon, a space and a value, such as `title: Saturn`"
    guard case .scalar = node.value else { return general }
    let line = source.text(in: source.line(at: node.range.lower)).trimmed
    guard line.utf8.count <= 100 else { return general }
    if let mended = withSpaceBehindColon(line) { return "write \(mended), with a space after the colon" }
    if let sign = line.firstRange(of: "=") {
      return "write \(line[..<sign.lowerBound].trimmed): \(line[sign.upperBound...].trimmed), with a colon for the ="
    }
    return general
  }

  private func wrongNumber(_ node: YAMLNode, _ name: String, _ range: ClosedRange<Int>) -> Diagnostic {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .scalar(let text, _) = node.value else {
      return findings.wrongType(
        name, expected: expected, found: node, help: "write a whole number, such as \(lengthExample(of: range))")
    }
    let help = numberAdvice(text, for: name, in: range)
    return findings.wrongType(name, expected: expected, found: node, help: help)
  }
}

extension YAMLNode {
  /// Returns whether the node is a word, with quotes or without: it means the same in both.
  public func isWord(_ word: String) -> Bool {
    guard case .scalar(let text, _) = value else { return false }
    return text == word
  }

  /// True for a key with an empty value, `~` or `null`.
  public var isNothing: Bool {
    guard case .scalar(let text, isPlain: true) = value else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }
}
