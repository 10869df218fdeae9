import Glibc
import SiteBuild

/// Measures the time of a preview after one card was edited, and prints the median of each stage as lines of JSON.
///
/// - Parameters:
///   - root: a site that may be changed; the card is restored afterwards.
///   - card: the path of a card in it.
func edits(inSite root: String, card: String, count: Int = 31, jobs: Int = 2) async {
  let path = root + "/" + card
  guard let text = readText(path) else { return print("no \(path)") }
  let memory = SiteMemory()
  var laps: [String: [Double]] = [:]
  var order: [String] = []
  for edit in 0...count {
    // Adds and removes words, so that lines change but the set of characters does not.
    writeText(edit % 2 == 0 ? text : text + "\nand then more of it\n", to: path)
    var options = BuildOptions(root: root, jobs: jobs)
    let clock = StageClock()
    options.clock = clock
    let start = wallTime()
    let site = await previewSite(options, memory: memory)
    let total = wallTime() - start
    guard site.files != nil else { return print("\(root) could not be built") }
    let stages = clock.laps.map { ($0.stage, $0.wall / .milliseconds(1)) } + [("all", total)]
    if edit == 0 {
      print("{\"name\": \"first build\", \"milliseconds\": \(Int(total))}")
      order = stages.map(\.0)
    } else {
      for (stage, time) in stages { laps[stage, default: []].append(time) }
    }
  }
  writeText(text, to: path)
  for stage in order {
    let times = laps[stage, default: []].sorted()
    guard !times.isEmpty else { continue }
    print("{\"name\": \"edit: \(stage)\", \"milliseconds\": \(Double(Int(times[times.count / 2] * 100)) / 100)}")
  }
}

private func wallTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

private func readText(_ path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while true {
    let byte = getc(file)
    if byte == EOF { return String(decoding: bytes, as: UTF8.self) }
    bytes.append(UInt8(truncatingIfNeeded: byte))
  }
}

private func writeText(_ text: String, to path: String) {
  guard let file = fopen(path, "w") else { return }
  fputs(text, file)
  fclose(file)
}
