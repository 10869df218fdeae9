public import Geometry

/// A font for a ``TextMeasurer``.
public enum FontSource: Sendable, Hashable {
  /// An installed family, by its name in any case.
  case family(String)
  /// A font file, by its path: its face with the nearest weight and slant.
  case file(String)
}

/// Measures strings with fonts that it looks up by itself: a string and a width in, a ``TextBlock`` out.
///
/// Each task has its own. Strings of several styles, and strings at many widths, are quicker with a ``TextPreparer``.
public struct TextMeasurer: ~Copyable {
  /// The fonts fitted to the characters so far.
  private struct FittedFonts: ~Copyable {
    let fonts: ServedFonts
    var preparer: TextPreparer
    var setter: TextSetter
  }

  private let request: FontRequest
  private let faces: [FontFace]
  /// The characters that texts have had, and the marks among them.
  private var characters: CharacterCoverage
  private var marked = MarkedLetters()
  private var fitted: FittedFonts

  /// - Parameters:
  ///   - fonts: the fonts in order of preference: the first one that has a character draws it. Without fonts, all
  ///     characters are missing.
  ///   - weight: a CSS weight, 1 to 1000. The nearest weight of each family is used.
  ///   - isItalic: whether italic faces are preferred.
  public init(fonts: [FontSource], weight: Int = 400, isItalic: Bool = false) throws(FontError) {
    let request = FontRequest(stack: "", weight: min(max(weight, 1), 1000), isItalic: isItalic)
    let faces = try Self.faces(of: fonts, for: request)
    // With these characters, texts in English rarely have new ones.
    var characters = CharacterCoverage()
    for scalar in UInt32(0x20)...0x7E { characters.insert(scalar) }
    characters.insert(scalarsOf: "…")
    fitted = try Self.fitted(faces, request, characters, marked)
    (self.request, self.faces, self.characters) = (request, faces, characters)
  }

  private static func faces(of fonts: [FontSource], for request: FontRequest) throws(FontError) -> [FontFace] {
    guard var resolver = FontResolver() else { throw .libraryUnavailable("fontconfig") }
    var faces: [FontFace] = []
    for font in fonts {
      switch font {
      case .family(let name): faces.append(try resolver.face(ofFamily: name, for: request))
      case .file(let path): faces.append(try resolver.face(inFile: path, for: request))
      }
    }
    return faces
  }

  /// Breaks a string into lines, where browsers break it.
  ///
  /// White space is collapsed as in CSS, and a line break in the string begins a new line.
  ///
  /// - Parameters:
  ///   - text: the string, which may have several scripts and directions.
  ///   - size: the font size in whole CSS pixels, up to 10,000; lower and greater values count as 0 and 10,000.
  ///   - lineHeight: the line height in whole CSS pixels, within the same bounds; nil for the height of the first font.
  ///   - width: the width of the lines. Its whole pixels count; a width below zero counts as zero.
  ///   - language: a BCP 47 tag. Rules for line breaks and glyphs depend on it.
  ///   - isRightToLeft: the direction of the paragraph.
  ///   - maximumLines: the limit on lines, at least 1. Further lines are cut and replaced with an ellipsis.
  /// - Throws: if a font proves to be damaged.
  /// - Complexity: O(text). A character that no earlier text had costs some milliseconds more; see
  ///   ``prepare(charactersOf:)``.
  public mutating func measure(
    _ text: String, size: Int, lineHeight: Int? = nil, width: Pixels, language: String = "en",
    isRightToLeft: Bool = false, maximumLines: Int? = nil
  ) throws(FontError) -> TextBlock {
    try prepare(charactersOf: text)
    let size = min(max(size, 0), Self.greatestSize)
    let available = max(width.roundedDown, 0)
    let styled = styled(text, size: size, width: available, language: language, isRightToLeft: isRightToLeft)
    let prepared = fitted.preparer.prepare(styled)
    let measured = prepared.lines(width: available, maximumLines: maximumLines)
    let lines = fitted.setter.lines(of: styled, prepared, measured)
    let height = lineHeight.map { min(max($0, 0), Self.greatestSize) } ?? usualLineHeight(ofSize: size)
    let baseline = fitted.fonts.baseline(of: request, size: size, lineHeight: height).onLinux
    return TextBlock(prepared, measured, lines, lineHeight: height, baseline: baseline)
  }

  /// Adds characters to the fonts. For many texts with various characters, this is faster than adding those of each
  /// text when it is measured.
  public mutating func prepare(charactersOf text: String) throws(FontError) {
    var (added, addedMarks) = (CharacterCoverage(), MarkedLetters())
    var text = text
    text.makeContiguousUTF8()
    added.insert(scalarsOf: text.utf8Span, marked: &addedMarks) { $0 >= 0x20 && !isEmojiAlone($0) }
    if added.isSubset(of: characters), addedMarks.isSubset(of: marked) { return }
    added.formUnion(characters)
    addedMarks.formUnion(marked)
    fitted = try Self.fitted(faces, request, added, addedMarks)
    (characters, marked) = (added, addedMarks)
  }

  private static func fitted(
    _ faces: [FontFace], _ request: FontRequest, _ characters: CharacterCoverage, _ marked: MarkedLetters
  ) throws(FontError) -> FittedFonts {
    let plan = FontPlan(faces: [request: faces], usage: [request: characters], marked: [request: marked])
    var files: [[UInt8]] = []
    for subset in plan.subsets {
      guard let file = subset.face.subset(to: subset.characters) else {
        throw .fileNotAFont(path: subset.face.description.path)
      }
      files.append(file)
    }
    guard let fonts = plan.serve(files), let preparer = TextPreparer(fonts: fonts),
      let setter = TextSetter(fonts: fonts)
    else { throw .libraryUnavailable("HarfBuzz or ICU") }
    return FittedFonts(fonts: fonts, preparer: preparer, setter: setter)
  }

  private func styled(
    _ text: String, size: Int, width: Int, language: String, isRightToLeft: Bool
  ) -> StyledText {
    let style = TextRunStyle(font: request, size: size)
    var leaves: [StyledText.Leaf] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if !leaves.isEmpty { leaves.append(.init(.hardBreak, style: style, span: 0)) }
      leaves.append(.init(.text(String(line)), style: style, span: 0))
    }
    var styled = StyledText(leaves: leaves, language: language, isRightToLeft: isRightToLeft)
    styled.leastLineWidth = min(width, StyledText.usualLeastLineWidth)
    return styled
  }

  /// The sum of the first font's ascent and descent, each in whole pixels.
  private func usualLineHeight(ofSize size: Int) -> Int {
    let baseline = fitted.fonts.baseline(of: request, size: size, lineHeight: 0)
    return baseline.ascent + baseline.descent
  }

  /// The limit on sizes, because sums of greater ones could overflow.
  private static let greatestSize = 10_000
}
