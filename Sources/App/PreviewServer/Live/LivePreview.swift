import Content
public import Diagnostics
public import SiteBuild

/// Serves a site from its sources, and rebuilds it whenever they change.
///
/// A change is built in the background. Until that is done, and while it is not possible, readers get the last build.
public struct LivePreview: Sendable {
  /// The default port.
  public static let usualPort: UInt16 = 4173

  public var options: BuildOptions
  /// The port; nil is the default port, or the next one that is free.
  public var port: UInt16?
  /// The address to listen on; any other than 127.0.0.1 lets other machines in.
  public var address = "127.0.0.1"
  /// True to check all files repeatedly if the system does not report changes.
  public var polls = false

  public init(options: BuildOptions) { self.options = options }

  /// Events for people.
  public enum PreviewEvent: Sendable {
    /// The first build is done, or has failed, and the site can be opened.
    case listening(url: String, isToldOfChanges: Bool)
    case built(cardCount: Int, changedPageCount: Int, warnings: [Diagnostic], time: Duration)
    case failed([Diagnostic])
    /// A bug in Cardshelf: its output fails its own checks.
    case faulty([Diagnostic])
  }

  /// Runs the server until it is cancelled.
  ///
  /// - Parameter tell: is called for each event in turn.
  public func run(tell: @escaping @Sendable (PreviewEvent) -> Void) async throws(Diagnostic) {
    let state = PreviewState()
    var builder = PreviewBuilder(options: options, state: state, tell: tell)
    // The watch begins before the first build, so that no change is missed.
    let changes = SiteChanges(root: resolvedFolder(options.root), polls: polls)
    await builder.build()
    let answers = LiveAnswers(state: state, token: randomToken())
    let pings = Task.detached {
      while (try? await Task.sleep(for: .seconds(20))) != nil { state.ping() }
    }
    let building = Task.detached { [builder] in
      var builder = builder
      for await _ in changes.stream { await builder.buildAfterPause(changes) }
    }
    defer {
      building.cancel()
      pings.cancel()
    }
    try await serve(answers) { url in tell(.listening(url: url, isToldOfChanges: changes.isTold)) }
  }

  private func serve(_ answers: LiveAnswers, listening: @escaping @Sendable (_ url: String) -> Void)
    async throws(Diagnostic)
  {
    let first = port ?? Self.usualPort
    let last = port ?? first + 20
    for number in first...last {
      var server = PreviewServer { answers.answer($0) }
      server.address = address
      server.port = number
      server.hosts = ["localhost"]
      server.acceptsAddresses = true
      do throws(Diagnostic) {
        return try await server.run { port in
          listening("http://\(address == "127.0.0.1" ? "localhost" : address):\(port)/")
        }
      } catch {
        guard error.rule == .portTaken, number < last else { throw error }
      }
    }
  }
}

/// Builds a site repeatedly, and only what changed.
struct PreviewBuilder: Sendable {
  private var options: BuildOptions
  let state: PreviewState
  let tell: @Sendable (LivePreview.PreviewEvent) -> Void
  private let memory = SiteMemory()
  private var generation = 0
  /// False after a build that may have ended before it read all changes.
  private var isUpToDate = false
  private var check: Task<Void, Never>?

  init(options: BuildOptions, state: PreviewState, tell: @escaping @Sendable (LivePreview.PreviewEvent) -> Void) {
    self.options = options
    self.state = state
    self.tell = tell
  }

  /// Editors save in several steps.
  mutating func buildAfterPause(_ changes: SiteChanges) async {
    try? await Task.sleep(for: .milliseconds(5))
    if !Task.isCancelled { await build(changedFiles: changes.takeFiles()) }
  }

  /// - Parameter changedFiles: the only files that changed since the last build, relative to the root; nil if any may have.
  mutating func build(changedFiles: Set<String>? = nil) async {
    options.changedFiles = isUpToDate ? changedFiles : nil
    // One build may have included the changes of several reports.
    if options.changedFiles?.isEmpty == true { return }
    check?.cancel()
    let clock = ContinuousClock()
    let start = clock.now
    let site = await previewSite(options, memory: memory)
    isUpToDate = site.files != nil
    guard let files = site.files else {
      state.publish(problems: site.diagnostics)
      return tell(.failed(site.diagnostics))
    }
    generation += 1
    let last = state.snapshot
    let snapshot = PreviewSnapshot(generation: generation, files: files)
    state.publish(snapshot)
    tell(
      .built(
        cardCount: site.cardCount, changedPageCount: snapshot.changedPageCount(since: last),
        warnings: site.diagnostics, time: start.duration(to: clock.now)))
    check = Task.detached(priority: .background) { [state, tell] in
      // A build validates its output; in a preview, that waits until nobody is typing.
      guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      let faults = await site.faults(jobs: 1)
      guard !faults.isEmpty, !Task.isCancelled else { return }
      state.publish(problems: faults)
      tell(.faulty(faults))
    }
  }
}

extension LivePreview {
  /// Returns whether a text is a numeric address.
  public static func isAddress(_ text: String) -> Bool { PreviewServer.isAddress(text) }
}
