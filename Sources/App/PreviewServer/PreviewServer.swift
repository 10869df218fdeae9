public import Diagnostics
import Dispatch
import Glibc

/// Answers HTTP/1.1, one request of a connection after the other.
///
/// A page on another host cannot read the answers, even if its name leads to this machine: `Host` must be one of
/// `hosts`, and no answer allows other origins to read it.
public struct PreviewServer: Sendable {
  /// The port; 0 for any free one.
  public var port: UInt16 = 0
  /// The numeric address to listen on.
  public var address = "127.0.0.1"
  /// The allowed names in `Host`, before the port, in lower case. The name of a domain includes those below it.
  public var hosts: Set<String> = ["127.0.0.1"]
  /// True if `Host` can be any numeric address: no name of another host can be one.
  public var acceptsAddresses = false
  /// The limit of a request's body, in bytes.
  public var bodyLimit = 0
  /// The time that a client has for a request, including idle time before it, or for accepting a piece of an answer.
  public var patience: Duration = .seconds(60)
  /// The time that a client has from the start of a connection to the end of its first request's header.
  public var headPatience: Duration = .seconds(10)
  /// The limit on open connections, without streams; another one replaces the one that has been idle longest.
  public var connectionLimit = 512
  /// The limit on open streams; another one replaces the oldest.
  public var streamLimit = 64

  let answer: @Sendable (Request) async -> Response

  /// - Parameter answer: may run for several connections at once, and is cancelled when its client disconnects.
  public init(answer: @escaping @Sendable (Request) async -> Response) { self.answer = answer }

  /// Returns whether a text is a numeric address, of any version.
  public static func isAddress(_ text: String) -> Bool { addressWithoutZone(text) != nil }

  /// Runs the server until it is cancelled.
  ///
  /// - Parameter listening: is called once, with the port, when connections are accepted.
  public func run(listening: @Sendable (_ port: UInt16) -> Void) async throws(Diagnostic) {
    let queue = DispatchQueue(label: "cardshelf.server")
    let listener = try Listener(address: address, port: port, queue: queue)
    let check = RequestHeadCheck(
      hosts: hosts, acceptsAddresses: acceptsAddresses, port: listener.port, bodyLimit: bodyLimit)
    let descriptors = descriptorLimit()
    let connections = OpenConnections(
      limit: min(connectionLimit, descriptors / 2), streamLimit: min(streamLimit, descriptors / 8))
    let (newcomers, sender) = AsyncStream.makeStream(of: Newcomer.self)
    let open = DispatchGroup()
    listener.accept { descriptor in
      open.enter()
      welcome(ClientSocket(descriptor, queue: queue), connections, sender) { open.leave() }
    }
    listening(listener.port)
    await withDiscardingTaskGroup { group in
      for await newcomer in newcomers {
        group.addTask {
          await Connection(
            socket: newcomer.socket, server: self, check: check, connections: connections, number: newcomer.number
          ).serve(timeLeft: newcomer.timeLeft)
        }
      }
      group.cancelAll()
    }
    await listener.close()
    connections.close()
    await withCheckedContinuation { continuation in open.notify(queue: queue) { continuation.resume() } }
  }

  /// A client that has sent something. Until then, a connection costs no tasks and no parser of HTTP: a large number of
  /// connections that send nothing delays nobody.
  private struct Newcomer {
    let socket: ClientSocket
    let number: Int
    /// The client's remaining time. The time until its connection is served does not count.
    let timeLeft: Duration
  }

  private func welcome(
    _ socket: ClientSocket, _ connections: OpenConnections, _ newcomers: AsyncStream<Newcomer>.Continuation,
    closed: @escaping @Sendable () -> Void
  ) {
    let (number, evicted) = connections.add(socket)
    evicted?.close()
    let time = min(headPatience, patience)
    let end = ContinuousClock.now + time
    socket.open {
      socket.limit(to: nil)
      newcomers.yield(Newcomer(socket: socket, number: number, timeLeft: max(.zero, end - .now)))
    } closed: {
      connections.remove(number)
      closed()
    }
    socket.limit(to: time)
  }

  /// The number of files that the process may open. Builds need some of them while connections are served.
  private func descriptorLimit() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }
}
