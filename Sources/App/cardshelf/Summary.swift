import Diagnostics
import SiteBuild

/// The message of a successful build.
///
/// - Parameter omissionCount: the number of faulty parts that were left out.
func summary(of report: BuildReport, omissionCount: Int, output: String, elapsed: Duration) -> String {
  let milliseconds = elapsed.components.seconds * 1000 + elapsed.components.attoseconds / 1_000_000_000_000_000
  let sizes = [
    counted(report.cardCount, "card"), counted(report.shelfCount, "shelf", plural: "shelves"),
    counted(report.pageCount, "page"),
  ].joined(separator: ", ")
  let keptBack = report.keptBackCount == 0 ? "" : "; \(grouped(report.keptBackCount)) kept back"
  let omissions = omissionCount == 0 ? "" : "; \(counted(omissionCount, "faulty part")) left out"
  let kilobytes = (report.fontByteCount + 500) / 1000
  var changes = ["wrote " + counted(report.written.written.count, "file")]
  if !report.written.unchanged.isEmpty { changes.append("\(grouped(report.written.unchanged.count)) unchanged") }
  if !report.written.removed.isEmpty { changes.append("\(grouped(report.written.removed.count)) removed") }
  let lineCount = counted(report.lines.lines, "line")
  // In most sites, browsers agree on the end of every line.
  let settled = report.lines.settled
  let lines = settled == 0 ? lineCount : "\(grouped(settled)) of \(lineCount) fixed in the markup"
  return """
    \(sizes)\(keptBack)\(omissions); \(counted(report.stepCount, "step")); \(lines); \
    \(counted(report.fontCount, "font")), \(grouped(kilobytes)) kB
    \(changes.joined(separator: ", ")), in \(grouped(Int(milliseconds))) ms: \(asFolder(output))

    """
}

/// The numbers of findings, such as `2 errors, 1 warning`.
func tally(of diagnostics: [Diagnostic], isStrict: Bool) -> String {
  let errors = diagnostics.count { $0.severity == .error }
  let warnings = diagnostics.count - errors
  var parts: [String] = []
  if errors > 0 { parts.append(counted(errors, "error")) }
  if warnings > 0 { parts.append(counted(warnings, "warning") + (isStrict ? ", treated as errors" : "")) }
  return parts.joined(separator: ", ")
}

/// A folder's path with one slash at its end.
func asFolder(_ path: String) -> String { path == "/" ? path : path + "/" }

/// A number and a noun, such as `1 card`, `1,204 cards`.
func counted(_ count: Int, _ name: String, plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? name : plural ?? name + "s")"
}

/// The number with commas between thousands, in every locale.
func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [String] = []
  while digits.utf8.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  groups.insert(digits, at: 0)
  return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}
