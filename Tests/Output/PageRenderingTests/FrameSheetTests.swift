import CardLayout
import Content
import SampleSites
import ShelfArrangements
import Testing
import Themes

@testable import Pages

struct FrameSheetTests {
  private func sheet(_ shelves: [LaidOutShelf]) throws -> String {
    try Sample.frames(of: shelves)
  }

  private let cards = [
    Sample.card("a", body: "one\\\ntwo"), Sample.card("b"), Sample.card("c", image: "Content/shelf/a.svg"),
  ]

  /// A page with the width of a step looks the same with the sheet of some steps and with the sheet of all.
  @Test(arguments: standardArrangements)
  func sheetOfSomeStepsMatchesTheWholeSheet(arrangement: AnyArrangement) throws {
    let shelf = try Sample.shelf(cards, as: "cover") { $0.arrangement = arrangement }
    let steps = try Sample.steps()
    let all = frameStyleSheet(of: shelf, at: steps)
    #expect(String(decoding: all, as: UTF8.self) == (try sheet([shelf])))
    for chosen in [[0], [2], [1, 3], [0, 2, 4]].map({ $0.filter(steps.indices.contains).map { steps[$0] } }) {
      let some = frameStyleSheet(of: shelf, at: chosen)
      for step in chosen { #expect(shown(some, at: step) == shown(all, at: step), "\(step.width)") }
    }
  }

  /// Firefox and WebKit scroll a row to a snap position before anybody touches it: that of the first card is where the row
  /// begins, however uneven its insets are.
  @Test func aRowThatCentersCardsRestsAtItsBeginning() throws {
    let shelf = try Sample.shelf(cards, as: "cover") { shelf in
      shelf.arrangement = .shelf
      shelf.snap = .center
      shelf.settings.inset = ByWidthClass(base: EdgeLengths(leading: 42, trailing: 20))
    }
    let steps = try Sample.steps()
    let styles = shown(frameStyleSheet(of: shelf, at: steps), at: steps[0])
    func value(_ suffix: String) -> String? { styles.first { $0.key.hasSuffix(suffix) }?.value }
    #expect(value(">.card:first-child scroll-snap-align") == "scroll-snap-align:start")
    #expect(value(">.card scroll-snap-align") == "scroll-snap-align:center")
    for (scroll, own) in [("start", "start"), ("end", "end")] {
      let padding = try #require(value(">.cards padding-inline-\(own)"))
      #expect(value(">.cards scroll-padding-inline-\(scroll)") == "scroll-" + padding)
    }
  }

  /// The declarations of a sheet that apply at the width of a step.
  private func shown(_ sheet: [UInt8], at step: Step) -> [String: String] {
    var shown: [String: String] = [:]
    var applies = true
    for line in String(decoding: sheet, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("@container"),
        let width = line.split(separator: "min-width:").last?.split(separator: "rem").first
      {
        applies = (Double(width) ?? 0) * 16 <= Double(step.minimumWidth)
      } else if applies, line != "}" {
        let parts = line.dropLast().split(separator: "{")
        for declaration in parts[1].split(separator: ";") {
          let name = declaration.prefix { $0 != ":" }
          shown["\(parts[0]) \(name)"] = String(declaration)
        }
      }
    }
    return shown
  }

  /// A step has a declaration only if its value changes there.
  @Test(arguments: ["plain", "cover", "lockup"])
  func writesOnlyChangedDeclarations(anatomy: String) throws {
    for arrangement in standardArrangements {
      let css = try sheet([try Sample.shelf(cards, as: anatomy) { $0.arrangement = arrangement }])
      var known: [String: String] = [:]
      for line in css.split(separator: "\n") where line.hasSuffix("}") && line.count > 1 {
        let parts = line.dropLast().split(separator: "{")
        #expect(parts.count == 2, "\(line)")
        for declaration in parts[1].split(separator: ";") {
          let colon = try #require(declaration.firstIndex(of: ":"))
          let key = parts[0] + "{" + declaration[..<colon]
          #expect(
            known.updateValue(String(declaration[colon...]), forKey: String(key)) != String(declaration[colon...]))
        }
      }
      #expect(!known.isEmpty)
    }
  }

