import CardLayout
import Content
import Diagnostics
import Geometry

extension GeometryTable {
  /// Appends all geometries, as an array.
  ///
  /// - Parameter variants: the names of the anatomies of the card in quotes; empty if it has only one.
  func write(variants: [[UInt8]], to bytes: inout [UInt8]) {
    let room = mostBytes + geometries.count * variants.reduce(0) { max($0, $1.count) }
    bytes.append(room: room) { cursor in
      cursor.append("\"geometries\":[")
      for number in geometries.indices {
        cursor.append(number > 0 ? ",{\"width\":" : "{\"width\":")
        cursor.append(sixtyFourths: geometries[number].width.sixtyFourths)
        if variants.indices.contains(geometries[number].variant) {
          cursor.append(",\"variant\":")
          for byte in variants[geometries[number].variant] { cursor.append(byte) }
        }
        writeSlots(geometries[number].slots, to: &cursor)
        writeStarts(geometries[number].slots, number: number, to: &cursor)
        if !geometries[number].markers.isEmpty { write(markers[geometries[number].markers], to: &cursor) }
        if let own = geometries[number].tags.index { write(tags[own], number: number, to: &cursor) }
        cursor.append(UInt8(ascii: "}"))
      }
      cursor.append(UInt8(ascii: "]"))
    }
  }

  /// An upper bound of the bytes of all geometries, without the names of variants.
  private var mostBytes: Int {
    // The numbers are the width, and five of tags; six of a slot and one in place of its starts; three of a frame.
    let numbers = geometries.count * 6 + slots.count * 7 + places.count + (tagFrames.count + markers.count) * 3
    // A slot has its key twice, with brackets; a frame has brackets.
    let longestKey = keyRanges.reduce(0) { max($0, $1.count) }
    return 32 + numbers * ByteCursor.mostBytesOfNumber + geometries.count * 128 + slots.count * (2 * longestKey + 10)
      + (tagFrames.count + markers.count) * 3
  }

  private func writeSlots(_ range: Range<Int>, to cursor: inout ByteCursor) {
    cursor.append(",\"slots\":{")
    let (slots, keys, keyRanges) = (slots.span, keys.span, keyRanges.span)
    for index in range {
      cursor.append(keys, keyRanges[slots[index].id.number])
      cursor.append(UInt8(ascii: "["))
      cursor.append(
        sixtyFourths: slots[index].frame.x.sixtyFourths, slots[index].frame.y.sixtyFourths,
        slots[index].frame.width.sixtyFourths, slots[index].frame.height.sixtyFourths)
      cursor.append(UInt8(ascii: ","))
      cursor.append(decimal: slots[index].lines)
      if slots[index].isTruncated { cursor.append(",1],") } else { cursor.append(",0],") }
    }
    // The bracket replaces the last comma.
    if !range.isEmpty { cursor.removeLast() }
    cursor.append(UInt8(ascii: "}"))
  }

  /// Writes only the starts that do not follow from the number of lines.
  private func writeStarts(_ range: Range<Int>, number: Int, to cursor: inout ByteCursor) {
    let (slots, keys, keyRanges) = (slots.span, keys.span, keyRanges.span)
    let starts = starts.span
    var isFirst = true
    for index in range {
      guard let own = slots[index].starts.index else { continue }
      if isFirst { cursor.append(",\"starts\":{") } else { cursor.append(UInt8(ascii: ",")) }
      isFirst = false
      cursor.append(keys, keyRanges[slots[index].id.number])
      if starts[own].geometry != number {
        cursor.append(decimal: starts[own].geometry)
        continue
      }
      cursor.append(UInt8(ascii: "["))
      cursor.append(decimals: places.span.extracting(starts[own].places))
      cursor.append(UInt8(ascii: "]"))
    }
    if !isFirst { cursor.append(UInt8(ascii: "}")) }
  }

  private func write(_ markers: ArraySlice<MarkerFrame>, to cursor: inout ByteCursor) {
    cursor.append(",\"markers\":")
    for (index, marker) in markers.enumerated() {
      cursor.append(UInt8(ascii: index == 0 ? "[" : ","))
      cursor.append(UInt8(ascii: "["))
      cursor.append(decimal: marker.x)
      cursor.append(UInt8(ascii: ","))
      cursor.append(sixtyFourths: marker.y.sixtyFourths)
      cursor.append(UInt8(ascii: ","))
      cursor.append(decimal: marker.width)
      cursor.append(UInt8(ascii: "]"))
    }
    cursor.append(UInt8(ascii: "]"))
  }

  private func write(_ tags: TagNumbers, number: Int, to cursor: inout ByteCursor) {
    cursor.append(",\"tags\":")
    if tags.geometry != number { return cursor.append(decimal: tags.geometry) }
    cursor.append("{\"rows\":")
    cursor.append(decimal: tags.rows)
    cursor.append(",\"shown\":")
    cursor.append(decimal: tags.shown)
    cursor.append(",\"hidden\":")
    cursor.append(decimal: tags.hidden)
    if let height = tags.rowsHeight {
      cursor.append(",\"rowsHeight\":")
      cursor.append(sixtyFourths: height.sixtyFourths)
    }
    if let frames = tags.frames {
      cursor.append(",\"frames\":[")
      for place in frames {
        let frame = tagFrames[place]
        cursor.append(place > frames.lowerBound ? ",[" : "[")
        cursor.append(sixtyFourths: frame.x.sixtyFourths)
        cursor.append(UInt8(ascii: ","))
        cursor.append(sixtyFourths: frame.y.sixtyFourths)
        cursor.append(UInt8(ascii: ","))
        cursor.append(sixtyFourths: frame.width.sixtyFourths)
        cursor.append(UInt8(ascii: "]"))
      }
      cursor.append(UInt8(ascii: "]"))
    }
    cursor.append(UInt8(ascii: "}"))
  }
}
