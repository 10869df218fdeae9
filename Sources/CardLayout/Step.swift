public import Themes

/// One page width that is laid out.
public struct Step: Sendable, Hashable {
  /// Its place among all steps; ascending widths.
  public let index: Int
  /// The names of the classes up to the step's own, narrowest first.
  public let classNames: [String]
  /// The least page width that shows this layout, in CSS pixels.
  public let minimumWidth: Int
  /// The page width that is laid out.
  public let width: Int
  /// Kept free at both sides.
  public let margin: Int

  public var contentWidth: Int { width - 2 * margin }

  /// All steps of a theme, ascending. The first of a class holds from the class's own start.
  public static func all(of classes: [WidthClass]) -> [Step] {
    var steps: [Step] = []
    for (position, widthClass) in classes.enumerated() {
      let names = classes[...position].map(\.name)
      for (number, width) in widthClass.steps.enumerated() {
        steps.append(
          Step(
            index: steps.count, classNames: names, minimumWidth: number == 0 ? widthClass.from : width, width: width,
            margin: widthClass.margin))
      }
    }
    return steps
  }
}

/// A set of steps, by their index; a theme has at most 64. Where the reader chooses between two layouts, those of the
/// second follow those of the first.
public struct StepSet: Sendable, Hashable, Comparable {
  public private(set) var bits: UInt128 = 0

  public init() {}

  /// The first `count` steps.
  public static func all(count: Int) -> StepSet {
    var set = StepSet()
    for index in 0..<count { set.insert(index) }
    return set
  }

  public mutating func insert(_ index: Int) { if index < 128 { bits |= 1 << UInt128(index) } }

  public func contains(_ index: Int) -> Bool { index < 128 && bits & (1 << UInt128(index)) != 0 }

  public var isEmpty: Bool { bits == 0 }

  public mutating func subtract(_ other: StepSet) { bits &= ~other.bits }

  /// The steps that are in both; nil stands for all.
  public func intersection(_ other: StepSet?) -> StepSet {
    guard let other else { return self }
    var both = self
    both.bits &= other.bits
    return both
  }

  public static func < (a: StepSet, b: StepSet) -> Bool { a.bits < b.bits }
}
