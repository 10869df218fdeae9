public import Diagnostics

/// Reads the YAML in a part of a file: front matter, or the whole of a settings file.
///
/// The document is read with libyaml's event parser (YAML 1.1), or without it where the meaning is plain. Aliases and
/// merge keys stand for the values of anchors, up to a limit. Tags that are not of YAML itself are errors, and so are
/// duplicate keys, keys that are not scalars and a second document. A byte order mark at the start of the file is skipped. An empty document
/// is an empty mapping.
///
/// - Parameter range: Byte offsets in the file, to which all ranges of the result refer.
/// - Parameter fault: The effect of the file's errors on the run.
/// - Returns: nil after an error that leaves no value: bad syntax, bytes that are not UTF-8, or an exceeded limit.
///   After any other error, the document without the faulty parts.
/// - Complexity: O(bytes), whatever the content; limits bound the depth.
public func readYAML(
  _ source: SourceText, in range: SourceRange, limits: YAMLLimits, fault: Diagnostic.Fault = .finding,
  into sink: inout DiagnosticSink
) -> YAMLNode? {
  let reading = YAMLReading(ofYAML: source, in: range, limits: limits, fault: fault)
  for finding in reading.findings { sink.report(finding.diagnostic) }
  return reading.document
}

extension YAMLReading {
  /// See ``readYAML(_:in:limits:fault:into:)``.
  init(ofYAML source: SourceText, in range: SourceRange, limits: YAMLLimits, fault: Diagnostic.Fault = .finding) {
    let findings = YAMLFindings(source: source, fault: fault)
    let part = withoutByteOrderMark(range, of: source)
    let limit = max(0, limits.bytes)
    if part.count > limit {
      self.init(findings.tooLarge(limit, at: part.lowerBound + limit))
    } else if let bad = firstBytesNotUTF8(in: source.bytes[part]) {
      self.init(findings.notUTF8(at: bad))
    } else if let plain = PlainMapping.read(source, in: part, limits: limits, fault: fault) {
      self.init(document: plain)
    } else {
      self = readEvents(of: source, in: part, findings: findings, limits: limits)
      // Other readers take `[a,,b]` for two items.
      if document == nil, let other = source.withoutEmptyItems(in: part) {
        let reading = readEvents(
          of: other, in: part, findings: YAMLFindings(source: other, fault: fault), limits: limits)
        if reading.document != nil { self = reading }
      }
    }
  }

  /// Checks values that were not written as YAML, such as those of a row of a table, like the values of a document.
  ///
  /// - Complexity: O(bytes)
  init(checking document: YAMLNode, of source: SourceText, limits: YAMLLimits) {
    let findings = YAMLFindings(source: source, fault: .finding)
    let start = document.range.lower
    guard document.range.upper - start <= limits.bytes else {
      self.init(findings.tooLarge(limits.bytes, at: start + limits.bytes))
      return
    }
    var builder = YAMLTreeBuilder(findings: findings, limits: limits, start: start)
    builder.take(document)
    self = builder.reading
  }

  /// A document that could not be read.
  init(_ error: Diagnostic) { self.init(findings: [Finding(key: nil, diagnostic: error)]) }
}

/// Reads a part of a file, valid UTF-8, with libyaml.
func readEvents(
  of source: SourceText, in part: Range<Int>, findings: YAMLFindings, limits: YAMLLimits
) -> YAMLReading {
  var builder = YAMLTreeBuilder(findings: findings, limits: limits, start: part.lowerBound)
  var parser = YAMLEventParser(source.bytes[part], base: part.lowerBound)
  do {
    while !builder.isDone { builder.take(try parser.next()) }
  } catch {
    builder.fail(error)
  }
  return builder.reading
}

/// The indices of a part of the file, clamped to the file, without a byte order mark.
private func withoutByteOrderMark(_ range: SourceRange, of source: SourceText) -> Range<Int> {
  let lower = min(max(range.lower, 0), source.bytes.count)
  let upper = min(max(range.upper, lower), source.bytes.count)
  let hasMark = lower == 0 && source.bytes[..<upper].starts(with: [0xEF, 0xBB, 0xBF])
  return (hasMark ? 3 : lower)..<upper
}

private func firstBytesNotUTF8(in bytes: ArraySlice<UInt8>) -> SourceRange? {
  do {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    let lower = bytes.startIndex + error.byteOffsets.lowerBound
    return SourceRange(lower, lower + max(1, error.byteOffsets.count))
  }
}
