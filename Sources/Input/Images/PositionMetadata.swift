/// Returns whether a file of any type reveals a position on Earth in the metadata of cameras and programs: the GPS tags
/// of Exif, the same in XMP, or the location of a film. Metadata of pictures inside a document or a drawing counts.
///
/// The search is for notations, not for file formats: it does not see compressed or encrypted data.
///
/// - Complexity: O(bytes).
public func tellsPosition(_ bytes: [UInt8]) -> Bool {
  var search = PositionSearch(bytes: bytes)
  if search.findsPosition(isEmbedded: false) { return true }
  // In a drawing, any character of an embedded picture may be escaped.
  guard bytes.prefix(64).contains(UInt8(ascii: "<")), let unescaped = unescaped(bytes) else { return false }
  var second = PositionSearch(bytes: unescaped)
  return second.findsPosition(isEmbedded: false)
}

/// The number of bytes by which parts that are passed to ``mayTellPosition(_:)`` must overlap.
public let longestNotationOfPositions = 64

/// Returns whether one of the notations begins in a part of a file. If none begins in any part, the file reveals no
/// position.
///
/// - Complexity: O(bytes).
public func mayTellPosition(_ part: [UInt8]) -> Bool {
  let beginnings: [[UInt8]] =
    ["II*\0", "MM\0*", "GPSLatitude", "com.apple.quicktime.location.ISO6709", "loci"].map { Array($0.utf8) }
    + [[0xA9] + Array("xyz".utf8)]
  var byFirst = [[[UInt8]]](repeating: [], count: 256)
  for beginning in beginnings { byFirst[Int(beginning[0])].append(beginning) }
  let isFirst = byFirst.map { !$0.isEmpty }
  return part.indices.contains { offset in
    isFirst[Int(part[offset])] && byFirst[Int(part[offset])].contains { part[offset...].starts(with: $0) }
      || part.isBase64Mark(at: offset)
  }
}

extension [UInt8] {
  /// Returns whether `base64` is at an offset, in letters of any case (RFC 2397).
  fileprivate func isBase64Mark(at offset: Int) -> Bool {
    self[offset] | 0x20 == UInt8(ascii: "b") && count - offset > 6
      && self[offset..<offset + 6].elementsEqual("base64".utf8) { $0 == $1 || $0 | 0x20 == $1 && $1 >= 0x61 }
  }
}

/// A drawing with character references (XML 1.0, section 4.1), percent-encoded bytes, and escaped line feeds of style
/// sheets replaced by what they mean; nil if it has none.
private func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
  func mayBeEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\")
  }
  guard bytes.contains(where: mayBeEscape) else { return nil }
  var plain: [UInt8] = []
  plain.reserveCapacity(bytes.count)
  var offset = 0
  while offset < bytes.count {
    guard mayBeEscape(bytes[offset]) else {
      plain.append(bytes[offset])
      offset += 1
      continue
    }
    let rest = bytes[offset...]
    if rest.starts(with: "&#".utf8), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")) {
      let digits = String(decoding: rest[(offset + 2)..<end], as: UTF8.self)
      let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      if let scalar = number.flatMap(Unicode.Scalar.init) {
        plain += Array(String(Character(scalar)).utf8)
        offset = end + 1
        continue
      }
    }
    if bytes[offset] == UInt8(ascii: "%"), rest.count > 2,
      let byte = UInt8(String(decoding: bytes[(offset + 1)...(offset + 2)], as: UTF8.self), radix: 16)
    {
      plain.append(byte)
      offset += 3
      continue
    }
    if rest.starts(with: "\\\n".utf8) {
      offset += 2
      continue
    }
    plain.append(bytes[offset])
    offset += 1
  }
  return plain.count == bytes.count ? nil : plain
}

