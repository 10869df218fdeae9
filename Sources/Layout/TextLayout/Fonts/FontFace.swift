import CHarfBuzz
import Synchronization

/// A face of a font file: its characters, and the source of subsets.
///
/// `@unchecked Sendable` because `init` freezes the face, and HarfBuzz lets any thread read a frozen face; a lock
/// guards the properties that are determined later.
@safe
public final class FontFace: @unchecked Sendable {
  public let description: FontDescription
  let handle: OpaquePointer
  /// Properties that are determined on first use, because most faces of a theme draw nothing.
  private let found = Mutex(FoundProperties())

  @safe
  private struct FoundProperties {
    /// Every scalar that the face maps to a glyph.
    var scalars: OpaquePointer?
    var touchesSpace: Bool?
    /// For each script that was requested, whether the face has letters of it.
    var hasLetters: [hb_script_t: Bool] = [:]
  }

  /// Opens the face; nil if the file cannot be read or is not a font.
  public convenience init?(_ description: FontDescription) {
    guard let file = FontFile(path: description.path) else { return nil }
    self.init(description, in: file)
  }

  /// Opens the face; nil if the file is not a font.
  init?(_ description: FontDescription, in file: FontFile) {
    guard let face = unsafe file.face(description.index) else { return nil }
    guard unsafe hb_face_get_glyph_count(face) > 0, unsafe hb_face_get_upem(face) > 0 else {
      unsafe hb_face_destroy(face)
      return nil
    }
    unsafe hb_face_make_immutable(face)
    unsafe handle = face
    self.description = description
  }

  deinit {
    unsafe hb_face_destroy(handle)
    found.withLock { found in unsafe hb_set_destroy(found.scalars) }
  }

  public var glyphCount: Int { Int(unsafe hb_face_get_glyph_count(handle)) }

  /// Returns whether the face maps a scalar to a glyph.
  ///
  /// - Complexity: O(scalars of the face) for the first time, then O(log scalars).
  public func contains(_ scalar: UInt32) -> Bool {
    found.withLock { found in
      let scalars = unsafe found.scalars ?? collectScalars()
      unsafe found.scalars = scalars
      return unsafe hb_set_has(scalars, scalar) != 0
    }
  }

  /// Returns whether the face has letters of a script, and not only some of its signs.
  ///
  /// - Complexity: O(scalars of the face) for the first time, then O(1).
  func hasLetters(of script: hb_script_t) -> Bool {
    found.withLock { found in
      if let known = found.hasLetters[script] { return known }
      let scalars = unsafe found.scalars ?? collectScalars()
      unsafe found.scalars = scalars
      var scalar = hb_codepoint_t.max
      var has = false
      while !has, unsafe hb_set_next(scalars, &scalar) != 0 {
        has = unsafe hb_unicode_script(hb_unicode_funcs_get_default(), scalar) == script && isLetter(scalar)
      }
      found.hasLetters[script] = has
      return has
    }
  }

  /// True if any substitution or positioning of the face involves the space. Such a space is served in a separate file,
  /// so that all engines measure words alike, whether they shape word by word or whole lines.
  ///
  /// - Complexity: O(lookups of the face) for the first time, then O(1).
  public var touchesSpace: Bool {
    found.withLock { found in
      let touches = found.touchesSpace ?? usesSpaceInLookups()
      found.touchesSpace = touches
      return touches
    }
  }

  private func collectScalars() -> OpaquePointer? {
    let scalars = unsafe hb_set_create()
    unsafe hb_face_collect_unicodes(handle, scalars)
    return unsafe scalars
  }

  private func usesSpaceInLookups() -> Bool {
    let font = unsafe hb_font_create(handle)
    defer { unsafe hb_font_destroy(font) }
    var space: hb_codepoint_t = 0
    guard unsafe hb_font_get_nominal_glyph(font, 0x20, &space) != 0 else { return false }
    let glyphs = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(glyphs) }
    for table in [openTypeTag("GSUB"), openTypeTag("GPOS")] {
      for lookup in 0..<(unsafe hb_ot_layout_table_get_lookup_count(handle, table)) {
        unsafe hb_ot_layout_lookup_collect_glyphs(handle, table, lookup, glyphs, glyphs, glyphs, glyphs)
      }
    }
    return unsafe hb_set_has(glyphs, space) != 0
  }
}

/// The four bytes of an OpenType tag as HarfBuzz expects them.
func openTypeTag(_ name: StaticString) -> hb_tag_t {
  var tag: hb_tag_t = 0
  for position in 0..<4 {
    tag = tag << 8 | hb_tag_t(unsafe position < name.utf8CodeUnitCount ? name.utf8Start[position] : 0x20)
  }
  return tag
}
