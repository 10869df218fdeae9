public import Diagnostics
import Glibc
import Pages
public import Review

/// A layout to be approved.
public struct Approval: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The difference from the approved layout; nil if there is none, or it cannot be read.
  public let report: LayoutReport?
  /// The baseline to be written; nil if there is nothing to approve.
  public let baseline: LayoutBaseline?
  private let root: String

  /// The exit code: 0 for success, 1 for findings in the content, 2 if the command could not run.
  public var exitCode: Int32 { baseline == nil ? max(1, exitCodeOfFindings(diagnostics, isStrict: false)) : 0 }

  /// Lays out the site and compares it with the baseline. With errors in the content there is nothing to approve.
  ///
  /// - Parameter filter: selects what to approve; the rest stays as it was approved.
  public static func prepare(_ options: BuildOptions, filter: ChangeFilter = ChangeFilter()) async -> Approval {
    var approved: LayoutBaseline?
    var faults: [Diagnostic] = []
    do {
      approved = try readBaseline(root: options.root)
    } catch {
      // An unreadable baseline is replaced, with a warning.
      faults.append(error.asWarning)
    }
    if approved == nil, !filter.isAll {
      faults.append(.noBaselineForParts)
      return Approval(diagnostics: faults, report: nil, baseline: nil, root: options.root)
    }
    let (found, site, report) = await compared(approved, options, filter: filter)
    faults += found.filter { $0.severity == .error }
    guard let site else { return Approval(diagnostics: faults, report: nil, baseline: nil, root: options.root) }
    let record = LayoutRecord(site)
    let now = LayoutBaseline(site, record)
    guard let approved, !filter.isAll else {
      return Approval(diagnostics: faults, report: report, baseline: now, root: options.root)
    }
    let sources = record.sources
    guard approved.holds(filter, sources: sources) || now.holds(filter, sources: sources) else {
      faults.append(.nothingToApprove)
      return Approval(diagnostics: faults, report: nil, baseline: nil, root: options.root)
    }
    return Approval(
      diagnostics: faults, report: report, baseline: approved.approving(filter, of: now, sources: sources),
      root: options.root)
  }

  private static func compared(
    _ approved: LayoutBaseline?, _ options: BuildOptions, filter: ChangeFilter
  ) async -> ([Diagnostic], site: ReviewedSite?, LayoutReport?) {
    guard let approved else {
      let result = await layOutSite(options)
      return (result.diagnostics, result.exitCode == 0 ? result.site : nil, nil)
    }
    let result = await compareWithBaseline(approved, options, filter: filter)
    return (result.diagnostics, result.report == nil ? nil : result.sites.after, result.report)
  }

  /// Writes the baseline, completely or not at all.
  ///
  /// - Returns: whether its bytes changed.
  public func write() throws(Diagnostic) -> Bool {
    guard let bytes = baseline?.bytes else { return false }
    let name = LayoutBaseline.name
    do throws(SystemError) {
      return try FileDescriptor(folderAt: root).replaceFile(name, with: bytes)
    } catch {
      throw .outputUnwritable(name, error, bytesNeeded: bytes.count)
    }
  }
}
