public import Diagnostics

/// The options of an audit.
public struct AuditOptions: Sendable {
  /// The folder that a build wrote.
  public var output: String
  /// Browsers that are not installed are skipped.
  public var browsers: [Browser]
  /// Of the frames, in CSS pixels; none means each step's.
  public var widths: [Int]
  public var scales: [Scale]
  /// As in `layout.json`; none means all.
  public var pages: [String]
  /// Scrollbars take room where the browser can be asked to.
  public var hasScrollbars: Bool
  /// No browser is started: a person opens the address in one.
  public var listens: Bool
  var patience = Patience(start: 30, progress: 180)

  /// The seconds after which a silent browser is given up.
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
  /// Skipped and failed parts, in the order of the work.
  public internal(set) var diagnostics: [Diagnostic] = []
  /// nil when nothing could be looked at.
  public internal(set) var report: AuditReport?

  /// 0 no differences, 1 differences, 2 could not run, or only in part.
  public var exitCode: Int32 {
    guard let report, !report.runs.isEmpty, !diagnostics.contains(where: { $0.severity == .error }) else { return 2 }
    return report.differenceCount == 0 ? 0 : 1
  }
}
