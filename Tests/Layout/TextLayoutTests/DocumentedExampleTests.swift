import Testing
import TextLayout

struct DocumentedExampleTests {
  /// The example in the target's documentation.
  @Test func twoLines() throws {
    let style = TextRunStyle(font: FontRequest(stack: "text", weight: 400, isItalic: false), size: 16)
    let text = StyledText(
      leaves: [.init(.text("Saturn is not round"), style: style, span: 0)], language: "en", isRightToLeft: false)
    var preparer = try TestFonts.preparer()
    let lines = preparer.prepare(text).lines(width: 80)
    #expect(lines.lineStarts == [0, 8])
    #expect(lines.lineCount == 2)
  }
}
