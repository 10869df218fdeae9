/// How a shelf places its cards.
public enum ArrangementName: String, Sendable, Hashable, CaseIterable { case shelf, waterfall }

/// How a waterfall chooses the column of the next card.
public enum ColumnRuleName: String, Sendable, Hashable, CaseIterable {
  case shortest
  case roundRobin = "round-robin"
}

/// Distances in whole CSS pixels.
public struct EdgeLengths: Sendable, Hashable {
  public var top: Int
  public var leading: Int
  public var bottom: Int
  public var trailing: Int

  public init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}
