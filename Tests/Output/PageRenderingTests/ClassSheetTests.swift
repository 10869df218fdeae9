import CardLayout
import SampleSites
import TestSupport
import Testing
import Themes

@testable import Pages

struct ClassSheetTests {
  private func sheet(_ kind: StepClasses.StepEffect, hiddenOrShownAt steps: [Int]) throws -> String {
    var classes = StepClasses(stepCount: 6)
    var set = StepSet()
    for step in steps { set.insert(step) }
    _ = classes.name(kind, set)
    return ClassSheet(classes: classes, steps: try Sample.steps()).text
  }

  /// The steps start at 0, 400, 500, 600, 900 and 1200 px.
  @Test(arguments: [
    ([0], "@container page (width<25rem){\n.r1{display:none!important}\n}\n"),
    ([5], "@container page (width>=75rem){\n.r20{display:none!important}\n}\n"),
    ([1, 2], "@container page (width>=25rem) and (width<37.5rem){\n.r6{display:none!important}\n}\n"),
    ([0, 1, 2, 3, 4, 5], ".r3f{display:none!important}\n"),
    ([], ""),
    (
      [0, 2],
      "@container page (width<25rem){\n.r5{display:none!important}\n}\n"
        + "@container page (width>=31.25rem) and (width<37.5rem){\n.r5{display:none!important}\n}\n"
    ),
  ])
  func hiddenByACut(steps: [Int], css: String) throws {
    #expect(try sheet(.hidden, hiddenOrShownAt: steps) == css)
  }

  /// An element that shows at some steps is hidden in the ranges between them.
  @Test(arguments: [
    ([0], "@container page (width>=25rem){\n.b1{display:none!important}\n}\n"),
    ([0, 1, 2, 3, 4, 5], ""),
    (
      [1, 2],
      "@container page (width<25rem){\n.b6{display:none!important}\n}\n@container page (width>=37.5rem){\n.b6{display:none!important}\n}\n"
    ),
  ])
  func visibleAtSomeSteps(steps: [Int], css: String) throws {
    #expect(try sheet(.shown, hiddenOrShownAt: steps) == css)
  }

