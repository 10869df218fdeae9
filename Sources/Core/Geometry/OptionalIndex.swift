/// The index of something, or none, in four bytes.
///
/// In a column, an optional `Int` takes sixteen bytes, and an optional `Int32` eight. So columns of many entries store
/// this type; functions return an optional `Int`.
@frozen
public struct OptionalIndex: Hashable, Sendable {
  /// The greatest number stands for none, because one instruction compares with it.
  @usableFromInline var number: UInt32

  /// - Parameter index: from 0 to 2³² - 2. It is not checked: no column has more entries.
  @inlinable
  @inline(__always)
  public init(_ index: Int) { number = UInt32(truncatingIfNeeded: index) }

  @inlinable
  @inline(__always)
  public init(_ index: Int?) {
    if let index { number = UInt32(truncatingIfNeeded: index) } else { number = UInt32.max }
  }

  @inlinable
  @inline(__always)
  public static var none: OptionalIndex { OptionalIndex(nil) }

  @inlinable
  @inline(__always)
  public var index: Int? {
    get { number == UInt32.max ? nil : Int(number) }
    set { self = OptionalIndex(newValue) }
  }
}
