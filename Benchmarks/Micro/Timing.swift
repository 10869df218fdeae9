import Glibc

/// Processor time of one call on this thread, in nanoseconds: the median of 15 rounds, each with enough calls to take
/// 10 ms.
func nanoseconds(of work: () -> Void) -> Double {
  var calls = 1
  while calls < 1 << 24, time(of: work, calls: calls) < 10_000_000 { calls *= 2 }
  let rounds = (0..<15).map { _ in time(of: work, calls: calls) / Double(calls) }
  return rounds.sorted()[rounds.count / 2]
}

private func time(of work: () -> Void, calls: Int) -> Double {
  let start = threadTime()
  for _ in 0..<calls { work() }
  return threadTime() - start
}

/// Nanoseconds of processor time, which other processes do not affect.
private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Keeps a result from being optimised away.
@inline(never)
func keep<Value>(_: Value) {}

/// Prints one line of JSON: the name of a measurement, and the time for one of its units.
func report(_ name: String, per unit: String, count: Int = 1, _ work: () -> Void) {
  let time = nanoseconds(of: work) / Double(max(1, count))
  print("{\"name\": \"\(name)\", \"per\": \"\(unit)\", \"nanoseconds\": \(Int((time * 100).rounded()) / 100)}")
}
