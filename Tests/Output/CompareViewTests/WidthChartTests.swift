import Testing

@testable import Pages

struct WidthChartTests {
  @Test func theScaleIsLogarithmic() {
    let scale = WidthScale(widths: 250...4000, places: 0...4000)
    #expect([250, 500, 1000, 2000, 4000].map(scale.place(of:)) == [0, 1000, 2000, 3000, 4000])
    #expect(scale.place(of: 1) == 0 && scale.place(of: 1 << 40) == 4000)
    let places = (250...4000).map(scale.place(of:))
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
  }

  private func chart(_ shelves: [ComparedShelf]) -> String {
    var markup = ToolMarkup()
    WidthChart(shelves: shelves, changes: ChangingWidths(shelves, steps: Sample.site.steps), site: Sample.site)
      .write(to: &markup)
    return String(decoding: markup.bytes, as: UTF8.self)
  }

  /// The scale starts at zero: half the height is half as far above the base, which is at 52 + 76 - 8.
  @Test func heightsAreProportional() {
    let text = chart([Sample.shelf("a", [(0, 400, nil), (700, 200, nil)])])
    #expect(text.contains("<path class=\"line\" d=\"M20 76H"))
    #expect(text.contains("V98H1140\"></path>"))
  }

  /// Layouts outside the chart are omitted, and a line begins at its first visible layout.
  @Test(arguments: [[0, 120, 700], [0, 160, 2800], [0, 160, 200]])
  func linesBeginAtTheStartOfTheChart(widths: [Int]) {
    let layouts = widths.enumerated().map { ($1, 400 - 100 * $0, nil as Int?) }
    let paths = chart([Sample.shelf("a", layouts)]).split(separator: " d=\"").dropFirst()
    #expect(paths.count > 2)
    #expect(paths.allSatisfy { $0.hasPrefix("M") }, "\(paths)")
  }

  @Test func allWidthsCanBeOpened() {
    let text = chart(Sample.shelves)
    for width in [320, 700] {
      #expect(text.contains("<button type=\"button\" class=\"width\" data-width=\"\(width)\""))
      #expect(text.contains("<g data-width=\"\(width)\">"))
    }
    #expect(text.components(of: "data-width=") == 4)
  }

  @Test func theTableHasAllHeights() {
    let text = chart(Sample.shelves)
    let row = "<td>900 px, 1 column</td><td>800 px, 1 column</td><td>410 px, 2 columns</td></tr>"
    #expect(text.contains("<th scope=\"row\">Notes</th>" + row))
    #expect(text.contains("<td>300 px</td><td class=\"same\">300 px</td><td>260 px</td></tr>"))
  }

  /// Any heights of a shelf can be drawn without a trap.
  @Test(arguments: [0, 1, -40, 1 << 30])
  func anyHeightIsDrawn(height: Int) {
    #expect(chart([Sample.shelf("a", [(0, height, nil), (400, 2, nil)])]).contains("<svg"))
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
