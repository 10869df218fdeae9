import Dispatch
import Glibc

/// A client that can send requests that no browser would send.
///
/// Its sockets block, and must not block the threads that the server needs, so each call runs on its own queue.
final class Client: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  struct Answer: Sendable {
    let status: Int
    /// The headers, by names in lower case.
    let headers: [String: String]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let file: Int32
  private let queue = DispatchQueue(label: "client")

  /// Waits for bytes without a time limit. `make test` ends a test that hangs.
  init(port: UInt16) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(description: "connect: \(errno)") }
  }

  deinit { close(file) }

  /// Sends bytes unchanged.
  func send(_ bytes: [UInt8]) async throws {
    try await blocking { [file] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { throw Failure(description: "send: \(errno)") }
        rest = rest.dropFirst(count)
      }
    }
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// Reads the next answer completely.
  ///
  /// - Parameter hasBody: false for the answer to `HEAD`.
  func answer(hasBody: Bool = true) async throws -> Answer {
    try await blocking { [file] in
      var head: [UInt8] = []
      while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try receive(1, from: file) }
      var answer = try parsed(head)
      guard hasBody, answer.status >= 200 else { return answer }
      if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
        answer.body = try receive(length, from: file)
      } else if answer.headers["transfer-encoding"] == "chunked" {
        while let piece = try receivePiece(from: file) { answer.body += piece }
      } else if answer.status != 204 {
        while let byte = try? receive(1, from: file) { answer.body += byte }
      }
      return answer
    }
  }

  func bytes(_ count: Int) async throws -> [UInt8] {
    try await blocking { [file] in try receive(count, from: file) }
  }

  /// Reads the next piece of an answer whose head `answer(hasBody: false)` returned; nil at the end.
  func piece() async throws -> String? {
    try await blocking { [file] in try receivePiece(from: file).map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Waits until the server closes the connection, and throws if the server sends anything before.
  func end() async throws {
    try await blocking { [file] in
      var byte: UInt8 = 0
      let count = recv(file, &byte, 1, 0)
      guard count == 0 || count < 0 && errno == ECONNRESET else {
        throw Failure(description: count > 0 ? "not the end but \(byte)" : "recv: \(errno)")
      }
    }
  }

  private func blocking<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}

private func receive(_ count: Int, from file: Int32) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: min(count, 1 << 16))
  while bytes.count < count {
    let received = recv(file, &buffer, min(buffer.count, count - bytes.count), 0)
    guard received > 0 else { throw Client.Failure(description: received == 0 ? "end" : "recv: \(errno)") }
    bytes += buffer[..<received]
  }
  return bytes
}

private func receivePiece(from file: Int32) throws -> [UInt8]? {
  var line: [UInt8] = []
  while !line.suffix(2).elementsEqual("\r\n".utf8) { line += try receive(1, from: file) }
  guard let count = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) else {
    throw Client.Failure(description: "no length of a chunk")
  }
  let piece = try receive(count, from: file)
  _ = try receive(2, from: file)
  return count == 0 ? nil : piece
}

private func parsed(_ head: [UInt8]) throws -> Client.Answer {
  let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
  guard let words = lines.first?.split(separator: " "), words.count > 1, let status = Int(words[1]) else {
    throw Client.Failure(description: "no status")
  }
  let headers = lines.dropFirst().compactMap { line -> (String, String)? in
    guard let colon = line.firstIndex(of: ":") else { return nil }
    return (line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " }))
  }
  return Client.Answer(status: status, headers: Dictionary(headers) { $0 + ", " + $1 })
}

/// Compares many bytes quickly, and does not print them if they differ.
func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && memcmp(left, right, left.count) == 0
}
