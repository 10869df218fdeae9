import Dispatch
import Synchronization

/// Waits for the disk in a thread of its own while files are still being staged, so that less is left to wait for at the
/// end.
///
/// A disk that has begun to write early still takes as long to confirm it, and a processor has nothing to do meanwhile.
final class EarlySync: Sendable {
  private struct SyncState {
    /// Staged since the last file that was waited for.
    var byteCount = 0
    var isWaiting = false
    var failure: SystemError?
  }

  /// Each wait costs a commit of the file system's journal, so there is one for so many bytes, not for each file.
  private static let leastByteCount = 1 << 20

  private let queue = DispatchQueue(label: "cardshelf.sync")
  private let state = Mutex(SyncState())

  /// Returns at once. Safe to call from several threads at once.
  ///
  /// - Parameter file: completely written. To wait for it is to wait for those before it, too.
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

  /// Returns when the disk is no longer waited for. What was not waited for has to be synchronised after this.
  ///
  /// - Throws: what could not be written. The system reports it only once, so no later call would.
  func finish() throws(SystemError) {
    queue.sync {}
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}
