import Dispatch

/// A time at which something happens, unless it is put off.
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

  /// - Parameter time: from now; nil is never.
  func put(off time: Duration?) {
    unsafe timer.schedule(deadline: time.map { .now() + .nanoseconds(nanoseconds(of: $0)) } ?? .distantFuture)
  }

  /// Nothing happens any more.
  func cancel() { unsafe timer.cancel() }
}

/// Rounded to what a clock can reach.
private func nanoseconds(of time: Duration) -> Int {
  let (seconds, attoseconds) = time.components
  return Int(min(max(seconds, 0), 1 << 32)) * 1_000_000_000 + Int(max(attoseconds, 0) / 1_000_000_000)
}
