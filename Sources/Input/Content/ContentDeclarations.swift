public import ShelfArrangements

/// The names that the content of a site can use and that Cardshelf does not fix: the slots of its theme, and the
/// arrangements.
public struct ContentDeclarations: Sendable, Hashable {
  public var slots: SlotTable
  public var arrangements: [AnyArrangement]

  public init(slots: SlotTable = .standard, arrangements: [AnyArrangement] = standardArrangements) {
    self.slots = slots
    self.arrangements = arrangements
  }
}
