public import Diagnostics
import Glibc
import NIOCore
import NIOPosix

/// Answers HTTP/1.1, one request of a connection after the other.
///
/// A page on another host cannot read the answers, even if its name leads to this machine: `Host` must be one of
/// `hosts`, and no answer allows other origins to read it.
public struct PreviewServer: Sendable {
  /// 0 for any free port.
  public var port: UInt16 = 0
  /// The numeric address to listen on.
  public var address = "127.0.0.1"
  /// The allowed names in `Host`, before the port, in lower case. The name of a domain includes those below it.
  public var hosts: Set<String> = ["127.0.0.1"]
  /// True if `Host` can be any numeric address: no name of another host can be one.
  public var acceptsAddresses = false
  /// The limit of a request's body, in bytes.
  public var bodyLimit = 0
  /// How long a client may take for a request, including idle time before it, or for accepting a piece of an answer.
  public var patience: Duration = .seconds(60)
  /// How long a client may take from the start of a connection to the end of its first request's header.
  public var headPatience: Duration = .seconds(10)
  /// The limit of open connections, without streams; another one closes the one that has been idle longest.
  public var connectionLimit = 512
  /// The limit of open streams; another one ends the oldest.
  public var streamLimit = 64

  let answer: @Sendable (Request) async -> Response

  /// - Parameter answer: may run for several connections at once, and is cancelled when its client disconnects.
  public init(answer: @escaping @Sendable (Request) async -> Response) { self.answer = answer }

  /// Returns whether a text is a numeric address, of any version.
  public static func isAddress(_ text: String) -> Bool { (try? SocketAddress(ipAddress: text, port: 0)) != nil }

  /// Runs the server until it is cancelled.
  ///
  /// - Parameter listening: is called once, with the port, when connections are accepted.
  public func run(listening: @Sendable (_ port: UInt16) -> Void) async throws(Diagnostic) {
    // Threads start here, so that commands without a server have none.
    let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let failure = await failure(on: threads, listening)
    // This fails only if the threads have already ended.
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
    let descriptors = descriptorLimit()
    let open = OpenConnections(
      limit: min(connectionLimit, descriptors / 2), streamLimit: min(streamLimit, descriptors / 8))
    let (connections, arrivals) = AsyncStream.makeStream(of: NumberedChannel.self)
    let listener = try await ServerBootstrap(group: threads)
      // A client that finds the system's queue full tries again after a second.
      .serverChannelOption(.backlog, value: 4096)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // The system's buffer for answers that nobody reads: for connections on the same machine it would be megabytes.
      .childChannelOption(.socketOption(.so_sndbuf), value: 128 << 10)
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        let (number, evicted) = open.add(channel)
        evicted?.close(promise: nil)
        channel.closeFuture.whenComplete { _ in open.remove(number) }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            FirstBytes(patience: min(self.headPatience, self.patience)) {
              arrivals.yield(NumberedChannel(channel: channel, number: number))
            })
        }
      }
      .bind(to: try SocketAddress(ipAddress: address, port: Int(port))).get()
    listener.closeFuture.whenComplete { _ in arrivals.finish() }
    let port = listener.localAddress?.port.flatMap { UInt16(exactly: $0) } ?? port
    let check = RequestHeadCheck(hosts: hosts, acceptsAddresses: acceptsAddresses, port: port, bodyLimit: bodyLimit)
    listening(port)
    await withDiscardingTaskGroup { group in
      for await arrived in connections {
        group.addTask {
          await Connection(
            channel: arrived.channel, server: self, check: check, connections: open, number: arrived.number
          ).serve()
        }
      }
      group.cancelAll()
    }
    try? await listener.close()
  }

  private struct NumberedChannel {
    let channel: any Channel
    let number: Int
  }

  /// The number of files that the process may open. Builds need some of them while connections are served.
  private func descriptorLimit() -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }
}
