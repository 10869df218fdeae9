import Arrangements
import Geometry

/// A direct implementation of the definitions, without regard for time. `LineBreaking` and `placeLine` must agree with
/// it. Lengths are in 1/64 px.
struct PlainLines {
  let widths: [Int]
  let maxima: [Int?]
  let breaksBefore: [Bool]
  let line: Int
  let spacing: Int

  init(widths: [Int], maxima: [Int?] = [], breaksBefore: [Bool] = [], line: Int, spacing: Int) {
    self.widths = widths.map { min($0, line) }
    self.maxima = maxima
    self.breaksBefore = breaksBefore
    self.line = line
    self.spacing = spacing
  }

  func slack(of range: Range<Int>) -> Int {
    var slack = line - spacing * (range.count - 1)
    for index in range { slack -= widths[index] }
    return slack
  }

  private func fits(_ range: Range<Int>) -> Bool {
    if range.count > 1, slack(of: range) < 0 { return false }
    return !range.dropFirst().contains { $0 < breaksBefore.count && breaksBefore[$0] }
  }

  func greedy() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < widths.count {
      var end = start + 1
      while end < widths.count, fits(start..<end + 1) { end += 1 }
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  /// All divisions, those with longer first lines first: of equal ones, the first is expected.
  func even() -> [Range<Int>] {
    var best: (count: Int, cost: Int, lines: [Range<Int>])?
    func divide(_ lines: [Range<Int>], _ cost: Int) {
      let start = lines.last?.upperBound ?? 0
      if start == widths.count {
        if let best, (best.count, best.cost) <= (lines.count, cost) { return }
        best = (lines.count, cost, lines)
        return
      }
      for end in stride(from: widths.count, to: start, by: -1) where fits(start..<end) {
        let slack = slack(of: start..<end)
        divide(lines + [start..<end], cost + slack * slack)
      }
    }
    divide([], 0)
    return best?.lines ?? []
  }

  /// Leading edges and widths of the items of a line.
  func placed(_ range: Range<Int>, _ alignment: LineAlignment) -> [(x: Int, width: Int)] {
    var widths = range.map { self.widths[$0] }
    var gaps = [0] + Array(repeating: spacing, count: range.count - 1) + [0]
    var slack = slack(of: range)
    switch alignment {
    case .leading: break
    case .center: gaps[0] += slack / 2
    case .trailing: gaps[0] += slack
    case .justified: handOut(&slack, to: &gaps, where: { $0 > 0 && $0 < range.count }, upTo: { _ in nil })
    case .fillSpace: handOut(&slack, to: &gaps, where: { _ in true }, upTo: { _ in nil })
    case .fillWidth:
      handOut(&slack, to: &widths, where: { _ in true }) { place in
        let index = range.lowerBound + place
        return index < maxima.count ? maxima[index] : nil
      }
    }
    var x = 0
    return widths.indices.map { index in
      x += gaps[index]
      defer { x += widths[index] }
      return (x, widths[index])
    }
  }

  /// Hands out the width one unit at a time, from the first item, in rounds.
  private func handOut(
    _ slack: inout Int, to lengths: inout [Int], where takes: (Int) -> Bool, upTo maximum: (Int) -> Int?
  ) {
    var moved = true
    while slack > 0, moved {
      moved = false
      for index in lengths.indices where takes(index) && slack > 0 {
        let share = min(64, slack, max(0, (maximum(index) ?? Int.max) - lengths[index]))
        lengths[index] += share
        slack -= share
        if share > 0 { moved = true }
      }
    }
  }
}

extension [Pixels] {
  var sixtyFourths: [Int] { map(\.sixtyFourths) }
}

extension Frame {
  /// The arguments are in 1/64 px.
  init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.init(
      x: Pixels(sixtyFourths: x), y: Pixels(sixtyFourths: y), width: Pixels(sixtyFourths: width),
      height: Pixels(sixtyFourths: height))
  }
}
