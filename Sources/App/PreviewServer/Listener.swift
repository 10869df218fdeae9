import CSockets
import Diagnostics
import Dispatch
import Glibc
import Synchronization

/// A socket that clients connect to.
final class Listener: Sendable {
  private struct ListenerState {
    var source: SuspendableSource
    var closer: CheckedContinuation<Void, Never>?
  }

  /// The port to which clients connect.
  let port: UInt16

  private let descriptor: Int32
  private let queue: DispatchQueue
  private let state: Mutex<ListenerState>

  /// - Parameters:
  ///   - address: a numeric address.
  ///   - port: the port; 0 for any free one.
  ///   - queue: the queue for events of the socket.
  init(address: String, port: UInt16, queue: DispatchQueue) throws(Diagnostic) {
    descriptor = try listeningSocket(address: address, port: port)
    self.port = boundPort(of: descriptor) ?? port
    self.queue = queue
    state = Mutex(
      ListenerState(
        source: SuspendableSource(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))))
  }

  /// Begins to accept connections.
  ///
  /// - Parameter connected: receives and owns a socket that does not block.
  func accept(_ connected: @escaping @Sendable (_ descriptor: Int32) -> Void) {
    state.withLock { state in
      state.source.call({ self.acceptWaiting(connected) }, ended: { self.free() })
      state.source.resume()
    }
  }

  /// Ends accepting. Returns when the port is free.
  func close() async {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.closer = continuation
        state.source.cancel()
      }
    }
  }

  private func free() {
    _ = Glibc.close(descriptor)
    state.withLock { $0.closer.take() }?.resume()
  }

  private func acceptWaiting(_ connected: (Int32) -> Void) {
    // After these, clients that are already connected are served.
    for _ in 0..<64 {
      let client = csockets_accept(descriptor, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
      if client >= 0 {
        prepare(client)
        connected(client)
        continue
      }
      switch errno {
      case ECONNABORTED, EINTR: continue
      // The client stays in the system's queue, so the source would report it again at once.
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return rest()
      default: return
      }
    }
  }

  private func rest() {
    state.withLock { $0.source.suspend() }
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) { self.state.withLock { $0.source.resume() } }
  }
}

private func prepare(_ client: Int32) {
  set(TCP_NODELAY, to: 1, of: client, level: Int32(IPPROTO_TCP))
  // The size of the system's buffer for answers that nobody reads: for connections on the same machine it would be
  // megabytes.
  set(SO_SNDBUF, to: 128 << 10, of: client, level: SOL_SOCKET)
}

private func set(_ option: Int32, to value: Int32, of socket: Int32, level: Int32) {
  var value = value
  // A socket works without its options, too.
  _ = unsafe setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
}

private func listeningSocket(address: String, port: UInt16) throws(Diagnostic) -> Int32 {
  var hints = unsafe addrinfo()
  unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
  unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
  var found: UnsafeMutablePointer<addrinfo>?
  guard addressWithoutZone(address) != nil, unsafe getaddrinfo(address, "\(port)", &hints, &found) == 0,
    let info = unsafe found
  else { throw .cannotListen(on: address, port: port, reason: "this is no numeric address") }
  defer { unsafe freeaddrinfo(info) }
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = unsafe socket(info.pointee.ai_family, kind, 0)
  guard descriptor >= 0 else { throw .cannotListen(on: address, port: port, errorCode: errno) }
  set(SO_REUSEADDR, to: 1, of: descriptor, level: SOL_SOCKET)
  // A client that finds the system's queue full tries again after a second.
  guard unsafe bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0, listen(descriptor, 4096) == 0
  else {
    let code = errno
    _ = close(descriptor)
    throw .cannotListen(on: address, port: port, errorCode: code)
  }
  return descriptor
}

private func boundPort(of descriptor: Int32) -> UInt16? {
  // The port has the same offset for both versions of addresses.
  var address = sockaddr_in6()
  var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
  let code = unsafe withUnsafeMutablePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &size) }
  }
  return code == 0 ? UInt16(bigEndian: address.sin6_port) : nil
}
