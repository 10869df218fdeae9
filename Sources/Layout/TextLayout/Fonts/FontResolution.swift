public import Diagnostics

/// A family in a theme's fallback list and its place.
public struct FontFamilyReference: Sendable, Hashable {
  public let name: String
  public let range: SourceRange

  public init(name: String, range: SourceRange) {
    self.name = name
    self.range = range
  }
}

/// A family of a list, and the face of it that serves a request.
public struct FamilyFace: Sendable {
  public let family: FontFamilyReference
  /// nil if the family is absent.
  public let face: FontFace?
  /// The finding if the family is absent and some character needs it, at its place in the theme.
  public let fault: Diagnostic?

  init(_ family: FontFamilyReference, face: FontFace) {
    self.family = family
    self.face = face
    fault = nil
  }

  init(_ family: FontFamilyReference, fault: Diagnostic) {
    self.family = family
    face = nil
    self.fault = fault
  }
}

/// Finds and opens the faces of requests, each file once.
///
/// Not `Sendable`: it owns the catalogue. The faces that it returns are.
public struct FontResolver: ~Copyable {
  private var catalogue: FontCatalogue
  private var opened: [FontDescription: FontFace] = [:]
  /// The faces of each family that was asked for.
  private var known: [String: [FontDescription]] = [:]

  /// nil if fontconfig has no configuration to read.
  public init?() {
    guard let catalogue = FontCatalogue() else { return nil }
    self.catalogue = catalogue
  }

  /// Looks up the installed faces of families: later, fontconfig is not asked for them.
  public mutating func lookUp(families: [String]) {
    for family in families { catalogue.lookUp(family: family) }
  }

  /// Opens the installed faces that a request needs if the theme has none of them: later, no files are opened.
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

  /// The nearest face of each family, in the order of the list. Families that do not exist, or whose files are not
  /// fonts, have none.
  public mutating func faces(
    for request: FontRequest, families: [FontFamilyReference], theme: SourceText
  ) -> [FamilyFace] {
    families.map { family in
      let faces = known[family.name] ?? catalogue.faces(ofFamily: family.name)
      known[family.name] = faces
      guard let description = nearestFace(in: faces, weight: request.weight, isItalic: request.isItalic) else {
        let isVariable = catalogue.hasOnlyFacesThatCannotBeInstanced(family: family.name)
        return FamilyFace(
          family, fault: isVariable ? .variableFont(family, in: theme) : .missingFont(family, in: theme))
      }
      guard let face = opened[description] ?? open(description) else {
        return FamilyFace(family, fault: .unreadableFont(family, path: description.path, in: theme))
      }
      opened[description] = face
      return FamilyFace(family, face: face)
    }
  }
}
