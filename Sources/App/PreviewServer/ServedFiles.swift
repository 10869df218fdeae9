public import Diagnostics
import Glibc
import SiteBuild

/// The served files of an output folder, by the URL paths of requests.
///
/// A request's path is looked up and never joined to that of a folder, so it cannot lead outside.
public struct ServedFiles: Sendable {
  public let count: Int
  private let tree: FileTree
  private let folder: String
  private let files: ServedPaths

  /// - Parameter output: a folder that a build wrote.
  public init(output: String) throws(Diagnostic) {
    guard let resolved = unsafe realpath(output, nil) else { throw .outputMissing(output) }
    defer { unsafe free(resolved) }
    let path = unsafe String(cString: resolved)
    guard let slash = path.lastIndex(of: "/"), path.utf8.count > 1 else { throw .outputMissing(output) }
    let tree = FileTree(root: slash == path.startIndex ? "/" : String(path[..<slash]))
    let folder = String(path[path.index(after: slash)...])
    let listing = tree.listing(of: folder)
    if let diagnostic = listing.diagnostics.first { throw diagnostic }
    self.init(tree: tree, folder: folder, paths: listing.files.map { String($0.dropFirst(folder.count + 1)) })
  }

  /// - Parameter paths: the paths relative to the folder.
  init(tree: FileTree, folder: String, paths: [String]) {
    self.tree = tree
    self.folder = folder
    count = paths.count
    files = ServedPaths(paths)
  }

  /// The file that a request refers to.
  ///
  /// - Parameter target: the path of a URL, percent-encoded.
  func file(forTarget target: String) -> String? { files.path(forTarget: target) }

  /// - Parameter path: the path relative to the folder. Built files may be larger than the limit for sources.
  public func bytes(ofFile path: String) throws(Diagnostic) -> [UInt8] {
    try tree.readFile(folder + "/" + path, limit: 1 << 30)
  }

  /// The answer to a request for a file.
  ///
  /// A file is read as a whole, so that an answer never mixes the old and the new content of a file.
  public func response(to request: Request) -> Response {
    guard [.get, .head].contains(request.method) else {
      return Response(.methodNotAllowed, headers: [Response.ResponseHeader("Allow", "GET, HEAD")])
    }
    guard let path = file(forTarget: request.path), let bytes = try? bytes(ofFile: path) else {
      return Response(.notFound)
    }
    return .content(bytes, type: mediaType(ofFile: path))
  }

  /// Returns whether the folder has a file under a path relative to it.
  public func contains(_ path: String) -> Bool { files.contains(path) }
}

/// The files to which URL paths refer.
public struct ServedPaths: Sendable {
  /// The files keyed by the bytes of a decoded path, because two spellings of `é` are two files.
  private let files: [[UInt8]: String]

  /// - Parameter paths: the paths relative to the served folder.
  public init(_ paths: [String]) {
    var files: [[UInt8]: String] = [:]
    for path in paths {
      files[Array(("/" + path).utf8)] = path
      if path == "index.html" {
        files[Array("/".utf8)] = path
      } else if path.hasSuffix("/index.html") {
        files[Array(("/" + path.dropLast("index.html".count)).utf8)] = path
      }
    }
    self.files = files
  }

  /// - Parameter target: the path of a URL, percent-encoded.
  public func path(forTarget target: String) -> String? { percentDecoded(target.utf8).flatMap { files[$0] } }

  func contains(_ path: String) -> Bool { files[Array(("/" + path).utf8)] != nil }
}

/// The media type of a file, by its name.
public func mediaType(ofFile path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
  return switch name[name.index(after: dot)...].lowercased() {
  case "html": "text/html; charset=utf-8"
  case "css": "text/css; charset=utf-8"
  case "js": "text/javascript; charset=utf-8"
  case "json": "application/json"
  case "xml": "application/xml"
  case "txt": "text/plain; charset=utf-8"
  case "svg": "image/svg+xml"
  case "png": "image/png"
  case "jpg", "jpeg": "image/jpeg"
  case "gif": "image/gif"
  case "webp": "image/webp"
  case "avif": "image/avif"
  case "ico": "image/vnd.microsoft.icon"
  case "woff2": "font/woff2"
  default: "application/octet-stream"
  }
}
