import Diagnostics
import TextLayout
import Themes

/// A family of a theme's list, and its face for a request.
struct FamilyFace {
  let family: PlacedName
  /// The face; nil if the family is absent.
  let face: FontFace?
  /// The finding if the family is absent and some character needs it, at its location in the theme.
  let fault: Diagnostic?
}

extension FontResolver {
  /// The nearest face of each family, in the order of the list. Families that do not exist, or whose files are not
  /// fonts, have no face.
  mutating func faces(for request: FontRequest, families: [PlacedName], theme: SourceText) -> [FamilyFace] {
    families.map { family in
      do throws(FontError) {
        return FamilyFace(family: family, face: try face(ofFamily: family.name, for: request), fault: nil)
      } catch {
        return FamilyFace(family: family, face: nil, fault: .font(error, of: family, in: theme, installation))
      }
    }
  }
}
