import Diagnostics

/// All messages about the YAML of one file.
struct YAMLFindings: Sendable {
  let source: SourceText
  /// The effect on the run: broken front matter is a finding; with broken settings nothing can run.
  let fault: Diagnostic.Fault

  private func error(_ rule: String, _ message: String, at range: SourceRange, help: String? = nil) -> Diagnostic {
    Diagnostic(.error, Diagnostic.Rule(rule, fault: fault), message, at: range, in: source, help: help)
  }

  private func line(of offset: Int) -> Int { source.position(at: offset).line }
}

// MARK: - The document

extension YAMLFindings {
  func notUTF8(at range: SourceRange) -> Diagnostic {
    let byte = range.lower < source.bytes.count ? String(source.bytes[range.lower], radix: 16, uppercase: true) : "?"
    return error(
      "yaml-not-utf8", "byte \(range.lower) of the file, 0x\(byte), is not UTF-8", at: range,
      help: "save the file as UTF-8")
  }

  func syntax(_ failure: YAMLSyntaxError) -> Diagnostic {
    let advice = SyntaxAdvice(failure, in: source)
    return error("yaml-syntax", "not YAML: \(advice.problem)", at: advice.range, help: advice.help)
  }

  func noSpaceBehindColon(_ key: String, at range: SourceRange) -> Diagnostic {
    error(
      "yaml-syntax", "not YAML: there is no space after the colon", at: range,
      help: "write \(withSpaceBehindColon(key) ?? "a space behind the colon")")
  }

  func tooLarge(_ limit: Int, at offset: Int) -> Diagnostic {
    error(
      "yaml-too-large", "more than \(limit) bytes of YAML", at: SourceRange(offset, offset + 1),
      help: "check the end of the YAML; put long text below it")
  }

  func tooManyKeys(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      "yaml-too-many-keys", "more than \(limit) keys", at: range, help: "the limit is \(limit) keys in one document")
  }

  func tooDeep(_ limit: Int, at offset: Int) -> Diagnostic {
    error(
      "yaml-too-deep", "nested more than \(limit) levels deep", at: SourceRange(offset, offset + 1),
      help: "lists and mappings can be nested \(limit) levels deep, including the outermost")
  }

  func tooManyErrors(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      "yaml-too-many-errors", "more than \(limit) errors; the rest was not read", at: range,
      help: "fix the errors above first")
  }

  func alias(_ anchor: String, at range: SourceRange) -> Diagnostic {
    error(
      "yaml-alias", "no value before has the anchor \(quoted("&" + anchor))", at: range,
      help: "put the anchor before that value, or a text that begins with `*` between quotes")
  }

  func tooManyCopies(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      "yaml-alias", "the aliases stand for more than \(limit) values", at: range,
      help: "write the values that you need where you need them")
  }

  func tag(at range: SourceRange) -> Diagnostic {
    error(
      "yaml-tag", "only the tags of YAML itself are supported, such as !!str", at: range,
      help: "remove the tag; put a text that begins with `!` between quotes")
  }

  func mergeKey(at range: SourceRange) -> Diagnostic {
    error(
      "yaml-merge-key", "a merge key adds the keys of a mapping, and this is none", at: range,
      help: "write an alias behind it, such as <<: *defaults")
  }

  func keyNotScalar(at range: SourceRange) -> Diagnostic {
    error(
      "yaml-key-not-scalar", "a key must be a text", at: range,
      help: "put a text that begins with `{` or `[` between quotes; lists and mappings cannot be keys")
  }

  func duplicateKey(_ key: String, at range: SourceRange, first: SourceRange) -> Diagnostic {
    error(
      "yaml-duplicate-key", "\(quoted(key)) is already set on line \(line(of: first.lower))", at: range,
      help: "keep one of the two")
  }

  func secondDocument(at range: SourceRange) -> Diagnostic {
    error(
      "yaml-multiple-documents", "a second YAML document begins here", at: range,
      help: "remove the line; the file is a single document and needs no line --- at its end")
  }

  func controlCharacter(_ value: UInt32, at range: SourceRange) -> Diagnostic {
    error(
      "yaml-control-character", "the text contains the control character U+\(hexadecimal(value))", at: range,
      help: "remove it; pages cannot show it")
  }
}

// MARK: - Values

extension YAMLFindings {
  /// - Parameter candidates: the valid keys that can have a value such as the entry's.
  func unknownKey(
    _ entry: YAMLEntry, known: Set<String>, meantBy candidates: Set<String>, orElse advice: String?
  ) -> Diagnostic {
    let candidates = candidates.sorted()
    let meant = keyElsewhereCalled(entry.key, among: candidates) ?? nearest(to: entry.key, among: candidates)
    let guess = meant.map { "; did you mean `\($0)`?" } ?? ""
    let help =
      (known.isEmpty ? "no keys are allowed here" : "known keys: \(known.sorted().joined(separator: ", "))")
      + (meant == nil ? advice.map { "; \($0)" } ?? "" : "")
    return error("unknown-key", "unknown key \(quoted(entry.key))\(guess)", at: entry.keyRange, help: help)
  }

  func missing(_ key: String, at range: SourceRange, help: String?) -> Diagnostic {
    error("missing-key", "`\(key)` is missing", at: range, help: help)
  }

  func wrongType(_ name: String, expected: String, found node: YAMLNode, help: String? = nil) -> Diagnostic {
    error("wrong-type", "`\(name)` must be \(expected), not \(described(node))", at: node.range, help: help)
  }

  func outOfRange(_ name: String, _ text: String, _ range: ClosedRange<Int>, at place: SourceRange) -> Diagnostic {
    error(
      "out-of-range",
      "`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))",
      at: place,
      help: text.hasPrefix("-") || Int(text).map { $0 < range.lowerBound } == true
        ? "write \(range.lowerBound) or more" : "write \(range.upperBound) or less")
  }

  func notWhole(_ name: String, _ text: String, at place: SourceRange, because reason: String?) -> Diagnostic {
    error(
      "not-whole", "`\(name)` must be a whole number, not \(quoted(text))", at: place,
      help: reason ?? "write \(text.prefix { $0 != "." }), without a fraction")
  }

  func unknownValue(_ name: String, _ text: String, known: [String], meant: String? = nil, at place: SourceRange)
    -> Diagnostic
  {
    let meant = meant ?? valueElsewhereCalled(text, among: known) ?? nearest(to: text, among: known)
    let guess = meant.map { "; did you mean `\($0)`?" } ?? ""
    return error(
      "unknown-value", "`\(name)` cannot be \(quoted(text))\(guess)", at: place,
      help: "one of: \(known.joined(separator: ", "))")
  }

  private func described(_ node: YAMLNode) -> String {
    switch node.value {
    case .scalar(let text, let isPlain): isPlain && text.isEmpty ? "empty" : quoted(text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The text as it is shown in a message, at most 40 characters long.
  private func quoted(_ text: String) -> String {
    let shown = text.prefix(40)
    return "`\(shown)\(shown.endIndex < text.endIndex ? "…" : "")`"
  }

  private func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
