import Diagnostics
public import Geometry
import Pages
public import Review

/// Lays out a site and compares it with what was approved.
///
/// - Parameter isLayoutOnly: whether to leave out what moves nothing.
public func compareWithBaseline(
  _ options: BuildOptions, tolerance: Pixels = .zero, filter: ChangeFilter = ChangeFilter(), isLayoutOnly: Bool = false
) async -> ComparisonResult {
  do throws(Diagnostic) {
    guard let baseline = try readBaseline(root: options.root) else { throw .noBaseline }
    return await compareWithBaseline(
      baseline, options, tolerance: tolerance, filter: filter, isLayoutOnly: isLayoutOnly)
  } catch {
    let current = await layOutSite(options)
    return ComparisonResult(
      diagnostics: (current.diagnostics.filter { $0.severity == .error } + [error]).sortedByPlace(), report: nil,
      sites: (nil, nil))
  }
}

/// Lays out a site and compares it with a baseline.
///
/// The lines of the baseline tell whether anything has changed. What has changed, and why, is known from the site at the
/// commit that approved it, or else only from the lines.
func compareWithBaseline(
  _ baseline: LayoutBaseline, _ options: BuildOptions, tolerance: Pixels = .zero, filter: ChangeFilter = ChangeFilter(),
  isLayoutOnly: Bool = false
) async -> ComparisonResult {
  let memory = SiteMemory()
  let after = await layOutSite(options, memory: memory)
  options.clock?.end("this side")
  // Warnings are reported by builds.
  let errors = after.diagnostics.filter { $0.severity == .error }.sortedByPlace()
  guard let site = after.site, after.exitCode == 0 else {
    return ComparisonResult(diagnostics: errors, report: nil, sites: (nil, after.site))
  }
  let side = LayoutSide(site, file: files(in: options.root))
  let comparison = BaselineComparison(baseline, with: LayoutBaseline(site, side.record), of: side.record)
  options.clock?.end("lines")
  func result(_ difference: LayoutDifference, _ approved: (site: ReviewedSite, record: LayoutRecord)?)
    -> ComparisonResult
  {
    var result = ComparisonResult(
      diagnostics: errors,
      report: LayoutReport(
        difference: difference, before: approved?.record ?? side.record, after: side.record,
        against: LayoutBaseline.name), sites: (approved?.site, site))
    if approved == nil, !comparison.isEmpty { result.missing = .approvedSite }
    return result
  }
  if comparison.isEmpty { return result(comparison.difference(filter), nil) }
  for commit in approvingCommits(of: options.root) {
    guard let checkout = try? GitCheckout(of: commit, site: options.root) else { continue }
    defer { checkout.remove() }
    var others = options
    others.root = checkout.root
    others.clock = nil
    guard let approved = await layOutSite(others, memory: memory).site else { continue }
    let before = LayoutSide(approved, file: files(in: checkout.root))
    let then = LayoutBaseline(approved, before.record)
    guard comparison.isOf(then) else { continue }
    let difference = comparison.limited(
      compareLayouts(before: before, after: side, tolerance: tolerance, filter: filter, isLayoutOnly: isLayoutOnly),
      since: then)
    options.clock?.end("the approved site")
    return result(difference, (approved, before.record))
  }
  return result(comparison.difference(filter), nil)
}

/// The last commits that changed the baseline, the latest first; none if git does not know any.
private func approvingCommits(of root: String) -> [String] {
  // An approval of a part refers to the site as it was before, and the next one to another part.
  let most = 3
  return (try? GitCheckout.commits(changing: LayoutBaseline.name, inSite: root, most: most)) ?? []
}

/// Reads the baseline; nil if there is none.
func readBaseline(root: String) throws(Diagnostic) -> LayoutBaseline? {
  let tree = FileTree(root: root)
  guard tree.holds(LayoutBaseline.name) else {
    if tree.holds(formerName) { throw .formerBaseline(formerName) }
    return nil
  }
  return try LayoutBaseline(
    SourceText(path: LayoutBaseline.name, bytes: try tree.readFile(LayoutBaseline.name, limit: 64 << 20)))
}

/// The file of versions before 0.2.
private let formerName = "layout.baseline.json"
