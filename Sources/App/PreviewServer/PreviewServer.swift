public import Diagnostics
import Glibc
import NIOCore
import NIOPosix

/// Answers HTTP/1.1, one request of a connection after the other.
///
/// A page on another host cannot read what is served, even where its name leads to this machine: `Host` must name one of
/// `hosts`, and no answer allows other origins to read it.
public struct PreviewServer: Sendable {
  /// 0 for any that is free.
  public var port: UInt16 = 0
  /// What is listened on, in numbers.
  public var address = "127.0.0.1"
  /// The names that `Host` may have in front of the port, in lower case. That of a domain stands for those below it.
  public var hosts: Set<String> = ["127.0.0.1"]
  /// Whether `Host` may be any address in numbers: no name leads to one, so no name of another can.
  public var acceptsAddresses = false
  /// Of a request, in bytes.
  public var bodyLimit = 0
  /// How long a client may take for a request, idleness before it included, or for accepting a piece of an answer.
  public var patience: Duration = .seconds(60)
  /// How long a client may take from the start of a connection to the end of its first request's head.
  public var headPatience: Duration = .seconds(10)
  /// How many connections are open at a time, streams not counted; another one closes the one that was idle longest.
  public var connectionLimit = 512
  /// How many answers are streams at a time; another one ends the oldest.
  public var streamLimit = 64

  let answer: @Sendable (Request) async -> Response

  /// - Parameter answer: may run for several connections at once, and is cancelled when its client leaves.
  public init(answer: @escaping @Sendable (Request) async -> Response) { self.answer = answer }

  /// Whether a text is an address in numbers, of any version.
  public static func isAddress(_ text: String) -> Bool { (try? SocketAddress(ipAddress: text, port: 0)) != nil }

  /// Serves until it is cancelled.
  ///
  /// - Parameter listening: is called once, with the port, when connections are accepted.
  public func run(listening: @Sendable (_ port: UInt16) -> Void) async throws(Diagnostic) {
    // Threads start here, so that commands that do not serve have none.
    let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let failure = await failure(on: threads, listening)
    // Fails only where the threads have ended already.
    try? await threads.shutdownGracefully()
    if let failure { throw failure }
  }

  private func failure(on threads: MultiThreadedEventLoopGroup, _ listening: (UInt16) -> Void) async -> Diagnostic? {
    do {
      try await serve(on: threads, listening)
      return nil
    } catch let error as IOError {
      return .cannotListen(on: address, port: port, errorCode: error.errnoCode)
    } catch {
      return Task.isCancelled ? nil : .cannotListen(on: address, port: port, reason: "\(error)")
    }
  }

  private func serve(on threads: MultiThreadedEventLoopGroup, _ listening: (UInt16) -> Void) async throws {
    // A connection reads nothing until it is somebody's: one that is accepted and never taken up can be dropped then.
    let listener = try await ServerBootstrap(group: threads)
      // A client that finds the queue of the system full tries again after a second.
      .serverChannelOption(.backlog, value: 4096)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // What the system holds of answers that nobody reads: on the way to this machine that would be megabytes.
      .childChannelOption(.socketOption(.so_sndbuf), value: 128 << 10)
      .childChannelOption(.autoRead, value: false)
      .bind(
        to: try SocketAddress(ipAddress: address, port: Int(port)),
        serverBackPressureStrategy: .init(lowWatermark: 16, highWatermark: 64)
      ) { $0.eventLoop.makeSucceededFuture($0) }
    try await listener.executeThenClose { connections in
      let port = listener.channel.localAddress?.port.flatMap { UInt16(exactly: $0) } ?? port
      let check = RequestHeadCheck(
        hosts: hosts, acceptsAddresses: acceptsAddresses, port: port, bodyLimit: bodyLimit)
      let descriptors = descriptorLimit()
      let open = OpenConnections(
        limit: min(connectionLimit, descriptors / 2), streamLimit: min(streamLimit, descriptors / 8))
      listening(port)
      try await withThrowingDiscardingTaskGroup { group in
        for try await channel in connections {
          let (number, evicted) = open.add(channel)
          evicted?.close(promise: nil)
          group.addTask {
            await Connection(channel: channel, server: self, check: check, connections: open, number: number).serve()
            open.remove(number)
          }
        }
      }
    }
  }

  /// How many files the process may have open. Builds need some of them while connections are served.
  private func descriptorLimit() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }
}
