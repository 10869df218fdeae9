public import Diagnostics

/// The options of an audit.
public struct AuditOptions: Sendable {
  /// The folder that a build wrote.
  public var output: String
  /// The browsers to start; those that are not installed are skipped.
  public var browsers: [Browser]
  /// The widths of the frames, in CSS pixels; empty for the width of each step.
  public var widths: [Int]
  public var scales: [Scale]
  /// The paths of pages, as in `layout.json`; empty for all.
  public var pages: [String]
  /// True if scrollbars take up room in browsers that can be asked for that.
  public var hasScrollbars: Bool
  /// True if no browser is started: a person opens the address in one.
  public var listens: Bool
  var patience = Patience(start: 30, progress: 180)

  /// The seconds after which the audit gives up on a silent browser.
  struct Patience {
    let start: Int
    let progress: Int
  }

  public init(
    output: String, browsers: [Browser] = Browser.allCases, widths: [Int] = [], scales: [Scale] = [.one],
    pages: [String] = [], hasScrollbars: Bool = false, listens: Bool = false
  ) {
    self.output = output
    self.browsers = browsers
    self.widths = widths
    self.scales = scales
    self.pages = pages
    self.hasScrollbars = hasScrollbars
    self.listens = listens
  }
}

/// The result of an audit.
public struct AuditResult: Sendable {
  /// The skipped and failed parts, in the order of the work.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// The report; nil if nothing could be examined.
  public internal(set) var report: AuditReport?

  /// The exit code: 0 without differences, 1 with differences, 2 if it could not run, or only in part.
  public var exitCode: Int32 {
    guard let report, !report.runs.isEmpty, !diagnostics.contains(where: { $0.severity == .error }) else { return 2 }
    return report.differenceCount == 0 ? 0 : 1
  }
}
