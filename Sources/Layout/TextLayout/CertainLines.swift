/// Lines that end where all engines certainly agree, and the widths at which they would be the same.
struct CertainLines {
  private let room: LineRoom
  /// The limit on lines, at least 1.
  let maximumLines: Int?
  /// The first chunk of the last line that ``fill(_:from:start:_:_:firstStart:)`` began.
  private(set) var lastFirst: Int?
  /// The greatest of all advances that fit.
  private var fitting = Advance.Bounds.lowest
  /// The least of all advances that did not fit.
  private var exceeding = Advance.Bounds.highest

  /// - Parameter width: the width in whole CSS pixels.
  init(width: Int, maximumLines: Int?) {
    room = LineRoom(width: width)
    self.maximumLines = maximumLines
  }

  /// The widths at which everything that was compared so far would have had the same result.
  var widths: ClosedRange<Int> { fitting.leastSureWidth...exceeding.greatestExceededWidth }

  mutating func certainlyFit(_ bounds: Advance.Bounds) -> Bool {
    guard bounds.certainlyFits(in: room) else { return false }
    fitting.formGreatest(bounds)
    return true
  }

  mutating func areCertainlyExceeded(by bounds: Advance.Bounds) -> Bool {
    guard bounds.certainlyExceeds(room) else { return false }
    exceeding.formLeast(bounds)
    return true
  }

  /// Fills the current line and the lines after it, as long as it is certain where they end.
  ///
  /// - Parameters:
  ///   - chunks: the chunks of the text; none of them makes a line narrower.
  ///   - first: the chunk after those of the current line, which is empty only before the first chunk of the text.
  ///   - start: the start of the current line, from the start of the text.
  ///   - usualSpace: a space of the text.
  ///   - starts: the byte offsets at which lines start; those of the lines after the current one are appended.
  ///   - firstStart: the index of the text's first line in `starts`.
  /// - Returns: the first chunk whose line is not certain.
  mutating func fill(
    _ chunks: [Chunk], from first: Int, start: Advance.Bounds, _ usualSpace: UsualSpace,
    _ starts: inout [Int32], firstStart: Int
  ) -> Int {
    let all = chunks.span
    let mostStarts = maximumLines.map { firstStart + $0 } ?? .max
    var (start, next, usualCount) = (start, first, usualCount(of: all))
    lastFirst = nil
    while true {
      // Chunks make a line wider, so the last one that fits is the widest.
      let greatest = room.end(from: start)
      let lineNext = next
      // Most lines have about as many chunks as the previous one.
      next = min(next + usualCount, all.count)
      while next > lineNext, !all[next - 1].ends(by: greatest) { next -= 1 }
      while next < all.count, all[next].ends(by: greatest) { next += 1 }
      usualCount = next - lineNext
      if next > lineNext { fitting.formGreatest(all[next - 1].end - start) }
      guard next < all.count, next > 0, starts.count < mostStarts, !all[next].isItemWithSpace else { return next }
      let ownStart = all[next].start(after: all[next - 1].end, usualSpace)
      let (candidate, alone) = (all[next].end - start, all[next].end - ownStart)
      guard candidate.certainlyExceeds(room), alone.certainlyFits(in: room) else { return next }
      exceeding.formLeast(candidate)
      fitting.formGreatest(alone)
      starts.append(Int32(clamping: all[next].offset))
      start = ownStart
      lastFirst = next
      next += 1
    }
  }
}

extension CertainLines {
  /// The number of chunks on a line if all are equally wide. It saves comparing each chunk of the first line.
  @inline(__always)
  private func usualCount(of chunks: Span<Chunk>) -> Int {
    guard chunks.count > 0 else { return 0 }
    let width = chunks[chunks.count - 1].end.most / chunks.count
    let room = room.end(from: .zero).most
    return width > 0 && room > 0 ? room / width : 0
  }
}

extension Chunk {
  /// Returns whether a line has room for the chunk.
  ///
  /// - Parameter greatest: the greatest end that fits on the line.
  @inline(__always)
  fileprivate func ends(by greatest: (most: Int, mostRounded: Int)) -> Bool {
    end.most <= greatest.most && end.mostRounded <= greatest.mostRounded
  }
}
