import Arrangements
import Geometry
import Testing

struct ListTests {
  private static let padding = Insets(top: Pixels(8), leading: Pixels(8), bottom: Pixels(8), trailing: Pixels(8))
  private let image = Size(width: Pixels(40), height: Pixels(40))

  private func row(
    image: Size?, labels: [Int], stacks: Bool = false, labelGap: Int = 0, width: Int = 375
  ) -> ListArrangement {
    arrangeList(
      [ListRow(imageSize: image, labelCount: labels.count)], in: Pixels(width),
      rules: ListRules(
        padding: Self.padding, imageGap: Pixels(12), labelGap: Pixels(labelGap), stacksImage: stacks)
    ) { _, label, _ in Pixels(labels[label]) }
  }

  /// A row is only as tall as needed. 44 px is an estimate in other systems, not a minimum.
  @Test func rowWithOneLabel() {
    let list = row(image: nil, labels: [22])
    #expect(list.size == Size(width: Pixels(375), height: Pixels(38)))
    #expect(list.rows[0].labels == [Frame(x: Pixels(8), y: Pixels(8), width: Pixels(359), height: Pixels(22))])
  }

  @Test(arguments: [([22], 56, 8), ([22, 22, 22], 82, 21), ([], 56, 8)])
  func theImageIsCentred(labels: [Int], height: Int, imageY: Int) {
    let list = row(image: image, labels: labels)
    #expect(list.size.height == Pixels(height))
    #expect(list.rows[0].image == Frame(x: Pixels(8), y: Pixels(imageY), width: Pixels(40), height: Pixels(40)))
    #expect(list.rows[0].labels.map(\.height) == labels.pixels, "labels are never stretched")
    #expect(list.rows[0].labels.allSatisfy { $0.x == Pixels(60) && $0.width == Pixels(307) })
  }

  @Test func imageIsAboveLabelsAtAccessibilitySizes() {
    let list = row(image: image, labels: [34, 34], stacks: TextSizeCategory.accessibility1.isAccessibilityCategory)
    #expect(list.size.height == Pixels(8 + 40 + 12 + 68 + 8))
    #expect(list.rows[0].image == Frame(x: Pixels(8), y: Pixels(8), width: Pixels(40), height: Pixels(40)))
    #expect(list.rows[0].labels.map(\.y) == [60, 94].pixels)
    #expect(list.rows[0].labels.allSatisfy { $0.x == Pixels(8) && $0.width == Pixels(359) })
    #expect(row(image: image, labels: [0], stacks: true).size.height == Pixels(56))
  }

  @Test func anEmptyLabelTakesNoGap() {
    let list = row(image: nil, labels: [0, 20, 0, 20, 0], labelGap: 5)
    #expect(list.size.height == Pixels(8 + 45 + 8))
    #expect(list.rows[0].labels.map(\.y) == [8, 8, 28, 33, 53].pixels)
  }

  @Test(arguments: [false, true])
  func shrinksImagesToTheRow(stacks: Bool) {
    let wide = row(image: Size(width: Pixels(800), height: Pixels(400)), labels: [20], stacks: stacks, width: 216)
    #expect(wide.rows[0].image?.width == Pixels(200))
    #expect(wide.rows[0].image?.height == Pixels(100))
    #expect(wide.rows[0].labels[0].width == (stacks ? Pixels(200) : .zero))
  }

  @Test func rowsAreStacked() {
    let list = arrangeList(
      Array(repeating: ListRow(labelCount: 1), count: 3), in: Pixels(300),
      rules: ListRules(padding: .zero, imageGap: .zero, lineSpacing: Pixels(4)), insets: Self.padding
    ) { row, _, _ in Pixels([10, 20, 30][row]) }
    #expect(list.rows.map(\.frame.y) == [8, 22, 46].pixels)
    #expect(list.size == Size(width: Pixels(316), height: Pixels(84)))
  }

  @Test func noRowsNeedNoSpace() {
    let list = arrangeList([], in: Pixels(300), rules: ListRules(padding: .zero, imageGap: .zero), insets: Self.padding)
    {
      _, _, _ in Pixels(10)
    }
    #expect(list.rows.isEmpty && list.size == Size(width: .zero, height: .zero))
  }

  @Test func tenThousandRows() {
    let list = arrangeList(
      Array(repeating: ListRow(imageSize: image, labelCount: 1), count: 10_000), in: Pixels(300),
      rules: ListRules(padding: Self.padding, imageGap: Pixels(8))
    ) { _, _, _ in Pixels(20) }
    #expect(list.size.height == Pixels(560_000))
  }

  @Test(arguments: sweepParts) func matchesSums(part: Int) {
    sweep(seed: 0x1157, part: part) { each in
      let rows = (0..<each.draw(4)).map { _ in
        (
          image: each.isHeads() ? Size(width: each.quick(120), height: each.quick(60)) : nil,
          labels: each.quick(count: each.draw(4), 25).map { each.draw(3) == 0 ? .zero : $0 }
        )
      }
      let width = each.quick(160)
      let rules = ListRules(
        padding: Insets(
          top: each.quick(12), leading: each.quick(12), bottom: each.quick(12), trailing: each.quick(12)),
        imageGap: each.quick(12), labelGap: each.quick(8), lineSpacing: each.quick(8), stacksImage: each.isHeads())
      let list = arrangeList(
        rows.map { ListRow(imageSize: $0.image, labelCount: $0.labels.count) }, in: width, rules: rules,
        insets: Self.padding
      ) { row, label, _ in rows[row].labels[label] }
      var y = Pixels(8)
      for (number, row) in rows.enumerated() {
        if number > 0 { y += rules.lineSpacing }
        let arranged = list.rows[number]
        let content = max(.zero, width - rules.padding.leading - rules.padding.trailing)
        let shown = row.labels.filter { $0 > .zero }
        let labels = shown.reduce(.zero, +) + rules.labelGap * max(0, shown.count - 1)
        var imageHeight = row.image?.height ?? .zero
        if let image = row.image, image.width > content {
          imageHeight = Pixels(
            sixtyFourths: image.height.sixtyFourths * content.sixtyFourths / image.width.sixtyFourths)
        }
        let stacks = rules.stacksImage && row.image != nil
        let inner =
          stacks ? imageHeight + (shown.isEmpty ? .zero : rules.imageGap) + labels : max(imageHeight, labels)
        let height = rules.padding.top + inner + rules.padding.bottom
        if arranged.frame != Frame(x: Pixels(8), y: y, width: width, height: height) {
          return "\(row) in \(width), \(rules): \(arranged), not \(height) tall at \(y)"
        }
        if arranged.labels.map(\.height) != row.labels || arranged.image?.height != row.image.map({ _ in imageHeight })
        {
          return "\(row) in \(width), \(rules): \(arranged)"
        }
        if let image = arranged.image {
          let above = image.y - rules.padding.top
          let below = rules.padding.top + inner - image.maxY
          let isCentred = stacks ? above == .zero : (0...1).contains((below - above).sixtyFourths)
          if !isCentred { return "\(row) in \(width), \(rules): \(arranged)" }
        }
        let parts = arranged.labels + (arranged.image.map { [$0] } ?? [])
        if let fault = faults(in: parts, of: Size(width: width, height: height)).first { return fault }
        y += height
      }
      if rows.isEmpty { return nil }
      if list.size != Size(width: width + Pixels(16), height: y + Pixels(8)) { return "\(list.size), not \(y)" }
      return faults(in: list.rows.map(\.frame), of: list.size).first
    }
  }
}
