import Glibc
import SiteValidation
import TestSupport

@testable import PreviewServer
@testable import SiteBuild

/// Answers the requests of a connection.
func answerRequests(_ bytes: [UInt8]) {
  let found = arrivals(of: bytes, piece: bytes.count)
  // What is read does not depend on how it arrives.
  precondition(found == arrivals(of: bytes, piece: 1), "a request is read differently in pieces")
  for arrival in found {
    switch arrival {
    case .request(let head, let body): send(response(to: head, body: body), to: head, isLast: !head.isKeptAlive)
    case .refused(let head, let status): send(Response(status), to: head, isLast: true)
    case .unreadable: send(Response(.badRequest), to: RequestHead(), isLast: true)
    }
  }
}

private let port: UInt16 = 4173
private let token = "0123456789abcdef"
private let check = RequestHeadCheck(
  hosts: ["localhost", "shelf.example"], acceptsAddresses: true, port: port, bodyLimit: 64)

private func arrivals(of bytes: [UInt8], piece: Int) -> [Arrival] {
  let reader = RequestReader(check)
  var found: [Arrival] = []
  for start in stride(from: 0, to: bytes.count, by: max(1, piece)) {
    reader.read(Array(bytes[start..<min(start + piece, bytes.count)]))
    while let arrival = reader.arrival {
      found.append(arrival)
      guard case .request(let head, _) = arrival, head.isKeptAlive else { return found }
      reader.beginNext()
    }
  }
  return found
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

private func response(to head: RequestHead, body: [UInt8]) -> Response {
  let host = head.values(of: "Host")
  precondition(host.count == 1 && isExpected(host[0]), "\(host) is answered")
  precondition(body.count <= check.bodyLimit, "a body of \(body.count) bytes is read")
  let request = Request(head, body: body)
  let response = answers.answer(request)
  if let path = path(of: response, to: request, among: files.map(\.path)), case .bytes(let bytes) = response.body {
    let file = files.first { $0.path.utf8.elementsEqual(path.utf8) }
    precondition(path.hasSuffix(".html") || file?.bytes == bytes, "\(request.path) gets another file")
  }
  if isOfOtherOrigin(head) { precondition(response.status == .forbidden, "another origin may read \(head.target)") }
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
private func isOfOtherOrigin(_ head: RequestHead) -> Bool {
  let origin = head.values(of: "Origin")
  if origin.count == 1, origin != ["http://" + head.values(of: "Host").joined()] { return true }
  let site = head.values(of: "Sec-Fetch-Site")
  return site.count == 1 && !["same-origin", "none"].contains(site[0])
    && head.values(of: "Sec-Fetch-Dest") != ["document"]
}

/// Writes the answer and reads it as a client does.
private func send(_ response: Response, to head: RequestHead, isLast: Bool) {
  let framing = ResponseFraming(response, to: head, isLast: isLast)
  let text = String(decoding: framing.head, as: UTF8.self)
  let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
  precondition(text.hasPrefix("HTTP/1.") && lines.suffix(2) == ["", ""], "an answer has no head")
  precondition(lines.dropFirst().dropLast(2).allSatisfy { $0.contains(": ") }, "a header of an answer is none")
  precondition(!text.lowercased().contains("access-control"), "other origins are let in")
  guard case .bytes(let bytes) = response.body, response.status != .noContent else { return }
  precondition(lines.contains("Content-Length: \(bytes.count)"), "a client does not know where an answer ends")
}
