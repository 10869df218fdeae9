import Synchronization

/// The open connections of a server.
///
/// There is always room for another connection: it replaces the one that has been idle longest. Streams, which are
/// meant to stay open, are limited separately.
final class OpenConnections: Sendable {
  private enum ConnectionUse: Int {
    /// Between answers. Bytes of the next request do not count as use; otherwise a client could keep the connection
    /// open with a byte now and then.
    case idle
    case answering
    case streaming
  }

  private struct OpenConnection {
    let socket: ClientSocket
    var use = ConnectionUse.idle
    /// The number of the change at which this use began.
    var since: Int
  }

  private struct ConnectionState {
    var entries: [Int: OpenConnection] = [:]
    var streamCount = 0
    var changeCount = 0
  }

  private let limit: Int
  private let streamLimit: Int
  private let state = Mutex(ConnectionState())

  /// - Parameters:
  ///   - limit: the limit on connections that are not streams, at least 1.
  ///   - streamLimit: the limit on streams, at least 1.
  init(limit: Int, streamLimit: Int) {
    self.limit = max(1, limit)
    self.streamLimit = max(1, streamLimit)
  }

  /// Adds a connection.
  ///
  /// - Returns: the number of the connection, and the socket to close in exchange, if the limit is reached.
  /// - Complexity: O(connections) if the limit is reached.
  func add(_ socket: ClientSocket) -> (number: Int, evicted: ClientSocket?) {
    state.withLock { state in
      let isFull = state.entries.count - state.streamCount >= limit
      let evicted = isFull ? Self.removeOldest(of: &state) { $0 != .streaming } : nil
      state.changeCount += 1
      let number = state.changeCount
      state.entries[number] = OpenConnection(socket: socket, since: number)
      return (number, evicted)
    }
  }

  /// Marks the connection as idle.
  func rest(_ number: Int) { change(number, to: .idle) }

  /// Marks the connection as being answered.
  func answer(_ number: Int) { change(number, to: .answering) }

  /// Marks the connection as a stream.
  ///
  /// - Returns: the socket to close in exchange, if the limit of streams is reached.
  func stream(_ number: Int) -> ClientSocket? {
    state.withLock { state in
      guard state.entries[number] != nil else { return nil }
      let evicted = state.streamCount >= streamLimit ? Self.removeOldest(of: &state) { $0 == .streaming } : nil
      Self.change(number, to: .streaming, in: &state)
      return evicted
    }
  }

  /// Removes a connection that has ended.
  func remove(_ number: Int) { state.withLock { Self.remove(number, from: &$0) } }

  /// Closes all connections.
  func close() {
    let sockets = state.withLock { $0.entries.values.map(\.socket) }
    for socket in sockets { socket.close() }
  }

  private func change(_ number: Int, to use: ConnectionUse) { state.withLock { Self.change(number, to: use, in: &$0) } }

  private static func change(_ number: Int, to use: ConnectionUse, in state: inout ConnectionState) {
    // A connection that was evicted is no longer counted, and ends soon.
    guard let last = state.entries[number]?.use else { return }
    state.streamCount += (use == .streaming ? 1 : 0) - (last == .streaming ? 1 : 0)
    state.changeCount += 1
    state.entries[number]?.use = use
    state.entries[number]?.since = state.changeCount
  }

  private static func remove(_ number: Int, from state: inout ConnectionState) {
    if state.entries.removeValue(forKey: number)?.use == .streaming { state.streamCount -= 1 }
  }

  /// Idle connections are closed before those that are being answered.
  private static func removeOldest(
    of state: inout ConnectionState, where isEligible: (ConnectionUse) -> Bool
  ) -> ClientSocket? {
    var oldest: (number: Int, entry: OpenConnection)?
    for (number, entry) in state.entries where isEligible(entry.use) {
      if let (_, other) = oldest, (other.use.rawValue, other.since) < (entry.use.rawValue, entry.since) { continue }
      oldest = (number, entry)
    }
    guard let oldest else { return nil }
    remove(oldest.number, from: &state)
    return oldest.entry.socket
  }
}
