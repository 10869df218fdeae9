/// The entries of a tar file in a gzip file, one after the other: the format of POSIX.1-1988 (ustar), and the long names
/// of GNU tar.
///
/// Links and all other kinds of entries that are neither regular files nor folders are refused.
struct TarReader {
  struct Entry: Equatable {
    /// The path, as it is written.
    let name: [UInt8]
    let isFolder: Bool
    /// The number of bytes of a file.
    let size: Int
  }

  /// The reason why an archive cannot be read, for use after a colon.
  struct Fault: Error, Equatable { let reason: String }

  private let reader: GzipReader
  /// The numbers of bytes of the entry that were not read, and of those between it and the next one.
  private var (rest, padding) = (0, 0)

  private static let blockSize = 512
  private static let longestName = 4096

  init(_ reader: GzipReader) { self.reader = reader }

  /// The next entry; nil at the end of the archive.
  mutating func nextEntry() throws(Fault) -> Entry? {
    var longName: [UInt8]?
    while true {
      try skipContent()
      let header = try read(Self.blockSize)
      if header.allSatisfy({ $0 == 0 }) {
        try readToEnd()
        return nil
      }
      guard let size = Self.number(header[124..<136]), Self.number(header[148..<156]) == Self.sum(of: header) else {
        throw Fault(reason: "it is damaged")
      }
      begin(size)
      let name = longName ?? Self.name(in: header)
      switch header[156] {
      case UInt8(ascii: "0"), 0: return Entry(name: name, isFolder: false, size: size)
      case UInt8(ascii: "5") where size == 0: return Entry(name: name, isFolder: true, size: 0)
      case UInt8(ascii: "L") where (1...Self.longestName).contains(size) && longName == nil:
        longName = try nextPart().map { name in Array(name.prefix { $0 != 0 }) }
      default: throw Fault(reason: "it contains something else than files and folders")
      }
    }
  }

  /// The next part of the content of the entry; nil at its end.
  mutating func nextPart() throws(Fault) -> [UInt8]? {
    if rest == 0 { return nil }
    let part = try read(min(rest, 1 << 18))
    rest -= part.count
    return part
  }

  /// Begins to read the content that follows a header.
  private mutating func begin(_ size: Int) {
    rest = size
    padding = (Self.blockSize - size % Self.blockSize) % Self.blockSize
  }

  private mutating func skipContent() throws(Fault) {
    while try nextPart() != nil {}
    _ = try read(padding)
    padding = 0
  }

  private func read(_ count: Int) throws(Fault) -> [UInt8] {
    guard let bytes = reader.next(count), bytes.count == count else { throw Fault(reason: "it is damaged") }
    return bytes
  }

  /// Some zeros may follow, to fill a record; and nothing may follow the compressed part, at whose end its checksum is.
  private func readToEnd() throws(Fault) {
    var parts = 64
    while !reader.hasEnded {
      parts -= 1
      guard parts > 0, let bytes = reader.next(1 << 14), bytes.allSatisfy({ $0 == 0 }) else {
        throw Fault(reason: "it is damaged")
      }
    }
    if reader.remainingCount > 0 { throw Fault(reason: "something follows its end") }
  }

  private static func name(in header: [UInt8]) -> [UInt8] {
    let name = header[..<100].prefix { $0 != 0 }
    // GNU's own format has other fields in place of the prefix.
    let prefix = header[257..<263].elementsEqual("ustar\0".utf8) ? header[345..<500].prefix { $0 != 0 } : []
    return prefix.isEmpty ? Array(name) : prefix + [UInt8(ascii: "/")] + name
  }

  /// A number in octal digits, which spaces may precede and a space or zero ends; nil for another form.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }
  }

  /// The sum of the bytes of a header, in which the sum itself counts as spaces.
  private static func sum(of header: [UInt8]) -> Int {
    header.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int(header[$1])) }
  }
}
