/// A value for each width class: the value of the nearest class below that names one.
public struct ByWidthClass<Value: Sendable & Hashable>: Sendable, Hashable {
  /// For all classes that are not named, from the narrowest up.
  public var base: Value?
  /// By the name of the class; names are checked against the theme by whoever knows it.
  public var named: [String: Value]

  public init(base: Value?, named: [String: Value] = [:]) {
    self.base = base
    self.named = named
  }

  /// The value in the last of `classes`, which are names in ascending order of width.
  public func value(upTo classes: [String]) -> Value? {
    for name in classes.reversed() {
      if let value = named[name] { return value }
    }
    return base
  }
}
