/// The byte offsets at which the lines of a text start, ascending.
///
/// The first few are stored inline: most texts have no more, and need no array.
public struct LineOffsets: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
  @usableFromInline var few = InlineArray<6, Int32>(repeating: 0)
  @usableFromInline var more: [Int32] = []
  public internal(set) var count = 0

  public init(arrayLiteral offsets: Int...) {
    for offset in offsets { append(offset) }
  }

  @inline(__always)
  init(first offset: Int) {
    few[0] = Int32(clamping: offset)
    count = 1
  }

  @inlinable
  public var startIndex: Int { 0 }
  @inlinable
  public var endIndex: Int { count }

  @inlinable
  public subscript(index: Int) -> Int {
    precondition(index < count)
    return Int(index < few.count ? few[index] : more[index - few.count])
  }

  /// - Parameter offset: greater than those before, or the same at a blank line.
  @inline(__always)
  mutating func append(_ offset: Int) {
    if count < few.count { few[count] = Int32(clamping: offset) } else { more.append(Int32(clamping: offset)) }
    count += 1
  }

  func append(to offsets: inout [Int]) {
    for index in 0..<Swift.min(count, few.count) { offsets.append(Int(few[index])) }
    for offset in more { offsets.append(Int(offset)) }
  }

  /// Removes the last offsets.
  ///
  /// - Parameter kept: the number of offsets that stay; no more than there are.
  mutating func truncate(to kept: Int) {
    more.removeLast(Swift.max(0, more.count - Swift.max(0, kept - few.count)))
    for index in Swift.min(kept, few.count)..<Swift.min(count, few.count) { few[index] = 0 }
    count = kept
  }

  public static func == (a: Self, b: Self) -> Bool {
    guard a.count == b.count else { return false }
    for index in a.few.indices where a.few[index] != b.few[index] { return false }
    return a.more == b.more
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for index in few.indices { hasher.combine(few[index]) }
    hasher.combine(more)
  }
}
