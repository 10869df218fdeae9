/// One number, or one slot's line starts, that a browser shows otherwise than computed.
public struct Difference: Hashable, Sendable, Encodable {
  public enum Property: String, Hashable, Sendable, Encodable {
    case x, y, width, height
    /// The starts of lines.
    case starts
    /// Whether the thing is there at all.
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

  /// As in `layout.json`.
  public let page: String
  /// Of the frame that the page was in.
  public let width: Int
  /// Of the frame, if layouts depend on the shape of the window.
  public let height: Int?
  public let shelf: String
  /// nil if it is the shelf that differs.
  public let card: String?
  /// nil if it is the card or the shelf that differs.
  public let slot: String?
  public let property: Property
  /// nil if there is none.
  public let computed: Amount?
  /// nil if there is none.
  public let shown: Amount?
  /// A possible cause.
  public var hint: String?
}

/// How much was compared and how much of it differs.
public struct Tally: Hashable, Sendable, Encodable {
  /// Shelves, each on each page width.
  public internal(set) var layouts = 0
  public internal(set) var cards = 0
  /// Shelves, cards and slots.
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
