import Dispatch
import Synchronization

/// Runs a task to completion. Must not be called on one of the threads that run tasks.
func waiting<Result: Sendable>(for body: @escaping @Sendable () async -> Result) -> Result {
  let done = DispatchSemaphore(value: 0)
  let result = Outcome<Result>()
  Task.detached {
    let value = await body()
    result.value.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  guard let value = result.value.withLock({ $0 }) else { preconditionFailure("the task has no result") }
  return value
}

private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
