public import Diagnostics
import Images

/// Writes a picture completely or not at all, and replaces a file of the same name. The folder must exist.
///
/// - Parameter path: the path of the file; no component may be a symbolic link, since they may be in a work tree to
///   which strangers write.
/// - Throws: a finding.
public func writePicture(_ bytes: [UInt8], toFile path: String) throws(Diagnostic) {
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
  let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
  var isLinked = false
  do throws(SystemError) {
    let opened = try FileDescriptor.folder(at: folder, makesMissing: false, followsLinks: false, isLinked: &isLinked)
    _ = try opened.replaceFile(name, with: bytes)
  } catch {
    if isLinked { throw .reportLinked(folder, leadsTo: resolvedFolder(folder)) }
    throw .outputUnwritable(path, error)
  }
}

// The request and its result.
extension Diagnostic {
  static func unknownPage(_ name: String, known: [String]) -> Diagnostic {
    let near = nearest(to: name, among: known) ?? nearest(to: name + "/index.html", among: known)
    return Diagnostic(
      .error, Rule("page-unknown", fault: .cannotRun), "the site has no page called \(name)", path: name,
      help: near.map { "did you mean \($0)?" } ?? "there are \(listed(known))")
  }

  static func unknownShelf(_ id: String, on page: String, known: [String]) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-shelf-unknown"), "\(page) has no shelf and no card called \(id)", path: page,
      help: nearest(to: id, among: known).map { "did you mean \($0)?" } ?? "its shelves are \(listed(known))")
  }

  static func unknownCard(_ id: String, on shelf: String, known: [String]) -> Diagnostic {
    Diagnostic(
      .error, Rule("card-unknown"), "the shelf \(shelf) has no card called \(id)", path: id,
      help: nearest(to: id, among: known).map { "did you mean \($0)?" } ?? "its cards are \(listed(known))")
  }

  /// A list of the first names, because a site may have thousands.
  private static func listed(_ names: [String]) -> String {
    names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and \(names.count - 12) more" : "")
  }

  static func pictureEmpty(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-empty"), "there is no card to draw", path: subject,
      help: "name a page or shelf with cards; drafts need --drafts")
  }

  static func pictureTooLarge(_ subject: String, _ size: DrawingRequest) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-too-large"), "the picture would have \(size.width) × \(size.height) pixels", path: subject,
      help:
        "a PNG has at most \(DrawingRequest.mostSide) pixels a side and \(DrawingRequest.mostPixels / 1_000_000) million "
        + "in all: draw one shelf, use a smaller --scale, or write .svg")
  }

  /// - Parameter refusal: nil if the drawing process crashed.
  static func pictureUndrawn(_ subject: String, _ refusal: PictureAnswer.Refusal?) -> Diagnostic {
    let reason: String =
      switch refusal {
      case .libraryMissing: "libvips is not installed"
      case .libraryUnusable(let message): "libvips cannot start: \(message)"
      case .undecodable(let message), .unencodable(_, let message): message
      case .otherSize, nil: "the drawing process ended unexpectedly"
      }
    return Diagnostic(
      .error, Rule("picture-undrawn", fault: .cannotRun), "cannot draw the PNG: \(reason)", path: subject,
      help: "a PNG needs libvips and librsvg, in Debian and Ubuntu the packages libvips42 and librsvg2-common; an SVG "
        + "needs neither")
  }
}
