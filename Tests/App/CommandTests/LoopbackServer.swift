import Glibc
import Synchronization
import TestSupport

/// An HTTP server on 127.0.0.1 that belongs to one test.
final class LoopbackServer: Sendable {
  let port: Int
  private let socket: Int32
  private let state = Mutex(State())

  private struct State {
    var paths: [String] = []
    var open = 0
    var mostOpen = 0
  }

  /// Those that were requested, in order.
  var paths: [String] { state.withLock(\.paths) }
  /// How many were answered at the same time.
  var mostOpen: Int { state.withLock(\.mostOpen) }

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 64) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    guard isBound else { throw Folder.Failure(what: "no server on 127.0.0.1: \(errno)") }
    port = Int(UInt16(bigEndian: address.sin_port))
    start { server in
      while true {
        let client = accept(server.socket, nil, nil)
        if client < 0 { return }
        server.start { $0.answer(client) }
      }
    }
  }

  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private final class Work {
    let server: LoopbackServer
    let run: @Sendable (LoopbackServer) -> Void

    init(_ server: LoopbackServer, _ run: @escaping @Sendable (LoopbackServer) -> Void) {
      self.server = server
      self.run = run
    }
  }

  private func start(_ run: @escaping @Sendable (LoopbackServer) -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(self, run)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        if let context {
          let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
          work.run(work.server)
        }
        return nil
      }, work)
    pthread_detach(thread)
  }

  /// `/slow/SECONDS` answers late, `/chain/N` redirects N times, `/to/ADDRESS` to any address; `/gone` is not there.
  private func answer(_ client: Int32) {
    defer { close(client) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(client, &buffer, buffer.count, 0)
    guard count > 0 else { return }
    let words = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
    let path = words.count > 1 ? String(words[1]) : ""
    state.withLock { state in
      state.paths.append(path)
      state.open += 1
      state.mostOpen = max(state.mostOpen, state.open)
    }
    defer { state.withLock { $0.open -= 1 } }
    let parts = path.split(separator: "/", maxSplits: 2).map(String.init)
    var status = "200 OK"
    var location = ""
    switch parts.first {
    case "slow": usleep(UInt32((Double(parts[1].prefix { $0 != "?" }) ?? 0) * 1e6))
    case "chain":
      if let rest = Int(parts[1]), rest > 0 { (status, location) = ("302 Found", "/chain/\(rest - 1)") }
    case "to": (status, location) = ("302 Found", String(path.dropFirst(4)))
    case "gone": status = "404 Not Found"
    default: break
    }
    let answer =
      "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n"
      + (location.isEmpty ? "" : "Location: \(location)\r\n") + "\r\n"
    _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
  }
}
