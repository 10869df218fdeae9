public import Diagnostics

/// Reads a `paint.css`, and checks that it only decorates and cannot change sizes.
///
/// Rules with properties of a fixed list are allowed, also in `@media` for user preferences, `hover`, `forced-colors`
/// and `print`. Nothing can be loaded. After any error, nothing can run.
///
/// - Parameter colors: The names of the theme's colours, which exist as custom properties.
/// - Returns: the part that could be read.
/// - Complexity: O(bytes), with at most 64 errors.
public func readPaint(_ source: SourceText, colors: Set<String>, into sink: inout DiagnosticSink) -> PaintSheet {
  let findings = PaintFindings(source: source)
  guard source.bytes.count <= PaintSheetReader.mostBytes else {
    let end = SourceRange(PaintSheetReader.mostBytes, PaintSheetReader.mostBytes + 1)
    sink.report(findings.tooLarge(PaintSheetReader.mostBytes, at: end))
    return PaintSheet(source)
  }
  do {
    _ = try UTF8Span(validating: source.bytes.span)
  } catch {
    let lower = error.byteOffsets.lowerBound
    sink.report(findings.notUTF8(at: SourceRange(lower, lower + 1)))
    return PaintSheet(source)
  }
  var reader = PaintSheetReader(source, colors: colors)
  reader.run()
  sink.report(contentsOf: reader.diagnostics)
  return PaintSheet(source, rules: reader.rules, classes: reader.classes)
}
