/// Results of the last few runs, by what they were made from: what somebody types and takes back is made only once.
struct RecentResults<Key: Hashable, Value> {
  private var entries: [Key: (value: Value, lastRun: Int)] = [:]
  private var run = 0

  /// How many runs a result is kept that none of them needs.
  private static var patience: Int { 8 }

  subscript(key: Key) -> Value? { entries[key]?.value }

  /// - Parameter results: all that a run needs, made by it or before.
  mutating func keep(_ results: [Key: Value]) {
    run += 1
    for (key, value) in results { entries[key] = (value, run) }
    entries = entries.filter { run - $0.value.lastRun <= Self.patience }
  }
}
