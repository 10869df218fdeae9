import Arrangements
import Geometry
import Testing

struct ColumnsTests {
  /// With insets of 10 at both sides and a spacing of 10.
  @Test(arguments: [
    (375, 1, [355]), (375, 2, [173, 172]), (375, 3, [112, 112, 111]), (320, 3, [94, 93, 93]), (320, 2, [145, 145]),
  ])
  func leftoverPixelsGoToTheLeadingColumns(width: Int, count: Int, expected: [Int]) {
    let tracks = columnTracks(count: count, in: Pixels(width - 20), spacing: Pixels(10))
    #expect(tracks.map(\.width) == expected.pixels)
  }

  @Test func columnsStandOneGapApart() {
    let tracks = columnTracks(count: 3, in: Pixels(355), spacing: Pixels(10))
    #expect(tracks.map(\.x) == [0, 122, 244].pixels)
  }

  @Test(arguments: [
    (375, 1, [363]), (667, 2, [322, 321]), (768, 2, [372, 372]), (1024, 3, [330, 329, 329]),
  ])
  func cellPaddingStandsOnBothSidesOfEveryColumn(width: Int, count: Int, expected: [Int]) {
    let tracks = columnTracks(count: count, in: Pixels(width), spacing: Pixels(10), cellPadding: Pixels(6))
    #expect(tracks.map(\.width) == expected.pixels)
    #expect(tracks.first?.x == Pixels(6))
    #expect(tracks.last.map { $0.x + $0.width } == Pixels(width - 6))
    for (left, right) in zip(tracks, tracks.dropFirst()) {
      #expect(right.x - (left.x + left.width) == Pixels(12))
    }
  }

  @Test func aRestBelowAPixelGoesToTheNextColumn() {
    let rest = Pixels(sixtyFourths: 17)
    let tracks = columnTracks(count: 3, in: Pixels(301) + rest, spacing: .zero)
    #expect(tracks.map(\.width) == [Pixels(101), Pixels(100) + rest, Pixels(100)])
  }

  @Test(arguments: [0, -1])
  func fewerThanOneColumnIsNone(count: Int) {
    #expect(columnTracks(count: count, in: Pixels(300), spacing: Pixels(10)).isEmpty)
  }

  @Test(arguments: [0, -30, 1, 7, 19])
  func aWidthWithoutRoomGivesNoNegativeColumn(width: Int) {
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
      #expect(widths == widths.sorted(by: >), "\(each): wider columns lead")
      #expect(widths[0] - widths[count - 1] <= Pixels(1), "\(each)")
      for (left, right) in zip(tracks, tracks.dropFirst()) {
        #expect(right.x == left.x + left.width + spacing, "\(each)")
      }
    }
  }
}
