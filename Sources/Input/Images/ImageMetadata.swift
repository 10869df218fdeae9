/// An image file without data other than the picture: without the location and time of a photograph, the camera and its
/// owner, comments, and everything after its end.
///
/// The parts of the picture are copied byte for byte, so that it decodes to the same pixels; a colour profile, an
/// animation and the orientation keep their effect. Each format has a list of the parts that stay: all other parts are
/// removed.
///
/// - Returns: nil if the parts cannot be identified, and for files that are not PNG, JPEG, GIF, WebP or AVIF.
/// - Complexity: O(bytes).
public func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? {
  guard let kind = ImageKind(signatureOf: bytes) else { return nil }
  let reader = HeaderBytes(bytes)
  do throws(ImageFault) {
    return switch kind {
    case .jpeg: try reader.jpegWithoutMetadata()
    case .png: try reader.pngWithoutMetadata()
    case .gif: try reader.gifWithoutMetadata()
    case .webp: try reader.webpWithoutMetadata()
    case .avif: try reader.avifWithoutMetadata()
    case .svg: nil
    }
  } catch {
    return nil
  }
}

extension HeaderBytes {
  /// Follows JPEG (ITU-T T.81), annex B: segments, and data after the starts of scans.
  fileprivate func jpegWithoutMetadata() throws(ImageFault) -> [UInt8] {
    var kept: [UInt8] = [0xFF, 0xD8]
    var hasOrientation = false
    var profile = DividedProfile()
    var offset = 2
    while true {
      guard try byte(at: offset) == 0xFF else { throw .damaged("a segment does not begin with a marker") }
      let marker = try byte(at: offset + 1)
      switch marker {
      // Any marker can be preceded by fill bytes.
      case 0xFF:
        offset += 1
        continue
      case 0x01, 0xD0...0xD7:
        kept += try bytes(in: offset..<(offset + 2))
        offset += 2
        continue
      // After the end, cameras store further pictures and films with metadata of their own.
      case 0xD9: return kept + [0xFF, 0xD9]
      case 0xC0...0xCF, 0xDA...0xDF, 0xE0...0xEF, 0xFE: break
      default: throw .damaged("a segment is of an unknown type")
      }
      let length = try big(2, at: offset + 2)
      guard length >= 2 else { throw .damaged("a segment is shorter than its length") }
      let segment = offset..<(offset + 2 + length)
      let content = offset + 4
      switch marker {
      // These are the parts of the picture. Their marks are those of JFIF, of colour profiles, and of the storage of
      // colours.
      case 0xE0:
        // The rest is a thumbnail.
        if length >= 16, try holds("JFIF\0", at: content) {
          kept += [0xFF, 0xE0, 0, 16] + (try bytes(in: content..<(content + 12))) + [0, 0]
        }
      case 0xE2:
        if length >= 16, try holds("ICC_PROFILE\0", at: content) {
          // The name is followed by the number of the part and the number of parts.
          if profile.parts.isEmpty { profile.place = kept.count }
          profile.parts += try bytes(in: segment)
          profile.content += try bytes(in: (content + 14)..<segment.upperBound)
        }
      case 0xEE:
        // Only the way colours are stored matters.
        if length >= 14, try holds("Adobe", at: content) {
          kept += [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, UInt8(try byte(at: content + 11))]
        }
      case 0xE1:
        if !hasOrientation, length >= 8, try holds("Exif\0\0", at: content) {
          hasOrientation = true
          if let tiff = tiffOfOrientation(at: content + 6) {
            kept += [0xFF, 0xE1, 0, UInt8(tiff.count + 8)] + Array("Exif\0\0".utf8) + tiff
          }
        }
      case 0xE0...0xEF, 0xFE: _ = try bytes(in: segment)
      case 0xDA:
        // A profile is before the first scan.
        if isColorProfile(profile.content) { kept.insert(contentsOf: profile.parts, at: profile.place) }
        profile = DividedProfile()
        kept += try bytes(in: segment)
      default: kept += try bytes(in: segment)
      }
      offset = segment.upperBound
      if marker == 0xDA {
        let end = endOfScan(from: offset)
        kept += try bytes(in: offset..<end)
        offset = end
        // A truncated file shows the pixels that it has.
        if offset + 1 >= self.end { return kept }
      }
    }
  }

