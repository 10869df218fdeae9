extension ImageSize {
  /// The root's `width` and `height` if both are lengths in pixels, otherwise those of its `viewBox`, rounded to whole
  /// pixels (SVG 2, section 8.2 and CSS Images 3, section 4.3). Anything unexpected gives nil: the reader of SVG
  /// reports it.
  init?(ofSVG bytes: [UInt8]) {
    guard let tag = rootTag(of: bytes) else { return nil }
    let attributes = Self.attributes(of: tag)
    let box = attributes["viewBox"]?.split { $0 == " " || $0 == "," || $0.isNewline }.map(Self.pixels) ?? []
    let sides: [Double?] =
      if let width = attributes["width"].flatMap(Self.pixels), let height = attributes["height"].flatMap(Self.pixels) {
        [width, height]
      } else {
        box.count == 4 ? Array(box[2...]) : []
      }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    let longest = Double(ImageHeader.longestSide)
    guard (0.5...longest).contains(width), (0.5...longest).contains(height) else { return nil }
    self.init(width: Int(width.rounded()), height: Int(height.rounded()))
  }

  private static func pixels(_ text: some StringProtocol) -> Double? {
    Double(text.hasSuffix("px") ? String(text.dropLast(2)) : String(text))
  }

  private static func attributes(of tag: ArraySlice<UInt8>) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = tag
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<equals].reversed().drop(while: isSpace).prefix { !isSpace($0) }.reversed()
      let behind = rest[rest.index(after: equals)...].drop(while: isSpace)
      guard let quote = behind.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = behind.dropFirst().firstIndex(of: quote)
      else { break }
      attributes[String(decoding: name, as: UTF8.self)] = String(
        decoding: behind[behind.index(after: behind.startIndex)..<end], as: UTF8.self)
      rest = behind[behind.index(after: end)...]
    }
    return attributes
  }
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// The text in the start tag of the root element, after its name; nil if the root is not `svg`.
private func rootTag(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
  var rest = bytes[...]
  while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
    rest = rest[rest.index(after: start)...]
    if rest.starts(with: "!--".utf8) {
      guard let end = rest.firstRange(of: Array("-->".utf8)) else { return nil }
      rest = rest[end.upperBound...]
    } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      rest = rest[end...]
    } else if rest.starts(with: "svg".utf8), let next = rest.dropFirst(3).first, isSpace(next) {
      let tag = rest.dropFirst(3)
      var quote: UInt8?
      for index in tag.indices {
        let byte = tag[index]
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return tag[..<index]
        }
      }
      return nil
    } else {
      return nil
    }
  }
  return nil
}
