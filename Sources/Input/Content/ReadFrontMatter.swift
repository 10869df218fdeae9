public import Diagnostics

/// The front matter of a file as it is written, to look up the places of values; nil if there is none or it cannot be
/// read. ``readCard(_:slots:into:)`` and ``readIndex(_:_:into:)`` report its faults.
public func readFrontMatter(_ source: SourceText) -> YAMLNode? {
  var sink = DiagnosticSink()
  guard let yaml = FrontMatter.find(in: source, into: &sink)?.yaml else { return nil }
  return readYAML(source, in: yaml, limits: .frontMatter, into: &sink)
}
