import Diagnostics

@testable import PreviewServer

/// Runs a server on a free port while a test uses it.
func serving(_ server: PreviewServer, _ body: (_ port: UInt16) async throws -> Void) async throws {
  let (ports, sender) = AsyncStream<UInt16>.makeStream()
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { sender.finish() }
      try await server.run { sender.yield($0) }
    }
    for await port in ports {
      try await body(port)
      group.cancelAll()
    }
    try await group.waitForAll()
  }
}

extension PreviewServer {
  /// A server that never times out on a slow client, because tests may run on a slow machine.
  static func patient(answer: @escaping @Sendable (Request) async -> Response) -> PreviewServer {
    var server = PreviewServer(answer: answer)
    server.patience = .seconds(3600)
    server.headPatience = .seconds(3600)
    return server
  }

  /// Answers each request with its path and the length of its body.
  static func echo(bodyLimit: Int = 0) -> PreviewServer {
    var server = patient { .content(Array("\($0.path) \($0.body.count)".utf8), type: "text/plain") }
    server.bodyLimit = bodyLimit
    return server
  }
}
