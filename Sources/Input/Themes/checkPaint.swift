public import Diagnostics

/// Checks that a `paint.css` only decorates and cannot change sizes.
///
/// Rules with properties of a fixed list are allowed, also in `@media` for user preferences, `hover`, `forced-colors`
/// and `print`. Nothing can be loaded. Any error means that nothing can run.
///
/// - Parameter colors: The names of the theme's colours, which exist as custom properties.
/// - Complexity: O(bytes), with at most 64 errors.
public func checkPaint(_ source: SourceText, colors: Set<String>, into sink: inout DiagnosticSink) {
  let findings = PaintFindings(source: source)
  guard source.bytes.count <= PaintChecker.mostBytes else {
    let end = SourceRange(PaintChecker.mostBytes, PaintChecker.mostBytes + 1)
    return sink.report(findings.tooLarge(PaintChecker.mostBytes, at: end))
  }
  do {
    _ = try UTF8Span(validating: source.bytes.span)
  } catch {
    let lower = error.byteOffsets.lowerBound
    return sink.report(findings.notUTF8(at: SourceRange(lower, lower + 1)))
  }
  var checker = PaintChecker(source, colors: colors)
  checker.run()
  sink.report(contentsOf: checker.diagnostics)
}
