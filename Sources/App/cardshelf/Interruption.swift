import Dispatch
import Glibc
import Synchronization

/// The signals that end a program on behalf of a person or a system that no longer waits.
let interruptingSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

/// A queue for events that must not wait for the work of a command: signals, and the progress line. It has its own
/// thread, while tasks share as many threads as there are processors.
let promptQueue = DispatchQueue(label: "prompt")

/// Does work that a signal cancels instead of ending the program.
///
/// The work starts once the signals are handled. A signal that arrives when no work is running ends the program.
///
/// - Parameter cancels: called for each signal, on ``promptQueue``. If it returns false, the signal ends the program.
func interruptible<Value: Sendable>(
  by numbers: [Int32] = interruptingSignals, cancels: @escaping @Sendable () -> Bool = { true },
  _ work: @escaping @Sendable () async -> Value
) async -> (value: Value, wasInterrupted: Bool) {
  let cancellation = Cancellation()
  for number in numbers {
    await awaitSignal(number) {
      if cancels() { cancellation.cancel() } else { endProgram(by: number) }
    }
  }
  let task = Task { await work() }
  cancellation.set { task.cancel() }
  let value = await task.value
  for number in numbers { await awaitSignal(number) { endProgram(by: number) } }
  if task.isCancelled { clearLine() }
  return (value, task.isCancelled)
}

private struct AwaitedSignal {
  /// The source exists for as long as the program runs: if it were cancelled, the signal would stay blocked and do
  /// nothing.
  let source: any DispatchSourceSignal
  var action: @Sendable () -> Void
}

/// The handled signals, keyed by number. They belong to the whole process.
private let awaitedSignals = Mutex<[Int32: AwaitedSignal]>([:])

/// Returns once the signal has its new effect.
private func awaitSignal(_ number: Int32, _ action: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let isNew = awaitedSignals.withLock { signals in
      if signals[number] != nil {
        signals[number]?.action = action
        return false
      }
      let source = DispatchSource.makeSignalSource(signal: number, queue: promptQueue)
      source.setEventHandler { awaitedSignals.withLock { $0[number]?.action }?() }
      source.setRegistrationHandler { continuation.resume() }
      signals[number] = AwaitedSignal(source: source, action: action)
      source.resume()
      return true
    }
    if !isNew { continuation.resume() }
  }
}

/// Cancels work that may start later.
private final class Cancellation: Sendable {
  private struct State {
    var isRequested = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func set(_ action: @escaping @Sendable () -> Void) {
    let isRequested = state.withLock { state in
      state.action = action
      return state.isRequested
    }
    if isRequested { action() }
  }

  func cancel() {
    let action = state.withLock { state in
      state.isRequested = true
      return state.action
    }
    action?()
  }
}

/// Ends the program in the same way as an unhandled signal, so that shells and scripts see it.
private func endProgram(by signal: Int32) -> Never {
  clearLine()
  Glibc.signal(signal, SIG_DFL)
  var own = sigset_t()
  sigemptyset(&own)
  sigaddset(&own, signal)
  pthread_sigmask(SIG_UNBLOCK, &own, nil)
  kill(getpid(), signal)
  // Another thread may get the signal a moment later.
  pause()
  _exit(128 + signal)
}
