import Geometry

/// Describes what is wrong with frames that should fill a size. Every arrangement must pass.
func faults(in frames: [Frame], of size: Size) -> [String] {
  if areSound(frames, in: size) { return [] }
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

/// The same check with plain integers and loops, which takes a tenth of the time in debug builds. Nearly all frames
/// pass it.
private func areSound(_ frames: [Frame], in size: Size) -> Bool {
  let width = size.width.sixtyFourths
  let height = size.height.sixtyFourths
  var edges: [Int] = []
  edges.reserveCapacity(frames.count * 4)
  for frame in frames {
    let left = frame.x.sixtyFourths
    let top = frame.y.sixtyFourths
    let right = left + frame.width.sixtyFourths
    let bottom = top + frame.height.sixtyFourths
    if left < 0 || top < 0 || right < left || bottom < top || right > width || bottom > height { return false }
    var other = 0
    while other < edges.count {
      let isBeside = edges[other + 2] <= left || right <= edges[other]
      if !isBeside, !(edges[other + 3] <= top || bottom <= edges[other + 1]) { return false }
      other += 4
    }
    edges.append(left)
    edges.append(top)
    edges.append(right)
    edges.append(bottom)
  }
  return true
}
