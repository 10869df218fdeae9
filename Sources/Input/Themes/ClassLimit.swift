/// An upper limit, such as a number of lines or rows, for each width class: the limit of the nearest narrower class
/// that has one.
public struct ClassLimit: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The limit of all classes below the first one with a limit; nil means unlimited.
  public var base: Int?
  /// Limits keyed by class name.
  public var named: [String: Int]

  public init(_ base: Int?, named: [String: Int] = [:]) {
    self.base = base
    self.named = named
  }

  public init(integerLiteral limit: Int) { self.init(limit) }

  /// The limit in the last of `classes`, which are names in ascending order of width.
  public func value(upTo classes: [String]) -> Int? {
    // Most limits have one value for all classes.
    if named.isEmpty { return base }
    for name in classes.reversed() {
      if let limit = named[name] { return limit }
    }
    return base
  }
}
