import Arrangements
import CardLayout
import Content
import Geometry
import SampleSites
import TestSupport
import Testing
import TextLayout

@testable import Themes

/// Tags of cards in rows. Each letter of a tag is 6 px wide. A text is 1 px wider than its letters, so that no engine
/// considers it too wide; paddings are 9 px.
struct TagRowTests {
  /// Cards without padding are as wide as their tags.
  private func theme(_ change: (inout TagStyle) -> Void = { _ in }) throws -> Theme {
    var theme = try Sample.theme()
    theme.textStyles.tag = TextStyle(font: "mono", weight: 400, size: 10, lineHeight: 16, color: "text")
    theme.tags = TagStyle(paddingBlock: 7, paddingInline: 9, spacing: 10, lineSpacing: 10)
    change(&theme.tags)
    theme.anatomies = [
      CardAnatomy(
        name: "tags", padding: 0, minHeight: 0,
        elements: [.text(.init(slot: .tags, gap: 4)), .text(.init(slot: .title, gap: 5))])
    ]
    return theme
  }

  private func prepared(_ tags: [String], theme: Theme) throws -> PreparedCard {
    guard var preparer = try Sample.preparer() else { throw Sample.Failure(description: "ICU cannot start") }
    let card = composeCard(Sample.card(tags: tags), anatomy: theme.anatomies[0], theme: theme)
    return PreparedCard(card, preparer: &preparer)
  }

  private func width(letters: Int) -> Int { 6 * letters + 1 + 18 }

  /// - Parameter letters: the number of letters of each tag.
  private func measured(
    letters: [Int], width: Int, _ change: (inout TagStyle) -> Void = { _ in }
  ) throws -> MeasuredCard {
    let theme = try theme(change)
    let tags = letters.enumerated().map { String(repeating: "a", count: $1) }
    return try prepared(tags, theme: theme).measured(width: width, theme: theme)
  }

  private func rows(_ tags: MeasuredTags?) -> [[Int]] {
    tags.map { tags in tags.rows.map { $0.map { tags.frames[$0].x.roundedDown } } } ?? []
  }

  /// Widths, places and heights. Exact fits are kept, and gaps are only between tags.
  @Test(arguments: [
    ([12, 12, 12, 12, 12, 12], 300, [[0, 101, 202], [0, 101, 202]], 70),
    ([21, 21, 6], 300, [[0, 155], [0]], 70),
    ([21, 21], 300, [[0, 155]], 30),
    ([21, 21], 299, [[0], [0]], 70),
    ([12, 12, 13], 299, [[0, 101, 202]], 30),
    ([12, 12, 13], 298, [[0, 101], [0]], 70),
    ([3], 300, [[0]], 30),
    ([40, 40, 40], 300, [[0], [0], [0]], 110),
  ])
  func rowsOfKnownWidths(letters: [Int], width: Int, expected: [[Int]], height: Int) throws {
    let card = try measured(letters: letters, width: width)
    #expect(rows(card.tags) == expected)
    #expect(card.slots.first?.frame.height == Pixels(height))
    #expect(card.tags?.frames.map(\.width) == letters.map { Pixels(self.width(letters: $0)) })
    #expect(card.naturalHeight == Pixels(height + 5 + 22))
  }

  /// A tag that is too wide is cut to the row before rows are formed.
  @Test func aTagWiderThanTheRow() throws {
    let card = try measured(letters: [3, 100, 3], width: 120) { $0.align = .trailing }
    #expect(rows(card.tags) == [[83], [0], [83]])
    #expect(card.tags?.frames[1].width == Pixels(120))
  }

  /// Tags are 43 px wide, "+9" is 31 and "+10" is 37. Four tags and a chip with one digit are 243 px.
  @Test(arguments: [
    (14, 243, 3, 11), (14, 248, 3, 11), (14, 249, 4, 10), (13, 243, 4, 9), (13, 242, 3, 10), (5, 254, 4, 1),
    (5, 255, 5, 0),
  ])
  func chipWidthDependsOnItsDigits(count: Int, width: Int, shown: Int, hidden: Int) throws {
    let card = try measured(letters: Array(repeating: 4, count: count), width: width) { $0.maxRows = 1 }
    let tags = try #require(card.tags?.arrangement)
    #expect(tags.frames.count == shown && tags.hiddenCount == hidden)
    #expect(tags.chip?.width == (hidden == 0 ? nil : Pixels(self.width(letters: "+\(hidden)".utf8.count))))
    #expect(tags.size.height == Pixels(30))
  }

  @Test func fewerRowsThanOneOrNoRoom() throws {
    let none = try measured(letters: [3, 3], width: 300) { $0.maxRows = 0 }
    #expect(none.tags == nil && none.slots.map(\.id) == [.title])
    #expect(none.naturalHeight == Pixels(22))
    let alone = try measured(letters: [40, 3], width: 100) { $0.maxRows = 1 }
    #expect(rows(alone.tags) == [[0]])
    #expect(alone.tags?.arrangement.frames == [])
    #expect(alone.tags?.arrangement.chip?.width == Pixels(31))
  }

  /// Tags that show only in some width classes stay in the markup, above the slots below them.
  @Test func tagsHiddenInSomeClassesAreStillAbove() throws {
    let theme = try theme { $0.maxRows = ClassLimit(1, named: ["wide": 0]) }
    let card = try prepared(["a", "b"], theme: theme)
    let narrow = card.measured(width: 300, limits: CardLimits(theme: theme, upTo: ["narrow"]), theme: theme)
    let wide = card.measured(width: 300, limits: CardLimits(theme: theme, upTo: ["narrow", "wide"]), theme: theme)
    #expect(narrow.slots.map(\.frame.y) == [.zero, Pixels(35)])
    #expect(wide.slots.map(\.id) == [.title] && wide.slots.map(\.frame.y) == [Pixels(5)])
  }

