import Glibc
import NIOCore
import NIOEmbedded
import NIOHTTP1
import SiteValidation
import TestSupport

@testable import LivePreview
@testable import PreviewServer
@testable import SiteBuild

/// Answers the requests of a connection.
func answerRequests(_ bytes: [UInt8]) {
  let channel = EmbeddedChannel()
  defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
  var failure: (any Error)?
  do {
    try channel.pipeline.syncOperations.configureRequestReading()
    try channel.writeInbound(ByteBuffer(bytes: bytes))
  } catch {
    failure = error
  }
  // What is answered makes room for the next request.
  while true {
    var parts: [HTTPServerRequestPart] = []
    while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
      parts.append(part)
      if case .end = part { break }
    }
    let isLast: Bool
    switch arrival(of: parts, failure) {
    case .request(let head, let body):
      let response = response(to: head, body: body)
      isLast = !head.isKeepAlive
      send(response, to: head, isLast: isLast, on: channel)
    case .refused(let head, let status):
      isLast = true
      send(Response(status), to: head, isLast: isLast, on: channel)
    case .unreadable, nil: return
    }
    if isLast { return }
  }
}

private let port: UInt16 = 4173
private let token = "0123456789abcdef"
private let check = RequestHeadCheck(
  hosts: ["localhost", "shelf.example"], acceptsAddresses: true, port: port, bodyLimit: 64)

private func arrival(of parts: [HTTPServerRequestPart], _ failure: (any Error)?) -> Arrival? {
  let (stream, source) = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.makeTestingStream()
  for part in parts { source.yield(part) }
  source.finish(throwing: failure)
  return waiting {
    var requests = stream.makeAsyncIterator()
    do {
      return try await requests.nextRequest(check, headRead: {}, goOn: {})
    } catch {
      return nil
    }
  }
}

// MARK: Answers

private let files = [
  ("index.html", "<head>\n</head>\n"), ("a/index.html", "<p>"), ("a b/100%.svg", "<svg/>"), ("\u{E9}.css", "a{}"),
  ("e\u{301}.css", "b{}"), ("layout.json", "{}"),
].map { SiteFile(path: $0, bytes: Array($1.utf8)) }

private let answers: LiveAnswers = {
  let state = PreviewState()
  state.publish(PreviewSnapshot(generation: 1, files: files))
  return LiveAnswers(state: state, token: token)
}()

/// Beside the folder there are other files.
private let folder = "Tests/Golden"
private let names = Folder.project.names(in: folder)
private let served = ServedFiles(tree: FileTree(root: Folder.project.path), folder: folder, paths: names)

private func response(to head: HTTPRequestHead, body: [UInt8]) -> Response {
  let host = head.headers["Host"]
  precondition(host.count == 1 && isExpected(host[0]), "\(host) is answered")
  precondition(body.count <= check.bodyLimit, "a body of \(body.count) bytes is read")
  let request = Request(head, body: body)
  let response = answers.answer(request)
  if let path = path(of: response, to: request, among: files.map(\.path)), case .bytes(let bytes) = response.body {
    let file = files.first { $0.path.utf8.elementsEqual(path.utf8) }
    precondition(path.hasSuffix(".html") || file?.bytes == bytes, "\(request.path) gets another file")
  }
  if isOfOtherOrigin(head) { precondition(response.status == .forbidden, "another origin may read \(head.uri)") }
  let stored = served.response(to: request)
  if let path = path(of: stored, to: request, among: names), case .bytes(let bytes) = stored.body {
    precondition(bytes == Folder.project.bytes(of: folder + "/" + path), "\(request.path) gets another file")
  }
  return response
}

/// The file that a request may get, where it gets any.
private func path(of response: Response, to request: Request, among names: [String]) -> String? {
  guard response.status == .ok, !request.path.hasPrefix("/__cardshelf-\(token)/") else { return nil }
  precondition([.get, .head].contains(request.method), "\(request.method) gets a file")
  let wanted = unescaped(Array(request.path.utf8))
  let path = names.first { name in
    name.utf8.elementsEqual(wanted.dropFirst())
      || name.hasSuffix("index.html") && name.utf8.dropLast("index.html".utf8.count).elementsEqual(wanted.dropFirst())
  }
  precondition(path != nil && wanted.first == UInt8(ascii: "/"), "\(request.path) is answered")
  return path
}

/// Shares no code with what is tested.
private func unescaped(_ text: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = []
  var index = 0
  while index < text.count {
    let escape = String(decoding: text[index...].prefix(3), as: UTF8.self)
    if escape.hasPrefix("%"), let byte = UInt8(escape.dropFirst(), radix: 16) {
      bytes.append(byte)
      index += 3
    } else {
      bytes.append(text[index])
      index += 1
    }
  }
  return bytes
}

/// Returns whether no name of another host can lead here under this name.
private func isExpected(_ host: String) -> Bool {
  let host = host.lowercased()
  guard host.hasSuffix(":\(port)") else { return false }
  let name = String(host.dropLast(":\(port)".count))
  if ["localhost", "shelf.example"].contains(name) || name.hasSuffix(".localhost") { return true }
  var address = in6_addr()
  return inet_pton(AF_INET, name, &address) == 1
    || name.hasPrefix("[") && name.hasSuffix("]")
      && inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1
}

/// Returns whether a browser says that a page of another origin asks, and not to show the answer as a page.
private func isOfOtherOrigin(_ head: HTTPRequestHead) -> Bool {
  let origin = head.headers["Origin"]
  if origin.count == 1, origin != ["http://" + head.headers["Host"].joined()] { return true }
  let site = head.headers["Sec-Fetch-Site"]
  return site.count == 1 && !["same-origin", "none"].contains(site[0])
    && head.headers["Sec-Fetch-Dest"] != ["document"]
}

/// Writes the answer and reads it as a client does.
private func send(_ response: Response, to head: HTTPRequestHead, isLast: Bool, on channel: EmbeddedChannel) {
  let framing = ResponseFraming(response, to: head, isLast: isLast)
  var body: [UInt8]?
  if case .bytes(let bytes) = response.body { body = framing.hasBody ? bytes : [] }
  do {
    try channel.writeOutbound(HTTPServerResponsePart.head(framing.head))
    if let body, !body.isEmpty {
      try channel.writeOutbound(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: body))))
    }
    // The end makes the next request arrive, and with it what is wrong with it.
    _ = try? channel.writeOutbound(HTTPServerResponsePart.end(nil))
    var sent: [UInt8] = []
    while let piece = try channel.readOutbound(as: ByteBuffer.self) { sent += piece.readableBytesView }
    guard let body else { return }
    let text = String(decoding: sent.dropLast(body.count), as: UTF8.self)
    precondition(text.hasPrefix("HTTP/1.") && text.hasSuffix("\r\n\r\n") && sent.suffix(body.count) == body[...])
    precondition(!text.lowercased().contains("access-control"), "other origins are let in")
  } catch {
    preconditionFailure("an answer cannot be sent: \(error)")
  }
}
