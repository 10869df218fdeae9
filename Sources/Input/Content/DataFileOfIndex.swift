public import Diagnostics

/// The data file from which a shelf or section takes its cards, as a path from the site's root; nil if the file does
/// not exist, which is reported.
///
/// The path is relative to the shelf's folder and cannot leave `Content`.
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
