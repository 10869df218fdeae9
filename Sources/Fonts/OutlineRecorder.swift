import CHarfBuzz

/// One stretch of a cubic outline, in whole units.
enum OutlineSegment: Sendable, Hashable {
  case move(x: Int, y: Int)
  case line(x: Int, y: Int)
  case curve(x1: Int, y1: Int, x2: Int, y2: Int, x: Int, y: Int)
}

/// Takes down what HarfBuzz draws.
struct OutlineRecorder {
  fileprivate(set) var segments: [OutlineSegment] = []

  /// The outlines of all glyphs of a face, in `UnitScale.unitsPerEm`.
  ///
  /// - Returns: nil where the bytes are no font.
  static func outlines(of file: [UInt8]) -> [[OutlineSegment]]? {
    guard let font = MeasuringFont(file: file) else { return nil }
    return unsafe outlines(of: font.handle)
  }

  private static func outlines(of frozen: OpaquePointer) -> [[OutlineSegment]]? {
    guard let font = unsafe hb_font_create_sub_font(frozen) else { return nil }
    defer { unsafe hb_font_destroy(font) }
    guard let functions = unsafe hb_draw_funcs_create() else { return nil }
    defer { unsafe hb_draw_funcs_destroy(functions) }
    let size = Int32(UnitScale.unitsPerEm)
    unsafe hb_font_set_scale(font, size, size)
    unsafe hb_draw_funcs_set_move_to_func(
      functions, { _, data, _, x, y, _ in unsafe record(.move(x: whole(x), y: whole(y)), in: data) }, nil, nil)
    unsafe hb_draw_funcs_set_line_to_func(
      functions, { _, data, _, x, y, _ in unsafe record(.line(x: whole(x), y: whole(y)), in: data) }, nil, nil)
    unsafe hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        unsafe record(
          .curve(x1: whole(x1), y1: whole(y1), x2: whole(x2), y2: whole(y2), x: whole(x), y: whole(y)), in: data)
      }, nil, nil)
    var result: [[OutlineSegment]] = []
    for glyph in 0..<(unsafe hb_face_get_glyph_count(hb_font_get_face(font))) {
      var recorder = OutlineRecorder()
      unsafe withUnsafeMutablePointer(to: &recorder) { unsafe chb_draw_glyph(font, glyph, functions, $0) }
      result.append(recorder.segments)
    }
    return result
  }
}

private func record(_ segment: OutlineSegment, in data: UnsafeMutableRawPointer?) {
  unsafe data?.assumingMemoryBound(to: OutlineRecorder.self).pointee.segments.append(segment)
}

/// Fonts may have coordinates that no number of 16 bits holds, or that are no numbers.
private func whole(_ coordinate: Float) -> Int {
  Int(exactly: min(max(coordinate, -16_000), 16_000).rounded()) ?? 0
}
