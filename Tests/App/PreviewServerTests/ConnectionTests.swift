import Testing

@testable import PreviewServer

/// Connections with several requests, and several connections.
struct ConnectionTests {
  private static let large = numbered(megabytes: 32)

  private func request(_ line: String, port: UInt16, _ headers: String = "") -> String {
    "\(line)\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n"
  }

  @Test func connectionServesManyRequests() async throws {
    try await serving(.echo(bodyLimit: 10)) { port in
      let client = try Client(port: port)
      for number in 1...3 {
        try await client.send(request("POST /\(number) HTTP/1.1", port: port, "Content-Length: 2\r\n") + "ab")
        #expect(try await client.answer().text == "/\(number) 2")
      }
      // Several requests are sent before the first answer.
      try await client.send((4...20).map { request("GET /\($0) HTTP/1.1", port: port) }.joined())
      for number in 4...20 { #expect(try await client.answer().text == "/\(number) 0") }
      try await client.send(request("GET /last HTTP/1.1", port: port, "Connection: close\r\n"))
      let last = try await client.answer()
      #expect(last.text == "/last 0")
      #expect(last.headers["connection"] == "close")
      try await client.end()
    }
  }

  @Test func answersMoreRequestsThanItReadsAhead() async throws {
    try await serving(.echo()) { port in
      let client = try Client(port: port)
      let padding = "X: \(String(repeating: "x", count: 1000))\r\n"
      let requests = (0..<200).map { request("GET /\($0) HTTP/1.1", port: port, padding) }.joined()
      #expect(requests.utf8.count > 2 * 64 << 10)
      try await client.send(requests)
      for number in 0..<200 { #expect(try await client.answer().text == "/\(number) 0") }
    }
  }

  @Test func http10HasOneRequestPerConnection() async throws {
    try await serving(.echo()) { port in
      let client = try Client(port: port)
      try await client.send(request("GET / HTTP/1.0", port: port))
      #expect(try await client.answer().text == "/ 0")
      try await client.end()
    }
  }

  @Test func headHasNoBody() async throws {
    let server = PreviewServer.patient { request in
      request.path == "/stream"
        ? Response(.ok, body: .stream(AsyncStream { $0.finish() })) : .content(Self.large, type: "image/png")
    }
    try await serving(server) { port in
      let client = try Client(port: port)
      for _ in 1...2 {
        try await client.send(request("HEAD / HTTP/1.1", port: port))
        let answer = try await client.answer(hasBody: false)
        #expect(answer.headers["content-length"] == "\(Self.large.count)")
        #expect(answer.headers["content-type"] == "image/png")
        try await client.send(request("HEAD /stream HTTP/1.1", port: port))
        #expect(try await client.answer(hasBody: false).status == 200)
      }
    }
  }

  @Test(arguments: ["", "Connection: close\r\n"])
  func aLargeBodyArrivesWhole(headers: String) async throws {
    let server = PreviewServer.patient {
      $0.path == "/large" ? .content(Self.large, type: "x/y") : .content([1], type: "x/y")
    }
    try await serving(server) { port in
      let slow = try Client(port: port)
      try await slow.send(request("GET /large HTTP/1.1", port: port, headers))
      let head = try await slow.answer(hasBody: false)
      #expect(head.headers["content-length"] == "\(Self.large.count)")
      // During a slow answer, other clients are served.
      for _ in 1...10 {
        let other = try Client(port: port)
        try await other.send(request("GET / HTTP/1.1", port: port))
        #expect(try await other.answer().body == [1])
      }
      let body = try await slow.bytes(Self.large.count)
      #expect(isEqual(body, Self.large))
      if !headers.isEmpty { try await slow.end() }
    }
  }

  @Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
  func aStreamArrivesPieceByPiece(version: String) async throws {
    let (pieces, sender) = AsyncStream<[UInt8]>.makeStream()
    let server = PreviewServer.patient { _ in Response(.ok, body: .stream(pieces)) }
    try await serving(server) { port in
      let client = try Client(port: port)
      try await client.send(request("GET / \(version)", port: port))
      sender.yield(Array("first".utf8))
      sender.yield([])
      let head = try await client.answer(hasBody: false)
      #expect(head.headers["transfer-encoding"] == (version == "HTTP/1.1" ? "chunked" : nil))
      if version == "HTTP/1.1" {
        #expect(try await client.piece() == "first")
        sender.yield(Array("second".utf8))
        #expect(try await client.piece() == "second")
        sender.finish()
        #expect(try await client.piece() == nil)
      } else {
        #expect(try await client.bytes(5) == Array("first".utf8))
        sender.finish()
        try await client.end()
      }
    }
  }

  @Test func aStreamEndsWhenItsClientLeaves() async throws {
    let (pieces, sender) = AsyncStream<[UInt8]>.makeStream()
    let (ends, ended) = AsyncStream<Void>.makeStream()
    sender.onTermination = { _ in ended.finish() }
    let server = PreviewServer.patient { _ in Response(.ok, body: .stream(pieces)) }
    try await serving(server) { port in
      do {
        let client = try Client(port: port)
        try await client.send(request("GET / HTTP/1.1", port: port))
        sender.yield(Array("first".utf8))
        #expect(try await client.answer(hasBody: false).status == 200)
        #expect(try await client.piece() == "first")
      }
      for await _ in ends {}
    }
  }

  @Test func disconnectsSilentClients() async throws {
    var server = PreviewServer.echo()
    server.patience = .milliseconds(200)
    try await serving(server) { port in
      for start in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: "] {
        let client = try Client(port: port)
        try await client.send(start)
        try await client.end()
      }
    }
  }

  @Test func disconnectsIdleClients() async throws {
    let (ends, ended) = AsyncStream<Void>.makeStream()
    let (pieces, sender) = AsyncStream<[UInt8]>.makeStream()
    sender.onTermination = { _ in ended.finish() }
    for _ in 1...3 { sender.yield(Self.large) }
    var server = PreviewServer.patient { _ in Response(.ok, body: .stream(pieces)) }
    server.patience = .milliseconds(200)
    try await serving(server) { port in
      let client = try Client(port: port)
      try await client.send(request("GET / HTTP/1.1", port: port))
      for await _ in ends {}
      _ = client
    }
  }

  @Test(arguments: ["GET /", "CONNECT 127.0.0.1:1", "GET /nothing"])
  func ignoresRequestsToUpgrade(start: String) async throws {
    try await serving(.echo()) { port in
      let client = try Client(port: port)
      try await client.send(request("\(start) HTTP/1.1", port: port, "Connection: Upgrade\r\nUpgrade: h2c\r\n"))
      let answer = try await client.answer()
      #expect(answer.status == (start.hasPrefix("GET") ? 200 : 400))
      #expect(answer.headers["connection"] == "close")
      try await client.end()
    }
  }

  @Test func limitsTheTimeForRequestHeads() async throws {
    var server = PreviewServer.echo()
    server.headPatience = .milliseconds(200)
    try await serving(server) { port in
      let client = try Client(port: port)
      try await client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nX: ")
      // Sending a byte now and then does not extend the time limit.
      await #expect(throws: Client.Failure.self) {
        for _ in 1...2000 {
          try await client.send("x")
          try await Task.sleep(for: .milliseconds(10))
        }
      }
    }
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\nX: "])
  func newConnectionReplacesTheLongestIdle(start: String) async throws {
    var server = PreviewServer.echo()
    server.connectionLimit = 3
    try await serving(server) { port in
      var idle: [Client] = []
      for _ in 1...3 {
        idle.append(try Client(port: port))
        try await idle[idle.count - 1].send(start)
      }
      // These connections stay open, so that each takes a place.
      var newcomers: [Client] = []
      for number in 0..<2 {
        newcomers.append(try Client(port: port))
        try await newcomers[number].send(request("GET /new HTTP/1.1", port: port))
        #expect(try await newcomers[number].answer().text == "/new 0")
        try await idle[number].end()
      }
      // Of the old connections, only this one is left.
      try await idle[2].send(start.isEmpty ? request("GET /old HTTP/1.1", port: port) : "\r\n\r\n")
      #expect(try await idle[2].answer().status == (start.isEmpty ? 200 : 400))
      _ = newcomers
    }
  }

  @Test func streamsHaveTheirOwnLimit() async throws {
    let feeds = (0..<4).map { _ in AsyncStream<[UInt8]>.makeStream() }
    var server = PreviewServer.patient { request in
      Int(request.path.dropFirst()).map { Response(.ok, body: .stream(feeds[$0].stream)) } ?? Response(.ok)
    }
    server.connectionLimit = 1
    server.streamLimit = 3
    try await serving(server) { port in
      var readers: [Client] = []
      for number in 0..<4 {
        let reader = try Client(port: port)
        try await reader.send(request("GET /\(number) HTTP/1.1", port: port))
        let head = try await reader.answer(hasBody: false)
        #expect(head.headers["content-security-policy"] == "frame-ancestors 'self'")
        readers.append(reader)
      }
      // The fourth stream ended the first.
      try await readers[0].end()
      for _ in 1...3 {
        let other = try Client(port: port)
        try await other.send(request("GET / HTTP/1.1", port: port))
        #expect(try await other.answer().status == 200)
      }
      for number in 1..<4 {
        feeds[number].continuation.yield(Array("\(number)".utf8))
        #expect(try await readers[number].piece() == "\(number)")
      }
    }
  }

  @Test func answersConcurrentRequests() async throws {
    try await serving(.echo(bodyLimit: 1 << 20)) { port in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...40 {
          group.addTask {
            let client = try Client(port: port)
            for _ in 1...5 {
              let body = String(repeating: "x", count: number * 1000)
              try await client.send(
                request("POST /\(number) HTTP/1.1", port: port, "Content-Length: \(body.utf8.count)\r\n") + body)
              #expect(try await client.answer().text == "/\(number) \(number * 1000)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
