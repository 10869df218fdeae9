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
  private let catalogue: FontCatalogue
  private var opened: [FontDescription: FontFace] = [:]
  /// The faces of each family that was asked for.
  private var known: [String: [FontDescription]] = [:]

  /// nil if fontconfig has no configuration to read.
  ///
  /// - Parameter themeFonts: see ``FontCatalogue``.
  public init?(themeFonts: [String]) {
    guard let catalogue = FontCatalogue(themeFonts: themeFonts) else { return nil }
    self.catalogue = catalogue
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
      guard let face = opened[description] ?? FontFace(description) else {
        sink.report(.unreadableFont(family, path: description.path, in: theme))
        continue
      }
      opened[description] = face
      result.append(face)
    }
    return result
  }
}
