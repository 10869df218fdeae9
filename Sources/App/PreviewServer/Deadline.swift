import Dispatch

/// A time at which an action happens, unless it is postponed.
struct Deadline: Sendable {
  /// Dispatch's objects may be used by any thread, which their types do not say.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  init(queue: DispatchQueue) {
    unsafe timer = DispatchSource.makeTimerSource(queue: queue)
    unsafe timer.schedule(deadline: .distantFuture)
  }

  /// - Parameter passed: is called on the queue.
  func call(_ passed: @escaping @Sendable () -> Void) {
    unsafe timer.setEventHandler(handler: passed)
    unsafe timer.resume()
  }

  /// - Parameter time: the time from now; nil means never.
  func put(off time: Duration?) {
    unsafe timer.schedule(deadline: time.map { .now() + .nanoseconds(nanoseconds(of: $0)) } ?? .distantFuture)
  }

  /// Cancels the deadline: nothing happens any more.
  func cancel() { unsafe timer.cancel() }
}

/// The time in nanoseconds, limited to what a clock can reach.
private func nanoseconds(of time: Duration) -> Int {
  let (seconds, attoseconds) = time.components
  return Int(min(max(seconds, 0), 1 << 32)) * 1_000_000_000 + Int(max(attoseconds, 0) / 1_000_000_000)
}
