extension Diagnostic {
  /// The source line and the span in it, copied so that a finding outlives its file.
  public struct Excerpt: Hashable, Sendable {
    /// The part of the line around the span that is shown to people.
    public let line: String
    /// Characters from the start of `line` to the span.
    public let offset: Int
    /// Characters in the span, at least 1.
    public let length: Int
    /// UTF-16 code units from the start of the whole line to the span.
    let codeUnitsBefore: Int
    /// UTF-16 code units in the span.
    let codeUnits: Int
    /// The number of bytes of the whole line, all of which may have been read to find the position.
    public let lineLength: Int

    /// - Parameter span: a range within the line.
    /// - Parameter codeUnitsBefore: UTF-16 code units from the start of the whole line, if `line` is only a part of it.
    init(of source: SourceText, line: SourceRange, span: SourceRange, codeUnitsBefore: Int? = nil) {
      let before = source.text(in: SourceRange(line.lower, span.lower))
      let spanned = source.text(in: SourceRange(span.lower, span.upper))
      let behind = source.text(in: SourceRange(span.lower, line.upper))
      let column = before.count
      offset = column > Excerpt.mostBefore ? Excerpt.someBefore : column
      self.line = shortened(before.suffix(offset)) + shortened(behind.prefix(Excerpt.widest - offset))
      length = max(1, spanned.count)
      self.codeUnitsBefore = codeUnitsBefore ?? before.utf16.count
      codeUnits = spanned.utf16.count
      lineLength = line.upper - line.lower
    }

    private static let widest = 100
    /// The number of characters before the span above which only some of them are shown.
    private static let mostBefore = 60
    private static let someBefore = 30
  }
}

/// A single character can be as long as the line; the text that represents it must not be.
private let mostScalarsOfCharacter = 32

private func shortened(_ characters: Substring) -> String {
  characters.reduce(into: "") { text, character in
    text.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(mostScalarsOfCharacter))
  }
}
