extension HeaderBytes {
  /// The size of the primary item: ISO/IEC 14496-12, sections 4.2, 4.3 and 8.11; ISO/IEC 23008-12, section 6.5.3; AVIF 1.1,
  /// section 2.
  func sizeOfAVIF() throws(ImageFault) -> (width: Int, height: Int) {
    guard let extents = try primaryProperties().first(named: "ispe") else {
      throw .damaged("its primary item has no size")
    }
    let size = try fullBox(extents.content).content.lowerBound
    return (try big(4, at: size), try big(4, at: size + 4))
  }

  /// True if the image is rotated by 90 or 270 degrees: ISO/IEC 23008-12, section 6.5.10.
  func isTurnedAVIF() throws(ImageFault) -> Bool {
    guard let rotation = try primaryProperties().first(named: "irot") else { return false }
    return try byte(at: rotation.content.lowerBound) & 1 == 1
  }

  /// True if the file contains a sequence of images: AVIF 1.1, section 6.3.
  func isSequenceOfAVIF() throws(ImageFault) -> Bool {
    guard let type = try boxes(in: 0..<end, upTo: "ftyp").first else { return false }
    return try hasBrand(["avis"], type.content)
  }

  /// The properties of the primary item.
  private func primaryProperties() throws(ImageFault) -> [AVIFBox] {
    let file = try boxes(in: 0..<end, upTo: "meta")
    guard let type = file.first, type.name == "ftyp", try hasBrand(["avif", "avis"], type.content) else {
      throw .damaged("its brand is not avif")
    }
    guard let meta = file.first(named: "meta") else { throw .truncated }
    let parts = try boxes(in: try fullBox(meta.content).content)
    guard let primary = parts.first(named: "pitm"), let properties = parts.first(named: "iprp") else {
      throw .damaged("it names no primary item")
    }
    let (version, item) = try fullBox(primary.content)
    let number = try big(version == 0 ? 2 : 4, at: item.lowerBound)
    let kinds = try boxes(in: properties.content)
    guard let all = kinds.first(named: "ipco"), let associations = kinds.first(named: "ipma") else {
      throw .damaged("its items have no properties")
    }
    let list = try boxes(in: all.content)
    return try propertyNumbers(ofItem: number, in: associations.content)
      .filter { $0 > 0 && $0 <= list.count }.map { list[$0 - 1] }
  }

  private func hasBrand(_ brands: [String], _ content: Range<Int>) throws(ImageFault) -> Bool {
    // The major brand, its version, then compatible brands.
    for offset in stride(from: content.lowerBound, to: content.upperBound, by: 4)
    where offset != content.lowerBound + 4 {
      if brands.contains(text(ofCode: try big(4, at: offset))) { return true }
    }
    return false
  }

  /// The numbers, from 1, of an item's properties in the list of properties.
  private func propertyNumbers(ofItem wanted: Int, in content: Range<Int>) throws(ImageFault) -> [Int] {
    let (version, body) = try fullBox(content)
    let isWide = try big(3, at: body.lowerBound - 3) & 1 == 1
    let count = try big(4, at: body.lowerBound)
    var offset = body.lowerBound + 4
    for _ in 0..<count {
      let item = try big(version < 1 ? 2 : 4, at: offset)
      offset += version < 1 ? 2 : 4
      let associated = try byte(at: offset)
      offset += 1
      var numbers: [Int] = []
      for _ in 0..<associated {
        numbers.append(try isWide ? big(2, at: offset) & 0x7FFF : byte(at: offset) & 0x7F)
        offset += isWide ? 2 : 1
      }
      if item == wanted { return numbers }
    }
    return []
  }

  // MARK: Boxes

  struct AVIFBox {
    let name: String
    let nameOffset: Int
    let content: Range<Int>
  }

  /// The boxes of a range, without the boxes inside them.
  ///
  /// - Parameter last: a name after which reading stops.
  func boxes(in range: Range<Int>, upTo last: String? = nil) throws(ImageFault) -> [AVIFBox] {
    var boxes: [AVIFBox] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      var length = try big(4, at: offset)
      var head = 8
      if length == 1 {
        // The size has eight bytes; a file cannot be so large that the first is not zero.
        guard try byte(at: offset + 8) == 0 else { throw .truncated }
        length = try big(7, at: offset + 9)
        head = 16
      } else if length == 0 {
        length = range.upperBound - offset
      }
      guard length >= head else { throw .damaged("a box is shorter than its header") }
      guard length <= range.upperBound - offset else { throw .truncated }
      let name = try big(4, at: offset + 4)
      let box = AVIFBox(name: text(ofCode: name), nameOffset: offset + 4, content: (offset + head)..<(offset + length))
      boxes.append(box)
      if boxes.count > mostAVIFBoxes { throw .damaged("it has too many boxes") }
      if box.name == last { break }
      offset += length
    }
    return boxes
  }

  /// The content after the version and flags.
  func fullBox(_ content: Range<Int>) throws(ImageFault) -> (version: Int, content: Range<Int>) {
    guard content.count >= 4 else { throw .damaged("a box has no version") }
    return (try byte(at: content.lowerBound), (content.lowerBound + 4)..<content.upperBound)
  }

  private func text(ofCode code: Int) -> String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
  }
}

/// Images have about ten boxes at any level. A box takes at least eight bytes, so a file could have millions.
let mostAVIFBoxes = 4096

extension [HeaderBytes.AVIFBox] {
  func first(named name: String) -> Element? { first { $0.name == name } }
}
