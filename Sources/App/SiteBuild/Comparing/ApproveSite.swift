public import Diagnostics
import Glibc
public import Pages
public import Review

/// A layout to be approved.
public struct Approval: Sendable {
  /// All findings, sorted by path and position.
  public let diagnostics: [Diagnostic]
  /// The differences from the approved layout; nil if there is none, or it cannot be read.
  public let report: LayoutReport?
  /// The layout; nil if there is nothing to approve.
  public let layout: LayoutRecord?
  private let root: String
  private let bytes: [UInt8]

  /// The exit code: 0 for success, 1 for findings in the content, 2 if the command could not run.
  public var exitCode: Int32 { layout == nil ? max(1, exitCodeOfFindings(diagnostics, isStrict: false)) : 0 }

  /// Lays out the site and compares it with the baseline. With errors in the content there is nothing to approve.
  public static func prepare(_ options: BuildOptions) async -> Approval {
    let result = await layOutSite(options)
    var diagnostics = result.diagnostics.filter { $0.severity == .error }
    guard let site = result.site, result.exitCode == 0 else {
      return Approval(diagnostics: diagnostics, report: nil, layout: nil, root: options.root, bytes: [])
    }
    let side = LayoutSide(site) { _ in nil }
    var report: LayoutReport?
    do {
      if let before = try readBaseline(root: options.root) {
        report = LayoutReport(
          difference: compareLayouts(before: LayoutSide(before), after: side), before: before, after: side.record,
          against: LayoutRecord.baselineName)
      }
    } catch {
      // An unreadable baseline is replaced, with a warning.
      diagnostics.append(error.asWarning)
    }
    return Approval(
      diagnostics: diagnostics, report: report, layout: side.record, root: options.root, bytes: side.baseline)
  }

  /// Writes the baseline, completely or not at all.
  ///
  /// - Returns: whether its bytes changed.
  public func write() throws(Diagnostic) -> Bool {
    let name = LayoutRecord.baselineName
    do throws(SystemError) {
      return try FileDescriptor(folderAt: root).replaceFile(name, with: bytes)
    } catch {
      throw .outputUnwritable(name, error, bytesNeeded: bytes.count)
    }
  }
}
