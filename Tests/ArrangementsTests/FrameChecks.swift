import Geometry

/// What is wrong with frames that claim to fill a size: nothing, for every arrangement.
func faults(in frames: [Frame], of size: Size) -> [String] {
  var faults: [String] = []
  for (index, frame) in frames.enumerated() {
    if frame.width < .zero || frame.height < .zero { faults.append("frame \(index) is negative: \(frame)") }
    if frame.x < .zero || frame.y < .zero || frame.maxX > size.width || frame.maxY > size.height {
      faults.append("frame \(index) is outside \(size): \(frame)")
    }
    for other in frames.indices where other > index && overlap(frame, frames[other]) {
      faults.append("frames \(index) and \(other) overlap: \(frame), \(frames[other])")
    }
  }
  return faults
}

private func overlap(_ a: Frame, _ b: Frame) -> Bool {
  let left = max(a.x, b.x)
  let right = min(a.maxX, b.maxX)
  let top = max(a.y, b.y)
  let bottom = min(a.maxY, b.maxY)
  return left < right && top < bottom
}
