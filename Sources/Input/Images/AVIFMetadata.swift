extension HeaderBytes {
  /// Follows AVIF 1.1 and ISO/IEC 23008-12: boxes, and items whose bytes are elsewhere in the file.
  ///
  /// Offsets in the file refer to the parts of the picture, so nothing is moved: removed parts become spaces, or an
  /// empty box.
  func avifWithoutMetadata() throws(ImageFault) -> [UInt8] {
    var removed = RemovedRanges()
    var hasType = false
    var hasMeta = false
    for box in try boxes(in: 0..<end) {
      switch box.name {
      case "ftyp" where !hasType: hasType = true
      case "meta" where !hasMeta:
        hasMeta = true
        try findMetadata(inMeta: box, into: &removed)
      case "moov": try findMetadata(inMovie: box, depth: 0, into: &removed)
      case "mdat": break
      default: removed.boxes.append(box)
      }
    }
    guard hasType, hasMeta else { throw .damaged("it has no items") }
    // Each box is compared with each range of the picture.
    guard removed.boxes.count <= mostAVIFBoxes else { throw .damaged("it has too many boxes") }
    for data in removed.kept {
      let isCut = removed.data.contains { $0.overlaps(data) } || removed.boxes.contains { $0.content.overlaps(data) }
      guard !isCut else { throw .damaged("the data of its items overlap") }
    }
    var bytes = try bytes(in: 0..<end)
    for box in removed.boxes {
      bytes.replaceSubrange(box.nameOffset..<(box.nameOffset + 4), with: "free".utf8)
      for offset in box.content { bytes[offset] = 0 }
    }
    for range in removed.data {
      for offset in range { bytes[offset] = 0x20 }
      // Exif without tags, preceded by the number of bytes before it: programs that look for Exif find valid data.
      let empty = Array("\0\0\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
      if range.count >= empty.count {
        bytes.replaceSubrange(range.lowerBound..<(range.lowerBound + empty.count), with: empty)
      }
    }
    return bytes
  }

  private struct RemovedRanges {
    var boxes: [AVIFBox] = []
    var data: [Range<Int>] = []
    /// The ranges of the picture.
    var kept: [Range<Int>] = []
  }

  private func findMetadata(inMeta meta: AVIFBox, into removed: inout RemovedRanges) throws(ImageFault) {
    let parts = try boxes(in: try fullBox(meta.content).content)
    guard let information = parts.first(named: "iinf"), let locations = parts.first(named: "iloc") else {
      throw .damaged("it has no items")
    }
    for part in parts {
      switch part.name {
      case "iprp": try findMetadata(inProperties: part, into: &removed)
      case "hdlr", "pitm", "iinf", "iloc", "iref", "idat", "dinf", "grpl": break
      default: removed.boxes.append(part)
      }
    }
    let types = try itemTypes(in: information)
    let stored = parts.first(named: "idat")?.content
    for (item, ranges) in try itemRanges(in: locations, idat: stored) {
      switch types[item] {
      case "av01", "grid", "iovl", "iden", "tmap", "hvc1": removed.kept += ranges
      case "Exif", "mime", "uri ": removed.data += ranges
      default: throw .damaged("it has an item of an unknown type")
      }
    }
  }

  /// Finds the properties to remove (ISO/IEC 23008-12, section 9.3): those that shape and colour the picture stay, but
  /// no description, time or other data.
  private func findMetadata(
    inProperties properties: AVIFBox, into removed: inout RemovedRanges
  ) throws(ImageFault) {
    for part in try boxes(in: properties.content) where part.name != "ipma" {
      guard part.name == "ipco" else {
        removed.boxes.append(part)
        continue
      }
      for property in try boxes(in: part.content) {
        switch property.name {
        case "ispe", "pixi", "pasp", "clap", "irot", "imir", "iscl", "auxC", "rloc", "av1C", "a1op", "a1lx", "lsel",
          "hvcC", "clli", "mdcv", "cclv", "amve", "ndwt", "reve":
          break
        case "colr":
          let content = try bytes(in: property.content)
          let isProfile = ["prof", "rICC"].contains { content.starts(with: $0.utf8) }
          if isProfile, !isColorProfile(Array(content.dropFirst(4))) { removed.boxes.append(property) }
        default: removed.boxes.append(property)
        }
      }
    }
  }

  /// The type of each item (ISO/IEC 14496-12, section 8.11.6).
  private func itemTypes(in information: AVIFBox) throws(ImageFault) -> [Int: String] {
    let (version, content) = try fullBox(information.content)
    let start = content.lowerBound + (version == 0 ? 2 : 4)
    guard start <= content.upperBound else { throw .truncated }
    var types: [Int: String] = [:]
    for entry in try boxes(in: start..<content.upperBound) where entry.name == "infe" {
      let (version, content) = try fullBox(entry.content)
      guard version >= 2 else { throw .damaged("an item has no type") }
      let size = version == 2 ? 2 : 4
      let type = try bytes(in: (content.lowerBound + size + 2)..<(content.lowerBound + size + 6))
      types[try big(size, at: content.lowerBound)] = String(decoding: type, as: UTF8.self)
    }
    return types
  }

  /// The ranges of each item's data in the file (ISO/IEC 14496-12, section 8.11.3).
  private func itemRanges(in locations: AVIFBox, idat: Range<Int>?) throws(ImageFault) -> [(item: Int, [Range<Int>])] {
    let (version, content) = try fullBox(locations.content)
    var offset = content.lowerBound
    func number(_ size: Int) throws(ImageFault) -> Int {
      defer { offset += size }
      if size == 8 {
        guard try byte(at: offset) == 0 else { throw .truncated }
        return try big(7, at: offset + 1)
      }
      return size == 0 ? 0 : try big(size, at: offset)
    }
    let sizes = try number(2)
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains) else {
      throw .damaged("the positions of its items cannot be read")
    }
    var items: [(item: Int, [Range<Int>])] = []
    var total = 0
    for _ in 0..<(try number(version < 2 ? 2 : 4)) {
      let item = try number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try number(2) & 15
      guard try number(2) == 0 else { throw .damaged("an item is in another file") }
      let base = try number(baseSize)
      let area: Range<Int>
      switch (method, idat) {
      case (0, _): area = 0..<end
      case (1, let idat?): area = idat
      default: throw .damaged("the positions of its items cannot be read")
      }
      var ranges: [Range<Int>] = []
      for _ in 0..<(try number(2)) {
        _ = try number(indexSize)
        let start = area.lowerBound + base + (try number(offsetSize))
        let length = try number(lengthSize)
        guard length > 0, start <= area.upperBound, length <= area.upperBound - start else { throw .truncated }
        ranges.append(start..<(start + length))
        total += 1
      }
      items.append((item, ranges))
      // Images have about ten items.
      if items.count + total > 1024 { throw .damaged("it has too many items") }
    }
    return items
  }

  /// Finds the metadata of a sequence of images (ISO/IEC 14496-12, section 8.2).
  private func findMetadata(
    inMovie box: AVIFBox, depth: Int, into removed: inout RemovedRanges
  ) throws(ImageFault) {
    for part in try boxes(in: box.content) {
      switch part.name {
      case "udta", "meta", "uuid", "free", "skip": removed.boxes.append(part)
      case "trak", "mdia", "minf", "stbl":
        if depth < 4 { try findMetadata(inMovie: part, depth: depth + 1, into: &removed) }
      case "hdlr":
        // Other tracks may reveal where a film was made, frame by frame.
        let kind = try bytes(in: (part.content.lowerBound + 8)..<(part.content.lowerBound + 12))
        guard ["pict", "auxv", "vide"].contains(String(decoding: kind, as: UTF8.self)) else {
          throw .damaged("it has a track that is not a picture")
        }
      default: break
      }
    }
  }
}
