/// The most of something, such as lines or rows, for each width class: that of the nearest class below that names one.
public struct ClassLimit: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// For all classes below the first that is named; nil is no limit.
  public var base: Int?
  /// By the name of the class.
  public var named: [String: Int]

  public init(_ base: Int?, named: [String: Int] = [:]) {
    self.base = base
    self.named = named
  }

  public init(integerLiteral limit: Int) { self.init(limit) }

  /// The limit in the last of `classes`, which are names in ascending order of width.
  public func value(upTo classes: [String]) -> Int? {
    for name in classes.reversed() {
      if let limit = named[name] { return limit }
    }
    return base
  }
}
