import Dispatch
import Glibc
import Synchronization

/// A client's socket. Waiting for the client blocks no thread.
///
/// It is read even while nobody asks for bytes, because only reading shows that the client has left.
final class ClientSocket: Sendable {
  /// The number of unread bytes at which reading stops, and the client has to wait.
  private static let receivedLimit = 64 << 10

  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct SocketState {
    var reading: SuspendableSource
    var writing: SuspendableSource
    let deadline: Deadline
    /// The number of sources that may still use the descriptor.
    var sourceCount = 2
    /// Is called with the first bytes.
    var arrived: (@Sendable () -> Void)?
    var received: [UInt8] = []
    /// True until the client accepts more.
    var isFull = false
    var isClosed = false
    // One task reads and writes, and another one waits for the end.
    var reader: Waiter?
    var writer: Waiter?
    var watcher: Waiter?
  }

  private let descriptor: Int32
  private let state: Mutex<SocketState>

  /// - Parameters:
  ///   - descriptor: a socket that does not block, and that nothing else closes.
  ///   - queue: the queue for events of the socket.
  init(_ descriptor: Int32, queue: DispatchQueue) {
    self.descriptor = descriptor
    state = Mutex(
      SocketState(
        reading: SuspendableSource(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)),
        writing: SuspendableSource(DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)),
        deadline: Deadline(queue: queue)))
  }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - arrived: is called once, with the first bytes.
  ///   - closed: is called once, when the descriptor is free.
  func open(arrived: @escaping @Sendable () -> Void, closed: @escaping @Sendable () -> Void) {
    let ended: @Sendable () -> Void = { if self.freeDescriptor() { closed() } }
    state.withLock { state in
      state.arrived = arrived
      state.reading.call({ self.receive() }, ended: ended)
      state.writing.call({ self.goOnWriting() }, ended: ended)
      state.deadline.call { [weak self] in self?.close() }
      state.reading.resume()
    }
  }

  // MARK: The end

  /// Closes the socket after a time, unless another one is set.
  ///
  /// - Parameter time: nil for no limit.
  func limit(to time: Duration?) {
    state.withLock { $0.deadline.put(off: time) }
  }

  /// Ends reading and writing, and everything that waits for them.
  func close() {
    let waiting = state.withLock { state -> [Waiter?] in
      guard !state.isClosed else { return [] }
      state.isClosed = true
      state.arrived = nil
      state.received = []
      state.deadline.cancel()
      state.reading.cancel()
      state.writing.cancel()
      return [state.reader.take(), state.writer.take(), state.watcher.take()]
    }
    for waiter in waiting { waiter?.resume() }
  }

  /// Waits until the socket is closed, by the client or here.
  func closure() async { await wait(in: \.watcher) { _ in false } }

  /// - Returns: whether no source can use the descriptor any more.
  private func freeDescriptor() -> Bool {
    let isFree = state.withLock { state in
      state.sourceCount -= 1
      return state.sourceCount == 0
    }
    if isFree { _ = Glibc.close(descriptor) }
    return isFree
  }

  /// Waits until a condition is true, or the socket is closed.
  private func wait(
    in waiter: any WritableKeyPath<SocketState, Waiter?> & Sendable, until isReady: @Sendable (SocketState) -> Bool
  ) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isClosed || isReady(state) { return true }
        state[keyPath: waiter] = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  // MARK: Reading

  /// Returns the next bytes, as many as have arrived; nil if the socket is closed.
  func read() async -> [UInt8]? {
    await wait(in: \.reader) { !$0.received.isEmpty }
    return state.withLock { state in
      guard !state.isClosed else { return nil }
      defer { state.received = [] }
      state.reading.resume()
      return state.received
    }
  }

  private func receive() {
    let isEnd = state.withLock { state in
      guard !state.isClosed else { return false }
      let room = Self.receivedLimit - state.received.count
      let count = unsafe withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { buffer in
        let count = unsafe recv(descriptor, buffer.baseAddress, room, 0)
        if count > 0 { unsafe state.received += buffer.prefix(count) }
        return count
      }
      if state.received.count == Self.receivedLimit { state.reading.suspend() }
      return count == 0 || count < 0 && !isTemporary(errno)
    }
    guard !isEnd else { return close() }
    let (arrived, reader) = state.withLock { state in
      state.received.isEmpty ? (nil, nil) : (state.arrived.take(), state.reader.take())
    }
    arrived?()
    reader?.resume()
  }

  // MARK: Writing

  /// - Parameter time: the time after which the socket is closed if the client has not accepted the bytes.
  /// - Returns: whether the system accepted all bytes for sending; false if the socket is closed.
  func write(_ bytes: ArraySlice<UInt8>, within time: Duration) async -> Bool {
    guard let count = send(bytes) else { return false }
    var rest = bytes.dropFirst(count)
    if rest.isEmpty { return true }
    // Most clients accept all bytes at once, and setting a limit costs as much as sending.
    limit(to: time)
    while !rest.isEmpty {
      await wait(in: \.writer) { !$0.isFull }
      guard let count = send(rest) else { return false }
      rest = rest.dropFirst(count)
    }
    limit(to: nil)
    return true
  }

  /// Tells the client that no more bytes follow.
  func endWriting() { state.withLock { if !$0.isClosed { _ = shutdown(descriptor, Int32(SHUT_WR)) } } }

  /// - Returns: the number of bytes that the system accepted.
  private func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let (count, isEnd) = state.withLock { state in
      guard !state.isClosed else { return (0, true) }
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { return (count, false) }
      guard isTemporary(errno) else { return (0, true) }
      state.isFull = true
      state.writing.resume()
      return (0, false)
    }
    guard !isEnd else {
      close()
      return nil
    }
    return count
  }

  private func goOnWriting() {
    let writer = state.withLock { state in
      state.isFull = false
      if !state.isClosed { state.writing.suspend() }
      return state.writer.take()
    }
    writer?.resume()
  }
}

private func isTemporary(_ error: Int32) -> Bool { [EAGAIN, EWOULDBLOCK, EINTR].contains(error) }
