/// Numbers as font tables store them. Every access is checked: tables come from files.
extension Array where Element == UInt8 {
  func uint16(at offset: Int) -> UInt16? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }

  func int16(at offset: Int) -> Int? { uint16(at: offset).map { Int(Int16(bitPattern: $0)) } }

  func uint32(at offset: Int) -> UInt32? {
    guard let high = uint16(at: offset), let low = uint16(at: offset + 2) else { return nil }
    return UInt32(high) << 16 | UInt32(low)
  }

  /// Sets a number, unless the array has no room for it.
  mutating func set(_ value: UInt16, at offset: Int) {
    guard offset >= 0, offset <= count - 2 else { return }
    self[offset] = UInt8(value >> 8)
    self[offset + 1] = UInt8(value & 0xFF)
  }

  /// Sets a number, unless the array has no room for it.
  mutating func set(_ value: UInt32, at offset: Int) {
    guard offset >= 0, offset <= count - 4 else { return }
    set(UInt16(value >> 16), at: offset)
    set(UInt16(value & 0xFFFF), at: offset + 2)
  }

  mutating func append(bigEndian value: UInt16) { append(contentsOf: [UInt8(value >> 8), UInt8(value & 0xFF)]) }

  mutating func append(bigEndian value: UInt32) {
    append(bigEndian: UInt16(value >> 16))
    append(bigEndian: UInt16(value & 0xFFFF))
  }
}
