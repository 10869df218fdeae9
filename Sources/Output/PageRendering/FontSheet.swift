import Fonts
import Themes

/// The `@font-face` rules: every character of the site belongs to one face of each stack, weight and slant.
struct FontSheet {
  let fonts: ServedFonts
  /// The URL of each of `fonts.files`, as seen from the style sheet.
  let urls: [String]

  /// A name of the site's own, so that no installed font is used for it.
  static func familyName(ofStack stack: String) -> String { "cs-\(stack)" }

  var text: String {
    var text = ""
    for (request, stack) in fonts.stacks.sorted(by: { $0.key < $1.key }) {
      for face in stack.faces {
        text += "@font-face{font-family:\(Self.familyName(ofStack: request.stack));font-weight:\(request.weight);"
        text += "font-style:\(request.isItalic ? "italic" : "normal");font-display:block;"
        text += "src:url(\(urls[face.fileIndex]))format(\"woff2\");unicode-range:\(ranges(of: face))}\n"
      }
    }
    return text
  }

  private func ranges(of face: ServedFace) -> String {
    face.declared.ranges.map { range in
      let lower = String(range.lowerBound, radix: 16, uppercase: true)
      let upper = String(range.upperBound, radix: 16, uppercase: true)
      return lower == upper ? "U+\(lower)" : "U+\(lower)-\(upper)"
    }.joined(separator: ",")
  }
}
