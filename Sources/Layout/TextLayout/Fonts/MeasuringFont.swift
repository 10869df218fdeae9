import CHarfBuzz

/// A served font, ready to be measured in its own units.
///
/// `@unchecked Sendable` because `init` freezes the font, and HarfBuzz lets any thread read a frozen font.
@safe
public final class MeasuringFont: @unchecked Sendable {
  /// The number of font units per em.
  public let unitsPerEm: Int
  let handle: OpaquePointer
  private let variations: [hb_variation_t]

  /// Opens a font; nil if the bytes are not a font.
  public convenience init?(file: [UInt8]) {
    let blob = unsafe file.withUnsafeBytes { bytes in
      unsafe hb_blob_create_or_fail(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: bytes.count),
        HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    guard let blob = unsafe blob else { return nil }
    defer { unsafe hb_blob_destroy(blob) }
    let face = unsafe hb_face_create(blob, 0)
    defer { unsafe hb_face_destroy(face) }
    unsafe self.init(face: face, variations: [])
  }

  /// Opens the original face; if it is variable, the instance in its description. Subsets must have the same widths,
  /// but nothing of the original is served.
  convenience init?(whole face: FontFace) {
    let variations = unsafe VariationAxes.all(of: face.handle).map {
      hb_variation_t(tag: $0.tag, value: face.description.location(onAxis: $0))
    }
    unsafe self.init(face: face.handle, variations: variations)
  }

  /// Returns a font with the same bytes and separate reference counts, or nil if memory runs out.
  ///
  /// Tasks that share a font contend for its reference counts, which HarfBuzz and Swift update for each shaped text.
  func copy() -> MeasuringFont? {
    let blob = unsafe hb_face_reference_blob(hb_font_get_face(handle))
    defer { unsafe hb_blob_destroy(blob) }
    let face = unsafe hb_face_create(blob, hb_face_get_index(hb_font_get_face(handle)))
    defer { unsafe hb_face_destroy(face) }
    return unsafe MeasuringFont(face: face, variations: variations)
  }

  private init?(face: OpaquePointer?, variations: [hb_variation_t]) {
    guard unsafe hb_face_get_glyph_count(face) > 0, let font = unsafe hb_font_create(face) else { return nil }
    self.variations = variations
    unitsPerEm = Int(unsafe hb_face_get_upem(face))
    // One font unit is one unit of the result, so that the same advances can be used for every size.
    unsafe hb_font_set_scale(font, Int32(clamping: unitsPerEm), Int32(clamping: unitsPerEm))
    unsafe hb_font_set_variations(font, variations, UInt32(clamping: variations.count))
    unsafe hb_face_make_immutable(face)
    unsafe hb_font_make_immutable(font)
    unsafe handle = font
  }

  deinit { unsafe hb_font_destroy(handle) }
}
