import Geometry
import TextLayout

/// The position of a decoration line relative to the baseline, in device pixels.
struct TextLineBand {
  let top: Int
  let thickness: Int

  /// Computes the band as in Blink: by default it is a tenth of the font size, in whole pixels.
  ///
  /// - Parameter ascent: the ascent of the font.
  init(_ line: TextLine, ink: InkStyle, ascent: Int, scale: Int) {
    let size = Double(ink.size * scale)
    func pixels(_ length: PaintLength) -> Double {
      length.pixels(of: Double(ink.size), fontSize: Double(ink.size)) * Double(scale)
    }
    thickness = max(1, Int((line.thickness.map(pixels) ?? size / 10).rounded()))
    if line.isThrough {
      top = Int((-Double(ascent) / 3 - Double(thickness) / 2).rounded())
    } else if let offset = line.offset {
      top = Int(pixels(offset).rounded())
    } else {
      top = max(1, (thickness + 1) / 2)
    }
  }
}

extension DrawnText {
  /// The baseline of a line. Browsers snap baselines to whole pixels.
  ///
  /// - Parameters:
  ///   - top: the top of the container of the text.
  ///   - shift: the shift in 1/64 px.
  /// - Returns: the baseline in pixels of the picture.
  func baseline(ofLine line: Int, in top: Pixels, shift: Int) -> Int {
    let own = ((top + y).sixtyFourths + (line * setting.lineHeight) << 6 + shift) * setting.scale
    return (own + setting.baseline.onLinux << 6 + 32) >> 6
  }

  /// Adjacent leaves on a line that share a key.
  struct LeafStretch {
    /// The range from the line's left edge, in 1/65536 px.
    var x: Range<Int>
    /// The first of its leaves.
    var leaf: Int
  }

  /// - Parameter key: returns the shared key; nil excludes a leaf.
  func stretches(of line: SetLine, by key: (InkStyle) -> Int?) -> [LeafStretch] {
    var result: [(key: Int, stretch: LeafStretch)] = []
    var isOpen = false
    for item in line.items {
      let ink = styles[item.leaf]
      guard let own = key(ink) else {
        isOpen = false
        continue
      }
      let end = item.x + item.content.width(atSize: ink.size)
      if isOpen, let last = result.indices.last, result[last].key == own {
        result[last].stretch.x = result[last].stretch.x.lowerBound..<max(end, result[last].stretch.x.lowerBound)
      } else {
        result.append((own, LeafStretch(x: item.x..<max(end, item.x), leaf: item.leaf)))
      }
      isOpen = true
    }
    return result.map(\.stretch)
  }

  /// The spans in which glyphs reach more than half a pixel into a band below the baseline, as in Blink, widened by the
  /// band's thickness: underlines skip them.
  ///
  /// - Parameters:
  ///   - top: the top of the band below the baseline, in pixels of the picture, as `bottom` is.
  /// - Returns: the spans in 1/65536 CSS px, in ascending order.
  func gaps(
    in line: SetLine, left: Int, from top: Int, to bottom: Int, scale: Int, glyphs: inout GlyphTable
  ) -> [ClosedRange<Int>] {
    var gaps: [ClosedRange<Int>] = []
    let margin = min(bottom - top, 13) << 16 / scale
    for item in line.items {
      guard case .glyphs(let runs) = item.content else { continue }
      let size = styles[item.leaf].size
      var pen = left + item.x
      for run in runs {
        let em = Double(max(1, run.unitsPerEm))
        let units = em / Double(max(1, size * scale))
        for glyph in run.glyphs {
          let up = Double(glyph.y)
          let outline = glyphs.outline(of: glyph, in: run, fonts: fonts)
          if let own = outline.extent(
            between: (0.5 - Double(bottom)) * units - up, and: (-0.5 - Double(top)) * units - up)
          {
            let x = pen + (glyph.x * size << 16) / max(1, run.unitsPerEm)
            let pixels = { (length: Double) in Int(length * Double(size) * 65_536 / em) }
            gaps.append((x + pixels(own.lowerBound) - margin)...(x + pixels(own.upperBound) + margin))
          }
          pen += (glyph.advance * size << 16) / max(1, run.unitsPerEm)
        }
      }
    }
    return gaps.sorted { $0.lowerBound < $1.lowerBound }
  }
}

extension GlyphOutline {
  /// The horizontal extent of the outline between two heights, in font units; nil if it does not reach them.
  ///
  /// As in Skia, it contains the points where the outline crosses one of the heights, and all points between them that
  /// define the outline, including control points beside a curve.
  ///
  /// - Complexity: O(points).
  func extent(between low: Double, and high: Double) -> ClosedRange<Double>? {
    typealias Place = (x: Double, y: Double)
    var least = Double.infinity
    var most = -Double.infinity
    func include(_ x: Double) {
      least = min(least, x)
      most = max(most, x)
    }
    var current: Place = (0, 0)
    var start = current
    func move(to end: Place) {
      for height in [low, high] where (current.y <= height) != (end.y <= height) {
        include(current.x + (end.x - current.x) * (height - current.y) / (end.y - current.y))
      }
      current = end
    }
    func place(_ point: Point) -> Place {
      let place = (x: Double(point.x), y: Double(point.y))
      if low < place.y, place.y < high { include(place.x) }
      return place
    }
    for segment in segments {
      switch segment {
      case .move(let point):
        current = place(point)
        start = current
      case .line(let end): move(to: place(end))
      case .quadratic(let control, let end):
        let (from, middle, to) = (current, place(control), place(end))
        for step in 1...8 {
          let t = Double(step) / 8
          let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
          move(to: (a * from.x + b * middle.x + c * to.x, a * from.y + b * middle.y + c * to.y))
        }
      case .cubic(let first, let second, let end):
        let (from, one, two, to) = (current, place(first), place(second), place(end))
        for step in 1...8 {
          let t = Double(step) / 8
          let s = 1 - t
          let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
          move(
            to: (a * from.x + b * one.x + c * two.x + d * to.x, a * from.y + b * one.y + c * two.y + d * to.y))
        }
      case .close: move(to: start)
      }
    }
    return least <= most ? least...most : nil
  }
}
