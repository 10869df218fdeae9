/// A set of steps, by their index; a theme has at most 64. If the reader chooses between two layouts, the steps of the
/// second one follow those of the first.
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

  /// The steps in ascending order.
  public var members: some Sequence<Int> {
    sequence(state: bits) { rest in
      if rest == 0 { return nil }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }

  public mutating func formUnion(_ other: StepSet) { bits |= other.bits }

  public mutating func subtract(_ other: StepSet) { bits &= ~other.bits }

  /// The steps that are in both; nil means all steps.
  public func intersection(_ other: StepSet?) -> StepSet {
    guard let other else { return self }
    var both = self
    both.bits &= other.bits
    return both
  }

  public static func < (a: StepSet, b: StepSet) -> Bool { a.bits < b.bits }
}
