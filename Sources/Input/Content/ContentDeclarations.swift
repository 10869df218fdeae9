public import ShelfArrangements

/// The names that the content of a site can use and that Cardshelf does not fix: the slots of its theme, the
/// arrangements, and keys of other programs.
public struct ContentDeclarations: Sendable, Hashable {
  public var slots: SlotTable
  public var arrangements: [AnyArrangement]
  /// The arrangement of shelves that do not set one.
  public var arrangement: AnyArrangement
  /// The keys of other programs that give keys of cards.
  public var fields: FieldNames
  public var policy: FrontMatterPolicy

  public init(
    slots: SlotTable = .standard, arrangements: [AnyArrangement] = standardArrangements,
    arrangement: AnyArrangement = .shelf, fields: FieldNames = FieldNames(),
    policy: FrontMatterPolicy = FrontMatterPolicy()
  ) {
    self.arrangement = arrangement
    self.slots = slots
    self.arrangements = arrangements
    self.fields = fields
    self.policy = policy
  }
}
