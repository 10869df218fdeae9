public import Diagnostics

/// A value and its range.
public struct Placed<Value: Sendable & Hashable>: Sendable, Hashable {
  public let value: Value
  /// The byte offsets in the whole file.
  public let range: SourceRange

  public init(_ value: Value, range: SourceRange) {
    self.value = value
    self.range = range
  }
}
