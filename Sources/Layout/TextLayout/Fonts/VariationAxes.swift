import CHarfBuzz

/// The axes of a variable face that CSS properties select, in the units of the font.
///
/// All other axes, including optical size, keep their defaults.
struct VariationAxes: Sendable, Hashable {
  var weight: ClosedRange<Float>?
  /// The slant in degrees, negative if the glyphs lean to the right.
  var slant: ClosedRange<Float>?
  var italic: ClosedRange<Float>?
  /// True if a static face can be made: HarfBuzz 6.0 supports TrueType outlines, but not those of `CFF2`.
  var canBeInstanced: Bool

  /// Reads the axes; nil if the face is not variable.
  init?(of file: FontFile, index: Int) {
    guard let face = unsafe file.face(index) else { return nil }
    defer { unsafe hb_face_destroy(face) }
    let axes = unsafe Self.all(of: face)
    guard !axes.isEmpty else { return nil }
    for axis in axes {
      let range = min(axis.min_value, axis.max_value)...max(axis.min_value, axis.max_value)
      switch axis.tag {
      case openTypeTag("wght"): weight = range
      case openTypeTag("slnt"): slant = range
      case openTypeTag("ital"): italic = range
      default: break
      }
    }
    canBeInstanced = unsafe Self.hasTable("glyf", in: face) && Self.hasTable("gvar", in: face)
  }

  init(
    weight: ClosedRange<Float>? = nil, slant: ClosedRange<Float>? = nil, italic: ClosedRange<Float>? = nil,
    canBeInstanced: Bool = true
  ) {
    self.weight = weight
    self.slant = slant
    self.italic = italic
    self.canBeInstanced = canBeInstanced
  }

  /// True if the same face can be upright and slanted.
  var hasSlant: Bool { slant.map { $0.lowerBound < 0 } ?? false || italic.map { $0.upperBound > 0 } ?? false }

  /// The nearest weight that the face has.
  func weight(nearestTo wanted: Int) -> Int? {
    weight.map { Int(min(max(Float(wanted), $0.lowerBound), $0.upperBound).rounded()) }
  }

  static func all(of face: OpaquePointer) -> [hb_ot_var_axis_info_t] {
    var count = unsafe hb_ot_var_get_axis_count(face)
    var axes = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Int(count))
    _ = unsafe hb_ot_var_get_axis_infos(face, 0, &count, &axes)
    return Array(axes.prefix(Int(count)))
  }

  private static func hasTable(_ name: StaticString, in face: OpaquePointer) -> Bool {
    let table = unsafe hb_face_reference_table(face, openTypeTag(name))
    defer { unsafe hb_blob_destroy(table) }
    return unsafe hb_blob_get_length(table) > 0
  }
}

extension FontDescription {
  /// The position of this face on the axes of a variable face.
  ///
  /// `font-style: italic` is 1 on the axis of that name, else a slant of 14 degrees (CSS Fonts 4, section 2.4).
  func location(onAxis axis: hb_ot_var_axis_info_t) -> Float {
    guard let axes else { return axis.default_value }
    let wanted: Float =
      switch axis.tag {
      case openTypeTag("wght"): Float(weight)
      case openTypeTag("slnt"): isItalic && axes.italic == nil ? -14 : 0
      case openTypeTag("ital"): isItalic ? 1 : 0
      default: axis.default_value
      }
    return min(max(wanted, axis.min_value), axis.max_value)
  }
}
