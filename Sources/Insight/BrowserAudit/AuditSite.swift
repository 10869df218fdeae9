public import Diagnostics
import Pages
import PreviewServer

/// Events during an audit.
public enum AuditEvent: Sendable {
  /// The audit waits for a person to open an address.
  case listening(url: String)
  case diagnostic(Diagnostic)
  /// A page was measured at a width.
  case progress(browser: String, done: Int, of: Int)
}

/// Opens a built site in browsers and compares what they show with `layout.json`.
///
/// Browsers run one after the other. If the task is cancelled, the browser is ended and the result consists of what was
/// measured before.
public func auditSite(
  _ options: AuditOptions, onEvent tell: @escaping @Sendable (AuditEvent) -> Void
) async -> AuditResult {
  var audit = RunningAudit(options: options, tell: tell)
  do {
    try await audit.run()
  } catch {
    audit.add(error)
  }
  return audit.result
}

private struct RunningAudit {
  let options: AuditOptions
  let tell: @Sendable (AuditEvent) -> Void
  var result = AuditResult()

  mutating func add(_ diagnostic: Diagnostic) {
    result.diagnostics.append(diagnostic)
    tell(.diagnostic(diagnostic))
  }

  mutating func run() async throws(Diagnostic) {
    let files = try ServedFiles(output: options.output)
    let site = try LayoutRecord(files)
    let pages = try chosenPages(of: site)
    let widths = options.widths.isEmpty ? site.defaultWidths : Set(options.widths).sorted()
    let size = try files.bytes(ofFile: LayoutRecord.layoutName).count
    let folder = AuditReport.Site(folder: options.output, files: files.count, layoutSize: size)
    result.report = AuditReport(site: folder)
    let session = AuditSession(
      files: files, pages: pages, widths: widths, hasScrollbars: options.hasScrollbars, patience: options.patience,
      tell: tell)
    if options.listens {
      await add(session.listen())
      return
    }
    let browsers = installedBrowsers()
    if browsers.isEmpty { throw .noBrowser }
    for browser in browsers {
      for scale in unique(options.scales) where !Task.isCancelled {
        guard browser.canShow(scale) else {
          add(.scaleSkipped(browser, scale: scale))
          continue
        }
        await add(session.run(browser, scale: scale))
      }
    }
  }

  private mutating func add(_ outcome: Result<AuditReport.BrowserRun, Diagnostic>) {
    switch outcome {
    case .success(let run):
      result.report?.runs.append(run)
      for font in run.missingFonts { add(.fontNotLoaded(run.browser, font)) }
      if run.isHinted { add(.textHinted(run.browser)) }
      if let scale = Scale.allCases.first(where: { $0.value == run.scale }), run.devicePixelRatio != scale.value {
        add(.scaleOff(run.browser, asked: scale, shown: run.devicePixelRatio))
      }
    case .failure(let diagnostic): add(diagnostic)
    }
  }

  private mutating func installedBrowsers() -> [Browser] {
    unique(options.browsers).filter { browser in
      let missing = browser.missingPrograms
      if !missing.isEmpty { add(.browserSkipped(browser, missing: missing)) }
      return missing.isEmpty
    }
  }

  private func chosenPages(of site: LayoutRecord) throws(Diagnostic) -> [PageRecord] {
    if options.pages.isEmpty { return site.pages }
    var chosen: [PageRecord] = []
    for name in unique(options.pages) {
      let paths = pagePaths(meantBy: name)
      guard let page = site.pages.first(where: { paths.contains($0.path) }) else {
        throw .pageUnknown(name, known: site.pages.map(\.path))
      }
      chosen.append(page)
    }
    return chosen
  }
}

/// The paths that a person may mean by `about`, `/about/` or `about/index.html`.
func pagePaths(meantBy name: String) -> [String] {
  let names = name.split(separator: "/").joined(separator: "/")
  return names.isEmpty ? ["index.html"] : [names, names + "/index.html"]
}

private func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
  var seen: Set<Value> = []
  return values.filter { seen.insert($0).inserted }
}
