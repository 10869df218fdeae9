public import Diagnostics

/// A value and its place.
public struct Placed<Value: Sendable & Hashable>: Sendable, Hashable {
  public let value: Value
  /// Byte offsets in the whole file.
  public let range: SourceRange

  public init(_ value: Value, range: SourceRange) {
    self.value = value
    self.range = range
  }
}
