extension FileDescriptor {
  /// Whether the bytes from here to the end are these; stops at the first difference.
  func holds(_ bytes: [UInt8]) throws(SystemError) -> Bool { try holds(pieceCount: 1) { _ in bytes } }

  /// Likewise of bytes that are not all held.
  ///
  /// - Parameter piece: the bytes in so many pieces, by number; each is asked for when it is compared.
  func holds(pieceCount: Int, _ piece: (Int) -> [UInt8]) throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var rest: ArraySlice<UInt8> = []
    var next = 0
    while true {
      let got = try read(into: &buffer, from: 0)
      var compared = 0
      while compared < got || got == 0 && rest.isEmpty {
        if rest.isEmpty {
          guard next < pieceCount else { return got == compared }
          rest = piece(next)[...]
          next += 1
          continue
        }
        let count = min(rest.count, got - compared)
        guard buffer[compared..<(compared + count)] == rest.prefix(count) else { return false }
        rest = rest.dropFirst(count)
        compared += count
      }
      if got == 0 { return false }
    }
  }
}
