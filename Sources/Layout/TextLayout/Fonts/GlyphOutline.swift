import CHarfBuzz

/// The outline of a glyph in font units; y grows upwards from the baseline.
public struct GlyphOutline: Sendable, Hashable {
  public struct Point: Sendable, Hashable {
    public let x: Float
    public let y: Float

    public init(x: Float, y: Float) {
      self.x = x
      self.y = y
    }
  }

  public enum OutlineSegment: Sendable, Hashable {
    case move(Point)
    case line(Point)
    /// A control point and an end.
    case quadratic(Point, Point)
    /// Two control points and an end.
    case cubic(Point, Point, Point)
    case close
  }

  /// The segments, which are quadratic if the font has quadratic outlines.
  public fileprivate(set) var segments: [OutlineSegment] = []

  public init(_ segments: [OutlineSegment] = []) { self.segments = segments }
}

extension MeasuringFont {
  /// The height of the letters of a line above and below its baseline, in font units.
  public var verticalExtents: (ascent: Int, descent: Int) {
    var extents = hb_font_extents_t()
    guard unsafe hb_font_get_h_extents(handle, &extents) != 0 else { return (unitsPerEm * 4 / 5, unitsPerEm / 5) }
    return (Int(extents.ascender), -Int(extents.descender))
  }

  /// The outlines of some glyphs; empty for glyphs that the font does not have.
  ///
  /// - Complexity: O(points of the glyphs).
  public func outlines(of glyphs: [UInt32]) -> [GlyphOutline] {
    guard let functions = unsafe hb_draw_funcs_create() else { return glyphs.map { _ in GlyphOutline() } }
    defer { unsafe hb_draw_funcs_destroy(functions) }
    unsafe hb_draw_funcs_set_move_to_func(
      functions, { _, data, _, x, y, _ in unsafe record(.move(point(x, y)), in: data) }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      functions, { _, data, _, x, y, _ in unsafe record(.line(point(x, y)), in: data) }, nil, nil)
    unsafe hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, data, _, x1, y1, x, y, _ in unsafe record(.quadratic(point(x1, y1), point(x, y)), in: data) }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        unsafe record(.cubic(point(x1, y1), point(x2, y2), point(x, y)), in: data)
      }, nil, nil)
    unsafe hb_draw_funcs_set_close_path_func(
      functions, { _, data, _, _ in unsafe record(.close, in: data) }, nil, nil)
    let count = unsafe hb_face_get_glyph_count(hb_font_get_face(handle))
    return glyphs.map { glyph in
      var outline = GlyphOutline()
      if glyph < count {
        unsafe withUnsafeMutablePointer(to: &outline) { unsafe chb_draw_glyph(handle, glyph, functions, $0) }
      }
      return outline
    }
  }
}

private func record(_ segment: GlyphOutline.OutlineSegment, in data: UnsafeMutableRawPointer?) {
  unsafe data?.assumingMemoryBound(to: GlyphOutline.self).pointee.segments.append(segment)
}

/// Fonts can have coordinates that do not fit in 16 bits, or that are not numbers.
private func point(_ x: Float, _ y: Float) -> GlyphOutline.Point {
  GlyphOutline.Point(x: x.isFinite ? min(max(x, -32_000), 32_000) : 0, y: y.isFinite ? min(max(y, -32_000), 32_000) : 0)
}