  /// Limits do not apply at accessibility sizes, but tags that are not shown at all stay hidden.
  @Test func limitsByClassShelfAndTextSize() throws {
    var theme = try theme { $0.maxRows = ClassLimit(2, named: ["wide": 0]) }
    theme.textStyles.title.maxLines = ClassLimit(2, named: ["middle": 3])
    let tags = TagSettings(align: .center, maxRows: ByWidthClass(base: nil, named: ["middle": 1]))
    let lines = [Slot.title: ByWidthClass(base: nil, named: ["wide": 7])]
    let classes = ["narrow", "middle", "wide"]
    let own = classes.indices.map { CardLimits(theme: theme, upTo: Array(classes[...$0])) }
    #expect(own.map(\.tags.maximumRows) == [2, 2, 0])
    #expect(own.map { $0.lines(of: .title) } == [2, 3, 3])
    let shelf = classes.indices.map { CardLimits(theme: theme, upTo: Array(classes[...$0]), tags: tags, lines: lines) }
    #expect(shelf.map(\.tags.maximumRows) == [2, 1, 1])
    #expect(shelf.map { $0.lines(of: .title) } == [2, 3, 7])
    #expect(shelf.allSatisfy { $0.tags.alignment == .center })
    let large = classes.indices.map {
      CardLimits(theme: theme.scaled(to: .accessibility1), upTo: Array(classes[...$0]))
    }
    #expect(large.map(\.tags.maximumRows) == [nil, nil, 0])
    #expect(large.map { $0.lines(of: .title) } == [nil, nil, nil])
  }

  /// Steps of one shelf differ only in their limits.
  @Test func aTitleIsCutInSomeClasses() throws {
    let card = Sample.card(title: String(repeating: "Title ", count: 30))
    let shelf = try Sample.shelf([card]) { shelf in
      shelf.maxLines[.title] = ByWidthClass(base: 1, named: ["middle": 2, "wide": 3])
    }
    #expect(shelf.layouts.map { $0.cards[0].slots.first?.lineCount } == [1, 1, 1, 2, 3, 3])
  }

  /// Random tags in any number of rows, compared with an implementation that tries every number of tags.
  @Test(arguments: LineAlignment.allCases, LineDistribution.allCases)
  func matchesTheReference(alignment: LineAlignment, distribution: LineDistribution) throws {
    let seed: UInt64 = 0x7A65
    var random = SeededGenerator(seed: seed)
    for round in 0..<12 {
      let letters = (0..<Int.random(in: 0...24, using: &random)).map { _ in Int.random(in: 1...20, using: &random) }
      let most = [nil, 1, 2, 3].randomElement(using: &random) ?? nil
      let width = Int.random(in: 20...400, using: &random)
      let tags = try measured(letters: letters, width: width) { style in
        style.align = alignment
        style.distribute = distribution
        style.maxRows = most.map { ClassLimit($0) }
      }.tags
      let shown = shownTags(letters, width: width, mostRows: most)
      let context = Comment(rawValue: "seed \(seed), round \(round): \(letters), \(width), \(most ?? -1)")
      #expect(tags?.arrangement.frames.count ?? 0 == shown, context)
      #expect(tags?.arrangement.hiddenCount ?? 0 == letters.count - shown, context)
      guard let tags else { continue }
      #expect(tags.rows.flatMap { $0 } == Array(tags.frames.indices), context)
      for (number, row) in tags.rows.enumerated() {
        #expect(row.allSatisfy { tags.frames[$0].y == Pixels(40 * number) }, context)
        for (before, after) in zip(row, row.dropFirst()) {
          #expect(tags.frames[after].x >= tags.frames[before].maxX + Pixels(10), context)
        }
        let first = tags.frames[row.lowerBound].x
        let last = tags.frames[row.upperBound - 1].maxX
        #expect(first >= .zero && last <= Pixels(width), context)
        let isNatural = number == tags.rows.count - 1
        switch alignment {
        case .leading: #expect(first == .zero, context)
        case .center: #expect(abs((first + last).sixtyFourths - width * 64) <= 1, context)
        case .trailing: #expect(last == Pixels(width), context)
        case .justified, .fillWidth:
          #expect(first == .zero && (isNatural || row.count < 2 || last == Pixels(width)), context)
        case .fillSpace: #expect(!isNatural || first == .zero, context)
        }
      }
    }
  }

  /// The greatest number of tags that fit together with the chip, found by trying from all tags down.
  private func shownTags(_ letters: [Int], width: Int, mostRows: Int?) -> Int {
    func rowCount(_ widths: [Int]) -> Int {
      var count = 1
      var x = -10
      for own in widths.map({ min($0, width) }) {
        if x >= 0, x + 10 + own > width {
          count += 1
          x = -10
        }
        x += 10 + own
      }
      return count
    }
    let widths = letters.map { self.width(letters: $0) }
    guard let mostRows, rowCount(widths) > mostRows else { return letters.count }
    return (0..<letters.count).last { shown in
      rowCount(widths.prefix(shown) + [self.width(letters: "+\(letters.count - shown)".utf8.count)]) <= mostRows
    } ?? 0
  }
}
