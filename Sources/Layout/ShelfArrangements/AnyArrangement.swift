/// An arrangement as a value that can be compared: two are equal if they have the same name.
///
/// It is a class that caches what its rules declare, because every shelf holds one and queries it often.
public final class AnyArrangement: Sendable {
  public let rules: any Arrangement
  public let name: String
  public let shelfKeys: Set<String>
  public let cardKeys: Set<String>
  public let cardWidths: CardWidths
  public let boxes: CardBoxes
  public let lineName: String?

  public init(_ rules: any Arrangement) {
    self.rules = rules
    name = rules.name
    shelfKeys = rules.shelfKeys
    cardKeys = rules.cardKeys
    cardWidths = rules.cardWidths
    boxes = rules.boxes
    lineName = rules.lineName
  }

  /// True if the shelf is one row that scrolls.
  @inlinable public var isOneRow: Bool { boxes == .row }

  @inlinable public var hasColumns: Bool { cardWidths == .columns }
}

extension AnyArrangement: Hashable {
  public static func == (a: AnyArrangement, b: AnyArrangement) -> Bool { a === b || a.name == b.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
