/// Checks that a rendition contains only a picture: no Exif, XMP or IPTC, no comment, no colour profile, and nothing
/// after its end.
///
/// Each format has a list of the parts of renditions, so that unknown parts are refused too. The decoded picture is not
/// checked.
///
/// - Returns: the part that must not be there, in words; nil if there is none.
/// - Complexity: O(bytes).
func strangePart(ofRendition bytes: [UInt8]) -> String? {
  let parts = RenditionParts(bytes: bytes)
  do throws(StrangePart) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      try parts.checkJPEG()
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      try parts.checkPNG()
    } else if parts.code(at: 0) == "RIFF", parts.code(at: 8) == "WEBP" {
      try parts.checkWebP()
    } else if parts.code(at: 4) == "ftyp" {
      try parts.checkAVIF()
    } else {
      throw StrangePart("bytes of an unknown format")
    }
    return nil
  } catch {
    return error.name
  }
}

private struct StrangePart: Error {
  let name: String

  init(_ name: String) { self.name = name }

  static let cut = StrangePart("an incomplete part")
}

private struct RenditionParts {
  let bytes: [UInt8]

  func number(_ count: Int, at offset: Int, isLittle: Bool = false) throws(StrangePart) -> Int {
    guard offset >= 0, count <= 7, offset + count <= bytes.count else { throw .cut }
    var number = 0
    for index in 0..<count { number = number << 8 | Int(bytes[offset + (isLittle ? count - 1 - index : index)]) }
    return number
  }

  /// Four bytes as text.
  func code(at offset: Int) -> String {
    offset >= 0 && offset + 4 <= bytes.count ? String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self) : ""
  }

  // MARK: JPEG (ITU-T T.81, annex B)

  func checkJPEG() throws(StrangePart) {
    var offset = 2
    while true {
      guard try number(1, at: offset) == 0xFF else { throw StrangePart("bytes between segments") }
      let marker = try number(1, at: offset + 1)
      if marker == 0xD9 {
        if offset + 2 != bytes.count { throw StrangePart("bytes after the picture") }
        return
      }
      let length = try number(2, at: offset + 2)
      switch marker {
      case 0xDB, 0xC4, 0xC0, 0xC1, 0xC2, 0xDD, 0xDA: break
      case 0xE0 where length == 16 && code(at: offset + 4) == "JFIF": break
      default: throw StrangePart("the segment FF\(String(marker, radix: 16, uppercase: true))")
      }
      guard length >= 2 else { throw .cut }
      offset += 2 + length
      if marker != 0xDA { continue }
      // The data of a scan, in which FF is a marker only before a byte that is neither 0 nor a restart.
      while true {
        guard offset + 1 < bytes.count else { throw .cut }
        if bytes[offset] == 0xFF, bytes[offset + 1] != 0, !(0xD0...0xD7).contains(bytes[offset + 1]) { break }
        offset += 1
      }
    }
  }

  // MARK: PNG (Third Edition, section 5.3)

  func checkPNG() throws(StrangePart) {
    var offset = 8
    while offset < bytes.count {
      let name = code(at: offset + 4)
      guard ["IHDR", "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "pHYs", "bKGD", "IDAT", "IEND"].contains(name)
      else {
        throw StrangePart("the chunk \(name)")
      }
      offset += 12 + (try number(4, at: offset))
      if name == "IEND" {
        if offset != bytes.count { throw StrangePart("bytes after the picture") }
        return
      }
    }
    throw .cut
  }

  // MARK: WebP (RFC 9649, section 2)

  func checkWebP() throws(StrangePart) {
    guard try number(4, at: 4, isLittle: true) + 8 == bytes.count else { throw StrangePart("bytes after the picture") }
    var offset = 12
    while offset < bytes.count {
      let name = code(at: offset)
      let length = try number(4, at: offset + 4, isLittle: true)
      guard ["VP8 ", "VP8L", "VP8X", "ALPH"].contains(name) else { throw StrangePart("the chunk \(name)") }
      // The flag of an alpha channel is the only one allowed.
      if name == "VP8X", try number(1, at: offset + 8) & ~0x10 != 0 { throw StrangePart("flags of metadata") }
      offset += 8 + length + length & 1
    }
    if offset != bytes.count { throw .cut }
  }

  // MARK: AVIF (ISO/IEC 14496-12 and 23008-12)

  private struct RenditionBox {
    let name: String
    let content: Range<Int>
  }

  private func boxes(in range: Range<Int>, _ allowed: [String]) throws(StrangePart) -> [RenditionBox] {
    var boxes: [RenditionBox] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let length = try number(4, at: offset)
      guard length >= 8, length <= range.upperBound - offset else { throw .cut }
      let name = code(at: offset + 4)
      guard allowed.contains(name) else { throw StrangePart("the box \(name)") }
      boxes.append(RenditionBox(name: name, content: (offset + 8)..<(offset + length)))
      offset += length
    }
    return boxes
  }

  func checkAVIF() throws(StrangePart) {
    let file = try boxes(in: 0..<bytes.count, ["ftyp", "meta", "mdat"])
    for meta in file where meta.name == "meta" {
      // A version and flags precede the content.
      guard meta.content.count >= 4 else { throw .cut }
      let parts = try boxes(
        in: (meta.content.lowerBound + 4)..<meta.content.upperBound,
        ["hdlr", "pitm", "iloc", "iinf", "iprp", "iref", "idat"])
      for part in parts {
        switch part.name {
        case "iinf": try checkItems(part.content)
        case "iprp": try checkProperties(part.content)
        default: break
        }
      }
    }
  }

  private func checkItems(_ content: Range<Int>) throws(StrangePart) {
    let head = try number(1, at: content.lowerBound) == 0 ? 6 : 8
    guard content.count >= head else { throw .cut }
    for item in try boxes(in: (content.lowerBound + head)..<content.upperBound, ["infe"]) {
      let version = try number(1, at: item.content.lowerBound)
      let type = code(at: item.content.lowerBound + (version == 2 ? 8 : 10))
      guard version >= 2, ["av01", "grid"].contains(type) else { throw StrangePart("the item \(type)") }
    }
  }

  private func checkProperties(_ content: Range<Int>) throws(StrangePart) {
    for part in try boxes(in: content, ["ipco", "ipma"]) where part.name == "ipco" {
      let properties = try boxes(
        in: part.content, ["ispe", "av1C", "pixi", "colr", "pasp", "auxC", "irot", "imir", "clap"])
      for property in properties where property.name == "colr" && code(at: property.content.lowerBound) != "nclx" {
        throw StrangePart("a colour profile")
      }
    }
  }
}
