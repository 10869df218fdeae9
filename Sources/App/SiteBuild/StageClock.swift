import Glibc
import Synchronization

/// Measures how long each stage of one build took.
///
/// A stage ends when the next one begins, so the laps together are the whole build.
public final class StageClock: Sendable {
  /// The measurements of one stage.
  public struct Lap: Sendable {
    public let stage: String
    public let wall: Duration
    /// The processor time of all threads.
    public let processor: Duration
    /// The most memory that the process used until the stage ended, in bytes.
    public let peakMemory: Int
  }

  private struct ClockState {
    var wall: Duration
    var processor: Duration
    var laps: [Lap] = []
  }

  private let state: Mutex<ClockState>

  /// Starts the first stage.
  public init() {
    state = Mutex(ClockState(wall: time(of: CLOCK_MONOTONIC), processor: time(of: CLOCK_PROCESS_CPUTIME_ID)))
  }

  /// Ends a stage.
  func end(_ stage: String) {
    let wall = time(of: CLOCK_MONOTONIC)
    let processor = time(of: CLOCK_PROCESS_CPUTIME_ID)
    let peak = peakMemory()
    state.withLock {
      $0.laps.append(
        Lap(stage: stage, wall: wall - $0.wall, processor: processor - $0.processor, peakMemory: peak))
      $0.wall = wall
      $0.processor = processor
    }
  }

  /// The stages in the order of their ends.
  public var laps: [Lap] { state.withLock { $0.laps } }
}

private func time(of clock: clockid_t) -> Duration {
  var time = timespec()
  guard unsafe clock_gettime(clock, &time) == 0 else { return .zero }
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

private func peakMemory() -> Int {
  var usage = rusage()
  guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return 0 }
  // Linux counts in kB.
  return usage.ru_maxrss * 1024
}
