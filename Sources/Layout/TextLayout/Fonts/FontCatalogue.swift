import CFontconfig

/// A face that fontconfig lists: its file and its properties.
public struct FontDescription: Sendable, Hashable {
  public let path: String
  /// The face in a collection; 0 in a plain file.
  public let index: Int
  /// The CSS weight, 1 to 1000.
  public private(set) var weight: Int
  public private(set) var isItalic: Bool
  /// The axes of a variable face; nil in a static one.
  fileprivate(set) var axes: VariationAxes?
  let isNormalWidth: Bool

  fileprivate var canBeServed: Bool { axes?.canBeInstanced ?? true }

  /// The nearest instance of the face; a static face returns itself.
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
/// Not `Sendable`: one owner queries fontconfig.
@safe
public struct FontCatalogue: ~Copyable {
  private let configurations: FontConfigurations
  private let own: UnsafeMutablePointer<FcFontSet>
  private var ownFiles: [String: FontFile] = [:]
  private var installed: [String: [FontDescription]] = [:]
  let installation: Installation

  /// Creates a catalogue of the installed faces alone; nil if fontconfig has no configuration to read.
  ///
  /// - Parameter installation: the installation of the program whose fonts precede those of the system.
  public init?(_ installation: Installation = .system) {
    guard let configurations = FontConfigurations(installation), let own = unsafe FcFontSetCreate() else { return nil }
    self.installation = installation
    self.configurations = configurations
    unsafe self.own = own
  }

  deinit { unsafe FcFontSetDestroy(own) }

  /// Adds the faces of a file, which precede the installed ones. They are read from memory alone: with a path,
  /// fontconfig would follow links, wait for FIFOs, and store on disk what it reads in a folder.
  ///
  /// A file that is not a font has no faces.
  public mutating func add(_ file: FontFile) {
    ownFiles[file.path] = file
    unsafe scan(file, into: own)
  }

  private func scan(_ file: FontFile, into set: UnsafeMutablePointer<FcFontSet>) {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0 else { return }
    defer { unsafe FT_Done_FreeType(library) }
    unsafe file.withBytes { bytes in
      // The loop ends at the first face that cannot be read, as in FcFreeTypeQueryAll, which reads only paths.
      var index = 0
      var count = 1
      while index < min(count, Self.wholeFace) {
        var opened: FT_Face?
        guard unsafe FT_New_Memory_Face(library, bytes.baseAddress, bytes.count, index, &opened) == 0,
          let face = unsafe opened
        else { return }
        defer { unsafe FT_Done_Face(face) }
        guard unsafe add(face, index: index, of: file, to: set) else { return }
        // Only a variable face has an entry for the whole.
        _ = unsafe add(face, index: Self.wholeFace << 16 | index, of: file, to: set)
        unsafe count = face.pointee.num_faces
        index += 1
      }
    }
  }

  /// The number by which fontconfig denotes a variable face as a whole, instead of a named instance.
  private static let wholeFace = 0x8000

  private func add(
    _ face: FT_Face, index: Int, of file: FontFile, to set: UnsafeMutablePointer<FcFontSet>
  ) -> Bool {
    guard let pattern = unsafe FcFreeTypeQueryFace(face, file.path, UInt32(index), nil) else { return false }
    _ = unsafe FcConfigSubstitute(configurations.first, pattern, FcMatchScan)
    return unsafe FcFontSetAdd(set, pattern) != 0
  }

  /// Every usable face of a family, by its exact name in any case; static faces before variable ones, which are served
  /// as static instances. Empty if there is none.
  public func faces(ofFamily family: String) -> [FontDescription] {
    let own = usable(ownFaces(ofFamily: family))
    return own.isEmpty ? usable(installedFaces(ofFamily: family)) : own
  }

  /// Every usable face in a file, which is not added to the catalogue; in the order of ``faces(ofFamily:)``.
  func faces(in file: FontFile) -> [FontDescription] {
    guard let set = unsafe FcFontSetCreate() else { return [] }
    defer { unsafe FcFontSetDestroy(set) }
    unsafe scan(file, into: set)
    return usable(unsafe descriptions(in: set))
  }

