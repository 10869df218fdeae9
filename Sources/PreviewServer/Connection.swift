import NIOCore
import NIOHTTP1

/// A client's connection, from its acceptance to its end.
struct Connection: Sendable {
  private typealias Client = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>
  private typealias Parts = NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator

  /// In bytes. A piece of an answer, copied and handed over in one go.
  private static let pieceSize = 256 << 10

  let channel: any Channel
  let server: PreviewServer
  let port: Int

  /// Returns when the connection is closed. What goes wrong on it is the client's affair and nobody else's.
  func serve() async {
    await withTaskGroup(of: Void.self) { group in
      // What is under way ends when the client leaves, which shows in nothing but this as long as nothing is sent.
      group.addTask { try? await channel.closeFuture.get() }
      group.addTask {
        // A flush cannot be cancelled, but it fails on a closed channel.
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
    try await takeUp().executeThenClose { parts, out in
      var parts = parts.makeAsyncIterator()
      while let isLast = try await answerRequest(&parts, out), !isLast {}
    }
  }

  /// Lets the channel read, with all that listens to it in place.
  private func takeUp() async throws -> Client {
    try await channel.eventLoop.submit {
      // A channel that is closed already would tell nobody so again.
      guard channel.isActive else { throw ChannelError.ioOnClosedChannel }
      var framing = HTTPResponseEncoder.Configuration()
      framing.automaticallySetFramingHeaders = false
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = 8 << 10
      limits.maxHeaderListSize = 32 << 10
      limits.maxHeaderFieldCount = 100
      try channel.pipeline.syncOperations.configureHTTPServerPipeline(
        withPipeliningAssistance: true, withServerUpgrade: nil, withErrorHandling: true,
        withOutboundHeaderValidation: true, withEncoderConfiguration: framing, withDecoderLimitConfiguration: limits)
      let client = try Client(wrappingChannelSynchronously: channel)
      // Must not throw: a client that is dropped before it is finished traps.
      try? channel.syncOptions?.setOption(.autoRead, value: true)
      return client
    }.get()
  }

  /// - Returns: whether no request may follow; nil where none came.
  private func answerRequest(
    _ parts: inout Parts, _ out: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
  ) async throws -> Bool? {
    let deadline = closing(after: server.patience)
    defer { deadline.cancel() }
    guard case .head(let head)? = try await parts.next() else { return nil }
    let check = RequestHeadCheck(hosts: server.hosts, port: port, bodyLimit: server.bodyLimit)
    if let status = check.refusal(of: head) { return try await refuse(head, status, &parts, out) }
    if head.version != .http1_0, head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
      try await out.write(.head(HTTPResponseHead(version: .http1_1, status: .continue)))
    }
    var body: [UInt8] = []
    while case .body(let piece)? = try await parts.next() {
      guard piece.readableBytes <= server.bodyLimit - body.count else {
        return try await refuse(head, .contentTooLarge, &parts, out)
      }
      body += piece.readableBytesView
    }
    deadline.cancel()
    let response = await server.answer(Request(head, body: body))
    try await send(response, to: head, isLast: !head.isKeepAlive, out)
    return !head.isKeepAlive
  }

  /// Refuses a request whose body has not been read.
  ///
  /// What still comes is thrown away: closing before would take the answer from a client that sends first and reads then.
  private func refuse(
    _ head: HTTPRequestHead, _ status: Response.Status, _ parts: inout Parts,
    _ out: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
  ) async throws -> Bool {
    try await send(Response(status), to: head, isLast: true, out)
    while case .body? = try await parts.next() {}
    return true
  }

  private func send(
    _ response: Response, to head: HTTPRequestHead, isLast: Bool,
    _ out: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
  ) async throws {
    try await out.write(.head(responseHead(response, to: head, isLast: isLast)))
    if head.method != .HEAD {
      switch response.body {
      case .bytes(let bytes):
        for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
          let piece = bytes[start..<min(start + Self.pieceSize, bytes.count)]
          try await send(ByteBuffer(bytes: piece), out)
        }
      // An empty piece would read as the end.
      case .stream(let pieces):
        for await piece in pieces where !piece.isEmpty { try await send(ByteBuffer(bytes: piece), out) }
      }
    }
    let deadline = closing(after: server.patience)
    defer { deadline.cancel() }
    // Closing drops what is not yet sent.
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
  }

  private func send(
    _ piece: ByteBuffer, _ out: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
  ) async throws {
    let deadline = closing(after: server.patience)
    defer { deadline.cancel() }
    try await out.write(.body(.byteBuffer(piece)))
  }

  private func closing(after time: Duration) -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
  }
}

private func responseHead(_ response: Response, to head: HTTPRequestHead, isLast: Bool) -> HTTPResponseHead {
  var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
  headers.add(name: "Cache-Control", value: "no-store")
  headers.add(name: "Cross-Origin-Resource-Policy", value: "same-origin")
  headers.add(name: "Referrer-Policy", value: "no-referrer")
  headers.add(name: "X-Content-Type-Options", value: "nosniff")
  switch response.body {
  case .bytes(let bytes):
    if response.status != .noContent { headers.add(name: "Content-Length", value: "\(bytes.count)") }
  case .stream:
    if head.method != .HEAD, head.version != .http1_0 { headers.add(name: "Transfer-Encoding", value: "chunked") }
  }
  if isLast { headers.add(name: "Connection", value: "close") }
  return HTTPResponseHead(
    version: head.version, status: HTTPResponseStatus(statusCode: response.status.rawValue), headers: headers)
}
