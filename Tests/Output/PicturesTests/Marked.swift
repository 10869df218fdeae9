/// Handwritten images with metadata. Each part of the metadata contains the mark.
enum Marked {
  static let mark = "WHERE-IT-WAS"

  /// Exif with a position, a directory of a thumbnail, and an orientation.
  static func exif(orientation: UInt8 = 1, isLittle: Bool = false, place: Place = .known) -> [UInt8] {
    let number: (Int, Int) -> [UInt8] = { value, count in
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittle ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(kind, 2) + number(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
    }
    let text = Array("\(mark)\0".utf8)
    let textOffset = 8 + 2 + 3 * 12 + 4
    let directory = textOffset + text.count
    let fractions = directory + 2 + 4 * 12 + 4
    let degree = (0..<3).flatMap { _ in number(40, 4) + number(place == .unknown ? 0 : 1, 4) }
    var bytes = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(3, 2)
    bytes += entry(0x010E, 2, text.count, number(textOffset, 4)) + entry(0x0112, 3, 1, number(Int(orientation), 2))
    bytes += entry(place == .none ? 0x8769 : 0x8825, 4, 1, number(directory, 4)) + number(0, 4) + text
    bytes += number(4, 2) + entry(1, 2, 2, Array("N\0".utf8)) + entry(2, 5, 3, number(fractions, 4))
    bytes += entry(3, 2, 2, Array("E\0".utf8)) + entry(4, 5, 3, number(fractions + 24, 4)) + number(0, 4)
    return bytes + degree + degree
  }

  enum Place { case known, unknown, none }

  static let xmp = Array(
    """
    <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\
    <rdf:Description xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:GPSLatitude='40,26.1N' exif:GPSLongitude='3,41E'>\
    \(mark)</rdf:Description></rdf:RDF></x:xmpmeta>
    """.utf8)

  static func jpeg(_ plain: [UInt8], orientation: UInt8 = 1, exif: [UInt8]? = nil) -> [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker] + big(content.count + 2, 2) + content
    }
    let text = Array(mark.utf8)
    return Array(plain[..<2])
      + segment(0xE1, Array("Exif\0\0".utf8) + (exif ?? Self.exif(orientation: orientation)))
      + segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)
      + segment(
        0xED,
        Array("Photoshop 3.0\08BIM\u{4}\u{4}\0\0\0\0\0".utf8) + [UInt8(text.count + 5)] + [0x1C, 2, 90, 0]
          + [UInt8(text.count)] + text)
      + segment(0xE2, Array("MPF\0".utf8) + text)
      + segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + noProfile)
      // YCbCr, as in JFIF.
      + segment(0xEE, Array("Adobe\0d\0\0\0\0\u{1}".utf8) + text) + segment(0xEB, text)
      + segment(0xE0, Array("JFXX\0".utf8) + text)
      + segment(0xFE, text) + plain[2...]
      // After the end, another picture follows.
      + [0xFF, 0xD8] + segment(0xE1, Array("Exif\0\0".utf8) + Self.exif()) + [0xFF, 0xD9]
  }

  /// Text in the place of a colour profile.
  private static let noProfile = Array((0..<20).flatMap { _ in mark.utf8 })

  static func png(_ plain: [UInt8], orientation: UInt8 = 1) -> [UInt8] {
    let text = Array(mark.utf8)
    return Array(plain[..<33]) + PNG.chunk("eXIf", exif(orientation: orientation))
      + PNG.chunk("iCCP", Array("ICC\0\0".utf8) + noProfile) + PNG.chunk("tEXt", Array("Comment\0".utf8) + text)
      + PNG.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
      + PNG.chunk("tIME", [7, 0xEA, 1, 1, 1, 1, 1]) + PNG.chunk("caBX", text) + plain[33...] + text
  }

  /// - Parameter plain: an image that has only pixels.
  static func webp(_ plain: [UInt8], width: Int, height: Int, orientation: UInt8 = 1) -> [UInt8] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + big(content.count, 4).reversed() + content + (content.count % 2 == 1 ? [0] : [])
    }
    let size = big(width - 1, 3).reversed() + big(height - 1, 3).reversed()
    let chunks =
      Array("WEBP".utf8) + chunk("VP8X", [0x2C, 0, 0, 0] + size) + chunk("ICCP", noProfile) + plain[12...]
      + chunk("EXIF", exif(orientation: orientation)) + chunk("XMP ", xmp) + chunk("NOTE", Array(mark.utf8))
    return Array("RIFF".utf8) + big(chunks.count, 4).reversed() + chunks + Array(mark.utf8)
  }

  /// An image in the form that libheif writes, followed by items of Exif and XMP.
  static func avif(_ plain: [UInt8]) -> [UInt8] {
    var top = boxes(plain[...])
    guard let meta = top.firstIndex(where: { $0.name == "meta" }) else { return plain }
    var parts = boxes(top[meta].content.dropFirst(4))
    let data = [(90, "Exif", [0, 0, 0, 0] + exif()), (91, "mime", xmp)] as [(Int, String, [UInt8])]
    var growth = 0
    for pass in 0..<2 {
      // In the second pass it is known how far everything moves.
      parts = boxes(top[meta].content.dropFirst(4))
      for index in parts.indices {
        var content = Array(parts[index].content)
        if parts[index].name == "iinf" {
          content[5] += UInt8(data.count)
          for (item, kind, _) in data {
            content += box(
              "infe", [2, 0, 0, 0] + big(item, 2) + [0, 0] + Array("\(kind)\0application/rdf+xml\0".utf8))
          }
        }
        if parts[index].name == "iloc" {
          content = locations(content, data.map { ($0.0, $0.2.count) }, plain.count, growth)
        }
        if parts[index].name == "iprp" {
          // At the end of all properties, so that the numbers of the others stay the same.
          let all = boxes(content[...]).map { kind in
            if kind.name != "ipco" { return box(kind.name, Array(kind.content)) }
            // A uuid is sixteen bytes.
            let more = box("uuid", Array((mark + mark).utf8)) + box("udes", Array(mark.utf8))
            return box(kind.name, Array(kind.content) + more)
          }
          content = all.flatMap(\.self)
        }
        parts[index].content = content[...]
      }
      let content: [UInt8] = [0, 0, 0, 0] + parts.flatMap { box($0.name, Array($0.content)) }
      growth = content.count - top[meta].content.count
      if pass == 1 { top[meta].content = content[...] }
    }
    return top.flatMap { box($0.name, Array($0.content)) } + box("mdat", data.flatMap(\.2))
      + box("uuid", Array(mark.utf8)) + box("free", Array(mark.utf8))
  }

  /// A list of locations of version 1 or 0 with offsets of four bytes and no base, as libheif writes it.
  private static func locations(
    _ old: [UInt8], _ items: [(item: Int, count: Int)], _ end: Int, _ growth: Int
  ) -> [UInt8] {
    let version = old[0]
    let baseSize = Int(old[5] >> 4)
    var new = Array(old[..<6]) + big(items.count + Int(old[6]) << 8 + Int(old[7]), 2)
    var offset = 8
    let head = (version == 0 ? 4 : 6) + baseSize + 2
    for _ in 0..<(Int(old[6]) << 8 + Int(old[7])) {
      new += old[offset..<(offset + head)]
      let count = Int(old[offset + head - 1])
      offset += head
      for _ in 0..<count {
        let place = old[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
        new += big(place + growth, 4) + old[(offset + 4)..<(offset + 8)]
        offset += 8
      }
    }
    var place = end + growth + 8
    for (item, count) in items {
      new += big(item, 2) + (version == 0 ? [] : [0, 0]) + [0, 0] + [UInt8](repeating: 0, count: baseSize) + [0, 1]
      new += big(place, 4) + big(count, 4)
      place += count
    }
    return new
  }

  static func gif() -> [UInt8] {
    let text = Array(mark.utf8)
    let magic = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
      + [0x21, 0xFE, UInt8(text.count)] + text + [0] + [0x21, 0xF9, 4, 4, 9, 0, 0, 0]
      + [0x21, 0x01, 12, 0, 0, 0, 0, 1, 0, 1, 0, 8, 8, 1, 0, UInt8(text.count)] + text + [0]
      + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + xmp + magic
      + gifPicture + [0x3B] + text
  }

  static let gifWithoutMarks =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] + gifPicture + [0x3B]

  private static let gifPicture: [UInt8] =
    [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + [2, 2, 0x44, 1, 0]

  // MARK: Bytes

  private struct Box {
    let name: String
    var content: ArraySlice<UInt8>
  }

  private static func boxes(_ bytes: ArraySlice<UInt8>) -> [Box] {
    var boxes: [Box] = []
    var rest = bytes
    while rest.count >= 8 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      boxes.append(Box(name: name, content: rest.prefix(count).dropFirst(8)))
      rest = rest.dropFirst(count)
    }
    return boxes
  }

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(name.utf8) + content
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
