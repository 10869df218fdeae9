import Diagnostics
import SiteValidation
import Synchronization

/// The current build for readers, and the readers that wait for the next.
final class PreviewState: Sendable {
  private struct SharedPreview {
    var snapshot: PreviewSnapshot?
    /// Previous builds: a reader who has just loaded a page requests the files that it refers to.
    var earlier: [PreviewSnapshot] = []
    var problems: [Diagnostic] = []
    var readers: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var lastReader = 0
  }

  private let state = Mutex(SharedPreview())

  /// The last successful build.
  var snapshot: PreviewSnapshot? { state.withLock { $0.snapshot } }

  /// Returns a file of the last build: an answer never mixes two builds.
  ///
  /// - Parameter target: the path of a URL, percent-encoded.
  func file(forTarget target: String) -> (file: SiteFile, generation: Int)? {
    state.withLock { state in
      guard let snapshot = state.snapshot else { return nil }
      if let file = snapshot.file(forTarget: target) { return (file, snapshot.generation) }
      // Old pages are no longer served; files with a hash in their name never change.
      for earlier in state.earlier.reversed() {
        if let file = earlier.file(forTarget: target), !file.path.hasSuffix(".html"), !file.path.hasSuffix(".json") {
          return (file, earlier.generation)
        }
      }
      return nil
    }
  }

  /// Publishes another build.
  func publish(_ snapshot: PreviewSnapshot) {
    state.withLock { state in
      if let last = state.snapshot { state.earlier = state.earlier.suffix(3) + [last] }
      state.snapshot = snapshot
      state.problems = []
      tell(&state)
    }
  }

  /// Shows the findings that prevent a build of the sources, on top of the last build.
  func publish(problems: [Diagnostic]) {
    state.withLock { state in
      state.problems = problems
      tell(&state)
    }
  }

  // MARK: Readers

  /// Sends a reader the current state, and then each change.
  func events() -> AsyncStream<[UInt8]> {
    // An update that a reader did not get in time is useless once there is a newer one.
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(2))
    state.withLock { state in
      state.lastReader += 1
      let number = state.lastReader
      state.readers[number] = continuation
      continuation.onTermination = { [weak self] _ in
        // This must not be immediate: the caller may hold the lock.
        Task { self?.forget(number) }
      }
      continuation.yield(event(state))
    }
    return stream
  }

  /// Keeps connections alive, and detects those that are dead.
  func ping() {
    state.withLock { state in
      for reader in state.readers.values { reader.yield(Array(":\n\n".utf8)) }
    }
  }

  private func forget(_ reader: Int) { state.withLock { _ = $0.readers.removeValue(forKey: reader) } }

  private func tell(_ state: inout SharedPreview) {
    let event = event(state)
    for reader in state.readers.values { reader.yield(event) }
  }

  /// Encodes an event (HTML Standard, section 9.2).
  private func event(_ state: SharedPreview) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.number(state.snapshot?.generation ?? 0, for: "generation")
      json.key("problems")
      json.array(state.problems) { json, problem in json.string(problem.rendered) }
    }
    return Array("data: ".utf8) + json.bytes + Array("\n\n".utf8)
  }
}