  /// A shelf that is the same from some width on has no more rules.
  @Test func noRulesWhereNothingChanges() throws {
    let css = try sheet([try Sample.shelf([Sample.card()])])
    let queries = css.split(separator: "\n").filter { $0.hasPrefix("@container") }
    #expect(queries == ["@container page (min-width:37.5rem){"])
    #expect(css.split(separator: "\n").count { $0.contains("min-block-size") } == 2)
  }

  /// Browsers divide words that a reader's settings make too wide. They must not divide what the layout leaves on
  /// one line although it is wider than the line: here a letter with the sign behind it.
  @Test(arguments: [
    (AnyArrangement.flow, 40, true), (.flow, 400, false), (.shelf, 40, true), (.shelf, 400, false),
  ])
  func computedOverflowIsNotBroken(arrangement: AnyArrangement, width: Int, isExpected: Bool) throws {
    let css = try sheet([
      try Sample.shelf([Sample.card(title: "m:")]) { shelf in
        shelf.arrangement = arrangement
        shelf.cardWidth = ByWidthClass(base: width)
      }
    ])
    #expect(css.contains("overflow-wrap:normal") == isExpected)
    #expect(css.contains("overflow-wrap") == isExpected)
  }

  @Test func shelvesWithoutCardsHaveNoRules() throws {
    #expect(try sheet([try Sample.shelf([])]) == "")
    #expect(try sheet([]) == "")
  }

  @Test func idsAreEscaped() throws {
    let css = try sheet([try Sample.shelf([Sample.card()]) { $0.id = "1a/b.c" }])
    #expect(css.hasPrefix("#\\31 a\\/b\\.c{"))
  }

  /// Cards with equal edges share lines; each card has its own start and end.
  @Test func linesOfAWaterfall() throws {
    let css = try sheet([
      try Sample.shelf(cards) { shelf in
        shelf.arrangement = .waterfall
        shelf.columns = ByWidthClass(base: 2)
      }
    ])
    // Heights are 112, 54 and 54 px. The third card is below the second: edges at 0, 54, 70, 112 and 124.
    #expect(
      css.contains(
        "grid-template-rows:minmax(3.375rem,auto) minmax(1rem,auto) minmax(2.625rem,auto) minmax(0.75rem,auto)"))
    #expect(css.contains("#shelf\\/a{grid-area:1/1/4/2}"))
    #expect(css.contains("#shelf\\/b{grid-area:1/2/2/3}"))
    #expect(css.contains("#shelf\\/c{grid-area:3/2/5/3}"))
  }

  @Test func wideImagesAreWholePixels() throws {
    let css = try sheet([try Sample.shelf(cards, as: "cover")])
    #expect(css.contains("#shelf>.cards>.card>article .image{block-size:9.875rem}"))
  }

  /// If columns differ by a pixel, so do their images. A rule for all cards would be more specific than a rule for one.
  @Test func imagesOfDifferentColumns() throws {
    let image = "Content/shelf/a.svg"
    let css = try sheet([
      try Sample.shelf([Sample.card("a", image: image), Sample.card("b", image: image)], as: "cover") { shelf in
        shelf.arrangement = .waterfall
        shelf.columns = ByWidthClass(base: 2)
        shelf.settings.spacing = ByWidthClass(base: 19)
      }
    ])
    // Of 269 px, columns get 134 and 135; their images are 75 and 76 px tall.
    #expect(css.contains("#shelf\\/a>article .image{block-size:4.6875rem}"))
    #expect(css.contains("#shelf\\/b>article .image{block-size:4.75rem}"))
    #expect(!css.contains(".card>article .image"))
  }
}