  private func usable(_ faces: [FontDescription]) -> [FontDescription] {
    let candidates = faces.filter(\.canBeServed)
    let normal = candidates.filter(\.isNormalWidth)
    return (normal.isEmpty ? candidates : normal).sorted {
      ($0.axes == nil ? 0 : 1, $0.path, $0.index) < ($1.axes == nil ? 0 : 1, $1.path, $1.index)
    }
  }

  /// Returns whether the family exists only as variable fonts from which no static instance can be made. They are not
  /// served, because engines round the advances of variable fonts differently.
  public func hasOnlyFacesThatCannotBeInstanced(family: String) -> Bool {
    let all = ownFaces(ofFamily: family) + installedFaces(ofFamily: family)
    return !all.isEmpty && !all.contains(where: \.canBeServed)
  }

  /// The file of a face; nil if it cannot be read.
  func file(of description: FontDescription) -> FontFile? {
    ownFiles[description.path] ?? FontFile(path: description.path)
  }

  /// Looks up the installed faces of a family, so that later requests open no files.
  mutating func lookUp(family: String) {
    installed[family] = installedFaces(ofFamily: family)
  }

  private func ownFaces(ofFamily family: String) -> [FontDescription] {
    if ownFiles.isEmpty { return [] }
    return unsafe listing(ofFamily: family) { pattern, objects in
      var sets: [UnsafeMutablePointer<FcFontSet>?] = unsafe [own]
      return unsafe FcFontSetList(configurations.first, &sets, 1, pattern, objects)
    }
  }

  private func installedFaces(ofFamily family: String) -> [FontDescription] {
    if let known = installed[family] { return known }
    let bundled = unsafe installedFaces(ofFamily: family, in: configurations.bundled)
    return bundled.isEmpty ? unsafe installedFaces(ofFamily: family, in: configurations.system) : bundled
  }

  private func installedFaces(ofFamily family: String, in config: OpaquePointer?) -> [FontDescription] {
    guard let config = unsafe config else { return [] }
    return unsafe listing(ofFamily: family) { pattern, objects in unsafe FcFontList(config, pattern, objects) }
  }

  private func listing(
    ofFamily family: String,
    _ list: (OpaquePointer?, UnsafeMutablePointer<FcObjectSet>?) -> UnsafeMutablePointer<FcFontSet>?
  ) -> [FontDescription] {
    let pattern = unsafe FcPatternCreate()
    defer { unsafe FcPatternDestroy(pattern) }
    let objects = unsafe FcObjectSetCreate()
    defer { unsafe FcObjectSetDestroy(objects) }
    _ = unsafe FcPatternAddString(pattern, FC_FAMILY, family)
    for name in [FC_FILE, FC_INDEX, FC_WEIGHT, FC_SLANT, FC_VARIABLE, FC_WIDTH] {
      _ = unsafe FcObjectSetAdd(objects, name)
    }
    guard let found = unsafe list(pattern, objects) else { return [] }
    defer { unsafe FcFontSetDestroy(found) }
    return unsafe descriptions(in: found)
  }

  private func descriptions(in set: UnsafeMutablePointer<FcFontSet>) -> [FontDescription] {
    var listed: [(description: FontDescription, isNamedInstance: Bool)] = []
    for position in 0..<Int(unsafe set.pointee.nfont) {
      guard let face = unsafe set.pointee.fonts[position] else { continue }
      if let entry = unsafe entry(for: face) { listed.append(entry) }
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

  private func entry(for face: OpaquePointer) -> (description: FontDescription, isNamedInstance: Bool)? {
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
    // The upper half of the index counts the named instances of a variable face.
    let place = Int(index & 0xFFFF)
    var description = FontDescription(
      path: path, index: place, weight: Int(FcWeightToOpenTypeDouble(weight).rounded()),
      isItalic: slant != FC_SLANT_ROMAN, axes: nil, isNormalWidth: width == 100)
    if variable != 0 { description.axes = self.file(of: description).flatMap { VariationAxes(of: $0, index: place) } }
    return (description, index >> 16 != 0)
  }
}

/// The face that CSS font matching chooses: first by slant, then the nearest weight (CSS Fonts 4, section 5.2). For a
/// variable face, it is the nearest instance.
public func nearestFace(in faces: [FontDescription], weight: Int, isItalic: Bool) -> FontDescription? {
  // A face with drawn italics is better than a slanted face.
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
