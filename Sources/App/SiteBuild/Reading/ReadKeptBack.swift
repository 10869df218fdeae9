public import Diagnostics
public import Content

/// What a build with these options would not publish, by path; nil if the settings cannot be read. The findings are those
/// of reading.
public func readKeptBack(_ options: BuildOptions) async -> (keptBack: [KeptBack]?, diagnostics: [Diagnostic]) {
  var sink = DiagnosticSink()
  let sources = await SiteSources.read(options, into: &sink)
  return (sources?.library.keptBack, sink.diagnostics.sortedByPlace())
}
