public import Diagnostics

/// The reasons not to publish an SVG image: everything that no list allows, such as scripts, entities, and external
/// files; and more content than a browser can show quickly.
///
/// Pages show images with `<img>`, in which browsers run and load nothing. But a reader who opens the file itself opens
/// a document of the site. Colours, shapes, text, animations, embedded raster images and references within the file are
/// allowed.
///
/// - Returns: findings at their ranges in the source, at most 20; none for an acceptable image.
/// - Complexity: O(bytes).
public func inspectSVG(_ source: SourceText) -> [Diagnostic] {
  if let encoding = foreignEncoding(of: source.bytes) { return [.unsafeSVG(encoding, in: source)] }
  if let excess = SVGLimits.excess(of: source.bytes) { return [.unsafeSVG(excess, in: source)] }
  let collector = XMLFaultCollector()
  guard let findings = svgFindings(source.bytes, collecting: collector) else {
    return [.unsafeSVG(.notWellFormed(.cannotParse, in: source), in: source)]
  }
  if !findings.isEmpty { return findings.map { .unsafeSVG($0, in: source) } }
  return collector.faults.first.map { [.unsafeSVG(.notWellFormed($0, in: source), in: source)] } ?? []
}

/// One thing in an SVG image that must not be there.
struct SVGFinding: Equatable {
  let message: String
  let help: String
  let range: SourceRange

  /// libxml2 reports only the line.
  static func notWellFormed(_ fault: XMLFault, in source: SourceText) -> SVGFinding {
    let line = source.offset(ofLine: max(1, fault.line))
    return SVGFinding(
      message: "it is not well-formed: \(fault.message)", help: "save it again", range: SourceRange(line, line + 1))
  }
}

/// Encodings other than UTF-8 are refused: programs support different ones, and so would see different content.
private func foreignEncoding(of bytes: [UInt8]) -> SVGFinding? {
  var encoding = "something else"
  var range = SourceRange(0, 1)
  if (try? UTF8Span(validating: bytes.span)) != nil {
    guard let end = bytes.firstIndex(of: UInt8(ascii: ">")), bytes.starts(with: "<?xml".utf8),
      case let declaration = String(decoding: bytes[..<end], as: UTF8.self).lowercased(),
      case let parts = declaration.split(whereSeparator: { "\"'= \t\r\n".contains($0) }),
      let place = parts.firstIndex(of: "encoding"), place + 1 < parts.endIndex
    else { return nil }
    encoding = String(parts[place + 1])
    range = SourceRange(0, end + 1)
    if encoding == "utf-8" || encoding == "us-ascii" { return nil }
  }
  return SVGFinding(message: "its text is not UTF-8 but \(encoding)", help: "save it as UTF-8", range: range)
}

extension Diagnostic {
  fileprivate static func unsafeSVG(_ finding: SVGFinding, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("image-unsafe"), "the image cannot be published: \(finding.message)", at: finding.range, in: source,
      help: finding.help)
  }
}
