import Diagnostics
import TextLayout

/// The units per em in which glyphs are drawn. A glyph of 144 device pixels, such as one of 48 px at three for each, is
/// exact to a twenty-eighth of a pixel: with 512, hairlines had three quarters of their light.
let unitsOfPath = 2048

extension GlyphOutline {
  /// The outline as path data of SVG 2, with `unitsOfPath` per em and y downwards; empty if there is nothing to draw.
  ///
  /// Each point is rounded separately, so that errors do not add up.
  func path(unitsPerEm: Int) -> [UInt8] {
    var writer = PathWriter(scale: Float(unitsOfPath) / Float(max(1, unitsPerEm)))
    for segment in segments { writer.append(segment) }
    return writer.bytes
  }
}

private struct PathWriter {
  let scale: Float
  private(set) var bytes: [UInt8] = []
  private var current = (x: 0, y: 0)
  private var start = (x: 0, y: 0)
  private var command: UInt8 = 0

  init(scale: Float) { self.scale = scale }

  mutating func append(_ segment: GlyphOutline.OutlineSegment) {
    switch segment {
    case .move(let point):
      start = write(UInt8(ascii: "m"), [point])
      // Numbers after a move without a letter are a line.
      command = 0
    case .line(let end): write(UInt8(ascii: "l"), [end])
    case .quadratic(let control, let end): write(UInt8(ascii: "q"), [control, end])
    case .cubic(let first, let second, let end): write(UInt8(ascii: "c"), [first, second, end])
    case .close:
      bytes.append(UInt8(ascii: "z"))
      command = 0
      current = start
    }
  }

  @discardableResult
  private mutating func write(_ letter: UInt8, _ points: [GlyphOutline.Point]) -> (x: Int, y: Int) {
    let whole = points.map { (x: rounded($0.x), y: -rounded($0.y)) }
    guard let end = whole.last else { return current }
    // A line to the current point draws nothing.
    if letter == UInt8(ascii: "l"), end == current { return current }
    if letter != command { bytes.append(letter) }
    let needsSeparator = letter == command
    command = letter
    for (index, point) in whole.enumerated() {
      write(point.x - current.x, isFirst: index == 0 && !needsSeparator)
      write(point.y - current.y, isFirst: false)
    }
    current = end
    return end
  }

  private mutating func write(_ number: Int, isFirst: Bool) {
    if !isFirst, number >= 0 { bytes.append(UInt8(ascii: " ")) }
    bytes.append(decimal: number)
  }

  private func rounded(_ value: Float) -> Int { Int(exactly: (value * scale).rounded()) ?? 0 }
}
