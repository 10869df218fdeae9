public import Diagnostics
import Drawings
import Glibc
import ReportView

/// Writes a report into a folder, which is created if necessary: `index.html`, and `changes.svg`, a picture of the
/// first of its shelves. Other files there are not changed, including files of these names that are not reports.
///
/// - Parameter path: of which no part is a symbolic link: the folder may be in a work tree that strangers write to.
public func write(_ report: ReportFiles, toFolder path: String) throws(Diagnostic) {
  var files = [(name: "index.html", bytes: report.report.page(), mark: VisualReport.pageMark)]
  if let pair = report.picture { files.append(("changes.svg", picture(of: pair), pictureMark)) }
  var isLinked = false
  do {
    let folder = try FileDescriptor.folder(at: path, followsLinks: false, isLinked: &isLinked)
    for file in files {
      guard let status = try folder.status(of: file.name) else { continue }
      guard status.kind == .regularFile,
        try folder.openFile(file.name).beginning(limit: 1 << 14).contains(file.mark.utf8)
      else { throw Diagnostic.reportForeignFile(path + "/" + file.name, status.kind) }
    }
    for file in files { _ = try folder.replaceFile(file.name, with: file.bytes) }
  } catch let error as SystemError {
    if isLinked { throw .reportLinked(path, leadsTo: resolvedFolder(path)) }
    throw .outputUnwritable(path, error, bytesNeeded: files.reduce(0) { $0 + $1.bytes.count })
  } catch let error as Diagnostic {
    throw error
  } catch {}
}
