public import Arrangements
public import Geometry

/// The rule by which a waterfall chooses the column of the next card.
public enum ColumnRuleName: Sendable, Hashable {
  case shortest
  case roundRobin
  /// Columns that are at most this many CSS pixels taller than the shortest are used in turn.
  case tolerant(Int)
  case balanced

  /// One example of each kind.
  public static let examples: [ColumnRuleName] = [.shortest, .roundRobin, .balanced, .tolerant(16)]

  /// Lengths that can be tolerated, in CSS pixels.
  public static let tolerances = 0...10_000
}

extension ColumnRuleName: LosslessStringConvertible {
  /// Reads a word, or `tolerant(N)`.
  public init?(_ text: String) {
    if text.hasPrefix("tolerant("), text.hasSuffix(")") {
      let digits = text.dropFirst(9).dropLast()
      guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let length = Int(digits), Self.tolerances.contains(length)
      else { return nil }
      self = .tolerant(length)
    } else if let rule = Self.examples.first(where: { $0.description == text }) {
      self = rule
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .shortest: "shortest"
    case .roundRobin: "round-robin"
    case .tolerant(let length): "tolerant(\(length))"
    case .balanced: "balanced"
    }
  }
}

/// The settings of a shelf for the positions of its cards, at one step.
public struct PlacementSettings: Sendable, Hashable {
  /// The space between neighbours.
  public var spacing = Pixels.zero
  /// The space between lines, rows, or the cards of a column.
  public var lineSpacing = Pixels.zero
  /// True if the space between lines is set separately from the space between neighbours.
  public var hasLineSpacing = false
  /// The width of a card, or the greatest width.
  public var cardWidth = Pixels.zero
  public var minimumCardWidth = Pixels(1)
  public var cellPadding: Pixels?
  public var heightMode = GridHeight.row
  public var columnRule = ColumnRuleName.shortest
  public var align = LineAlignment.leading
  public var lastLine = LastLine.natural
  public var lineAlign = ItemAlignment.top
  public var distribute = LineDistribution.greedy

  public init() {}
}
