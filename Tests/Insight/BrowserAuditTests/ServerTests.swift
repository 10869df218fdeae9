import Dispatch
import Glibc
import PreviewServer
import TestSupport
import Testing

@testable import BrowserAudit

struct ServerTests {
  private let token = "0123456789abcdef"

  @Test func onlyFilesOfTheSiteAndTheHarnessAreServed() async throws {
    try await withServer { port in
      for (line, status) in [
        ("GET / HTTP/1.1", 200), ("GET /index.html HTTP/1.1", 200), ("GET /about/ HTTP/1.1", 200),
        ("GET /../secret.txt HTTP/1.1", 404), ("GET /nothing HTTP/1.1", 404),
        ("POST /index.html HTTP/1.1", 405), ("GET /__audit-\(token)/ HTTP/1.1", 200),
        ("GET /__audit-\(token)/harness.js HTTP/1.1", 200), ("GET /__audit-\(token)/plan.json HTTP/1.1", 200),
        ("GET /__audit-\(token)/index.html HTTP/1.1", 404), ("GET /__audit-/ HTTP/1.1", 404),
        ("POST /__audit-ffff/finished HTTP/1.1", 405), ("POST /__audit-\(token)/unknown HTTP/1.1", 400),
      ] {
        let found = try await exchange("\(line)\r\nHost: 127.0.0.1:\(port)\r\n", port: port)
        #expect(found == status, "\(line)")
      }
    }
  }

  /// An audit sends nothing to the hosts of pictures that pages show.
  @Test func pagesLoadNoPictureOfAnotherSite() async throws {
    try await withServer { port in
      for (path, isPage) in [("/index.html", true), ("/about/", true), ("/__audit-\(token)/", false)] {
        let answer = try await answer(to: "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n", port: port)
        #expect(answer.contains("Content-Security-Policy: img-src 'self'\r\n") == isPage, "\(answer)")
      }
    }
  }

  @Test func passesOnMessagesOfTheHarness() async throws {
    let (messages, sender) = AsyncStream<HarnessMessage>.makeStream()
    try await withServer(send: { sender.yield($0) }) { port in
      var statuses: [Int] = []
      let body = #"{"message":"\#(String(repeating: "x", count: 3 << 20))"}"#
      statuses.append(try await post("failed", body, port: port))
      statuses.append(try await post("measured", "{", port: port))
      statuses.append(try await post("failed", "{}", port: port, length: AuditServer.bodyLimit + 1))
      #expect(statuses == [204, 400, 413])
    }
    sender.finish()
    var received: [Int] = []
    for await case .failed(let message) in messages { received.append(message.utf8.count) }
    #expect(received == [3 << 20])
  }

  private func post(_ name: String, _ body: String, port: UInt16, length: Int? = nil) async throws -> Int {
    try await exchange(
      "POST /__audit-\(token)/\(name) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(length ?? body.utf8.count)\r\n",
      body: body, port: port)
  }

  private func withServer(
    send: @escaping @Sendable (HarnessMessage) -> Void = { _ in }, _ body: (UInt16) async throws -> Void
  ) async throws {
    let folder = try SiteFolder([
      "Output/index.html": "home", "Output/about/index.html": "about", "secret.txt": "secret",
    ])
    let files = try ServedFiles(output: folder.path + "/Output")
    let plan = HarnessPlan(pages: [], widths: [], hasScrollbars: false)
    let server = AuditServer(files: files, plan: plan, token: token, send: send)
    let (urls, sender) = AsyncStream<String>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { sender.finish() }
        try await server.run { sender.yield($0) }
      }
      for await url in urls {
        #expect(url.hasSuffix("/__audit-\(token)/"))
        try await body(try #require(UInt16(url.split(separator: "/")[1].split(separator: ":")[1])))
        group.cancelAll()
      }
      try await group.waitForAll()
    }
  }

  /// Sends a request unchanged, as no browser would, and returns the status of the answer.
  private func exchange(_ head: String, body: String = "", port: UInt16) async throws -> Int {
    let words = try await answer(to: head, body: body, port: port).split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }

  private func answer(to head: String, body: String = "", port: UInt16) async throws -> String {
    let request = Array((head + "Connection: close\r\n\r\n" + body).utf8)
    // Sockets that block would hold the threads that the server needs.
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try send(request, port: port) }) }
    }
  }
}

private struct Failure: Error { let code = errno }

private func send(_ request: [UInt8], port: UInt16) throws -> String {
  let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(file) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let connected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard connected == 0 else { throw Failure() }
  var bytes = request[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard count > 0 else { throw Failure() }
    bytes = bytes.dropFirst(count)
  }
  var buffer = [UInt8](repeating: 0, count: 1024)
  let count = recv(file, &buffer, buffer.count, 0)
  guard count > 0 else { throw Failure() }
  return String(decoding: buffer[..<count], as: UTF8.self)
}
