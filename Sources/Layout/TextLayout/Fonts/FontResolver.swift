/// Looks up and opens the faces of requests, each file once.
///
/// Not `Sendable`: it owns the catalogue. The faces that it returns are.
public struct FontResolver: ~Copyable {
  private var catalogue: FontCatalogue
  private var opened: [FontDescription: FontFace] = [:]
  /// The faces of each family that was requested.
  private var known: [String: [FontDescription]] = [:]

  /// Opens the catalogue; nil if fontconfig has no configuration to read.
  public init?(_ installation: Installation = .system) {
    guard let catalogue = FontCatalogue(installation) else { return nil }
    self.catalogue = catalogue
  }

  /// How the program was installed whose fonts these are.
  public var installation: Installation { catalogue.installation }

  /// Looks up the installed faces of families, so that later requests do not query fontconfig.
  public mutating func lookUp(families: [String]) {
    for family in families { catalogue.lookUp(family: family) }
  }

  /// Opens the installed faces that a request needs if the theme has none of them, so that later requests open no
  /// files.
  public mutating func openInstalledFaces(for request: FontRequest, families: [String]) {
    for family in families {
      catalogue.lookUp(family: family)
      if let description = nearestFace(
        in: catalogue.faces(ofFamily: family), weight: request.weight, isItalic: request.isItalic)
      {
        opened[description] = opened[description] ?? open(description)
      }
    }
  }

  /// Adds the theme's own fonts, which precede the installed ones.
  public mutating func add(_ themeFonts: [FontFile]) {
    for file in themeFonts { catalogue.add(file) }
    known = [:]
  }

  private func open(_ description: FontDescription) -> FontFace? {
    catalogue.file(of: description).flatMap { FontFace(description, in: $0) }
  }

  /// The nearest face of the family that has this name in any case.
  public mutating func face(ofFamily family: String, for request: FontRequest) throws(FontError) -> FontFace {
    let faces = known[family] ?? catalogue.faces(ofFamily: family)
    known[family] = faces
    guard let description = nearestFace(in: faces, weight: request.weight, isItalic: request.isItalic) else {
      let isVariable = catalogue.hasOnlyFacesThatCannotBeInstanced(family: family)
      throw isVariable ? .familyNotStatic(family) : .familyNotFound(family)
    }
    guard let face = opened[description] ?? open(description) else { throw .fileNotAFont(path: description.path) }
    opened[description] = face
    return face
  }

  /// The nearest face in a file, whose families are not added to the catalogue.
  public func face(inFile path: String, for request: FontRequest) throws(FontError) -> FontFace {
    guard let file = FontFile(path: path) else { throw .fileUnreadable(path: path) }
    let faces = catalogue.faces(in: file)
    guard let description = nearestFace(in: faces, weight: request.weight, isItalic: request.isItalic),
      let face = FontFace(description, in: file)
    else { throw .fileNotAFont(path: path) }
    return face
  }
}
