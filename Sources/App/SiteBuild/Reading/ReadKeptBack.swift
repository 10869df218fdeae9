public import Content
public import Diagnostics

/// Returns the files that a build with these options would not publish, by path; nil if the settings cannot be read.
/// The findings are those of reading.
public func readKeptBack(_ options: BuildOptions) async -> (keptBack: [KeptBack]?, diagnostics: [Diagnostic]) {
  var sink = DiagnosticSink()
  guard let context = BuildContext(options, into: &sink) else { return (nil, sink.diagnostics) }
  let sources = await SiteSources.read(context, into: &sink)
  return (sources?.library.keptBack, sink.diagnostics.sortedByPlace())
}
