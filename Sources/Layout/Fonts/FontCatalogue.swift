import CFontconfig

/// A face that fontconfig knows: its file and its properties.
public struct FontDescription: Sendable, Hashable {
  public let path: String
  /// The face in a collection; 0 in a plain file.
  public let index: Int
  /// CSS weight, 1 to 1000.
  public private(set) var weight: Int
  public private(set) var isItalic: Bool
  /// Of a variable face; nil in a static one.
  let axes: VariationAxes?
  let isNormalWidth: Bool

  /// The nearest instance of the face: itself if it is static.
  func instance(weight wanted: Int, isItalic wantsItalic: Bool) -> FontDescription {
    guard let axes else { return self }
    var instance = self
    instance.weight = axes.weight(nearestTo: wanted) ?? weight
    if axes.hasSlant { instance.isItalic = wantsItalic }
    return instance
  }
}

/// The installed faces and those of the theme, which come first.
///
/// Not `Sendable`: one owner queries fontconfig, before any parallel work.
@safe
public struct FontCatalogue: ~Copyable {
  private let config: OpaquePointer
  private let themeFonts: Set<String>

  /// - Parameter themeFonts: the absolute paths of files that precede the installed ones. (Files, because fontconfig
  ///   follows links in a folder, waits for FIFOs, and stores what it found there on disk.)
  public init?(themeFonts: [String]) {
    guard let loaded = unsafe FcInitLoadConfigAndFonts() else { return nil }
    unsafe config = loaded
    self.themeFonts = Set(themeFonts)
    for path in themeFonts { _ = unsafe FcConfigAppFontAddFile(config, path) }
  }

  deinit { unsafe FcConfigDestroy(config) }

  /// Every usable face of a family, by its exact name in any case; static ones before variable ones, which are served
  /// as static instances. Empty if there is none.
  public func faces(ofFamily family: String) -> [FontDescription] {
    let all = descriptions(ofFamily: family).filter { $0.axes?.canBeInstanced ?? true }
    let own = all.filter { themeFonts.contains($0.path) }
    let candidates = own.isEmpty ? all : own
    let normal = candidates.filter(\.isNormalWidth)
    return (normal.isEmpty ? candidates : normal).sorted {
      ($0.axes == nil ? 0 : 1, $0.path, $0.index) < ($1.axes == nil ? 0 : 1, $1.path, $1.index)
    }
  }

  /// Returns whether the family exists only as variable fonts of which no static instance can be made. They are not
  /// served, because engines round the advances of variable fonts differently.
  public func hasOnlyFacesThatCannotBeInstanced(family: String) -> Bool {
    let all = descriptions(ofFamily: family)
    return !all.isEmpty && all.allSatisfy { !($0.axes?.canBeInstanced ?? true) }
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
    var listed: [(description: FontDescription, isNamedInstance: Bool)] = []
    for position in 0..<Int(unsafe found.pointee.nfont) {
      guard let face = unsafe found.pointee.fonts[position] else { continue }
      if let entry = unsafe Self.entry(for: face) { listed.append(entry) }
    }
    // A variable face is listed as a whole and once more for each named instance. The instance at the default of all
    // axes looks like a static face; the entry for the whole of the same file distinguishes it.
    let variable = Set(listed.filter { $0.description.axes != nil }.map { FaceInFile($0.description) })
    return listed.filter { entry in
      entry.description.axes != nil || !(entry.isNamedInstance || variable.contains(FaceInFile(entry.description)))
    }.map(\.description)
  }

  /// A face in a file.
  private struct FaceInFile: Hashable {
    var path: String
    var index: Int

    init(_ description: FontDescription) { (path, index) = (description.path, description.index) }
  }

  private static func entry(for face: OpaquePointer) -> (description: FontDescription, isNamedInstance: Bool)? {
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
    // A variable face has a range here, which is not a double: the defaults apply, and its axes say more.
    _ = unsafe FcPatternGetDouble(face, FC_WEIGHT, 0, &weight)
    _ = unsafe FcPatternGetDouble(face, FC_WIDTH, 0, &width)
    let path = unsafe String(cString: file)
    // The upper half counts the named instances of a variable face.
    let place = Int(index & 0xFFFF)
    let description = FontDescription(
      path: path, index: place, weight: Int(FcWeightToOpenTypeDouble(weight).rounded()),
      isItalic: slant != FC_SLANT_ROMAN, axes: variable == 0 ? nil : VariationAxes(path: path, index: place),
      isNormalWidth: width == 100)
    return (description, index >> 16 != 0)
  }
}

/// The face that CSS font matching chooses: first by slant, then the nearest weight (CSS Fonts 4, section 5.2). For a
/// variable face, it is the nearest instance.
public func nearestFace(in faces: [FontDescription], weight: Int, isItalic: Bool) -> FontDescription? {
  // Drawn italics are better than a slanted face.
  let drawn = faces.filter { $0.isItalic == isItalic }
  let slanted = drawn.isEmpty ? faces.filter { $0.axes?.hasSlant ?? false } : drawn
  let instances = (slanted.isEmpty ? faces : slanted).map { $0.instance(weight: weight, isItalic: isItalic) }
  return instances.min { distance(from: weight, to: $0.weight) < distance(from: weight, to: $1.weight) }
}

/// The distance from a wanted weight to another in CSS: 400 and 500 try each other first, lighter weights prefer
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
