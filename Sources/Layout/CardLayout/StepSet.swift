/// A set of steps, by their index; a theme has at most 64. If a shelf has several views, the steps of each follow those
/// of the one before it.
public struct StepSet: Sendable, Hashable, Comparable {
  /// The most steps of all views of a shelf.
  public static let capacity = 256

  public private(set) var bits: UInt128 = 0
  /// The steps from the 129th on.
  private var moreBits: UInt128 = 0

  public init() {}

  /// The first `count` steps.
  public static func all(count: Int) -> StepSet {
    var set = StepSet()
    set.bits = firstBits(count)
    set.moreBits = firstBits(count - 128)
    return set
  }

  private static func firstBits(_ count: Int) -> UInt128 {
    count <= 0 ? 0 : count >= 128 ? .max : (1 << UInt128(count)) - 1
  }

  public mutating func insert(_ index: Int) {
    if index < 128 { bits |= 1 << UInt128(index) } else { moreBits |= 1 << UInt128(index - 128) }
  }

  public func contains(_ index: Int) -> Bool {
    index < 128 ? bits & (1 << UInt128(index)) != 0 : moreBits & (1 << UInt128(index - 128)) != 0
  }

  public var isEmpty: Bool { bits | moreBits == 0 }

  /// The steps in ascending order.
  public var members: Members { Members(rest: self) }

  public struct Members: Sequence, IteratorProtocol {
    fileprivate var rest: StepSet

    @inline(__always)
    public mutating func next() -> Int? {
      if rest.bits != 0 {
        defer { rest.bits &= rest.bits &- 1 }
        return rest.bits.trailingZeroBitCount
      }
      if rest.moreBits == 0 { return nil }
      defer { rest.moreBits &= rest.moreBits &- 1 }
      return 128 + rest.moreBits.trailingZeroBitCount
    }
  }

  public mutating func formUnion(_ other: StepSet) {
    bits |= other.bits
    moreBits |= other.moreBits
  }

  public mutating func subtract(_ other: StepSet) {
    bits &= ~other.bits
    moreBits &= ~other.moreBits
  }

  /// The steps that are in both; nil means all steps.
  public func intersection(_ other: StepSet?) -> StepSet {
    guard let other else { return self }
    var both = self
    both.bits &= other.bits
    both.moreBits &= other.moreBits
    return both
  }

  public static func < (a: StepSet, b: StepSet) -> Bool { (a.moreBits, a.bits) < (b.moreBits, b.bits) }

  /// Appends the set as a number without leading zeros.
  public func append(hexadecimalTo bytes: inout [UInt8]) {
    func append(_ bits: UInt128, from firstBit: Int) {
      var shift = firstBit
      while shift >= 0 {
        let digit = UInt8(truncatingIfNeeded: bits >> UInt128(shift)) & 15
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        shift -= 4
      }
    }
    func firstBit(of bits: UInt128) -> Int { max(0, 124 - (bits.leadingZeroBitCount & ~3)) }
    if moreBits != 0 { append(moreBits, from: firstBit(of: moreBits)) }
    append(bits, from: moreBits == 0 ? firstBit(of: bits) : 124)
  }
}
