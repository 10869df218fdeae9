public import Diagnostics
public import LayoutReport

/// Writes a report into a folder, which is made where there is none: `index.html`, and `changes.svg`, a picture of the first
/// of its shelves. Other files there are left alone.
public func write(_ report: VisualReport, toFolder path: String) throws(Diagnostic) {
  var files = [("index.html", report.page())]
  if let first = report.pairs.first { files.append(("changes.svg", picture(of: first))) }
  do throws(SystemError) {
    let folder = try FileDescriptor(makingFolderAt: path)
    for (name, bytes) in files { _ = try folder.replaceFile(name, with: bytes) }
  } catch {
    throw .outputUnwritable(path, error, bytesNeeded: files.reduce(0) { $0 + $1.1.count })
  }
}
