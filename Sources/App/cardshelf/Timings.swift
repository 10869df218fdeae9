import SiteBuild

/// A line for each stage: milliseconds of wall and processor time, the peak of memory until its end in kB, its name.
func stageLines(_ laps: [StageClock.Lap]) -> String {
  laps.map { lap in
    "timing: \(tenths(lap.wall)) ms wall, \(tenths(lap.processor)) ms processor, "
      + "\(lap.peakMemory / 1024) kB peak: \(lap.stage)\n"
  }.joined()
}

/// The time in milliseconds, with one decimal.
private func tenths(_ time: Duration) -> String {
  let tenths = time / Duration.microseconds(100)
  return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
}
