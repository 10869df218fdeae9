import Diagnostics
import SiteValidation

/// A file to publish.
struct OutputFile: Sendable {
  let path: RelativePath
  let content: SiteFile
  /// The name in the staging folder: digits. Empty until the file is staged.
  var stagedName = ""
  /// The `contentHash` of the content, once it was read.
  var hash = ""
  /// True if nothing had its path before.
  var isNew = false

  /// Creates the value; nil if the file's path is not inside the output folder.
  init?(_ content: SiteFile) {
    guard let path = RelativePath(content.path) else { return nil }
    self.path = path
    self.content = content
  }

  /// The rank of a file. Files of a lower rank are in place before those of a higher one, and outlive them.
  enum Rank: Int, CaseIterable {
    /// Files that pages need: style sheets, fonts, images.
    case asset
    case data
    case page
  }

  static func rank(of path: RelativePath) -> Rank {
    let name = path.bytes
    if name.suffix(5).elementsEqual(".html".utf8) { return .page }
    if name.suffix(5).elementsEqual(".json".utf8) { return .data }
    return .asset
  }

  /// Texts, one of which is near the beginning of each file that builds write to a path; none for files whose names
  /// contain a hash of their bytes, since these never change.
  static func marks(of path: RelativePath) -> [String] {
    let name = path.bytes
    if name.suffix(5).elementsEqual(".html".utf8) {
      return [
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; ",
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'; style-src 'self'; ",
      ]
    }
    if name.elementsEqual(PictureRecord.path.utf8) { return ["{\"pictures\":["] }
    return name.suffix(5).elementsEqual(".json".utf8) ? ["{\"inputs\":{", ",\"shelves\":["] : []
  }

  /// The greatest number of names in a path; content has a separate, lower limit.
  static let mostNames = 32

  /// The reason why no file can be published at a path; nil if one can.
  static func fault(of path: RelativePath) -> String? {
    if path.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "it contains a control character" }
    if path.bytes.starts(with: OutputFolder.reservedPrefix.utf8) { return "names that begin like this are reserved" }
    let names = path.bytes.split(separator: 0x2F)
    if names.contains(where: { $0.count > 255 }) { return "a name exceeds 255 bytes" }
    // Each folder costs several system calls for each file below it that is looked up.
    if names.count > mostNames { return "it has more than \(mostNames) names" }
    return nil
  }

  /// The files in ascending order of their bytes, each path once and none below another.
  static func validated(_ files: [SiteFile]) throws(Diagnostic) -> [OutputFile] {
    var paths: Set<RelativePath> = []
    var result: [OutputFile] = []
    for file in files {
      let text = file.path
      guard let file = OutputFile(file) else {
        throw .outputPathInvalid(text, because: "it is not a path inside the output folder")
      }
      if let fault = fault(of: file.path) { throw .outputPathInvalid(text, because: fault) }
      if !paths.insert(file.path).inserted { throw .outputPathInvalid(text, because: "two files have it") }
      result.append(file)
    }
    for file in result {
      if let folder = file.path.ancestors.first(where: paths.contains) {
        throw .outputPathInvalid(folder.text, because: "\(file.path.text) needs a folder of this name")
      }
    }
    return result.sorted { $0.path < $1.path }
  }
}
