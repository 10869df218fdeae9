import Diagnostics

/// A text made of parts of another one, which may be made of parts of a file itself.
struct SourcePart {
  let text: SourceText
  /// The places of its bytes in the other text.
  let origin: SourceOrigin

  /// - Parameter pieces: the places of the bytes in the other text.
  init(_ bytes: [UInt8], pieces: [SourceOrigin.OriginPiece], of source: SourceText) {
    origin = SourceOrigin(in: source, lines: 0..<source.bytes.count, pieces: pieces)
    let file = source.origin?.file ?? source
    let placed = pieces.map { piece in
      let range = SourceRange(piece.place, piece.place + piece.length)
      let place = source.origin?.place(of: range) ?? range
      return SourceOrigin.OriginPiece(start: piece.start, place: place.lower, length: place.upper - place.lower)
    }
    text = SourceText(
      bytes: bytes, origin: SourceOrigin(in: file, like: source.origin, lines: 0..<file.bytes.count, pieces: placed))
  }
}

extension SourcePart {
  /// The Markdown in a block of HTML that kramdown reads as such: `<div markdown="1">`; not in quotes and lists.
  ///
  /// - Complexity: O(length)
  init?(markdownIn block: SourceRange, of source: SourceText) {
    let before = source.bytes[..<block.lower].reversed().drop { $0 == 0x20 }.first
    guard before.map({ $0 == 0x0A || $0 == 0x0D }) ?? true,
      let (tag, start) = HTMLTag.read(in: source.bytes[block.lower..<block.upper], at: block.lower),
      ["1", "block", "span"].contains(tag["markdown"])
    else { return nil }
    let content = source.bytes[start..<block.upper]
    let closing = content.lastRange(of: Array("</\(tag.name)".utf8))
    let inside = content[..<(closing?.lowerBound ?? block.upper)].drop { $0 <= 0x20 }
    let piece = SourceOrigin.OriginPiece(start: 0, place: inside.startIndex, length: inside.count)
    self.init(Array(inside), pieces: [piece], of: source)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
    guard count >= bytes.count else { return nil }
    let start = (startIndex...endIndex - bytes.count).last { self[$0...].starts(with: bytes) }
    return start.map { $0..<$0 + bytes.count }
  }
}
