import NIOCore
import NIOHTTP1

/// The next event on a connection.
enum Arrival {
  case request(HTTPRequestHead, body: [UInt8])
  /// The rest of its body is still to come.
  case refused(HTTPRequestHead, Response.Status)
  /// Neither this request nor anything after it can be understood.
  case unreadable
}

extension ChannelPipeline.SynchronousOperations {
  /// Adds the handlers between bytes and the parts of requests and answers.
  func configureRequestReading() throws {
    var framing = HTTPResponseEncoder.Configuration()
    framing.automaticallySetFramingHeaders = false
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = 8 << 10
    limits.maxHeaderListSize = 32 << 10
    limits.maxHeaderFieldCount = 100
    // NIO's own handling of errors may answer one request twice.
    try configureHTTPServerPipeline(
      withPipeliningAssistance: true, withServerUpgrade: nil, withErrorHandling: false,
      withOutboundHeaderValidation: true, withEncoderConfiguration: framing, withDecoderLimitConfiguration: limits)
  }
}

extension NIOAsyncChannelInboundStream<HTTPServerRequestPart>.AsyncIterator {
  /// The next request; nil when there is none.
  ///
  /// - Parameters:
  ///   - headRead: is called at the end of the header.
  ///   - goOn: tells a client that waits for permission to send the body (RFC 9110, section 10.1.1).
  mutating func nextRequest(
    _ check: RequestHeadCheck, headRead: () -> Void, goOn: () async throws -> Void
  ) async throws -> Arrival? {
    do {
      guard case .head(let head)? = try await next() else { return nil }
      headRead()
      if let status = check.refusal(of: head) { return .refused(head, status) }
      if head.version != .http1_0, head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
        try await goOn()
      }
      var body: [UInt8] = []
      while true {
        switch try await next() {
        case .body(let piece):
          if piece.readableBytes > check.bodyLimit - body.count { return .refused(head, .contentTooLarge) }
          body += piece.readableBytesView
        case .end: return .request(head, body: body)
        case .head, nil: return nil
        }
      }
    } catch is HTTPParserError {
      return .unreadable
    }
  }
}
