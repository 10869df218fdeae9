/// A client's connection, from its first bytes to its end.
struct Connection: Sendable {
  /// The size in bytes of a part of an answer that the client has to accept in time.
  private static let pieceSize = 256 << 10

  let socket: ClientSocket
  let server: PreviewServer
  let check: RequestHeadCheck
  let connections: OpenConnections
  /// The number of the connection in `connections`.
  let number: Int

  /// Returns when the connection is closed. Errors on it affect only this client.
  ///
  /// - Parameter timeLeft: the client's remaining time for the head of the first request.
  func serve(timeLeft: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      // Ends the current work when the client disconnects.
      group.addTask { await socket.closure() }
      group.addTask {
        // Not everything here can be cancelled, but everything ends with the socket.
        await withTaskCancellationHandler {
          await answerRequests(timeLeft: timeLeft)
        } onCancel: {
          socket.close()
        }
        socket.close()
      }
      await group.next()
      group.cancelAll()
    }
  }

  private func answerRequests(timeLeft: Duration) async {
    let reader = RequestReader(check)
    var time = timeLeft
    while await answerNext(reader, within: time) {
      connections.rest(number)
      // A client that has sent many requests at once also waits for others.
      await Task.yield()
      reader.beginNext()
      time = server.patience
    }
  }

  /// - Parameter time: the client's time for the head of the request.
  /// - Returns: whether another request may follow.
  private func answerNext(_ reader: RequestReader, within time: Duration) async -> Bool {
    switch await nextArrival(reader, within: time) {
    case .request(let head, let body):
      connections.answer(number)
      let response = await server.answer(Request(head, body: body))
      return await send(response, ResponseFraming(response, to: head, isLast: !head.isKeptAlive)) && head.isKeptAlive
    case .refused(let head, let status): await refuse(head, status)
    case .unreadable: await refuse(RequestHead(), .badRequest)
    case nil: break
    }
    return false
  }

  /// - Returns: nil if the socket is closed.
  private func nextArrival(_ reader: RequestReader, within time: Duration) async -> Arrival? {
    if let arrival = reader.arrival { return arrival }
    socket.limit(to: time)
    defer { socket.limit(to: nil) }
    var isHeadKnown = false
    while true {
      if let arrival = reader.arrival { return arrival }
      if let head = reader.head, !isHeadKnown {
        isHeadKnown = true
        if head.expectsContinue { guard await send(ResponseFraming.goOn) else { return nil } }
        socket.limit(to: server.patience)
      }
      guard let bytes = await socket.read() else { return nil }
      reader.read(bytes)
    }
  }

  /// Answers before the whole request was read.
  ///
  /// The rest is discarded: closing at once would prevent a client that first sends and then reads from getting the
  /// answer.
  private func refuse(_ head: RequestHead, _ status: Response.Status) async {
    let response = Response(status)
    guard await send(response, ResponseFraming(response, to: head, isLast: true)) else { return }
    socket.limit(to: server.patience)
    socket.endWriting()
    while await socket.read() != nil {}
  }

  /// - Returns: whether the client may still get the whole answer.
  private func send(_ response: Response, _ framing: ResponseFraming) async -> Bool {
    guard case .stream(let pieces) = response.body else { return await sendParts(response, framing) }
    connections.stream(number)?.close()
    let isSent = await sendParts(response, framing)
    await end(pieces)
    return isSent
  }

  private func sendParts(_ response: Response, _ framing: ResponseFraming) async -> Bool {
    guard framing.hasBody else { return await send(framing.head) }
    switch response.body {
    case .bytes(let bytes):
      guard await send(framing.head + bytes.prefix(Self.pieceSize)) else { return false }
      for start in stride(from: Self.pieceSize, to: bytes.count, by: Self.pieceSize) {
        guard await send(bytes[start..<min(start + Self.pieceSize, bytes.count)]) else { return false }
      }
      return true
    case .stream(let pieces):
      guard await send(framing.head) else { return false }
      for await piece in pieces where !piece.isEmpty {
        guard await send(framing.framed(piece)) else { return false }
      }
      return await send(framing.end)
    }
  }

  private func send(_ bytes: [UInt8]) async -> Bool { await send(bytes[...]) }

  private func send(_ piece: ArraySlice<UInt8>) async -> Bool {
    await socket.write(piece, within: server.patience)
  }
}

/// Tells the source of a stream that nobody listens any more. A stream learns that only when its listener is cancelled.
private func end(_ pieces: AsyncStream<[UInt8]>) async {
  await withTaskGroup(of: Void.self) { group in
    group.cancelAll()
    group.addTask { for await _ in pieces {} }
  }
}
