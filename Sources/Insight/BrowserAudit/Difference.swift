/// A number, or the line starts of a slot, that a browser shows differently from the computed layout.
public struct Difference: Hashable, Sendable, Encodable {
  public enum Property: String, Hashable, Sendable, Encodable {
    case x, y, width, height
    /// The starts of lines.
    case starts
    /// The presence of the thing.
    case presence
  }

  /// A compared value. Lengths are CSS pixels.
  public enum Amount: Hashable, Sendable, Encodable {
    case length(Double)
    case starts([Int])

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .length(let value): try container.encode(value)
      case .starts(let values): try container.encode(values)
      }
    }
  }

  /// The path of the page, as in `layout.json`.
  public let page: String
  /// The width of the frame that contained the page.
  public let width: Int
  /// Of the frame, if layouts depend on the shape of the window.
  public let height: Int?
  public let shelf: String
  /// The id of the card; nil if the shelf differs.
  public let card: String?
  /// The name of the slot; nil if the card or the shelf differs.
  public let slot: String?
  public let property: Property
  /// The computed value; nil if there is none.
  public let computed: Amount?
  /// The shown value; nil if there is none.
  public let shown: Amount?
  /// A possible cause.
  public var hint: String?
}

/// The number of compared and differing things.
public struct Tally: Hashable, Sendable, Encodable {
  /// The number of shelves, each counted at each page width.
  public internal(set) var layouts = 0
  public internal(set) var cards = 0
  /// The number of shelves, cards and slots.
  public internal(set) var frames = 0
  public internal(set) var lines = 0
  public internal(set) var differingFrames = 0
  public internal(set) var differingLines = 0

  static func += (tally: inout Tally, other: Tally) {
    tally.layouts += other.layouts
    tally.cards += other.cards
    tally.frames += other.frames
    tally.lines += other.lines
    tally.differingFrames += other.differingFrames
    tally.differingLines += other.differingLines
  }
}
