/// A value for each width class: the value of the nearest narrower class that has one.
public struct ByWidthClass<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value of all classes below the first one with a value.
  public var base: Value?
  /// Values keyed by class name; the caller, which knows the theme, checks the names.
  public var named: [String: Value]

  public init(base: Value?, named: [String: Value] = [:]) {
    self.base = base
    self.named = named
  }

  /// The value in the last of `classes`, which are names in ascending order of width.
  public func value(upTo classes: [String]) -> Value? {
    // Most settings have one value for all classes.
    if named.isEmpty { return base }
    for name in classes.reversed() {
      if let value = named[name] { return value }
    }
    return base
  }
}
