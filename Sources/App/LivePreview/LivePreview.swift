public import Diagnostics
import PreviewServer
public import SiteBuild
import SiteContent

/// Serves a site as its sources are, and again whenever they change.
///
/// A change is built in the background; until that is done, and as long as it cannot be done, readers get the last build.
public struct LivePreview: Sendable {
  /// The first port that is tried where none is asked for.
  public static let usualPort: UInt16 = 4173

  public var options: BuildOptions
  /// nil is the usual one, or the next that is free.
  public var port: UInt16?
  /// The address to listen on; others than 127.0.0.1 let other machines in.
  public var address = "127.0.0.1"
  /// Looks at all files over and over, where the system does not tell of changes.
  public var polls = false

  public init(options: BuildOptions) { self.options = options }

  /// What there is to tell people.
  public enum PreviewEvent: Sendable {
    /// The first build is done, or has failed, and the site can be opened.
    case listening(url: String, isToldOfChanges: Bool)
    case built(cardCount: Int, changedPageCount: Int, warnings: [Diagnostic], time: Duration)
    case failed([Diagnostic])
    /// A fault of Cardshelf's own: what it built does not pass its own checks.
    case faulty([Diagnostic])
  }

  /// Serves until it is cancelled.
  ///
  /// - Parameter tell: is called for one event after the other.
  public func run(tell: @escaping @Sendable (PreviewEvent) -> Void) async throws(Diagnostic) {
    let state = PreviewState()
    var builder = PreviewBuilder(options: options, state: state, tell: tell)
    // Before the first build, so that no change is missed.
    let changes = SiteChanges(root: resolvedFolder(options.root), polls: polls)
    await builder.build()
    let answers = LiveAnswers(state: state, token: randomToken())
    let pings = Task.detached {
      while (try? await Task.sleep(for: .seconds(20))) != nil { state.ping() }
    }
    let building = Task.detached { [builder] in
      var builder = builder
      for await _ in changes.stream { await builder.buildAfterPause() }
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

/// Builds a site again and again, each time as far as it changed.
struct PreviewBuilder: Sendable {
  let options: BuildOptions
  let state: PreviewState
  let tell: @Sendable (LivePreview.PreviewEvent) -> Void
  private let memory = SiteMemory()
  private var generation = 0
  private var check: Task<Void, Never>?

  init(options: BuildOptions, state: PreviewState, tell: @escaping @Sendable (LivePreview.PreviewEvent) -> Void) {
    self.options = options
    self.state = state
    self.tell = tell
  }

  /// Editors save in several steps.
  mutating func buildAfterPause() async {
    try? await Task.sleep(for: .milliseconds(5))
    if !Task.isCancelled { await build() }
  }

  mutating func build() async {
    check?.cancel()
    let clock = ContinuousClock()
    let start = clock.now
    let site = await previewSite(options, memory: memory)
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
      // A build checks what it writes; here that waits until nobody is typing.
      guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      let faults = await faults(in: files, jobs: 1)
      guard !faults.isEmpty, !Task.isCancelled else { return }
      state.publish(problems: faults)
      tell(.faulty(faults))
    }
  }
}

extension LivePreview {
  /// Whether a text is an address in numbers.
  public static func isAddress(_ text: String) -> Bool { PreviewServer.isAddress(text) }
}
