extension HeaderBytes {
  /// True if an image is shown rotated by 90 or 270 degrees. Unreadable metadata is ignored, as in browsers.
  func isTurned(_ kind: ImageKind) -> Bool {
    switch kind {
    case .jpeg: (try? isTurnedJPEG()) ?? false
    case .webp: (try? isTurnedWebP()) ?? false
    case .avif: (try? isTurnedAVIF()) ?? false
    case .png, .gif, .svg: false
    }
  }

  /// Reads the first segment of application 1 that begins this way (Exif 2.32, section 4.7.2).
  private func isTurnedJPEG() throws(ImageFault) -> Bool {
    var offset = 2
    while true {
      let marker = try byte(at: offset + 1)
      switch marker {
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD7: offset += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xDA: return false
      case 0xE1 where try holds("Exif\0\0", at: offset + 4): return try isTurned(byTIFFAt: offset + 10)
      default: offset += 2 + (try big(2, at: offset + 2))
      }
    }
  }

  /// Reads a chunk after the pixels (WebP container, RFC 9649, section 2.7).
  private func isTurnedWebP() throws(ImageFault) -> Bool {
    guard try holds("VP8X", at: 12), try byte(at: 20) & 0x08 != 0 else { return false }
    var offset = 12
    while try !holds("EXIF", at: offset) {
      let length = try little(4, at: offset + 4)
      offset += 8 + length + length & 1
    }
    // Some programs write the header that Exif has in JPEG.
    return try isTurned(byTIFFAt: (try? holds("Exif\0\0", at: offset + 8)) == true ? offset + 14 : offset + 8)
  }

  /// Orientations from 5 on swap the sides.
  private func isTurned(byTIFFAt start: Int) throws(ImageFault) -> Bool {
    try orientation(byTIFFAt: start).map { (5...8).contains($0) } ?? false
  }

  /// The value of the tag 0x0112 (TIFF 6.0, section 2, and Exif 2.32, section 4.6.4).
  ///
  /// - Returns: nil if there is no orientation.
  func orientation(byTIFFAt start: Int) throws(ImageFault) -> Int? {
    let isLittle = try holds("II", at: start)
    func number(_ count: Int, at offset: Int) throws(ImageFault) -> Int {
      isLittle ? try little(count, at: start + offset) : try big(count, at: start + offset)
    }
    if !isLittle, !(try holds("MM", at: start)) { return nil }
    guard try number(2, at: 2) == 42 else { return nil }
    let directory = try number(4, at: 4)
    for entry in 0..<(try number(2, at: directory)) {
      let offset = directory + 2 + 12 * entry
      if try number(2, at: offset) == 0x0112 { return try number(2, at: offset + 8) }
    }
    return nil
  }

  // MARK: Animation

  /// True if an image contains more than one picture, or may contain more.
  func isAnimated(_ kind: ImageKind) -> Bool {
    switch kind {
    case .gif: true
    // A flag of the first chunk (WebP container, RFC 9649, section 2.7).
    case .webp: (try? holds("VP8X", at: 12)) == true && ((try? byte(at: 20)) ?? 0) & 0x02 != 0
    case .png: (try? isAnimatedPNG()) ?? false
    case .avif: (try? isSequenceOfAVIF()) ?? false
    case .jpeg, .svg: false
    }
  }

  /// PNG (Third Edition), section 11.3.6.1: `acTL` precedes the pixels.
  private func isAnimatedPNG() throws(ImageFault) -> Bool {
    var offset = 8
    while try !holds("IDAT", at: offset + 4) {
      if try holds("acTL", at: offset + 4) { return true }
      offset += 12 + (try big(4, at: offset))
    }
    return false
  }
}
