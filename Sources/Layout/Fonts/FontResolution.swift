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

  /// The nearest face of each family, in the order of the list. Families that do not exist, and files that are not
  /// fonts, are errors at their place in the theme.
  public mutating func faces(
    for request: FontRequest, families: [FontFamilyReference], theme: SourceText,
    into sink: inout DiagnosticSink
  ) -> [FontFace] {
    var result: [FontFace] = []
    for family in families {
      let faces = known[family.name] ?? catalogue.faces(ofFamily: family.name)
      known[family.name] = faces
      guard let description = nearestFace(in: faces, weight: request.weight, isItalic: request.isItalic) else {
        let isVariable = catalogue.hasOnlyFacesThatCannotBeInstanced(family: family.name)
        sink.report(isVariable ? .variableFont(family, in: theme) : .missingFont(family, in: theme))
        continue
      }
      guard let face = opened[description] ?? open(description) else {
        sink.report(.unreadableFont(family, path: description.path, in: theme))
        continue
      }
      opened[description] = face
      result.append(face)
    }
    return result
  }
}
