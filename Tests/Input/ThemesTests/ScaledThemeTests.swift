import Arrangements
import Diagnostics
import SampleSites
import Testing
import Themes

struct ScaledThemeTests {
  private func theme(_ rest: String = "", cards: String? = nil) throws -> Theme {
    var text = ThemeText(rest: rest)
    if let cards { text.cards = cards }
    let (theme, findings) = read(SourceText(path: "theme.yml", text: text.text))
    #expect(findings == [], "\(findings.map(\.rendered).joined())")
    return try #require(theme)
  }

  private func drawn(_ style: TextStyle) -> String { "\(style.size)/\(style.lineHeight)" }

  /// R6: each size keeps the proportions of its role's style in Dynamic Type, in whole pixels.
  @Test func scalesTheThemesOwnSizes() throws {
    let standard = try theme()
    let styles = standard.scaled(to: .accessibility1).textStyles
    #expect(drawn(styles.eyebrow) == "21/28")  // 12/16 x 28/16
    #expect(drawn(styles.title) == "26/34")  // 17/22 x 34/22
    #expect(drawn(styles.subtitle) == "23/31")  // 15/20 x 31/20
    #expect(drawn(styles.body) == "23/31")  // 15/20 x 34/22
    #expect(drawn(styles.heading) == "23/31")
    #expect(drawn(styles.code) == "20/31")  // 13/20 x 34/22
    #expect(drawn(styles.tag) == "21/28")
    #expect(drawn(styles.pageTitle) == "43/52")  // 34/41 x 52/41
    #expect(drawn(styles.introduction) == "26/37")  // 17/24 x 34/22
    #expect(drawn(styles.shelfTitle) == "32/41")  // 22/28 x 41/28
    #expect(drawn(standard.scaled(to: .xSmall).textStyles.body) == "13/17")  // 15/20 x 19/22
    #expect(standard.scaled(to: .accessibility1).scaled(16) == 25)
    #expect(standard.scaled(16) == 16)
  }

  /// Table A, for a style that names its row in the table.
  @Test(arguments: DynamicTextStyle.allCases)
  func sizesOfTheTable(style: DynamicTextStyle) throws {
    let theme = try theme("textStyles: {subtitle: {textStyle: \(style.rawValue)}}\n")
    for category in TextSizeCategory.allCases {
      let metrics = TextStyleTable.metrics(style, category)
      #expect(drawn(theme.scaled(to: category).textStyles.subtitle) == "\(metrics.size)/\(metrics.leading)")
    }
  }

  /// A theme's own size with a named style grows like that style.
  @Test func scalesInTheProportionsOfAStyle() throws {
    let theme = try theme("textStyles: {body: {textStyle: footnote, size: 14}}\n")
    #expect(drawn(theme.textStyles.body) == "14/18")
    #expect(drawn(theme.scaled(to: .accessibility1).textStyles.body) == "23/29")  // 14/18 x 29/18
  }

  @Test func lineHeightIsNeverBelowTheTextSize() throws {
    for size in stride(from: 6, through: 200, by: 7) {
      let theme = try theme("textStyles: {body: {size: \(size), lineHeight: \(size)}}\n")
      for category in TextSizeCategory.allCases {
        let body = theme.scaled(to: category).textStyles.body
        #expect(body.lineHeight >= body.size && body.size >= 6)
      }
    }
  }

  @Test func scalesLengthsThatDependOnText() throws {
    let theme = try theme(
      "tags: {padding: [4, 10], spacing: 6}\nbody: {indent: 20, codePadding: 8}\n",
      cards: "cards: {a: {padding: 16, minHeight: 120, stack: [title: {gap: 4}]}}\n")
    let scaled = theme.scaled(to: .accessibility1)
    // A tag of 16 + 2 x 4 is 24; 24 x 28/16 is 42.
    #expect(scaled.textStyles.tag.lineHeight + 2 * scaled.tags.paddingBlock == 42)
    #expect(scaled.anatomies[0].minHeight == 185)
    #expect(scaled.body.indent == 31)
    // No other value changes.
    var expected = scaled
    expected.textStyles = theme.textStyles
    expected.tags.paddingBlock = 4
    expected.body.indent = 20
    expected.anatomies[0].minHeight = 120
    #expect(expected.tags == theme.tags)
    #expect(expected.body == theme.body)
    #expect(expected.anatomies == theme.anatomies)
    #expect(expected.shelf == theme.shelf)
    #expect(expected.widthClasses == theme.widthClasses)
  }

  /// R7: at accessibility sizes, images are above labels, and the number of lines is not limited.
  @Test(arguments: TextSizeCategory.allCases)
  func accessibilitySizes(category: TextSizeCategory) throws {
    let theme = try theme(cards: "cards: {a: {stack: [row: {image: {size: 56}, stack: [title]}]}}\n")
    let scaled = theme.scaled(to: category)
    let isLarge = category.isAccessibilityCategory
    guard case .row(let row) = scaled.anatomies[0].elements[0] else {
      Issue.record("no row")
      return
    }
    #expect(row.isStacked == isLarge)
    #expect(scaled.anatomies[0].image?.width == 56)
    #expect(scaled.textStyles.title.maxLines == (isLarge ? nil : 2))
    #expect(scaled.textStyles.eyebrow.maxLines == (isLarge ? nil : 1))
    #expect(scaled.textSize == category)
  }

  @Test func scalesOnlyOnce() throws {
    let theme = try theme("textStyles: {body: {textStyle: body}}\n")
    #expect(theme.scaled(to: .large) == theme)
    let scaled = theme.scaled(to: .accessibility5)
    #expect(scaled.scaled(to: .accessibility5) == scaled)
    #expect(scaled.scaled(to: .large) == scaled)
  }
}
