/// The arrangements of Cardshelf. The first one is the default.
public let standardArrangements: [AnyArrangement] = [.shelf, .flow, .grid, .waterfall, .list]

extension [AnyArrangement] {
  public func named(_ name: String) -> AnyArrangement? { first { $0.name == name } }

  /// The name of the arrangement that other programs call by another name.
  public func name(otherwiseCalled other: String) -> String? { first { $0.rules.otherNames.contains(other) }?.name }

  /// The names of the arrangements that read a key of a shelf; nil if all do.
  public func names(suitingShelfKey key: String) -> [String]? { names { $0.shelfKeys.contains(key) } }

  /// The names of the arrangements that read a key of a card; nil if all do.
  public func names(suitingCardKey key: String) -> [String]? { names { $0.cardKeys.contains(key) } }

  private func names(where suits: (AnyArrangement) -> Bool) -> [String]? {
    let suiting = filter(suits)
    return suiting.isEmpty ? nil : suiting.map(\.name)
  }
}
