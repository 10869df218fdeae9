import Arrangements
import Geometry
import Testing

struct ColumnsTests {
  /// With insets of 10 px on both sides and a spacing of 10 px.
  @Test(arguments: [
    (375, 1, [355]), (375, 2, [172, 173]), (375, 3, [111, 112, 112]), (320, 3, [93, 93, 94]), (320, 2, [145, 145]),
    (392, 4, [85, 86, 85, 86]), (393, 4, [85, 86, 86, 86]), (391, 4, [85, 85, 85, 86]), (364, 5, [60, 61, 61, 61, 61]),
    (362, 5, [60, 60, 61, 60, 61]),
  ])
  func leftoverPixelsAreSpread(width: Int, count: Int, expected: [Int]) {
    let tracks = columnTracks(count: count, in: Pixels(width - 20), spacing: Pixels(10))
    #expect(tracks.map(\.width) == expected.pixels)
  }

  @Test func columnsAreOneGapApart() {
    let tracks = columnTracks(count: 3, in: Pixels(355), spacing: Pixels(10))
    #expect(tracks.map(\.x) == [0, 121, 243].pixels)
  }

  @Test(arguments: [
    (375, 1, [363]), (667, 2, [321, 322]), (768, 2, [372, 372]), (1024, 3, [329, 329, 330]),
  ])
  func cellPaddingIsOnBothSidesOfEveryColumn(width: Int, count: Int, expected: [Int]) {
    let tracks = columnTracks(count: count, in: Pixels(width), spacing: Pixels(10), cellPadding: Pixels(6))
    #expect(tracks.map(\.width) == expected.pixels)
    #expect(tracks.first?.x == Pixels(6))
    #expect(tracks.last.map { $0.x + $0.width } == Pixels(width - 6))
    for (left, right) in zip(tracks, tracks.dropFirst()) {
      #expect(right.x - (left.x + left.width) == Pixels(12))
    }
  }

  @Test func fractionOfAPixelGoesToTheFirstColumn() {
    let rest = Pixels(sixtyFourths: 17)
    let tracks = columnTracks(count: 3, in: Pixels(301) + rest, spacing: .zero)
    #expect(tracks.map(\.width) == [Pixels(100) + rest, Pixels(100), Pixels(101)])
  }

  @Test(arguments: [0, -1])
  func noColumnsIfTheCountIsBelowOne(count: Int) {
    #expect(columnTracks(count: count, in: Pixels(300), spacing: Pixels(10)).isEmpty)
  }

  @Test(arguments: [0, -30, 1, 7, 19])
  func columnsAreNeverNegative(width: Int) {
    for padding in [nil, Pixels(6)] {
      let tracks = columnTracks(count: 3, in: Pixels(width), spacing: Pixels(10), cellPadding: padding)
      #expect(tracks.count == 3)
      for track in tracks {
        #expect(track.width >= .zero && track.x >= .zero && track.x + track.width <= Pixels(max(0, width)))
      }
    }
  }

  @Test func partsFillTheWidthExactly() {
    forEachCase(seed: 0xC015) { each in
      let count = each.count(1...9)
      let width = each.length(200...2000)
      let spacing = each.length(0...20)
      let tracks = columnTracks(count: count, in: width, spacing: spacing)
      let widths = tracks.map(\.width)
      #expect(widths.reduce(.zero, +) + spacing * (count - 1) == width, "\(each)")
      for span in 1...count {
        let spans = (0...count - span).map { start in
          tracks[start + span - 1].x + widths[start + span - 1] - tracks[start].x
        }
        if let widest = spans.max(), let narrowest = spans.min() {
          #expect(widest - narrowest < Pixels(2), "\(each): spans of \(span)")
          if width.sixtyFourths % 64 == 0 && spacing.sixtyFourths % 64 == 0 {
            #expect(widest - narrowest <= Pixels(1), "\(each): spans of \(span)")
          }
        }
      }
      for (left, right) in zip(tracks, tracks.dropFirst()) {
        #expect(right.x == left.x + left.width + spacing, "\(each)")
      }
    }
  }

  /// A page of 1920 px with margins of 80 px and gaps of 40 px. The remaining pixels are spread over the columns.
  @Test(arguments: [
    (2, 860, 860), (3, 560, 560), (4, 410, 410), (5, 320, 320), (6, 260, 260), (7, 217, 218), (8, 185, 185),
    (9, 160, 160),
  ])
  func columnsOfATelevision(count: Int, first: Int, last: Int) {
    let tracks = columnTracks(count: count, in: Pixels(1760), spacing: Pixels(40))
    #expect(tracks.first?.width == Pixels(first) && tracks.last?.width == Pixels(last))
    #expect(tracks.last.map { $0.x + $0.width } == Pixels(1760))
    #expect(columnCount(minimumWidth: Pixels(min(first, last)), in: Pixels(1760), spacing: Pixels(40)) == count)
  }

  @Test(arguments: [(160, 330, 10, 2), (160, 329, 10, 1), (160, 100, 10, 1), (160, 0, 10, 1), (0, 300, 0, mostColumns)])
  func asManyColumnsAsFit(minimum: Int, content: Int, spacing: Int, count: Int) {
    #expect(columnCount(minimumWidth: Pixels(minimum), in: Pixels(content), spacing: Pixels(spacing)) == count)
  }

  @Test func minimumWidthIncludesCellPadding() {
    #expect(columnCount(minimumWidth: Pixels(100), in: Pixels(224), spacing: Pixels(10), cellPadding: Pixels(6)) == 2)
    #expect(columnCount(minimumWidth: Pixels(100), in: Pixels(223), spacing: Pixels(10), cellPadding: Pixels(6)) == 1)
  }

  /// Plain version: column n ends at n equal parts of the whole pixels, rounded down.
  @Test(arguments: sweepParts) func matchesPixelByPixelDistribution(part: Int) {
    sweep(seed: 0xC016, part: part) { each in
      let count = each.draw(7) + 1
      let content = each.quick(120)
      let padding = each.isHeads() ? each.quick(5) : nil
      let spacing = each.quick(8)
      let gap = padding == nil ? spacing : .zero
      let divided = max(0, (content - gap * (count - 1)).sixtyFourths)
      let ends = (0...count).map { $0 * (divided / 64) / count * 64 }
      var shares = zip(ends, ends.dropFirst()).map { $1 - $0 }
      shares[0] += divided % 64
      let tracks = columnTracks(count: count, in: content, spacing: spacing, cellPadding: padding)
      var x = 0
      for (track, share) in zip(tracks, shares) {
        let inside = min(padding?.sixtyFourths ?? 0, share / 2)
        let wanted = ColumnTrack(
          x: Pixels(sixtyFourths: min(x, content.sixtyFourths) + inside),
          width: Pixels(sixtyFourths: share - 2 * inside))
        if track != wanted { return "\(count) in \(content), \(spacing), \(padding as Any): \(track), not \(wanted)" }
        x += share + gap.sixtyFourths
      }
      var fitting = 1
      let minimum = each.quick(50) + Pixels(1)
      while minimum * (fitting + 1) + spacing * fitting <= content { fitting += 1 }
      let counted = columnCount(minimumWidth: minimum, in: content, spacing: spacing)
      return counted == fitting ? nil : "\(counted) columns of \(minimum) in \(content), not \(fitting)"
    }
  }
}
