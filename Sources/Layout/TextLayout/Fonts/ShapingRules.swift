import CHarfBuzz

/// The rules of a font for texts of one language, script and direction: the lookups that HarfBuzz applies to them
/// (OpenType 1.9, "OpenType Layout common table formats").
@safe
struct ShapingRules: ~Copyable {
  enum ShapingTable {
    case substitution, positioning

    var tag: hb_tag_t {
      switch self {
      case .substitution: openTypeTag("GSUB")
      case .positioning: openTypeTag("GPOS")
      }
    }
  }

  private let face: OpaquePointer?
  private let plan: OpaquePointer

  /// Reads the rules; nil if HarfBuzz may shape the font by rules other than its lookups, or if memory runs out.
  init?(of font: MeasuringFont, language: String, properties: ShapingProperties) {
    let face = unsafe hb_font_get_face(font.handle)
    let others = Self.applesTables + (properties.disablesKerning ? [] : ["kern"])
    if others.contains(where: { unsafe !contents(ofTable: openTypeTag($0), in: face).isEmpty }) { return nil }
    var segment = unsafe hb_segment_properties_t()
    unsafe segment.direction = properties.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    unsafe segment.script = hb_script_from_iso15924_tag(properties.script)
    unsafe segment.language = hb_language_from_string(language, -1)
    var features = [MeasuringFont.withoutKerning]
    var coordinateCount: UInt32 = 0
    let coordinates = unsafe hb_font_get_var_coords_normalized(font.handle, &coordinateCount)
    guard
      let plan = unsafe hb_shape_plan_create2(
        face, &segment, &features, properties.disablesKerning ? 1 : 0, coordinates, coordinateCount, nil)
    else { return nil }
    guard let shaper = unsafe hb_shape_plan_get_shaper(plan), unsafe String(cString: shaper) == "ot" else {
      unsafe hb_shape_plan_destroy(plan)
      return nil
    }
    unsafe self.face = face
    unsafe self.plan = plan
  }

  deinit { unsafe hb_shape_plan_destroy(plan) }

  /// The bytes of a table; empty if the font does not have it.
  func bytes(of table: ShapingTable) -> [UInt8] { unsafe contents(ofTable: table.tag, in: face) }

  /// The indices of the lookups, ascending; nil if memory runs out.
  func lookups(in table: ShapingTable) -> [UInt32]? {
    let lookups = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(lookups) }
    unsafe hb_ot_shape_plan_collect_lookups(plan, table.tag, lookups)
    return unsafe members(of: lookups)
  }

  /// The indices of the lookups without those that apply only to fractions, which need a FRACTION SLASH.
  func lookupsOutsideFractions(in table: ShapingTable) -> [UInt32]? {
    var count = unsafe hb_ot_layout_table_get_feature_tags(face, table.tag, 0, nil, nil)
    var features = [hb_tag_t](repeating: 0, count: Int(count))
    unsafe hb_ot_layout_table_get_feature_tags(face, table.tag, 0, &count, &features)
    features.removeAll { feature in Self.featuresOfFractions.contains { openTypeTag($0) == feature } }
    features.append(0)  // The end.
    let others = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(others) }
    unsafe hb_ot_layout_collect_lookups(face, table.tag, nil, nil, features, others)
    return lookups(in: table)?.filter { unsafe hb_set_has(others, $0) != 0 }
  }

  /// Adds the glyphs that a lookup examines, and those that it inserts instead of others.
  func addGlyphs(of lookup: UInt32, in table: ShapingTable, to glyphs: OpaquePointer?, outputs: OpaquePointer?) {
    unsafe hb_ot_layout_lookup_collect_glyphs(face, table.tag, lookup, glyphs, glyphs, glyphs, outputs)
  }

  /// The indices of the glyphs that a lookup examines, and whether it inserts any of them instead of others; nil if
  /// memory runs out.
  func effect(
    of lookup: UInt32, in table: ShapingTable, on glyphs: [UInt32]
  ) -> (inputs: [Int], hasOutputs: Bool)? {
    let inputs = unsafe hb_set_create()
    let outputs = unsafe hb_set_create()
    defer {
      unsafe hb_set_destroy(inputs)
      unsafe hb_set_destroy(outputs)
    }
    unsafe addGlyphs(of: lookup, in: table, to: inputs, outputs: outputs)
    guard unsafe hb_set_allocation_successful(inputs) != 0, unsafe hb_set_allocation_successful(outputs) != 0 else {
      return nil
    }
    return (
      glyphs.indices.filter { unsafe hb_set_has(inputs, glyphs[$0]) != 0 },
      glyphs.contains { unsafe hb_set_has(outputs, $0) != 0 }
    )
  }

  /// Returns whether the font says that a glyph is a mark.
  func isMark(_ glyph: UInt32) -> Bool {
    unsafe hb_ot_layout_get_glyph_class(face, glyph) == HB_OT_LAYOUT_GLYPH_CLASS_MARK
  }

  /// Tables with which HarfBuzz shapes as Apple does.
  private static let applesTables: [StaticString] = ["morx", "mort", "kerx", "trak"]

  private static let featuresOfFractions: [StaticString] = ["frac", "numr", "dnom"]
}

extension MeasuringFont {
  /// The glyph of a character; nil if the font does not have it.
  func glyph(of scalar: UInt32) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return unsafe hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0 ? glyph : nil
  }

  /// Returns whether substitutions leave the glyphs of texts unchanged that consist of some glyphs.
  func keeps(_ glyphs: [UInt32], inSubstitutions lookups: [UInt32]) -> Bool {
    let all = unsafe hb_set_create()
    let numbers = unsafe hb_set_create()
    defer {
      unsafe hb_set_destroy(all)
      unsafe hb_set_destroy(numbers)
    }
    for glyph in glyphs { unsafe hb_set_add(all, glyph) }
    for lookup in lookups { unsafe hb_set_add(numbers, lookup) }
    let count = unsafe hb_set_get_population(all)
    unsafe hb_ot_layout_lookups_substitute_closure(hb_font_get_face(handle), numbers, all)
    guard unsafe hb_set_allocation_successful(all) != 0, unsafe hb_set_allocation_successful(numbers) != 0 else {
      return false
    }
    return unsafe hb_set_get_population(all) == count
  }
}

private func contents(ofTable tag: hb_tag_t, in face: OpaquePointer?) -> [UInt8] {
  let blob = unsafe hb_face_reference_table(face, tag)
  defer { unsafe hb_blob_destroy(blob) }
  var length: UInt32 = 0
  guard let data = unsafe hb_blob_get_data(blob, &length) else { return [] }
  return unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
}

private func members(of set: OpaquePointer?) -> [UInt32]? {
  var members: [UInt32] = []
  var member: hb_codepoint_t = .max  // HB_SET_VALUE_INVALID starts the walk.
  while unsafe hb_set_next(set, &member) != 0 { members.append(member) }
  return unsafe hb_set_allocation_successful(set) != 0 ? members : nil
}