private struct PositionSearch {
  let bytes: [UInt8]
  private let header: HeaderBytes
  /// A limit on Exif directories: a file could consist of their beginnings.
  private var remainingEntries = 1 << 20
  /// The end of the bytes that were searched for the values of keys: a file could consist of keys.
  private var endOfSearchedValues = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    header = HeaderBytes(bytes)
  }

  mutating func findsPosition(isEmbedded: Bool) -> Bool {
    var offset = 0
    let bytes = bytes
    while let next = firstBeginning(in: bytes, from: offset) {
      offset = next
      defer { offset += 1 }
      switch bytes[offset] {
      case UInt8(ascii: "I"), UInt8(ascii: "M"):
        if bytes[offset + 1] == bytes[offset], isPosition(byTIFFAt: offset) { return true }
      case UInt8(ascii: "G"): if holds("GPSLatitude", at: offset), isValue(at: offset + 11) { return true }
      // QuickTime File Format, user data: the length and the language, then the position.
      case 0xA9:
        guard holds("xyz", at: offset + 1) else { break }
        // In the lists of iTunes, the position has its own box, after the type and the country.
        if isISO6709(at: offset + 8) || holds("data", at: offset + 8) && isISO6709(at: offset + 20) { return true }
      case UInt8(ascii: "c"): if isPositionOfFilm(at: offset) { return true }
      case UInt8(ascii: "l"): if isLocationBox(at: offset) { return true }
      case UInt8(ascii: "b"), UInt8(ascii: "B"):
        if !isEmbedded, bytes.isBase64Mark(at: offset) {
          var start = offset + 6
          while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
          guard start < bytes.count, bytes[start] == UInt8(ascii: ",") else { continue }
          let (part, end) = decodedBase64(at: start + 1)
          var search = PositionSearch(bytes: part)
          if search.findsPosition(isEmbedded: true) { return true }
          offset = end - 1
        }
      default: break
      }
    }
    return false
  }

  /// The next byte with which a notation can begin, and which has at least seven more bytes after it.
  private func firstBeginning(in bytes: [UInt8], from start: Int) -> Int? {
    let all = bytes.span
    // A table, because processors predict comparisons of compressed bytes badly.
    let isBeginning = Self.isBeginning.span
    var offset = start
    while offset + 8 <= all.count {
      if isBeginning[Int(all[offset])] { return offset }
      offset += 1
    }
    return nil
  }

  private static let isBeginning = (UInt8.min...UInt8.max).map { $0 == 0xA9 || "IMGclbB".utf8.contains($0) }

  private func holds(_ text: String, at offset: Int) -> Bool { (try? header.holds(text, at: offset)) ?? false }

  // MARK: Exif

  /// Reads the directory that the tag 0x8825 leads to, with a latitude and a longitude (Exif 2.32, section 4.6.6).
  private mutating func isPosition(byTIFFAt start: Int) -> Bool {
    let isLittle = bytes[start] == UInt8(ascii: "I")
    let header = header
    func number(_ count: Int, at offset: Int) throws(ImageFault) -> Int {
      isLittle ? try header.little(count, at: start + offset) : try header.big(count, at: start + offset)
    }
    do throws(ImageFault) {
      guard try number(2, at: 2) == 42 else { return false }
      var directory = try number(4, at: 4)
      // One directory leads to the next, as for a picture and its thumbnail, or for the pages of a TIFF file.
      for _ in 0..<256 where directory != 0 {
        let count = try number(2, at: directory)
        for entry in 0..<count {
          remainingEntries -= 1
          if remainingEntries < 0 { return false }
          let offset = directory + 2 + 12 * entry
          guard try number(2, at: offset) == 0x8825 else { continue }
          let place = try number(4, at: offset + 8)
          var found: Set<Int> = []
          for entry in 0..<min(64, try number(2, at: place)) {
            let offset = place + 2 + 12 * entry
            let tag = try number(2, at: offset)
            guard tag == 2 || tag == 4, try number(4, at: offset + 4) > 0 else { continue }
            let type = try number(2, at: offset + 2)
            // A fraction with the denominator zero means that the camera did not determine the position.
            let isKnown =
              switch type {
              case 5, 10: try number(4, at: (try number(4, at: offset + 8)) + 4) != 0
              // Some programs use floating-point numbers, which are not in the specification.
              default: type == 11 || type == 12
              }
            if isKnown { found.insert(tag) }
          }
          if found.count == 2 { return true }
        }
        directory = try number(4, at: directory + 2 + 12 * count)
      }
      return false
    } catch {
      return false
    }
  }

  // MARK: XMP

  /// An attribute or an element (XMP 1.0, part 1, section 7).
  private func isValue(at start: Int) -> Bool {
    var offset = start
    func skipSpaces() { while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 } }
    skipSpaces()
    // An element can have attributes.
    if offset > start, let end = bytes[offset...].prefix(256).firstIndex(of: UInt8(ascii: ">")),
      let equals = bytes[offset..<end].firstIndex(of: UInt8(ascii: "=")), equals > offset
    {
      offset = end
    }
    guard offset < bytes.count else { return false }
    if bytes[offset] == UInt8(ascii: "=") {
      offset += 1
      skipSpaces()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") else {
        return false
      }
      offset += 1
    } else if bytes[offset] == UInt8(ascii: ">") {
      offset += 1
      skipSpaces()
    } else {
      return false
    }
    if offset < bytes.count, [0x2B, 0x2D].contains(bytes[offset]) { offset += 1 }
    return offset < bytes.count && isDigit(bytes[offset])
  }

  // MARK: Films

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// A position such as `+48.8577+002.295/` (ISO 6709, annex H).
  private func isISO6709(at start: Int) -> Bool {
    var offset = start
    for _ in 0..<2 {
      guard offset < bytes.count, [0x2B, 0x2D].contains(bytes[offset]) else { return false }
      offset += 1
      let digits = offset
      while offset < min(bytes.count, digits + 32), isDigit(bytes[offset]) || bytes[offset] == 0x2E { offset += 1 }
      guard offset - digits >= 2 else { return false }
    }
    return true
  }

  /// A key, and somewhere after all keys its value (QuickTime File Format, metadata).
  private mutating func isPositionOfFilm(at start: Int) -> Bool {
    guard holds("com.apple.quicktime.location.ISO6709", at: start) else { return false }
    let end = min(bytes.count, start + 1 << 14)
    var offset = max(start + 36, endOfSearchedValues)
    defer { endOfSearchedValues = max(endOfSearchedValues, end) }
    while offset < end {
      if bytes[offset] == 0x2B || bytes[offset] == 0x2D, isISO6709(at: offset) { return true }
      offset += 1
    }
    return false
  }

  /// A box with a name, and degrees in 1/65,536 (3GPP TS 26.244, section 8.10).
  private func isLocationBox(at start: Int) -> Bool {
    guard start >= 4, holds("loci", at: start), let length = try? header.big(4, at: start - 4),
      (30...1024).contains(length),
      let version = try? header.big(4, at: start + 4), version == 0,
      let name = bytes[min(start + 10, bytes.count)..<min(bytes.count, start + length)].firstIndex(of: 0),
      let longitude = try? header.big(4, at: name + 2), let latitude = try? header.big(4, at: name + 6)
    else { return false }
    func degrees(_ number: Int) -> Int { Int(Int32(truncatingIfNeeded: number)) >> 16 }
    return (longitude, latitude) != (0, 0) && abs(degrees(longitude)) <= 180 && abs(degrees(latitude)) <= 90
  }

  // MARK: Pictures in text

  /// The decoded beginning of a `data:` address, which contains the metadata, and the end of its text.
  private func decodedBase64(at start: Int) -> (bytes: [UInt8], end: Int) {
    var decoded: [UInt8] = []
    var (bits, count) = (0, 0)
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      let value: Int
      switch byte {
      case 0x41...0x5A: value = Int(byte) - 0x41
      case 0x61...0x7A: value = Int(byte) - 0x61 + 26
      case 0x30...0x39: value = Int(byte) - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      case 0x20, 0x09, 0x0A, 0x0D:
        offset += 1
        continue
      case UInt8(ascii: "&"), UInt8(ascii: "%"):
        // Line feeds in attributes as editors write them.
        let spaces = ["&#10;", "&#13;", "&#xA;", "&#xa;", "&#xD;", "&#xd;", "%0A", "%0a", "%0D", "%0d", "%20"]
        guard let space = spaces.first(where: { holds($0, at: offset) }) else { return (decoded, offset) }
        offset += space.utf8.count
        continue
      default: return (decoded, offset)
      }
      offset += 1
      (bits, count) = (bits << 6 | value, count + 6)
      if count >= 8 {
        count -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> count))
        bits &= (1 << count) - 1
      }
    }
    return (decoded, offset)
  }
}
