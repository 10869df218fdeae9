import CHTTPParser

/// The next event on a connection.
enum Arrival: Equatable {
  case request(RequestHead, body: [UInt8])
  /// A refused request; the rest of its body has not arrived yet.
  case refused(RequestHead, Response.Status)
  /// Neither this request nor anything after it can be understood.
  case unreadable
}

/// Reads the requests of a connection, one after the other, from pieces of any size.
///
/// It is the only owner of an `http_parser`, which divides a request into parts. That library is lenient: this code
/// decides what may be in a part.
@safe final class RequestReader {
  private let check: RequestHeadCheck
  private let parser: UnsafeMutablePointer<http_parser>
  private var settings = http_parser_settings()
  /// The bytes after the current request.
  private var rest: ArraySlice<UInt8> = []

  private var lines = HeadLines()
  private var draft = RequestHeadDraft()
  /// The head; nil until it has arrived completely.
  private(set) var head: RequestHead?
  private var refusal: Response.Status?
  private var body: [UInt8] = []
  private var isWhole = false
  private var isUnreadable = false

  init(_ check: RequestHeadCheck) {
    self.check = check
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: http_parser())
    unsafe http_parser_init(parser, HTTP_REQUEST)
    unsafe settings.on_url = { unsafe proceed($0, $1, $2) { unsafe $0.draft.addToTarget($1) } }
    unsafe settings.on_header_field = { unsafe proceed($0, $1, $2) { unsafe $0.draft.addToName($1) } }
    unsafe settings.on_header_value = { unsafe proceed($0, $1, $2) { unsafe $0.draft.addToValue($1) } }
    unsafe settings.on_headers_complete = { unsafe proceed($0) { $0.endHead() } }
    unsafe settings.on_body = { unsafe proceed($0, $1, $2) { unsafe $0.addToBody($1) } }
    unsafe settings.on_message_complete = { unsafe proceed($0) { $0.endBody() } }
    unsafe parser.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { unsafe parser.deallocate() }

  /// The request, as soon as it can be answered.
  var arrival: Arrival? {
    if let head, let refusal { return .refused(head, refusal) }
    if let head, isWhole { return .request(head, body: body) }
    return isUnreadable ? .unreadable : nil
  }

  /// Adds bytes from the client.
  func read(_ bytes: [UInt8]) {
    rest += bytes
    parse()
  }

  /// Discards a request that was answered, and begins with the bytes after it.
  func beginNext() {
    lines = HeadLines()
    draft = RequestHeadDraft()
    head = nil
    body = []
    isWhole = false
    unsafe http_parser_pause(parser, 0)
    parse()
  }

  private func parse() {
    guard arrival == nil, !rest.isEmpty else { return }
    guard head != nil || lines.mayContinue(with: rest) else {
      isUnreadable = true
      return
    }
    let count = unsafe rest.withUnsafeBytes { bytes in
      unsafe http_parser_execute(parser, &settings, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
    }
    rest = rest.dropFirst(count)
    let error = unsafe http_errno(parser.pointee.http_errno)
    isUnreadable = error != HPE_OK && error != HPE_PAUSED
  }

  // The parser's callbacks return whether it may continue.

  fileprivate func endHead() -> Bool {
    guard let version, let head = draft.head(version: version, method: method, isUpgrade: isUpgrade) else {
      return false
    }
    self.head = head
    refusal = check.refusal(of: head)
    return refusal == nil
  }

  fileprivate func addToBody(_ piece: UnsafeRawBufferPointer) -> Bool {
    if piece.count > check.bodyLimit - body.count { refusal = .contentTooLarge }
    if refusal == nil { unsafe body += piece }
    return refusal == nil
  }

  fileprivate func endBody() -> Bool {
    isWhole = true
    // The next request is read once this one is answered.
    unsafe http_parser_pause(parser, 1)
    return true
  }

  private var version: RequestHead.Version? {
    switch unsafe (parser.pointee.http_major, parser.pointee.http_minor) {
    case (1, 0): .http10
    case (1, 1): .http11
    default: nil
    }
  }

  private var method: Request.Method {
    switch unsafe http_method(parser.pointee.method) {
    case HTTP_GET: .get
    case HTTP_HEAD: .head
    case HTTP_POST: .post
    default: .other
    }
  }

  /// True for an upgrade request, after which the parser stops reading.
  private var isUpgrade: Bool { unsafe parser.pointee.upgrade != 0 }
}

/// Calls the reader that belongs to a parser.
///
/// - Returns: the value that tells the parser to continue, or to stop.
private func proceed(_ parser: UnsafeMutablePointer<http_parser>?, _ step: (RequestReader) -> Bool) -> Int32 {
  guard let reader = unsafe parser?.pointee.data else { return -1 }
  return step(unsafe Unmanaged<RequestReader>.fromOpaque(reader).takeUnretainedValue()) ? 0 : -1
}

private func proceed(
  _ parser: UnsafeMutablePointer<http_parser>?, _ start: UnsafePointer<CChar>?, _ count: Int,
  _ step: (RequestReader, UnsafeRawBufferPointer) -> Bool
) -> Int32 {
  unsafe proceed(parser) { unsafe step($0, UnsafeRawBufferPointer(start: start, count: count)) }
}
