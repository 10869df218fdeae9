public import Diagnostics
public import YAMLEvents

/// The front matter of a file as it is written, for those who ask where a value stands; nil where it has none that can be
/// read. What is wrong with it is for ``readCard(_:into:)`` and ``readIndex(_:into:)`` to tell.
public func readFrontMatter(_ source: SourceText) -> YAMLNode? {
  var sink = DiagnosticSink()
  guard let yaml = FrontMatter.find(in: source, into: &sink)?.yaml else { return nil }
  return readYAML(source, in: yaml, limits: .frontMatter, into: &sink)
}
