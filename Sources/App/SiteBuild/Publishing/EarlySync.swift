import Dispatch
import Synchronization

/// Waits for the disk in a separate thread while files are still being staged, so that less is left to wait for at the
/// end.
///
/// A disk that has begun to write early still takes as long to confirm it, and the processor has nothing to do
/// meanwhile.
final class EarlySync: Sendable {
  private struct SyncState {
    /// The bytes that were staged since the last file that was synchronised.
    var byteCount = 0
    var isWaiting = false
    var failure: SystemError?
  }

  /// Each sync costs a commit of the file system's journal, so there is one for this many bytes, not for each file.
  private static let leastByteCount = 1 << 20

  private let queue = DispatchQueue(label: "cardshelf.sync")
  private let state = Mutex(SyncState())

  /// Adds a file and returns at once. Safe to call from several threads at once.
  ///
  /// - Parameter file: a completely written file. Waiting for it means waiting for those before it, too.
  func add(_ file: consuming FileDescriptor, byteCount: Int) {
    file.startWriting()
    let isDue = state.withLock { state in
      state.byteCount += byteCount
      guard state.byteCount >= Self.leastByteCount, !state.isWaiting else { return false }
      (state.byteCount, state.isWaiting) = (0, true)
      return true
    }
    guard isDue else { return }
    let file = SharedDescriptor(file)
    queue.async {
      let result = Result { () throws(SystemError) in try file.descriptor.sync() }
      self.state.withLock { state in
        state.isWaiting = false
        if case .failure(let error) = result { state.failure = error }
      }
    }
  }

  /// Waits for pending syncs; the caller syncs the rest.
  ///
  /// - Throws: a failure to write. The system reports it only once, so no later call would.
  func finish() throws(SystemError) {
    queue.sync {}
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
