import NIOCore
import NIOHTTP1

/// A client's connection, from its acceptance to its end.
struct Connection: Sendable {
  private typealias Client = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  private typealias Requests = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator
  private typealias ConnectionWriter = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

  /// In bytes. A part of an answer that is copied and sent at once.
  private static let pieceSize = 256 << 10

  let channel: any Channel
  let server: PreviewServer
  let check: RequestHeadCheck
  let connections: OpenConnections
  /// The number in `connections`.
  let number: Int

  /// Returns when the connection is closed. Errors on it affect only this client.
  func serve() async {
    await withTaskGroup(of: Void.self) { group in
      // Ends the current work when the client disconnects; as long as nothing is sent, only this future shows it.
      group.addTask { try? await channel.closeFuture.get() }
      group.addTask {
        // Not everything here can be cancelled, but everything fails on a closed channel.
        await withTaskCancellationHandler {
          try? await answerRequests()
        } onCancel: {
          channel.close(promise: nil)
        }
        channel.close(promise: nil)
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func answerRequests() async throws {
    let (client, firstDeadline) = try await takeUp()
    try await client.executeThenClose { parts, writer in
      var requests = parts.makeAsyncIterator()
      var deadline = firstDeadline
      while try await answerNext(&requests, writer, deadline: deadline) {
        connections.rest(number)
        deadline = channel.closing(after: server.patience)
      }
    }
  }

  /// Lets the channel read, after all of its handlers are installed.
  ///
  /// - Returns: the client, and the end of its time for the header of the first request.
  private func takeUp() async throws -> (Client, Scheduled<Void>) {
    try await channel.eventLoop.submit {
      // A channel that is already closed would not report that again.
      guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
      try channel.pipeline.syncOperations.configureRequestReading()
      let first = try channel.pipeline.syncOperations.handler(type: FirstBytes.self)
      let client = try Client(wrappingChannelSynchronously: channel)
      // From here on, nothing must throw: a client that is dropped before it was used traps.
      let deadline = channel.closing(after: first.timeLeft)
      channel.pipeline.syncOperations.removeHandler(first, promise: nil)
      try? channel.syncOptions?.setOption(.autoRead, value: true)
      return (client, deadline)
    }.get()
  }

  /// - Parameter deadline: the end of the client's time for the request's header.
  /// - Returns: whether another request may follow.
  private func answerNext(
    _ requests: inout Requests, _ writer: ConnectionWriter, deadline: Scheduled<Void>
  ) async throws -> Bool {
    var deadline = deadline
    let arrival = try await requests.nextRequest(check) {
      deadline.cancel()
      deadline = channel.closing(after: server.patience)
    } goOn: {
      try await writer.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
    }
    deadline.cancel()
    switch arrival {
    case .request(let head, let body):
      connections.answer(number)
      let response = await server.answer(Request(head, body: body))
      let isLast = !head.isKeepAlive || isUpgrade(head)
      try await send(response, ResponseFraming(response, to: head, isLast: isLast), writer)
      return !isLast
    case .refused(let head, let status): try await refuse(head, status, &requests, writer)
    case .unreadable:
      try await refuse(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), .badRequest, &requests, writer)
    case nil: break
    }
    return false
  }

  /// NIO reads nothing after a request for another protocol.
  private func isUpgrade(_ head: HTTPRequestHead) -> Bool {
    head.method == .CONNECT || head.headers.contains(name: "Upgrade")
  }

  /// Answers before the whole request was read.
  ///
  /// The rest is discarded: closing at once would take the answer from a client that first sends and then reads.
  private func refuse(
    _ head: HTTPRequestHead, _ status: Response.Status, _ requests: inout Requests, _ writer: ConnectionWriter
  ) async throws {
    let response = Response(status)
    try await send(response, ResponseFraming(response, to: head, isLast: true), writer)
    let deadline = channel.closing(after: server.patience)
    defer { deadline.cancel() }
    channel.close(mode: .output, promise: nil)
    while try await requests.next() != nil {}
    try await channel.closeFuture.get()
  }

  private func send(_ response: Response, _ framing: ResponseFraming, _ writer: ConnectionWriter) async throws {
    guard case .stream(let pieces) = response.body else { return try await sendParts(response, framing, writer) }
    connections.stream(number)?.close(promise: nil)
    let result: Result<Void, any Error>
    do {
      result = .success(try await sendParts(response, framing, writer))
    } catch {
      result = .failure(error)
    }
    await end(pieces)
    try result.get()
  }

  private func sendParts(_ response: Response, _ framing: ResponseFraming, _ writer: ConnectionWriter) async throws {
    try await writer.write(.head(framing.head))
    if framing.hasBody {
      switch response.body {
      case .bytes(let bytes):
        for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
          try await send(bytes[start..<min(start + Self.pieceSize, bytes.count)], writer)
        }
      // An empty piece would read as the end.
      case .stream(let pieces): for await piece in pieces where !piece.isEmpty { try await send(piece[...], writer) }
      }
    }
    let deadline = channel.closing(after: server.patience)
    defer { deadline.cancel() }
    // Closing discards data that is not yet sent.
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
  }

  private func send(_ piece: ArraySlice<UInt8>, _ writer: ConnectionWriter) async throws {
    let deadline = channel.closing(after: server.patience)
    defer { deadline.cancel() }
    try await writer.write(.body(.byteBuffer(ByteBuffer(bytes: piece))))
  }
}

/// Tells the source of a stream that nobody listens any more, which a stream learns only when its listener is
/// cancelled.
private func end(_ pieces: AsyncStream<[UInt8]>) async {
  await withTaskGroup(of: Void.self) { group in
    group.cancelAll()
    group.addTask { for await _ in pieces {} }
  }
}
