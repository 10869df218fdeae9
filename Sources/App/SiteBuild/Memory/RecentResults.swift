/// Results of the last few runs, keyed by their inputs: if somebody undoes a change, nothing is made again.
struct RecentResults<Key: Hashable, Value> {
  private var entries: [Key: (value: Value, lastRun: Int)] = [:]
  private var run = 0

  /// The number of runs for which an unused result is kept.
  private static var patience: Int { 8 }

  subscript(key: Key) -> Value? { entries[key]?.value }

  /// - Parameter results: all results that a run uses, made by it or before.
  mutating func keep(_ results: [Key: Value]) {
    run += 1
    for (key, value) in results { entries[key] = (value, run) }
    entries = entries.filter { run - $0.value.lastRun <= Self.patience }
  }
}
