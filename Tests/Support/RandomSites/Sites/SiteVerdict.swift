public import Diagnostics

extension RandomSite {
  /// Faults in the result of a build: none if it wrote a site, or has findings in files that an author wrote.
  ///
  /// - Parameters:
  ///   - exitCode: the exit code of the build.
  ///   - diagnostics: all findings of the build.
  public func faults(exitCode: Int32, diagnostics: [Diagnostic]) -> [String] {
    var faults: [String] = []
    let errors = diagnostics.filter { $0.severity == .error }
    if ![0, 1, 2].contains(exitCode) || errors.isEmpty != (exitCode == 0) {
      faults.append("exit \(exitCode) with \(errors.count) errors")
    }
    let sources = Set(files().map(\.path))
    for finding in diagnostics
    where !sources.contains(finding.path) || finding.severity == .error && finding.position == nil {
      faults.append("\(finding.path): \(finding.severity): \(finding.message) [\(finding.rule.name)]")
    }
    return faults
  }
}
