import Diagnostics

extension Diagnostic {
  /// The same finding where the line of the page that it is about stands in a template, as nobody wrote the page; the
  /// finding itself where the line was made of values, or stands in several places.
  func placed(inTemplates templates: [SourceText]) -> Diagnostic {
    guard let position, let excerpt, excerpt.offset == position.column - 1, path.hasSuffix(".html"),
      excerpt.line.contains(where: { !$0.isWhitespace })
    else { return self }
    var found: (source: SourceText, line: SourceRange)?
    for source in templates {
      var offset = 0
      while offset < source.bytes.count {
        let line = source.line(at: offset)
        if source.text(in: line).prefix(excerpt.line.count + 1) == excerpt.line {
          guard found == nil else { return self }
          found = (source, line)
        }
        offset = line.upper + 1
      }
    }
    guard let found else { return self }
    let start = found.line.lower + excerpt.line.prefix(excerpt.offset).utf8.count
    let length = excerpt.line.dropFirst(excerpt.offset).prefix(excerpt.length).utf8.count
    return Diagnostic(
      severity, rule, message, at: SourceRange(start, start + length), in: found.source, help: help)
  }
}

/// The findings without those that only say that the grammar has no place for what another finding refuses.
func withoutEchoes(_ findings: [Diagnostic]) -> [Diagnostic] {
  struct Place: Hashable {
    let path: String
    let position: SourcePosition?
  }
  let refused = Set(
    findings.filter { $0.rule.name == "page-script" }.map { Place(path: $0.path, position: $0.position) })
  return findings.filter {
    $0.rule.name != "page-markup" || !refused.contains(Place(path: $0.path, position: $0.position))
  }
}
