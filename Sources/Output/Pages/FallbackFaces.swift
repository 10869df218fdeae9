import TextLayout
import Themes

/// Faces of fonts that readers' systems have, scaled to the widths and heights of the site's own: the text that is
/// shown until a font arrives, or if it never does, takes up almost the same lines (CSS Fonts 5, section 2.2).
struct FallbackFaces {
  /// Fonts with the same advances, of which every system has at least one.
  private struct LocalFonts {
    let names: [String]
    /// The mean advance in thousandths of an em.
    let meanAdvance: Int
    let meanAdvanceOfBold: Int
  }

  let stack: FontStack
  let fonts: ServedFonts

  /// The value of `font-family` for texts of the stack.
  static func families(ofStack name: String, in theme: Theme) -> String {
    theme.fontStack(name).map(families) ?? FontSheet.familyName(ofStack: name)
  }

  static func families(of stack: FontStack) -> String {
    let local = localFonts(stack.generic).indices.map { name($0, stack.name) }
    return ([FontSheet.familyName(ofStack: stack.name)] + local + [keyword(stack.generic)]).joined(separator: ",")
  }

  var text: String {
    Self.localFonts(stack.generic).enumerated().map { index, local in
      requests.map { face(Self.name(index, stack.name), of: local, for: $0) }.joined()
    }.joined()
  }

  private var requests: [FontRequest] { fonts.stacks.keys.filter { $0.stack == stack.name }.sorted() }

  /// The face is scaled a little narrower than the site's own face: a text of fewer lines moves nothing, because it
  /// keeps the height of its lines, but one of more lines would. Bold fonts differ more, and titles contain no
  /// elements.
  private func face(_ family: String, of local: LocalFonts, for request: FontRequest) -> String {
    let own = fonts.stacks[request]?.faces.lazy.compactMap { $0.kind == .text ? $0.font : nil }.first
    guard let own, own.unitsPerEm > 0, let mean = own.meanAdvance(of: Self.commonLetters) else { return "" }
    let isBold = request.weight >= 600
    let scale = isBold ? mean * 950 / local.meanAdvanceOfBold : mean * 980 / local.meanAdvance
    let style = (isBold ? " Bold" : "") + (request.isItalic ? " Italic" : "")
    let sources = local.names.map { "local(\"\($0)\(style)\")" }.joined(separator: ",")
    return "@font-face{font-family:\(family);font-weight:\(request.weight);"
      + "font-style:\(request.isItalic ? "italic" : "normal");src:\(sources);size-adjust:\(Self.percent(scale));"
      + "\(Self.metrics(of: own, scale: scale));line-gap-override:0%}\n"
  }

  /// Descriptors that give another face the ascent and descent of a font.
  ///
  /// - Parameter scale: the scale of that face, in thousandths.
  static func metrics(of font: MeasuringFont, scale: Int = 1000) -> String {
    func share(_ units: Int) -> String { percent(units * 1_000_000 / (font.unitsPerEm * scale)) }
    let (ascent, descent) = font.verticalExtents
    return "ascent-override:\(share(ascent));descent-override:\(share(descent))"
  }

  private static func percent(_ thousandths: Int) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(whole)%" : "\(whole).\(rest)%"
  }

  private static func name(_ index: Int, _ stack: String) -> String { "cs-\(index)-\(stack)" }

  private static func keyword(_ family: GenericFamily) -> String {
    switch family {
    case .mono: "monospace"
    case .sans: "sans-serif"
    case .serif: "serif"
    }
  }

  /// The frequency of each letter in a hundred characters of English.
  private static let commonLetters: KeyValuePairs<Unicode.Scalar, Int> = [
    " ": 18, "e": 13, "t": 9, "a": 8, "o": 8, "i": 7, "n": 7, "s": 6, "h": 6, "r": 6, "d": 4, "l": 4, "u": 3,
  ]

  /// Windows, macOS, iOS and Linux have the first fonts, Android has the others.
  private static func localFonts(_ family: GenericFamily) -> [LocalFonts] {
    switch family {
    case .sans:
      [
        LocalFonts(names: ["Arial", "Liberation Sans"], meanAdvance: 426, meanAdvanceOfBold: 460),
        LocalFonts(names: ["Roboto"], meanAdvance: 425, meanAdvanceOfBold: 432),
      ]
    case .serif:
      [
        LocalFonts(names: ["Times New Roman", "Liberation Serif"], meanAdvance: 381, meanAdvanceOfBold: 409),
        LocalFonts(names: ["Noto Serif"], meanAdvance: 461, meanAdvanceOfBold: 491),
      ]
    case .mono:
      [
        LocalFonts(
          names: ["Courier New", "Liberation Mono", "Droid Sans Mono"], meanAdvance: 600, meanAdvanceOfBold: 600)
      ]
    }
  }
}
