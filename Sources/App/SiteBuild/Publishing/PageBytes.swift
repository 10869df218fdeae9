import Pages

/// A page whose shelves are in a spool.
struct PageBytes: Sendable {
  /// The pieces between which the shelves are inserted.
  let shell: [[UInt8]]
  let shelves: [SpooledBytes]

  func spooled(in spool: Spool) -> SpooledBytes {
    var parts: [SpooledBytes] = []
    for (index, piece) in shell.enumerated() { parts += (index == 0 ? [] : shelves) + [spool.keep(piece)] }
    return SpooledBytes(joining: parts)
  }

  /// A part of the page with other bytes around it.
  ///
  /// - Parameter range: a range in the joined pieces of the shell.
  /// - Returns: nil if shelves are outside the range.
  func part(_ range: Range<Int>, before: [UInt8], after: [UInt8]) -> PageBytes? {
    var pieces = shell
    guard let first = pieces.first, let last = pieces.last else { return nil }
    let behind = shell.reduce(0) { $0 + $1.count } - range.upperBound
    guard range.lowerBound <= first.count, (0...last.count).contains(behind) else { return nil }
    pieces[pieces.count - 1].removeLast(behind)
    pieces[0].removeFirst(range.lowerBound)
    pieces[0] = before + pieces[0]
    pieces[pieces.count - 1] += after
    return PageBytes(shell: pieces, shelves: shelves)
  }
}

extension SpooledPage {
  /// The markup of each shelf with the images of its cards.
  func shelves(with pictures: SitePictures, in spool: Spool) -> [SpooledBytes] {
    shelves.enumerated().map { number, shelf in
      page.hasPictures(inShelf: number)
        ? spool.keep(page.filled(shelf.bytes, number: number) { pictures.byUse[$0] }) : shelf
    }
  }
}
