import CFontconfig

/// A face that fontconfig knows: where it is and what it is.
public struct FontDescription: Sendable, Hashable {
  public let path: String
  /// The face in a collection; 0 in a plain file.
  public let index: Int
  /// CSS weight, 1 to 1000.
  public let weight: Int
  public let isItalic: Bool
  let isVariable: Bool
  let isNormalWidth: Bool
}

/// The faces of the machine and of the theme's own folder, which come first.
///
/// Not `Sendable`: one owner asks fontconfig, before any parallel work.
@safe
public struct FontCatalogue: ~Copyable {
  private let config: OpaquePointer
  private let themeFolder: String?

  /// - Parameter themeFolder: an absolute path whose font files are found before those of the machine.
  public init?(themeFolder: String?) {
    guard let loaded = unsafe FcInitLoadConfigAndFonts() else { return nil }
    unsafe config = loaded
    self.themeFolder = themeFolder
    if let themeFolder { _ = unsafe FcConfigAppFontAddDir(config, themeFolder) }
  }

  deinit { unsafe FcConfigDestroy(config) }

  /// Every static face of a family, by its exact name without regard to case; empty when there is none.
  public func faces(ofFamily family: String) -> [FontDescription] {
    let all = descriptions(ofFamily: family)
    let own = themeFolder.map { folder in all.filter { $0.path.hasPrefix(folder + "/") } } ?? []
    let candidates = own.isEmpty ? all : own
    let statics = candidates.filter { !$0.isVariable }
    let normal = statics.filter(\.isNormalWidth)
    return (normal.isEmpty ? statics : normal).sorted { ($0.path, $0.index) < ($1.path, $1.index) }
  }

  /// Whether the family exists as variable fonts only, whose advances engines round differently.
  public func hasOnlyVariableFaces(family: String) -> Bool {
    let all = descriptions(ofFamily: family)
    return !all.isEmpty && all.allSatisfy(\.isVariable)
  }

  private func descriptions(ofFamily family: String) -> [FontDescription] {
    let pattern = unsafe FcPatternCreate()
    defer { unsafe FcPatternDestroy(pattern) }
    let objects = unsafe FcObjectSetCreate()
    defer { unsafe FcObjectSetDestroy(objects) }
    _ = unsafe FcPatternAddString(pattern, FC_FAMILY, family)
    for name in [FC_FILE, FC_INDEX, FC_WEIGHT, FC_SLANT, FC_VARIABLE, FC_WIDTH] {
      _ = unsafe FcObjectSetAdd(objects, name)
    }
    guard let found = unsafe FcFontList(config, pattern, objects) else { return [] }
    defer { unsafe FcFontSetDestroy(found) }
    var result: [FontDescription] = []
    for position in 0..<Int(unsafe found.pointee.nfont) {
      guard let face = unsafe found.pointee.fonts[position] else { continue }
      if let description = unsafe Self.description(of: face) { result.append(description) }
    }
    return result
  }

  private static func description(of face: OpaquePointer) -> FontDescription? {
    var file: UnsafeMutablePointer<FcChar8>?
    guard unsafe FcPatternGetString(face, FC_FILE, 0, &file) == FcResultMatch, let file = unsafe file else {
      return nil
    }
    var index: Int32 = 0
    var slant: Int32 = 0
    var variable: FcBool = 0
    var weight: Double = 80
    var width: Double = 100
    _ = unsafe FcPatternGetInteger(face, FC_INDEX, 0, &index)
    _ = unsafe FcPatternGetInteger(face, FC_SLANT, 0, &slant)
    _ = unsafe FcPatternGetBool(face, FC_VARIABLE, 0, &variable)
    // A variable face gives a range here, which is no double: the defaults stand.
    _ = unsafe FcPatternGetDouble(face, FC_WEIGHT, 0, &weight)
    _ = unsafe FcPatternGetDouble(face, FC_WIDTH, 0, &width)
    return FontDescription(
      path: unsafe String(cString: file), index: Int(index), weight: Int(FcWeightToOpenTypeDouble(weight).rounded()),
      isItalic: slant != FC_SLANT_ROMAN, isVariable: variable != 0 || index >> 16 != 0, isNormalWidth: width == 100)
  }
}

/// The face that CSS font matching takes: the slant first, then the nearest weight (CSS Fonts 4, section 5.2).
public func nearestFace(in faces: [FontDescription], weight: Int, isItalic: Bool) -> FontDescription? {
  let slanted = faces.filter { $0.isItalic == isItalic }
  let candidates = slanted.isEmpty ? faces : slanted
  return candidates.min { distance(from: weight, to: $0.weight) < distance(from: weight, to: $1.weight) }
}

/// How far CSS goes from a wanted weight to another: 400 and 500 look at each other first, lighter weights prefer
/// lighter ones, bolder ones bolder ones.
private func distance(from wanted: Int, to weight: Int) -> Int {
  if wanted == weight { return 0 }
  let onPreferredSide: Bool
  switch wanted {
  case 400...500:
    if weight > wanted, weight <= 500 { return weight - wanted }
    onPreferredSide = weight < wanted
  case ..<400: onPreferredSide = weight < wanted
  default: onPreferredSide = weight > wanted
  }
  return abs(weight - wanted) + (onPreferredSide ? 1000 : 3000)
}
