import Arrangements
import CardLayout
import Content
import Geometry
import SampleSites
import TestSupport
import Testing
import TextLayout

@testable import Themes

/// Tags of cards in rows. Each letter of a tag is 6 px wide; paddings are 9 px.
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

  private func width(letters: Int) -> Int { 6 * letters + 18 }

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
    ([12, 12, 12, 12, 12, 12], 300, [[0, 100, 200], [0, 100, 200]], 70),
    ([21, 21, 6], 298, [[0, 154], [0]], 70),
    ([21, 21], 298, [[0, 154]], 30),
    ([21, 21], 297, [[0], [0]], 70),
    ([12, 12, 13], 296, [[0, 100, 200]], 30),
    ([12, 12, 13], 295, [[0, 100], [0]], 70),
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
    #expect(rows(card.tags) == [[84], [0], [84]])
    #expect(card.tags?.frames[1].width == Pixels(120))
  }

  /// Tags are 42 px wide, "+9" is 30 and "+10" is 36. Four tags and a chip with one digit are 238 px.
  @Test(arguments: [
    (14, 238, 3, 11), (14, 243, 3, 11), (14, 244, 4, 10), (13, 238, 4, 9), (13, 237, 3, 10), (5, 249, 4, 1),
    (5, 250, 5, 0),
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
    #expect(alone.tags?.arrangement.chip?.width == Pixels(30))
  }

  /// A tag is as wide as its text, rounded up to whole pixels, and its paddings: engines that find the text a little
  /// wider take the rest from the padding behind it.
  @Test(arguments: [10, 12, 13, 15, 17])
  func noTagIsWiderThanItsText(size: Int) throws {
    var theme = try theme()
    theme.textStyles.tag = TextStyle(font: "text", weight: 400, size: size, lineHeight: 24, color: "text")
    let card = try prepared(Self.words, theme: theme)
    var sureWidths = 0
    for (tag, text) in zip(Self.words, card.composed.tags) {
      let whole = card.texts[text].widestStretch(
        of: card.texts[text].lines(width: 1 << 20), breaking: .markup, growth: .none,
        sizes: [])
      let width = (try #require(whole).width + 0xFFFF) >> 16
      #expect(card.tagWidth(ofText: text, theme: theme) == width + 18, "\(tag)")
      if card.texts[text].leastWidthOnOneLine > width { sureWidths += 1 }
    }
    // Without the spare room, some would be wider.
    #expect(sureWidths > 0)
  }

  /// Without padding there is no spare room: such a tag is as wide as the engine that needs most.
  @Test func aTagWithoutPadding() throws {
    let theme = try theme { $0.paddingInline = 0 }
    let card = try prepared(["aaa"], theme: theme)
    let text = try #require(card.composed.tags.first)
    #expect(card.tagWidth(ofText: text, theme: theme) == card.texts[text].leastWidthOnOneLine)
    #expect(card.texts[text].leastWidthOnOneLine == 19)
  }

  private static let words = """
    Weather Photography Travel Music Podcasts Books Games Education Health Finance Navigation Utilities Entertainment
    Reference Productivity Lifestyle Business Medical Food Drink Shopping Graphics Design News Sports Developer Tools
    Straßenbahn Größe Übersicht Wanderung Nachrichten Bücher Spiele Kinder Gesundheit Reisen Küche Fußball Märchen
    été forêt naïve cœur déjà façade garçon Noël tempête pêche hôtel théâtre œuvre français
    niño corazón mañana pingüino canción árbol fútbol viaje ciudad jardín
    żółw łódź źródło gęś ćwiczenie książka muzyka przyroda dziecko góry
    Tiếng Việt Nước Phở Hồ Đường Trường Biển
    Αθήνα μουσική βιβλίο παιχνίδι υγεία ταξίδι κουζίνα ιστορία
    Москва музыка книга игра здоровье путешествие кухня история наука природа
    موسيقى كتاب لعبة صحة سفر مطبخ تاريخ علوم
    ספר מוזיקה משחק בריאות טיול מטבח היסטוריה מדע
    音楽 写真 旅行 天気 料理 歴史 科学 自然 音乐 摄影 旅行 天气 음악 사진 여행 날씨 요리
    """.split(whereSeparator: \.isWhitespace).map(String.init)

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
