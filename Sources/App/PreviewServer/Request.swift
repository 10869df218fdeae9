/// A client's request.
public struct Request: Sendable {
  public enum Method: Sendable {
    case get, head, post, other
  }

  public let body: [UInt8]
  private let head: RequestHead

  init(_ head: RequestHead, body: [UInt8]) {
    self.head = head
    self.body = body
  }

  public var method: Method { head.method }

  /// The path of the target, percent-encoded as received; it begins with a slash. A query is removed.
  public var path: String { String(head.target.prefix { $0 != "?" }) }

  /// The value of a header; nil unless it occurs exactly once.
  public func header(_ name: String) -> String? {
    let values = head.values(of: name)
    return values.count == 1 ? values.first : nil
  }
}
