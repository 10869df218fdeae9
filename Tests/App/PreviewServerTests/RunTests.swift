import Diagnostics
import Synchronization
import Testing

@testable import PreviewServer

/// How a server starts and stops.
struct RunTests {
  @Test func endsWithAnyClients() async throws {
    let large = [UInt8](repeating: 0, count: 50_000_000)
    var server = PreviewServer.patient { request in
      switch request.path {
      case "/large": return .content(large, type: "x/y")
      case "/stream": return Response(.ok, body: .stream(AsyncStream { _ in }))
      case "/never":
        try? await Task.sleep(for: .seconds(86400))
        return Response(.ok)
      default: return Response(.ok)
      }
    }
    server.patience = .seconds(86400)
    let found = Mutex<(clients: [Client], port: UInt16)>(([], 0))
    try await serving(server) { port in
      for path in ["/large", "/large", "/stream", "/never", "/"] {
        let client = try Client(port: port)
        try await client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        if path != "/never" { #expect(try await client.answer(hasBody: false).status == 200) }
        found.withLock { $0.clients.append(client) }
      }
      // These connections may have been accepted, but are not yet handled.
      for _ in 1...50 {
        let client = try Client(port: port)
        found.withLock { $0.clients.append(client) }
      }
      found.withLock { $0.port = port }
    }
    #expect(throws: Client.Failure.self) { try Client(port: found.withLock { $0.port }) }
  }

  @Test func endsIfCancelledAtOnce() async throws {
    for _ in 1...20 {
      let task = Task { try await PreviewServer.echo().run { _ in } }
      task.cancel()
      try await task.value
    }
  }

  @Test func listensAgainOnTheSamePort() async throws {
    var server = PreviewServer.echo()
    var found: UInt16 = 0
    for _ in 1...3 {
      try await serving(server) { [server] port in
        #expect(server.port == 0 || server.port == port)
        let client = try Client(port: port)
        try await client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        #expect(try await client.answer().status == 200)
        try await client.end()
        found = port
      }
      server.port = found
    }
  }

  @Test func reportsTakenPorts() async throws {
    try await serving(.echo()) { port in
      var second = PreviewServer.echo()
      second.port = port
      let error = await #expect(throws: Diagnostic.self) { try await second.run { _ in } }
      #expect(error?.rule == .portTaken)
      #expect(error?.path == "127.0.0.1:\(port)")
      #expect(error?.message.contains("another program") == true)
      #expect(error?.help != nil)
    }
  }
}
