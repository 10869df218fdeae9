/// The part of a request before its body.
struct RequestHead: Equatable {
  /// A version of HTTP (RFC 9112, section 2.3). Others are not supported.
  enum Version: String {
    case http10 = "HTTP/1.0"
    case http11 = "HTTP/1.1"
  }

  var version = Version.http11
  var method = Request.Method.get
  /// The target as received, with its query.
  var target = "/"
  /// The fields in their order.
  var fields: [HeaderField] = []
  /// True if the client wants to leave HTTP, or to reach another server through this one.
  var isUpgrade = false

  struct HeaderField: Equatable {
    let name: String
    /// The value without the space around it.
    let value: String
  }

  /// The values of all fields with a name, in their order.
  func values(of name: String) -> [String] {
    fields.lazy.filter { isSameName($0.name, name) }.map(\.value)
  }

  /// Returns whether another request may follow (RFC 9112, section 9.3).
  ///
  /// Clients of HTTP/1.0 that would send another one are rare, and cannot be told where a stream ends.
  var isKeptAlive: Bool {
    version == .http11 && !isUpgrade
      && !values(of: "Connection").contains { $0.split(separator: ",").contains { isSameName(trimmed($0), "close") } }
  }

  /// Returns whether the client waits for permission to send the body (RFC 9110, section 10.1.1).
  var expectsContinue: Bool {
    version == .http11 && values(of: "Expect").contains { isSameName($0, "100-continue") }
  }
}

private func isSameName(_ left: some StringProtocol, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
}

/// The text without spaces and tabs at its ends.
func trimmed(_ text: some StringProtocol) -> String {
  func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
  return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
}