  /// A colour profile in several segments.
  private struct DividedProfile {
    var place = 0
    var parts: [UInt8] = []
    var content: [UInt8] = []
  }

  /// The end of a scan's data: a marker other than a restart marker.
  private func endOfScan(from start: Int) -> Int {
    var offset = start
    while offset + 1 < end {
      if self[offset] == 0xFF {
        let next = self[offset + 1]
        if next == 0xFF {
          offset += 1
          continue
        }
        if next != 0, !(0xD0...0xD7).contains(next) { return offset }
        offset += 1
      }
      offset += 1
    }
    return end
  }

  /// Follows PNG (Third Edition), section 5.3: chunks.
  fileprivate func pngWithoutMetadata() throws(ImageFault) -> [UInt8] {
    var kept = try bytes(in: 0..<8)
    var hasOrientation = false
    var offset = 8
    while true {
      let length = try big(4, at: offset)
      let name = code(at: offset + 4)
      let chunk = try bytes(in: offset..<(offset + 12 + length))
      switch name {
      case "IEND": return kept + chunk
      case "iCCP": if isCompressedProfile(in: (offset + 8)..<(offset + 8 + length)) { kept += chunk }
      case "IHDR", "PLTE", "IDAT", "tRNS", "cHRM", "gAMA", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD",
        "pHYs",
        "hIST", "acTL", "fcTL", "fdAT":
        kept += chunk
      case "eXIf":
        if !hasOrientation, let tiff = tiffOfOrientation(at: offset + 8) { kept += pngChunk("eXIf", tiff) }
        hasOrientation = true
      default:
        // The case of the first letter says if the picture cannot be shown without the chunk.
        if name.utf8.first.map({ $0 & 0x20 == 0 }) ?? true { throw .damaged("it has an unknown chunk") }
      }
      offset += 12 + length
    }
  }

  /// Returns whether the content of a chunk is a name and then compressed data (PNG, section 11.3.2.3, and RFC 1950).
  /// The compressed data is not read.
  private func isCompressedProfile(in content: Range<Int>) -> Bool {
    guard let name = content.prefix(80).firstIndex(where: { self[$0] == 0 }), name + 3 < content.upperBound else {
      return false
    }
    let (method, head) = (self[name + 1], Int(self[name + 2]) << 8 | Int(self[name + 3]))
    return method == 0 && head >> 8 & 15 == 8 && head % 31 == 0
  }

  /// Follows the WebP container (RFC 9649), section 2.7.
  fileprivate func webpWithoutMetadata() throws(ImageFault) -> [UInt8] {
    let length = try little(4, at: 4)
    guard length >= 4 else { throw .truncated }
    var parts = try webpParts(in: 12..<(8 + length))
    if parts.bytes.count > 24, parts.bytes.starts(with: "VP8X".utf8) {
      // Flags list the parts of the file: the flags of Exif and of a colour profile stay if these parts do.
      parts.bytes[8] =
        parts.bytes[8] & ~0x2C | (parts.orientation == nil ? 0 : 0x08) | (parts.hasProfile ? 0x20 : 0)
      if let tiff = parts.orientation { parts.bytes += webpChunk("EXIF", tiff) }
      // A picture without any of these parts begins with its pixels.
      let head = 8 + 10
      if parts.bytes[8] == 0, parts.bytes.dropFirst(head).starts(with: "VP8 ".utf8) { parts.bytes.removeFirst(head) }
    }
    return Array("RIFF".utf8) + littleBytes(parts.bytes.count + 4) + Array("WEBP".utf8) + parts.bytes
  }

