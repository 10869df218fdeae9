extension ArraySlice<UInt8> {
  var text: String { String(decoding: self, as: UTF8.self) }
}

extension Span<UInt8> {
  /// Returns whether an ASCII text is at an offset.
  func hasText(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, length <= count - offset else { return false }
    let start = unsafe text.utf8Start
    for index in 0..<length where unsafe self[offset + index] != start[index] { return false }
    return true
  }
}
