import CardLayout
import Geometry
import JSONText

extension GeometryTable {
  /// Appends all geometries, as an array.
  ///
  /// - Parameter variants: the names of the anatomies of the card in quotes; empty if it has only one.
  func write(variants: [[UInt8]], to bytes: inout [UInt8]) {
    bytes.append("\"geometries\":[")
    for number in geometries.indices {
      let geometry = geometries[number]
      let variant: [UInt8] = variants.indices.contains(geometry.variant) ? variants[geometry.variant] : []
      let room = mostBytes(of: geometry) + variant.count
      bytes.reserve(room)
      bytes.append(addingCapacity: room) { (span: inout OutputSpan<UInt8>) in
        span.append(number > 0 ? ",{\"width\":" : "{\"width\":")
        span.append(sixtyFourths: geometry.width.sixtyFourths)
        if !variant.isEmpty {
          span.append(",\"variant\":")
          for byte in variant { span.append(byte) }
        }
        writeSlots(geometry, to: &span)
        writeStarts(geometry, number: number, to: &span)
        if let tags = geometry.tags { write(tags, number: number, to: &span) }
        span.append(UInt8(ascii: "}"))
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// An upper bound of the bytes that a geometry takes, without the name of its variant.
  private func mostBytes(of geometry: CardGeometry) -> Int {
    let starts = geometry.slots.reduce(0) { $0 + slots[$1].starts.count + 1 }
    let frames = geometry.tags?.frames?.count ?? 0
    let numbers = 5 + geometry.slots.count * 6 + starts + frames * 3
    // A slot has its name twice, in quotes and with brackets.
    return 128 + numbers * OutputSpan<UInt8>.mostBytesOfNumber + geometry.slots.count * 32 + frames * 3
  }

  private func writeSlots(_ geometry: CardGeometry, to span: inout OutputSpan<UInt8>) {
    span.append(",\"slots\":{")
    for index in geometry.slots {
      let slot = slots[index]
      if index > geometry.slots.lowerBound { span.append(UInt8(ascii: ",")) }
      span.append(slot.name.key)
      span.append(UInt8(ascii: "["))
      span.append(sixtyFourths: slot.frame.x.sixtyFourths)
      span.append(UInt8(ascii: ","))
      span.append(sixtyFourths: slot.frame.y.sixtyFourths)
      span.append(UInt8(ascii: ","))
      span.append(sixtyFourths: slot.frame.width.sixtyFourths)
      span.append(UInt8(ascii: ","))
      span.append(sixtyFourths: slot.frame.height.sixtyFourths)
      span.append(UInt8(ascii: ","))
      span.append(decimal: slot.lines)
      span.append(slot.isTruncated ? ",1]" : ",0]")
    }
    span.append(UInt8(ascii: "}"))
  }

  /// Only the starts that do not follow from the number of lines.
  private func writeStarts(_ geometry: CardGeometry, number: Int, to span: inout OutputSpan<UInt8>) {
    var isFirst = true
    for index in geometry.slots {
      let slot = slots[index]
      let isImplied =
        slot.lines == 1 ? slot.starts.count == 1 && starts[slot.starts.lowerBound] == 0 : slot.starts.isEmpty
      if isImplied || slot.name == .image || slot.name == .tags { continue }
      span.append(isFirst ? ",\"starts\":{" : ",")
      isFirst = false
      span.append(slot.name.key)
      if slot.startsGeometry != number {
        span.append(decimal: slot.startsGeometry)
        continue
      }
      span.append(UInt8(ascii: "["))
      for place in slot.starts {
        if place > slot.starts.lowerBound { span.append(UInt8(ascii: ",")) }
        span.append(decimal: starts[place])
      }
      span.append(UInt8(ascii: "]"))
    }
    if !isFirst { span.append(UInt8(ascii: "}")) }
  }

  private func write(_ tags: TagNumbers, number: Int, to span: inout OutputSpan<UInt8>) {
    span.append(",\"tags\":")
    if tags.geometry != number { return span.append(decimal: tags.geometry) }
    span.append("{\"rows\":")
    span.append(decimal: tags.rows)
    span.append(",\"shown\":")
    span.append(decimal: tags.shown)
    span.append(",\"hidden\":")
    span.append(decimal: tags.hidden)
    if let height = tags.rowsHeight {
      span.append(",\"rowsHeight\":")
      span.append(sixtyFourths: height.sixtyFourths)
    }
    if let frames = tags.frames {
      span.append(",\"frames\":[")
      for place in frames {
        let frame = tagFrames[place]
        span.append(place > frames.lowerBound ? ",[" : "[")
        span.append(sixtyFourths: frame.x.sixtyFourths)
        span.append(UInt8(ascii: ","))
        span.append(sixtyFourths: frame.y.sixtyFourths)
        span.append(UInt8(ascii: ","))
        span.append(sixtyFourths: frame.width.sixtyFourths)
        span.append(UInt8(ascii: "]"))
      }
      span.append(UInt8(ascii: "]"))
    }
    span.append(UInt8(ascii: "}"))
  }
}

extension SlotName {
  /// The name as the key of an object.
  fileprivate var key: StaticString {
    switch self {
    case .image: "\"image\":"
    case .eyebrow: "\"eyebrow\":"
    case .title: "\"title\":"
    case .subtitle: "\"subtitle\":"
    case .body: "\"body\":"
    case .tags: "\"tags\":"
    case .footer: "\"footer\":"
    }
  }
}
