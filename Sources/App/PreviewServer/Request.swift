import NIOHTTP1

/// A client's request.
public struct Request: Sendable {
  public enum Method: Sendable {
    case get, head, post, other
  }

  public let method: Method
  /// The path of the target, percent-encoded as received; begins with a slash. A query is removed.
  public let path: String
  public let body: [UInt8]
  private let headers: HTTPHeaders

  init(_ head: HTTPRequestHead, body: [UInt8]) {
    method =
      switch head.method {
      case .GET: .get
      case .HEAD: .head
      case .POST: .post
      default: .other
      }
    path = String(head.uri.prefix { $0 != "?" })
    headers = head.headers
    self.body = body
  }

  /// The value of a header; nil unless it comes exactly once.
  public func header(_ name: String) -> String? {
    let values = headers[name]
    return values.count == 1 ? values.first : nil
  }
}
