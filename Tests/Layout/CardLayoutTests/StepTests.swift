import CardLayout
import Content
import SampleSites
import Testing

@testable import Themes

struct StepTests {
  @Test func stepsOfATheme() throws {
    let steps = try Sample.steps()
    #expect(steps.map(\.width) == [320, 400, 500, 600, 900, 1200])
    // The first step of a class applies from the start of the class.
    #expect(steps.map(\.minimumWidth) == [0, 400, 500, 600, 900, 1200])
    #expect(steps.map(\.contentWidth) == [288, 368, 468, 552, 852, 1152])
    #expect(steps.map(\.index) == Array(0..<6))
    #expect(steps.map(\.className) == ["narrow", "narrow", "narrow", "middle", "wide", "wide"])
    #expect(steps[3].classNames == ["compactWidth", "narrow", "middle"])
    #expect(steps[5].classNames == ["compactWidth", "narrow", "middle", "regularWidth", "wide"])
  }

  /// Pages of tablets, and of windows on half of a large tablet, are regular from 678 px. A value for a width class
  /// that begins there or above takes precedence over the value for all regular widths.
  @Test(arguments: [(677, false), (678, true)])
  func sizeClasses(width: Int, isRegular: Bool) {
    let classes = [
      WidthClass(name: "a", from: 0, margin: 0, steps: [320, width]),
      WidthClass(name: "b", from: 678, margin: 0, steps: [700]),
    ]
    let steps = Step.all(of: classes)
    #expect(steps[0].classNames == ["compactWidth", "a"])
    #expect(steps[1].classNames == (isRegular ? ["compactWidth", "a", "regularWidth"] : ["compactWidth", "a"]))
    #expect(steps[2].classNames == ["compactWidth", "a", "regularWidth", "b"])
  }

  @Test func columnsBySizeClass() throws {
    let columns = ByWidthClass(base: nil, named: ["compactWidth": 1, "regularWidth": 2, "wide": 3])
    #expect(try Sample.steps().map { columns.value(upTo: $0.classNames) } == [1, 1, 1, 1, 3, 3])
    let two = ByWidthClass(base: nil, named: ["compactWidth": 1, "regularWidth": 2])
    #expect(try Sample.steps().map { two.value(upTo: $0.classNames) } == [1, 1, 1, 1, 2, 2])
  }

  @Test(arguments: [0, 1, 17, 63, 64])
  func allSteps(count: Int) {
    let all = StepSet.all(count: count)
    #expect((0..<64).filter(all.contains) == Array(0..<count))
    #expect(all.isEmpty == (count == 0))
  }

  @Test func setsOfSteps() {
    var set = StepSet()
    set.insert(0)
    set.insert(127)
    #expect(set.bits == UInt128(1) << 127 | 1)
    set.insert(128)
    set.insert(255)
    #expect(Array(set.members) == [0, 127, 128, 255])
    #expect((0...256).filter(set.contains) == [0, 127, 128, 255])
    #expect(Array(set.intersection(.all(count: 129)).members) == [0, 127, 128])
    #expect(set.intersection(nil) == set)
    #expect(StepSet.all(count: 128) < set)
    var rest = set
    rest.subtract(.all(count: 200))
    #expect(Array(rest.members) == [255])
    rest.formUnion(set)
    #expect(rest == set)
  }
}
