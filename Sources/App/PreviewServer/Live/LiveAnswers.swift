import SiteBuild
import SiteValidation

/// Answers requests from the last build.
///
/// The server answers with the files of that build by their paths, and with updates for pages, below a path that cannot
/// be guessed. No request reads from a disk.
struct LiveAnswers: Sendable {
  let state: PreviewState
  /// A secret of this run.
  let token: String

  private var folder: String { "/__cardshelf-\(token)/" }

  func answer(_ request: Request) -> Response {
    guard isFromHere(request) else { return Response(.forbidden) }
    guard [.get, .head].contains(request.method) else {
      return Response(.methodNotAllowed, headers: [Response.ResponseHeader("Allow", "GET, HEAD")])
    }
    switch request.path {
    case folder + "live.js": return .content(Array(liveScript.utf8), type: "text/javascript; charset=utf-8")
    case folder + "events":
      return Response(
        .ok, headers: [Response.ResponseHeader("Content-Type", "text/event-stream")], body: .stream(state.events()))
    default: return file(request.path)
    }
  }

  private func file(_ target: String) -> Response {
    guard let (file, generation) = state.file(forTarget: target) else {
      guard state.snapshot != nil else {
        return page(standInPage("This site could not be built yet.", script: script))
      }
      // The page includes the script, so that a page that is created later appears by itself.
      guard target.hasSuffix("/") || target.hasSuffix(".html") else { return Response(.notFound) }
      return page(standInPage("There is no page at this address.", script: script), status: .notFound)
    }
    guard file.path.hasSuffix(".html") else { return .content(file.bytes, type: mediaType(ofFile: file.path)) }
    return page(
      livePage(
        file.bytes, script: script, generation: generation, comparison: comparison(ofPageAt: target)))
  }

  /// The path of the compare page of a page; nil if there is none.
  ///
  /// - Parameter target: the path of a URL, percent-encoded.
  private func comparison(ofPageAt target: String) -> String? {
    let path = "/compare" + target
    guard target.hasSuffix("/") || target.hasSuffix(".html"), !target.hasPrefix("/compare/") else { return nil }
    return state.file(forTarget: path) == nil ? nil : path
  }

  private var script: String { folder + "live.js" }

  private func page(_ bytes: [UInt8], status: Response.Status = .ok) -> Response {
    Response(
      status, headers: [Response.ResponseHeader("Content-Type", "text/html; charset=utf-8")], body: .bytes(bytes))
  }

  /// Returns whether the request was sent by a page of this server, or by a person who follows a link to it (Fetch
  /// Metadata, W3C).
  private func isFromHere(_ request: Request) -> Bool {
    if let origin = request.header("Origin"), origin != "http://" + (request.header("Host") ?? "") { return false }
    switch request.header("Sec-Fetch-Site") {
    case nil, "same-origin", "none": return true
    default:
      return request.header("Sec-Fetch-Mode") == "navigate" && request.header("Sec-Fetch-Dest") == "document"
        && !request.path.hasPrefix(folder)
    }
  }
}
