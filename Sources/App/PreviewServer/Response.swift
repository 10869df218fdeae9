/// An answer to a client.
public struct Response: Sendable {
  /// A status code (RFC 9110, section 15).
  public enum Status: Int, Sendable {
    case ok = 200
    case noContent = 204
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case contentTooLarge = 413
    case internalServerError = 500
  }

  public struct ResponseHeader: Sendable {
    let name: String
    let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public enum Body: Sendable {
    case bytes([UInt8])
    /// Each piece is sent at once. When the client disconnects, the stream is ended.
    case stream(AsyncStream<[UInt8]>)
  }

  public var status: Status
  /// The headers in addition to those that frame the body and exclude other origins.
  public var headers: [ResponseHeader]
  public var body: Body

  public init(_ status: Status, headers: [ResponseHeader] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// - Parameter type: the media type.
  public static func content(_ bytes: [UInt8], type: String) -> Response {
    Response(.ok, headers: [ResponseHeader("Content-Type", type)], body: .bytes(bytes))
  }
}
