import TextLayout
import Themes

/// The `@font-face` rules: every character of the site belongs to one face of each stack, weight and slant.
struct FontSheet {
  let fonts: ServedFonts
  /// The URL of each of `fonts.files`, as seen from the style sheet.
  let urls: [String]
  let theme: Theme

  /// The family name of a stack, with a prefix so that no installed font is used for it.
  static func familyName(ofStack stack: String) -> String { "cs-\(stack)" }

  /// The family of letters with marks that their usual face lacks: see `ServedFace.FaceKind`.
  private static func familyName(ofLettersApartIn stack: String, _ position: Int) -> String {
    "cs\(position)-\(stack)"
  }

  /// The class of elements with one such letter.
  static func className(ofLettersApartIn stack: String, _ position: Int) -> String { "a\(position)-\(stack)" }

  var text: String {
    var text = ""
    var apart: Set<String> = []
    for (request, stack) in fonts.stacks.sorted(by: { $0.key < $1.key }) {
      for face in stack.faces {
        var family = Self.familyName(ofStack: request.stack)
        if let position = face.kind.positionApart {
          family = Self.familyName(ofLettersApartIn: request.stack, position)
          let name = Self.className(ofLettersApartIn: request.stack, position)
          let families = FallbackFaces.families(ofStack: request.stack, in: theme)
          apart.insert(".\(name){font-family:\(family),\(families)}\n")
        }
        text += "@font-face{font-family:\(family);font-weight:\(request.weight);"
        text += "font-style:\(request.isItalic ? "italic" : "normal");font-display:\(theme.fontDisplay.rawValue);"
        text += "src:url(\(urls[face.fileIndex]))format(\"woff2\");unicode-range:\(ranges(of: face))"
        // This keeps baselines in place when the faces of a text arrive one after the other.
        if let first = stack.faces.first?.font, first.unitsPerEm > 0, face.fileIndex != stack.faces[0].fileIndex {
          text += ";" + FallbackFaces.metrics(of: first)
        }
        text += "}\n"
      }
    }
    for stack in theme.fontStacks { text += FallbackFaces(stack: stack, fonts: fonts).text }
    return text + apart.sorted().joined()
  }

  private func ranges(of face: ServedFace) -> String {
    face.declared.ranges.map { range in
      let lower = String(range.lowerBound, radix: 16, uppercase: true)
      let upper = String(range.upperBound, radix: 16, uppercase: true)
      return lower == upper ? "U+\(lower)" : "U+\(lower)-\(upper)"
    }.joined(separator: ",")
  }
}
