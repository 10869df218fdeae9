/// The arrangements of Cardshelf. A shelf that names none has the first.
public let standardArrangements: [AnyArrangement] = [.shelf, .flow, .grid, .waterfall, .list]

extension [AnyArrangement] {
  public func named(_ name: String) -> AnyArrangement? { first { $0.name == name } }

  /// The name of the one that other programs call so.
  public func name(otherwiseCalled other: String) -> String? { first { $0.rules.otherNames.contains(other) }?.name }

  /// The names of those in which a key of a shelf means something; nil if it does in all.
  public func names(suitingShelfKey key: String) -> [String]? { names { $0.shelfKeys.contains(key) } }

  /// The names of those in which a key of a card means something; nil if it does in all.
  public func names(suitingCardKey key: String) -> [String]? { names { $0.cardKeys.contains(key) } }

  private func names(where suits: (AnyArrangement) -> Bool) -> [String]? {
    let suiting = filter(suits)
    return suiting.isEmpty ? nil : suiting.map(\.name)
  }
}
