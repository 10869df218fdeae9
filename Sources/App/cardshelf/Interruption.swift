import Dispatch
import Glibc

/// The signals that end a program on behalf of a person or a system that waits no longer.
let interruptingSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

/// Does work that a signal cancels instead of ending the program.
///
/// The work starts when the signals are awaited. One that comes earlier ends the program, which has made nothing yet.
func interruptible<Value: Sendable>(
  by numbers: [Int32] = interruptingSignals, _ work: @escaping @Sendable () async -> Value
) async -> (value: Value, wasInterrupted: Bool) {
  let (signals, received) = AsyncStream.makeStream(of: Void.self)
  let sources = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: .global()) }
  for source in sources {
    source.setEventHandler { received.yield() }
    await withCheckedContinuation { continuation in
      source.setRegistrationHandler { continuation.resume() }
      source.resume()
    }
  }
  let task = Task { await work() }
  Task { for await _ in signals { task.cancel() } }
  let value = await task.value
  received.finish()
  for source in sources { source.cancel() }
  return (value, task.isCancelled)
}