  /// In a shelf with a toggle, sets continue with the steps of the other layout. Each half applies to its choice.
  @Test func setsOfAToggle() throws {
    var classes = StepClasses(stepCount: 6)
    classes.views = ViewConditions(byColumns: true, byOrientation: false, byHeight: false)
    var set = StepSet()
    for step in [0, 1, 2, 3, 4, 5, 11] { set.insert(step) }
    #expect(classes.name(.hidden, set) == "R83f")
    #expect(classes.all == .all(count: 12))
    classes.views = .always
    #expect(classes.name(.hidden, .all(count: 1)) == "r1")
    #expect(
      ClassSheet(classes: classes, steps: try Sample.steps()).text == """
        @container page (width<25rem){
        .r1{display:none!important}
        }
        .shelf:not(:has(.other:checked)) .R83f{display:none!important}
        @container page (width>=75rem){
        .shelf:has(.other:checked) .R83f{display:none!important}
        }

        """)
  }

  /// The name of a set is a hexadecimal number, for any number of steps.
  @Test func namesOfLargeSets() {
    var random = SeededGenerator(seed: 7)
    var classes = StepClasses(stepCount: 64)
    for round in 0..<500 {
      var set = StepSet()
      var steps: Set<Int> = []
      for _ in 0..<round % 20 { steps.insert(Int.random(in: 0..<(round % 256 + 1), using: &random)) }
      for step in steps { set.insert(step) }
      #expect(classes.name(.glued, set) == "g" + hexadecimal(steps))
      #expect(Array(set.members) == steps.sorted())
      #expect((0..<256).filter(set.contains) == steps.sorted())
      #expect(classes.used[.init(kind: .glued, views: .always)]?.contains(set) == true)
    }
  }

  /// Digit by digit, from the greatest step.
  private func hexadecimal(_ steps: Set<Int>) -> String {
    let digits = stride(from: 0, to: 256, by: 4).reversed().map { first in
      (0..<4).reduce(0) { $0 + (steps.contains(first + $1) ? 1 << $1 : 0) }
    }
    let text = digits.drop { $0 == 0 }.map { String($0, radix: 16) }.joined()
    return text.isEmpty ? "0" : text
  }

  /// In a shelf whose values depend on the shape of the window, sets continue with the steps of the other shapes.
  @Test func setsOfWindowShapes() throws {
    var classes = StepClasses(stepCount: 6)
    classes.views = ViewConditions(byColumns: false, byOrientation: true, byHeight: false)
    var set = StepSet()
    for step in [0, 1, 2, 3, 4, 5, 11] { set.insert(step) }
    #expect(classes.name(.hidden, set) == "ro83f")
    #expect(
      ClassSheet(classes: classes, steps: try Sample.steps()).text == """
        @media (orientation:landscape){
        @container page (width>=75rem){
        .ro83f{display:none!important}
        }
        }
        @media (orientation:portrait){
        .ro83f{display:none!important}
        }

        """)
    classes.views = ViewConditions(byColumns: true, byOrientation: true, byHeight: true)
    #expect(classes.all == .all(count: 48))
    #expect(classes.name(.lines(3), .all(count: 4)) == "Hot3-f")
  }

  /// Controls that are elsewhere on the page are found by the id of their shelf.
  @Test func setsOfTogglesElsewhere() throws {
    var classes = StepClasses(stepCount: 6)
    classes.views = ViewConditions(byColumns: true, byOrientation: false, byHeight: false)
    _ = classes.name(.hidden, .all(count: 7))
    var other = StepClasses(stepCount: 6)
    for id in ["b", "a/c"] { other.shelvesWithTogglesElsewhere.insert(id) }
    classes.formUnion(other)
    let (one, two) = ("#a\\/c\\/\\/columns .other:checked", "#b\\/\\/columns .other:checked")
    #expect(
      ClassSheet(classes: classes, steps: try Sample.steps()).text == """
        @container page (width<25rem){
        :is(:root:has(\(one)) #a\\/c,:root:has(\(two)) #b) .R7f{display:none!important}
        }
        :is(:root:not(:has(\(one))) #a\\/c,:root:not(:has(\(two))) #b) .R7f{display:none!important}

        """)
  }

  /// For every set of steps, each class hides its elements, or prevents wrapping, at exactly these steps.
  @Test func everySetOfSteps() throws {
    let steps = try Sample.steps()
    for bits in 0..<64 {
      for kind: StepClasses.StepEffect in [.shown, .glued, .hidden, .folded, .stacked, .lines(3)] {
        let members = (0..<6).filter { bits & (1 << $0) != 0 }
        let css = try sheet(kind, hiddenOrShownAt: members)
        for step in steps {
          let applies = rules(in: css).contains {
            step.minimumWidth >= $0.lowerBound && step.minimumWidth < $0.upperBound
          }
          #expect(applies == (members.contains(step.index) != (kind == .shown)), "\(kind) \(members) \(css)")
        }
      }
    }
  }

  /// The ranges of page widths for which the sheet has a rule, in pixels.
  private func rules(in css: String) -> [Range<Int>] {
    css.split(separator: "\n").compactMap { line in
      if line.hasPrefix("@container") {
        return length(after: "width>=", in: line, default: 0)..<length(after: "width<", in: line, default: 100_000)
      }
      return line.hasPrefix(".") && !css.hasPrefix("@") ? 0..<100_000 : nil
    }
  }

  private func length(after mark: String, in line: Substring, default other: Int) -> Int {
    guard let found = line.firstRange(of: mark), let end = line[found.upperBound...].firstRange(of: "rem"),
      let rem = Double(line[found.upperBound..<end.lowerBound])
    else { return other }
    return Int(rem * 16)
  }

  @Test func classesOfSizes() throws {
    var classes = StepClasses(stepCount: 6)
    #expect(classes.textSize(13) == "s13")
    #expect(classes.lineImage(LineImageSize(width: 12, lineHeight: 20)) == "i i12-20")
    #expect(classes.tagWidth(30) == "w30")
    #expect(classes.listStart(7) == "o7")
    #expect(classes.listIndent(30) == "l30")
    #expect(
      ClassSheet(classes: classes, steps: try Sample.steps()).text == """
        .s13{font-size:0.8125rem}
        .i12-20{inline-size:0.75rem;block-size:1.25rem}
        .w30{min-inline-size:min(100%,1.875rem)}
        .tags>li{padding-inline-end:0.4375rem}
        .o7.o7{counter-reset:item 6}
        :is(.body,.introduction) .l30{padding-inline-start:1.875rem}
        .body .l30>li::before{inset-inline-start:-1.875rem;inline-size:1.625rem}

        """)
  }

  @Test func equalSetsShareAClass() {
    var a = StepClasses(stepCount: 6)
    var b = StepClasses(stepCount: 6)
    #expect(a.name(.hidden, .all(count: 2)) == b.name(.hidden, .all(count: 2)))
    #expect(a.name(.hidden, .all(count: 2)) != a.name(.shown, .all(count: 2)))
    a.formUnion(b)
    #expect(a.used[.init(kind: .hidden, views: .always)]?.count == 1)
  }
}
