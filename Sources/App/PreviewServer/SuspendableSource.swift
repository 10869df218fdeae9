import Dispatch

/// A source of events that is suspended at first.
///
/// Dispatch counts suspensions, and ends the program if a suspended source is released.
struct SuspendableSource: Sendable {
  /// Dispatch's objects may be used by any thread, which their types do not say.
  nonisolated(unsafe) private let source: any DispatchSourceProtocol
  private var isSuspended = true

  /// - Parameter source: a newly created source.
  init(_ source: any DispatchSourceProtocol) { unsafe self.source = source }

  /// - Parameters:
  ///   - happened: is called for each event.
  ///   - ended: is called once, when the source has been cancelled and no event is being handled any more.
  func call(_ happened: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void) {
    unsafe source.setEventHandler(handler: happened)
    unsafe source.setCancelHandler(handler: ended)
  }

  mutating func resume() {
    if isSuspended { unsafe source.resume() }
    isSuspended = false
  }

  mutating func suspend() {
    if !isSuspended { unsafe source.suspend() }
    isSuspended = true
  }

  mutating func cancel() {
    unsafe source.cancel()
    resume()
  }
}