  /// - Parameter isFrame: a frame holds no frames (WebP Container Specification, "Frame Data").
  private func webpParts(
    in range: Range<Int>, isFrame: Bool = false
  ) throws(ImageFault) -> (bytes: [UInt8], orientation: [UInt8]?, hasProfile: Bool) {
    var kept: [UInt8] = []
    var orientation: [UInt8]?
    var hasProfile = false
    var hasOrientation = false
    var offset = range.lowerBound
    while offset < range.upperBound {
      let length = try little(4, at: offset + 4)
      let content = (offset + 8)..<(offset + 8 + length)
      guard content.upperBound <= range.upperBound else { throw .truncated }
      switch code(at: offset) {
      case "ICCP":
        let profile = try bytes(in: content)
        if !hasProfile, isColorProfile(profile) {
          hasProfile = true
          kept += webpChunk("ICCP", profile)
        }
      case "VP8X", "VP8 ", "VP8L", "ALPH", "ANIM": kept += webpChunk(code(at: offset), try bytes(in: content))
      case "ANMF" where isFrame: throw .damaged("it has a frame in a frame")
      case "ANMF":
        guard length >= 16 else { throw .truncated }
        let head = content.lowerBound..<(content.lowerBound + 16)
        let frame = try webpParts(in: head.upperBound..<content.upperBound, isFrame: true).bytes
        kept += webpChunk("ANMF", try bytes(in: head) + frame)
      case "EXIF":
        let start = content.lowerBound
        // Some programs write the header that Exif has in JPEG.
        if !hasOrientation {
          orientation = tiffOfOrientation(at: (try? holds("Exif\0\0", at: start)) == true ? start + 6 : start)
        }
        hasOrientation = true
      default: break
      }
      offset = content.upperBound + length & 1
    }
    return (kept, orientation, hasProfile)
  }

  /// Follows GIF89a, sections 22 to 26.
  fileprivate func gifWithoutMetadata() throws(ImageFault) -> [UInt8] {
    let flags = try byte(at: 10)
    var offset = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
    var kept = try bytes(in: 0..<offset)
    // The block that says how the next one is drawn.
    var control: [UInt8] = []
    while true {
      let start = offset
      switch try byte(at: offset) {
      case 0x3B: return kept + [0x3B]
      case 0x2C:
        let flags = try byte(at: offset + 9)
        offset = try endOfBlocks(from: offset + 11 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0))
        kept += control + (try bytes(in: start..<offset))
        control = []
      case 0x21:
        let label = try byte(at: offset + 1)
        offset = try endOfBlocks(from: offset + 2)
        let repeats = ["NETSCAPE2.0", "ANIMEXTS1.0"]
        switch label {
        case 0xF9: control = try bytes(in: start..<offset)
        // Text on the picture, which no program shows.
        case 0x01: control = []
        case 0xFF:
          if repeats.contains(where: { (try? holds($0, at: start + 3)) == true }) {
            kept += try bytes(in: start..<offset)
          }
        default: break
        }
      default: throw .damaged("it has an unknown block")
      }
    }
  }

  /// The end of a sequence of blocks, each preceded by its length, with an empty one at the end.
  private func endOfBlocks(from start: Int) throws(ImageFault) -> Int {
    var offset = start
    while true {
      let length = try byte(at: offset)
      offset += 1 + length
      if length == 0 { return offset }
    }
  }
}

/// Returns whether bytes have the header of a colour profile of their length (ICC.1:2022, section 7.2); some programs add
/// bytes up to a multiple of four.
func isColorProfile(_ bytes: [UInt8]) -> Bool {
  guard bytes.count >= 132 else { return false }
  let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
  return (0...3).contains(bytes.count - length) && bytes[36..<40].elementsEqual("acsp".utf8)
}

// MARK: Rewritten parts

private func bigBytes(_ number: Int) -> [UInt8] { littleBytes(number).reversed() }

private func littleBytes(_ number: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) } }

private func webpChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
  Array(name.utf8) + littleBytes(content.count) + content + (content.count & 1 == 1 ? [0] : [])
}

private func pngChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
  let body = Array(name.utf8) + content
  return bigBytes(content.count) + body + bigBytes(Int(pngChecksum(body)))
}

/// The CRC-32 of a chunk (PNG 1.2, 3.4).
private func pngChecksum(_ bytes: [UInt8]) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 {
      let isOdd = sum & 1 == 1
      sum >>= 1
      if isOdd { sum ^= 0xEDB8_8320 }
    }
  }
  return ~sum
}

extension HeaderBytes {
  /// Exif with only the orientation of the Exif data at an offset; nil if that is the default orientation.
  private func tiffOfOrientation(at start: Int) -> [UInt8]? {
    guard let orientation = (try? orientation(byTIFFAt: start)) ?? nil, (2...8).contains(orientation) else {
      return nil
    }
    return Array("MM\0*".utf8) + [
      0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0,
    ]
  }

  fileprivate func code(at offset: Int) -> String {
    (try? bytes(in: offset..<(offset + 4))).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
