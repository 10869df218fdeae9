extension PreparedText {
  /// Allows for the divisions of words in the markup at other widths.
  ///
  /// The parts of a divided word are separate text nodes at all widths, even if the break is hidden. Chromium and
  /// Firefox shape across nodes; WebKit does not kern or join letters of two nodes, so the piece may be as wide as the
  /// sum of its parts.
  ///
  /// - Parameter lines: the text at all widths.
  /// - Returns: whether a piece has more divisions than the text allowed for.
  /// - Complexity: O(bytes + breaks) if some of the lines are divided.
  public mutating func allow(forDivisionsIn lines: [MeasuredText]) -> Bool {
    if !lines.contains(where: \.isDivided) { return false }
    let isDivided = divisionMarks(for: lines)
    var (divided, divisions) = (pieces, allowedDivisions)
    var isNew = false
    for index in divided.indices where !divided[index].graphemes.isEmpty {
      let piece = divided[index]
      let count = isDivided[(piece.lower + 1)..<max(piece.lower + 1, piece.upper)].count { $0 }
      let known = divisions[index] ?? 0
      if count <= known { continue }
      // A word that may be wider is divided at other positions: with some reserve, the next layout rarely needs more.
      let allowed = max(4, 2 * count)
      divided[index].advance.slack += 2 * (allowed - known) * piece.splitSlack
      divided[index].advance.itemCount += allowed - known
      divisions[index] = allowed
      isNew = true
    }
    if isNew { replacePieces(with: divided, allowing: divisions) }
    return isNew
  }

  /// For each byte offset, true if the markup divides the text there in some of the layouts.
  func divisionMarks(for lines: [MeasuredText]) -> [Bool] {
    var marks = [Bool](repeating: false, count: bytes.count + 1)
    for each in lines {
      for offset in each.forcedBreaks { marks[offset] = true }
      if let cut = each.cut { marks[cut] = true }
    }
    return marks
  }
}
