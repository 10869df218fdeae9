public import CardLayout
import Diagnostics
import Geometry
import Pages
public import TextLayout

/// The measurements of a text at one width, for people and programs.
public struct TextMeasurement: Sendable {
  public let composed: ComposedText
  public let prepared: PreparedText
  public let lines: MeasuredText
  public let style: String
  /// The width in whole CSS pixels.
  public let width: Int

  public init(composed: ComposedText, prepared: PreparedText, style: String, width: Int, maximumLines: Int?) {
    self.composed = composed
    self.prepared = prepared
    self.style = style
    self.width = width
    lines = prepared.lines(width: width, maximumLines: maximumLines)
  }

  /// The measurements as JSON with sorted keys; offsets are in `text`, widths and heights in CSS pixels.
  public var json: String {
    let placed = placedLines
    var json = JSONWriter()
    json.object { json in
      json.key("breaks")
      json.array(placed.dropFirst()) { json, line in json.number(line.bytes.lowerBound) }
      json.string(composed.styled.isRightToLeft ? "rtl" : "ltr", for: "direction")
      json.number(lines.lineCount * composed.lineHeight, for: "height")
      json.string(composed.styled.language, for: "lang")
      json.number(composed.lineHeight, for: "lineHeight")
      json.key("lines")
      json.array(placed, onePerLine: true) { json, line in line.write(to: &json) }
      json.number(lines.settledCount, for: "settled")
      json.string(style, for: "style")
      json.string(prepared.readable(0..<prepared.bytes.count), for: "text")
      json.boolean(lines.isTruncated, for: "truncated")
      json.number(1, for: "version")
      json.number(width, for: "width")
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  /// The lines from their first to their last character; spaces at line ends belong to none.
  private var placedLines: [PlacedLine] {
    let sizes = composed.styled.leaves.map(\.style.size)
    let stretches = prepared.stretches(of: lines, breaking: .markup, growth: .none, sizes: sizes)
    let forced = Set(lines.forcedBreaks)
    let spaces = prepared.spaceOffsets
    var (space, bytes, utf16, offset) = (0, 0, 0, 0)
    /// Advances to an offset in the prepared text, over all spaces before it.
    func advance(to end: Int, overSpaceAtEnd: Bool) {
      while space < spaces.count, spaces[space] < end || overSpaceAtEnd && spaces[space] == end {
        (space, bytes, utf16) = (space + 1, bytes + 1, utf16 + 1)
      }
      bytes += max(0, end - offset)
      utf16 += String(decoding: prepared.bytes[offset..<max(offset, end)], as: UTF8.self).utf16.count
      offset = max(offset, end)
    }
    return stretches.enumerated().map { number, stretch in
      advance(to: stretch.bytes.lowerBound, overSpaceAtEnd: true)
      let (byteStart, utf16Start) = (bytes, utf16)
      advance(to: stretch.bytes.upperBound, overSpaceAtEnd: false)
      let text = prepared.readable(stretch.bytes)
      let isCut = lines.isTruncated && number == stretches.count - 1
      return PlacedLine(
        bytes: byteStart..<bytes, utf16: utf16Start..<utf16, text: isCut ? text + "…" : text,
        width: Pixels(sixtyFourths: (stretch.width + 512) >> 10), isForced: forced.contains(stretch.bytes.lowerBound))
    }
  }
}

private struct PlacedLine {
  var bytes: Range<Int>
  var utf16: Range<Int>
  var text: String
  var width: Pixels
  /// True if the markup breaks before the line.
  var isForced: Bool

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.number(bytes.upperBound, for: "byteEnd")
      json.number(bytes.lowerBound, for: "byteStart")
      json.boolean(isForced, for: "forced")
      json.string(text, for: "text")
      json.number(utf16.upperBound, for: "utf16End")
      json.number(utf16.lowerBound, for: "utf16Start")
      json.number(width, for: "width")
    }
  }
}
