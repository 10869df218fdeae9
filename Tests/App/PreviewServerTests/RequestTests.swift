import Testing

@testable import PreviewServer

/// Answers to single requests. `@` stands for the server's port.
struct RequestTests {
  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 200), ("GET /a?b#c HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("GET / HTTP/1.0\r\nHost: 127.0.0.1:@\r\n\r\n", 200), ("DELETE / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 200),
    ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.0\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("GET http://127.0.0.1:@/ HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("GET index.html HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\nHost: 127.0.0.1:@\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nno colon\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nX: \(String(repeating: "x", count: 9000))\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\(String(repeating: "X: x\r\n", count: 200))\r\n\r\n", 400),
    ("GET /\(String(repeating: "x", count: 8190)) HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 200),
    ("GET /\(String(repeating: "x", count: 8192)) HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("GET /\(String(repeating: "x", count: 4 << 20)) HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nContent-Length: 3\r\n\r\nabc", 200),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nContent-Length: 1000\r\n\r\n\(String(repeating: "x", count: 1000))", 200),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nContent-Length: 1001\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nContent-Length: \(Int.max)0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 200),
    (
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n\(String(repeating: "x", count: 1001))",
      413
    ),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("GET /\u{E9} HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400), ("GET /\t HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 400),
    ("GET / HTTP/1.2\r\nHost: 127.0.0.1:@\r\n\r\n", 400), ("\r\nGET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\r\n", 200),
    ("GET / HTTP/1.1\nHost: 127.0.0.1:@\n\n", 400), ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\nX: x\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nX: x\r\n y\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\rX\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nX: x\ry\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n Host: 127.0.0.1:@\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : 127.0.0.1:@\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nX y: x\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\u{1}\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\(String(repeating: "X: x\r\n", count: 99))\r\n", 200),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\(String(repeating: "X: x\r\n", count: 100))\r\n", 400),
    (
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:@\r\n\(String(repeating: "X: \(String(repeating: "x", count: 4000))\r\n", count: 9))\r\n",
      400
    ),
    (
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400
    ),
    // A request that is smuggled after a refused one is not answered.
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:@\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nGET / HTTP/1.1\r\n\r\n", 400),
  ])
  func answersRequests(request: String, status: Int) async throws {
    try await serving(.echo(bodyLimit: 1000)) { port in
      let client = try Client(port: port)
      try await client.send(request.replacing("@", with: "\(port)"))
      let answer = try await client.answer()
      #expect(answer.status == status)
      #expect(answer.headers["content-security-policy"] == "frame-ancestors 'self'")
      if status >= 400 { try await client.end() }
      // Other clients are served after any request.
      let other = try Client(port: port)
      try await other.send("GET /other HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      #expect(try await other.answer().text == "/other 0")
    }
  }

  @Test(arguments: [
    ("127.0.0.1:@", 200), ("shelf.example:@", 200), ("SHELF.example:@", 200), ("127.0.0.1", 403), ("127.0.0.1:1", 403),
    ("localhost:@", 403), ("evil.example", 403), ("evil.example:@", 403), ("shelf.example.evil:@", 403),
    ("evil@127.0.0.1:@", 403), ("127.0.0.1:@,evil", 403), ("127.1:@", 403), ("0.0.0.0:@", 403), ("[::1]:@", 403),
    ("", 403), (":@", 403),
  ])
  func servesOnlyItsOwnHosts(host: String, status: Int) async throws {
    var server = PreviewServer.echo()
    server.hosts = ["127.0.0.1", "shelf.example"]
    try await serving(server) { port in
      let host = host.replacing("@", with: "\(port)")
      for other in ["", "X-Forwarded-Host: 127.0.0.1:\(port)\r\n", "Origin: http://127.0.0.1:\(port)\r\n"] {
        let client = try Client(port: port)
        try await client.send("GET / HTTP/1.1\r\n\(other)Host: \(host)\r\n\r\n")
        #expect(try await client.answer().status == status)
      }
    }
  }

  @Test(arguments: [
    ("192.168.1.2:@", 200), ("[fe80::1]:@", 200), ("127.0.0.1:@", 200), ("evil.example:@", 403), ("1.1.1.+1:@", 403),
    ("1.1.1.256:@", 403), ("1.1.1:@", 403), ("1.1.1.1.:@", 403), ("[1.1.1.1]:@", 403), ("fe80::1:@", 403),
    ("[]:@", 403),
  ])
  func servesAnyAddressWhereItMay(host: String, status: Int) async throws {
    var server = PreviewServer.echo()
    server.acceptsAddresses = true
    try await serving(server) { port in
      let client = try Client(port: port)
      try await client.send("GET / HTTP/1.1\r\nHost: \(host.replacing("@", with: "\(port)"))\r\n\r\n")
      #expect(try await client.answer().status == status)
    }
  }

  @Test func answersExpectContinue() async throws {
    try await serving(.echo(bodyLimit: 10)) { port in
      for (length, statuses) in [(10, [100, 200]), (11, [413])] {
        let client = try Client(port: port)
        try await client.send(
          "POST /x HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n")
        var found = [try await client.answer().status]
        if found == [100] {
          try await client.send(String(repeating: "x", count: length))
          found.append(try await client.answer().status)
        }
        #expect(found == statuses)
      }
    }
  }

  @Test func readsTooLargeBodiesToTheEnd() async throws {
    try await serving(.echo(bodyLimit: 10)) { port in
      let client = try Client(port: port)
      let body = [UInt8](repeating: 0, count: 20 << 20)
      try await client.send("POST /x HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.count)\r\n\r\n")
      try await client.send(body)
      #expect(try await client.answer().status == 413)
      try await client.end()
    }
  }

  @Test func refusesOtherOrigins() async throws {
    try await serving(.echo()) { port in
      let client = try Client(port: port)
      try await client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://evil.example\r\n\r\n")
      let headers = try await client.answer().headers
      #expect(headers["cross-origin-resource-policy"] == "same-origin")
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(!headers.keys.contains { $0.hasPrefix("access-control") })
    }
  }
}
