/// The head of a request while it arrives in pieces, within limits.
struct RequestHeadDraft {
  /// The limit on the target, in bytes like all sizes here.
  private static let targetLimit = 8 << 10
  /// The limit on a field, without the characters that separate its name from its value.
  private static let fieldLimit = 8 << 10
  private static let listLimit = 32 << 10
  private static let countLimit = 100

  private var target: [UInt8] = []
  private var fields: [(name: [UInt8], value: [UInt8])] = []
  private var listSize = 0
  /// True if the next piece of a name begins a new field.
  private var isFieldWhole = true

  /// The head; nil if it is invalid.
  ///
  /// According to RFC 9112, sections 3 and 5.1, a name with a space in it, or before its colon, is an attempt to
  /// deceive.
  func head(version: RequestHead.Version, method: Request.Method, isUpgrade: Bool) -> RequestHead? {
    guard target.allSatisfy(isVisible), fields.allSatisfy({ isToken($0.name) }) else { return nil }
    return RequestHead(
      version: version, method: method, target: String(decoding: target, as: UTF8.self),
      fields: fields.map { field in
        RequestHead.HeaderField(
          name: String(decoding: field.name, as: UTF8.self),
          value: trimmed(String(decoding: field.value, as: UTF8.self)))
      }, isUpgrade: isUpgrade)
  }

  /// - Returns: whether the limits still hold.
  mutating func addToTarget(_ piece: some Collection<UInt8>) -> Bool {
    guard target.count + piece.count <= Self.targetLimit else { return false }
    target += piece
    return true
  }

  /// - Returns: whether the limits still hold.
  mutating func addToName(_ piece: some Collection<UInt8>) -> Bool {
    if isFieldWhole { fields.append(([], [])) }
    isFieldWhole = false
    return fields.count <= Self.countLimit && addToField(piece, \.name)
  }

  /// - Returns: whether the limits still hold.
  mutating func addToValue(_ piece: some Collection<UInt8>) -> Bool {
    isFieldWhole = true
    return addToField(piece, \.value)
  }

  private mutating func addToField(
    _ piece: some Collection<UInt8>, _ part: WritableKeyPath<(name: [UInt8], value: [UInt8]), [UInt8]>
  ) -> Bool {
    guard let last = fields.indices.last else { return false }
    listSize += piece.count
    guard listSize <= Self.listLimit,
      fields[last].name.count + fields[last].value.count + piece.count <= Self.fieldLimit
    else { return false }
    fields[last][keyPath: part] += piece
    return true
  }
}

/// Returns whether a byte may occur in a target; everything else is percent-encoded (RFC 3986).
private func isVisible(_ byte: UInt8) -> Bool { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte) }

/// Returns whether a name is a token (RFC 9110, section 5.6.2).
private func isToken(_ name: [UInt8]) -> Bool {
  !name.isEmpty
    && name.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
}
