import Arrangements
import Geometry
import Testing

struct TextSizeTests {
  /// Sizes and leadings, from the smallest category to the largest.
  @Test(arguments: [
    (DynamicTextStyle.largeTitle, "31/38 32/39 33/40 34/41 36/43 38/46 40/48 44/52 48/57 52/61 56/66 60/70"),
    (.title1, "25/31 26/32 27/33 28/34 30/37 32/39 34/41 38/46 43/51 48/57 53/62 58/68"),
    (.title2, "19/24 20/25 21/26 22/28 24/30 26/32 28/34 34/41 39/47 44/52 50/59 56/66"),
    (.title3, "17/22 18/23 19/24 20/25 22/28 24/30 26/32 31/38 37/44 43/51 49/58 55/65"),
    (.headline, "14/19 15/20 16/21 17/22 19/24 21/26 23/29 28/34 33/40 40/48 47/56 53/62"),
    (.body, "14/19 15/20 16/21 17/22 19/24 21/26 23/29 28/34 33/40 40/48 47/56 53/62"),
    (.callout, "13/18 14/19 15/20 16/21 18/23 20/25 22/28 26/32 32/39 38/46 44/52 51/60"),
    (.subhead, "12/16 13/18 14/19 15/20 17/22 19/24 21/28 25/31 30/37 36/43 42/50 49/58"),
    (.footnote, "12/16 12/16 12/16 13/18 15/20 17/22 19/24 23/29 27/33 33/40 38/46 44/52"),
    (.caption1, "11/13 11/13 11/13 12/16 14/19 16/21 18/23 22/28 26/32 32/39 37/44 43/51"),
    (.caption2, "11/13 11/13 11/13 11/13 13/18 15/20 17/22 20/25 24/30 29/35 34/41 40/48"),
  ])
  func metricsOfEachStyle(style: DynamicTextStyle, row: String) {
    let metrics = TextSizeCategory.allCases.map { TextStyleTable.metrics(style, $0) }
    #expect(metrics.map { "\($0.size)/\($0.leading)" }.joined(separator: " ") == row)
  }

  /// The size 21 has two leadings; every other size has one.
  @Test func onePairOfMetricsIsIrregular() {
    var leadings: [Int: Set<Int>] = [:]
    for style in DynamicTextStyle.allCases {
      for category in TextSizeCategory.allCases {
        let metrics = TextStyleTable.metrics(style, category)
        leadings[metrics.size, default: []].insert(metrics.leading)
      }
    }
    #expect(leadings.filter { $0.value.count > 1 } == [21: [26, 28]])
    #expect(TextStyleTable.metrics(.subhead, .xxxLarge) == TextMetrics(size: 21, leading: 28))
  }

  @Test(arguments: [
    (16, DynamicTextStyle.body, TextSizeCategory.accessibility1, 25), (16, .body, .large, 16), (30, .body, .xSmall, 26),
    (30, .subhead, .xxxLarge, 42), (11, .body, .xLarge, 12), (0, .title1, .accessibility5, 0),
    (-5, .body, .accessibility1, 0), (272, .body, .accessibility5, 767),
  ])
  func scalesLengthsWithTheirText(length: Int, style: DynamicTextStyle, category: TextSizeCategory, scaled: Int) {
    #expect(TextStyleTable.scaled(Pixels(length), style, category) == Pixels(scaled))
  }

  @Test func scaledLengthsAreNearestWholePixels() {
    for style in DynamicTextStyle.allCases {
      for category in TextSizeCategory.allCases {
        let ratio =
          Double(TextStyleTable.metrics(style, category).leading)
          / Double(TextStyleTable.metrics(style, .large).leading)
        for sixtyFourths in stride(from: 0, to: 6400, by: 37) {
          let exact = Double(sixtyFourths) / 64 * ratio
          let scaled = TextStyleTable.scaled(Pixels(sixtyFourths: sixtyFourths), style, category)
          let isRight = scaled.sixtyFourths.isMultiple(of: 64) && abs(Double(scaled.roundedDown) - exact) <= 0.5 + 1e-9
          if !isRight { Issue.record("\(sixtyFourths) of \(style) at \(category): \(scaled), not \(exact)") }
        }
      }
    }
  }

  @Test func categoriesAreNamed() {
    #expect(TextSizeCategory.allCases == TextSizeCategory.allCases.sorted())
    #expect(
      TextSizeCategory.allCases.map(\.rawValue).joined(separator: " ")
        == "xSmall small medium large xLarge xxLarge xxxLarge AX1 AX2 AX3 AX4 AX5")
    #expect(TextSizeCategory.allCases.map(\.swiftUIName).suffix(2) == ["accessibility4", "accessibility5"])
    #expect(
      TextSizeCategory.allCases.map(\.uiKitName) == [
        "extraSmall", "small", "medium", "large", "extraLarge", "extraExtraLarge", "extraExtraExtraLarge",
        "accessibilityMedium", "accessibilityLarge", "accessibilityExtraLarge", "accessibilityExtraExtraLarge",
        "accessibilityExtraExtraExtraLarge",
      ])
    for category in TextSizeCategory.allCases {
      for name in [category.rawValue, category.swiftUIName, category.uiKitName] {
        #expect(TextSizeCategory(name: name) == category)
      }
    }
    #expect(TextSizeCategory(name: "Large") == nil)
  }

  @Test func accessibilityCategoriesLoseAColumnAndTheirLineLimits() {
    for category in TextSizeCategory.allCases {
      let isLarge = category >= .accessibility1
      #expect(category.isAccessibilityCategory == isLarge)
      #expect([1, 2, 3].map(category.columnCount) == (isLarge ? [1, 1, 2] : [1, 2, 3]))
      #expect(category.maximumLines(2) == (isLarge ? nil : 2))
    }
    #expect(TextSizeCategory.allCases.filter(\.isAccessibilityCategory).count == 5)
  }
}
