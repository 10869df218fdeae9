import CHarfBuzz

/// The shaping properties of a text, apart from its font.
public struct ShapingProperties: Sendable, Hashable {
  /// The script as an ISO 15924 tag, big-endian: 'Latn'.
  public var script: UInt32
  public var isRightToLeft: Bool
  /// True for `font-kerning: none`, which the style sheet sets for Chinese, Japanese and Korean.
  public var disablesKerning: Bool

  public init(script: UInt32, isRightToLeft: Bool, disablesKerning: Bool) {
    self.script = script
    self.isRightToLeft = isRightToLeft
    self.disablesKerning = disablesKerning
  }
}

/// The advance of a shaped text.
public struct ShapedAdvance: Sendable, Hashable {
  /// The sum of all advances, in font units.
  public var units: Int
  public var glyphCount: Int
  /// The rounded advance at the requested size.
  public var rounded = RoundedAdvance()
  /// The number of glyphs that the font does not have.
  public var missingCount: Int
}

/// The advance of the glyphs of one cluster.
public struct ClusterAdvance: Sendable, Hashable {
  /// The offset of the cluster's first byte in the shaped text.
  public var offset: Int
  /// The advance in font units.
  public var units: Int
  public var glyphCount: Int
  /// The rounded advance at the requested size.
  public var rounded: RoundedAdvance
  /// True if the text before the cluster and the text from it on may have other advances when they are shaped
  /// separately.
  public var isJoined: Bool
}

/// A glyph of a shaped text, in font units.
public struct PlacedGlyph: Sendable, Hashable {
  public var glyph: UInt32
  public var advance: Int
  /// The offset from the pen position after the advances before it; y grows upwards.
  public var x: Int
  public var y: Int
}

/// A `hb_buffer_t`, which only this value owns. It is not `Sendable`: it belongs to the task that created it.
@safe
public struct Shaper: ~Copyable {
  private let buffer: OpaquePointer
  /// The language of the last text, and HarfBuzz's handle for it, which is never freed.
  private var language = ""
  private var languageName: hb_language_t?

  /// Creates a shaper; nil if there is no memory.
  public init?() {
    guard let created = unsafe hb_buffer_create(), unsafe hb_buffer_allocation_successful(created) != 0 else {
      return nil
    }
    unsafe buffer = created
  }

  deinit { unsafe hb_buffer_destroy(buffer) }

  /// Shapes valid UTF-8 as one run and returns the sum of its advances.
  ///
  /// - Parameters:
  ///   - text: one run, of one script and direction.
  ///   - font: the font of the run.
  ///   - language: a BCP 47 tag, as in the markup.
  ///   - properties: the script and direction, and the features that are switched on.
  ///   - size: the size in CSS px.
  /// - Complexity: about a microsecond a word.
  public mutating func advance(
    of text: ArraySlice<UInt8>, font: MeasuringFont, language: String, properties: ShapingProperties, size: Int
  ) -> ShapedAdvance {
    shape(text, font: font, language: language, properties: properties)
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    var result = ShapedAdvance(units: 0, glyphCount: Int(count), missingCount: 0)
    guard let infos = unsafe infos, let positions = unsafe positions else { return result }
    for index in 0..<Int(count) {
      let units = Int(unsafe positions[index].x_advance)
      result.units += units
      result.rounded.add(units * size, dividedBy: font.unitsPerEm)
      if unsafe infos[index].codepoint == 0 { result.missingCount += 1 }
    }
    return result
  }

  /// The advances of the clusters of one run, in the order of the text.
  ///
  /// - Parameters:
  ///   - text: one run, of one script and direction.
  ///   - font: the font of the run.
  ///   - language: a BCP 47 tag, as in the markup.
  ///   - properties: the script and direction, and the features that are switched on.
  ///   - size: the size in CSS px.
  public mutating func clusterAdvances(
    of text: ArraySlice<UInt8>, font: MeasuringFont, language: String, properties: ShapingProperties, size: Int
  ) -> [ClusterAdvance] {
    shape(text, font: font, language: language, properties: properties)
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    guard let infos = unsafe infos, let positions = unsafe positions else { return [] }
    var result: [ClusterAdvance] = []
    for visual in 0..<Int(count) {
      let index = properties.isRightToLeft ? Int(count) - 1 - visual : visual
      let offset = Int(unsafe infos[index].cluster)
      let units = Int(unsafe positions[index].x_advance)
      let isJoined =
        unsafe hb_glyph_info_get_glyph_flags(infos + index).rawValue & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
      if let last = result.last, last.offset == offset {
        result[result.count - 1].units += units
        result[result.count - 1].glyphCount += 1
        result[result.count - 1].rounded.add(units * size, dividedBy: font.unitsPerEm)
        if isJoined { result[result.count - 1].isJoined = true }
      } else {
        var rounded = RoundedAdvance()
        rounded.add(units * size, dividedBy: font.unitsPerEm)
        result.append(
          ClusterAdvance(offset: offset, units: units, glyphCount: 1, rounded: rounded, isJoined: isJoined))
      }
    }
    return result
  }

  /// The glyphs of one run and their positions, in the order in which they are drawn. The widths of texts come from the
  /// other functions.
  public mutating func glyphs(
    of text: ArraySlice<UInt8>, font: MeasuringFont, language: String, properties: ShapingProperties
  ) -> [PlacedGlyph] {
    shape(text, font: font, language: language, properties: properties)
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    guard let infos = unsafe infos, let positions = unsafe positions else { return [] }
    return (0..<Int(count)).map { index in
      let position = unsafe positions[index]
      return PlacedGlyph(
        glyph: unsafe infos[index].codepoint, advance: Int(position.x_advance), x: Int(position.x_offset),
        y: Int(position.y_offset))
    }
  }

  private mutating func shape(
    _ text: ArraySlice<UInt8>, font: MeasuringFont, language: String, properties: ShapingProperties
  ) {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    unsafe text.withUnsafeBytes { bytes in
      let length = Int32(clamping: bytes.count)
      unsafe hb_buffer_add_utf8(
        buffer, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length, 0, length)
    }
    // All three are set here, because guessing them would read the process locale.
    unsafe hb_buffer_set_direction(buffer, properties.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    unsafe hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(properties.script))
    if unsafe languageName == nil || language != self.language {
      self.language = language
      unsafe languageName = hb_language_from_string(language, -1)
    }
    unsafe hb_buffer_set_language(buffer, languageName)
    guard properties.disablesKerning else {
      unsafe hb_shape(font.handle, buffer, nil, 0)
      return
    }
    var features = [MeasuringFont.withoutKerning]
    unsafe hb_shape(font.handle, buffer, &features, 1)
  }
}
