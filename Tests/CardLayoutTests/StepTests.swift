import CardLayout
import Testing

struct StepTests {
  @Test func stepsOfATheme() throws {
    let steps = try Sample.steps()
    #expect(steps.map(\.width) == [320, 400, 500, 600, 900, 1200])
    // The first step of a class holds from where the class begins.
    #expect(steps.map(\.minimumWidth) == [0, 400, 500, 600, 900, 1200])
    #expect(steps.map(\.contentWidth) == [288, 368, 468, 552, 852, 1152])
    #expect(steps.map(\.index) == Array(0..<6))
    #expect(steps.map(\.classNames.count) == [1, 1, 1, 2, 3, 3])
    #expect(steps[5].classNames == ["narrow", "middle", "wide"])
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
    set.insert(128)
    #expect(set.contains(0) && set.contains(127) && !set.contains(128) && !set.contains(1))
    #expect(set.bits == UInt128(1) << 127 | 1)
    #expect(set.intersection(.all(count: 5)).bits == 1)
    #expect(set.intersection(nil) == set)
    #expect(StepSet.all(count: 1) < set)
  }
}
