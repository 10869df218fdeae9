public import Diagnostics

/// The data file that a shelf or section takes its cards from, as a path from the site's root; nil where it names none that
/// there is, which is reported.
///
/// Its path goes from the shelf's folder on and cannot lead out of `Content`.
///
/// - Parameter files: the files of the content.
public func dataFile(of index: IndexFile, among files: [String], into sink: inout DiagnosticSink) -> String? {
  guard let written = index.cards else { return nil }
  guard !written.text.hasPrefix("/"), isDataFile(written.text),
    let path = ContentPath.resolve(written.text, from: index.folder)
  else {
    sink.report(.dataFileUnsuitable(written, in: index.source))
    return nil
  }
  guard let place = files.firstIndex(of: path) else {
    sink.report(.dataFileMissing(written, in: index.source, known: files.filter(isDataFile)))
    return nil
  }
  return files[place]
}
