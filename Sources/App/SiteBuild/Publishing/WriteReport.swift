public import Diagnostics
import Glibc
import Pages

/// Writes a report into a folder, which is created if necessary: `index.html`, and `changes.svg`, a picture of the
/// first of its shelves. Other files there are not changed, including files of these names that are not reports.
public func write(_ report: ReportFiles, to place: OutputPlace) throws(Diagnostic) {
  var files = [(name: VisualReport.pageName, bytes: report.report.page(), mark: VisualReport.pageMark)]
  if let pair = report.picture { files.append(("changes.svg", picture(of: pair), pictureMark)) }
  let folder = try place.open()
  do {
    for file in files {
      guard let status = try folder.status(of: file.name) else { continue }
      guard try folder.holdsReport(file.name, mark: file.mark) else {
        throw Diagnostic.reportForeignFile(place.shownAs + "/" + file.name, status.kind)
      }
    }
    for file in files { _ = try folder.replaceFile(file.name, with: file.bytes) }
  } catch let error as SystemError {
    throw .outputUnwritable(place.shownAs, error, bytesNeeded: files.reduce(0) { $0 + $1.bytes.count })
  } catch let error as Diagnostic {
    throw error
  } catch {}
}
