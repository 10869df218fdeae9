import Diagnostics
import Pages
import PreviewServer

/// Examines the same pages and widths in one browser after the other.
struct AuditSession: Sendable {
  let files: ServedFiles
  let pages: [PageRecord]
  let widths: [Int]
  let hasScrollbars: Bool
  let patience: AuditOptions.Patience
  let tell: @Sendable (AuditEvent) -> Void

  /// Events while a browser works.
  private enum SessionEvent: Sendable {
    case message(HarnessMessage)
    case tick
    case listening(url: String)
    case serverFailed(Diagnostic)
  }

  /// Starts a browser and ends it when it is done.
  func run(_ browser: Browser, scale: Scale) async -> Result<AuditReport.BrowserRun, Diagnostic> {
    await serve(patience, name: browser.rawValue, scale: scale) { url, token throws(Diagnostic) in
      try await RunningBrowser(browser, url: url, scale: scale, hasScrollbars: hasScrollbars, token: token)
    }
  }

  /// Waits for a person to open the address in a browser, at most ten minutes.
  func listen() async -> Result<AuditReport.BrowserRun, Diagnostic> {
    let patience = AuditOptions.Patience(start: 600, progress: 60)
    return await serve(patience, name: "listen", scale: nil) { url, _ throws(Diagnostic) in
      tell(.listening(url: url))
      return nil
    }
  }

  private func serve(
    _ patience: AuditOptions.Patience, name: String, scale: Scale?,
    start: @Sendable (_ url: String, _ token: String) async throws(Diagnostic) -> RunningBrowser?
  ) async -> Result<AuditReport.BrowserRun, Diagnostic> {
    let (events, sender) = AsyncStream<SessionEvent>.makeStream()
    let token = randomToken()
    let plan = HarnessPlan(
      pages: pages.map { HarnessPlan.PlannedPage($0, widths: widths) }, widths: widths,
      hasScrollbars: hasScrollbars)
    return await withTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      let server = AuditServer(files: files, plan: plan, token: token) { sender.yield(.message($0)) }
      group.addTask {
        do throws(Diagnostic) {
          try await server.run { sender.yield(.listening(url: $0)) }
        } catch {
          sender.yield(.serverFailed(error))
        }
      }
      group.addTask {
        while (try? await Task.sleep(for: .milliseconds(500))) != nil { sender.yield(.tick) }
      }
      do throws(Diagnostic) {
        return .success(
          try await follow(events, name: name, scale: scale, patience: patience) { url throws(Diagnostic) in
            try await start(url, token)
          })
      } catch {
        return .failure(error)
      }
    }
  }

  private func follow(
    _ events: AsyncStream<SessionEvent>, name: String, scale: Scale?, patience: AuditOptions.Patience,
    start: (_ url: String) async throws(Diagnostic) -> RunningBrowser?
  ) async throws(Diagnostic) -> AuditReport.BrowserRun {
    let clock = ContinuousClock()
    var opened = clock.now
    var heard = opened
    var browser: RunningBrowser?
    defer { browser?.end() }
    var run = RunInProgress(pages: pages)
    for await event in events {
      switch event {
      case .message(let message):
        heard = clock.now
        switch message {
        case .opened(let identity): run.identity = identity
        case .measured(let page):
          run.add(page)
          tell(.progress(browser: name, done: run.count, of: pages.count * widths.count))
        case .working: break
        case .failed(let message): throw .harnessFailed(name, message: message)
        case .finished:
          return run.report(
            browser: browser == nil ? nil : name, version: browser?.version, scale: scale, widths: widths,
            elapsed: opened.duration(to: clock.now))
        }
      case .tick:
        let log = browser?.log ?? ""
        if browser?.hasEnded == true { throw .ended(name, log: log) }
        let silence = heard.duration(to: clock.now)
        if run.identity == nil, silence > .seconds(patience.start) {
          throw .noAnswer(name, seconds: patience.start, log: log)
        }
        if run.identity != nil, silence > .seconds(patience.progress) {
          throw .noProgress(name, seconds: patience.progress, log: log)
        }
      case .listening(let url):
        browser = try await start(url)
        opened = clock.now
        heard = opened
      case .serverFailed(let diagnostic): throw diagnostic
      }
    }
    throw .interrupted(name)
  }
}

/// The results of a browser so far.
private struct RunInProgress {
  let pages: [String: PageRecord]
  let paths: [String]
  var identity: BrowserIdentity?
  private(set) var count = 0
  private var tally = Tally()
  private var differences: [Difference] = []
  private var missingFonts: Set<String> = []
  private var isHinted = false

  init(pages: [PageRecord]) {
    self.pages = Dictionary(pages.map { ($0.path, $0) }) { first, _ in first }
    paths = pages.map(\.path)
  }

  mutating func add(_ shown: ShownPage) {
    guard let computed = pages[shown.page] else { return }
    let comparison = Comparison(computed, shown)
    if shown.isFirst { count += 1 }
    missingFonts.formUnion(shown.missingFonts)
    isHinted = isHinted || shown.isHinted
    tally += comparison.tally
    differences += comparison.differences
  }

  func report(
    browser: String?, version: String?, scale: Scale?, widths: [Int], elapsed: Duration
  ) -> AuditReport.BrowserRun {
    let userAgent = identity?.userAgent ?? ""
    let (seconds, attoseconds) = elapsed.components
    return AuditReport.BrowserRun(
      browser: browser ?? browserName(inUserAgent: userAgent),
      version: version ?? versionNumber(inUserAgent: userAgent) ?? "unknown", userAgent: userAgent,
      scale: scale?.value, devicePixelRatio: identity?.devicePixelRatio ?? 0, pages: paths, widths: widths,
      tally: tally, milliseconds: Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000),
      missingFonts: missingFonts.sorted(), isHinted: isHinted, differences: differences)
  }
}
