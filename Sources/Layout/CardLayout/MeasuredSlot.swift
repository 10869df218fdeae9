public import Content
public import Geometry

/// A slot of a card at one width.
///
/// Lengths have 32 bits here, because a shelf has several layouts of each card, and 2^31 / 64 px are more than browsers
/// lay out.
public struct MeasuredSlot: Sendable, Hashable {
  private var x: Int32
  private var y: Int32
  private var width: Int32
  private var height: Int32
  private let own: Int32
  private let level: Int32
  private let lowered: Int32
  private let lines: Int32
  public let id: Slot
  /// True if it moves down with the bottom of a card that is taller than needed.
  public let isPinned: Bool
  public let isTruncated: Bool

  /// Represents the absence of a length.
  private static let none = Int32.min

  @inline(__always)
  init(
    id: Slot, frame: Frame, isPinned: Bool, lineCount: Int, isTruncated: Bool, ownHeight: Pixels,
    levelHeight: Pixels?, loweredHeight: Pixels?
  ) {
    (x, y) = (Int32(clamping: frame.x.sixtyFourths), Int32(clamping: frame.y.sixtyFourths))
    (width, height) = (Int32(clamping: frame.width.sixtyFourths), Int32(clamping: frame.height.sixtyFourths))
    own = Int32(clamping: ownHeight.sixtyFourths)
    level = levelHeight.map { Int32(clamping: $0.sixtyFourths) } ?? Self.none
    lowered = loweredHeight.map { Int32(clamping: $0.sixtyFourths) } ?? Self.none
    lines = Int32(clamping: lineCount)
    self.id = id
    self.isPinned = isPinned
    self.isTruncated = isTruncated
  }

  /// The frame in the card, at its natural height.
  public var frame: Frame {
    get {
      Frame(
        x: Pixels(sixtyFourths: Int(x)), y: Pixels(sixtyFourths: Int(y)), width: Pixels(sixtyFourths: Int(width)),
        height: Pixels(sixtyFourths: Int(height)))
    }
    set {
      (x, y) = (Int32(clamping: newValue.x.sixtyFourths), Int32(clamping: newValue.y.sixtyFourths))
      (width, height) = (
        Int32(clamping: newValue.width.sixtyFourths), Int32(clamping: newValue.height.sixtyFourths)
      )
    }
  }

  /// The number of lines of text, or of rows of tags; for an image 0.
  public var lineCount: Int { Int(lines) }
  /// The height of the slot by itself; a row whose items are stretched may make it taller.
  public var ownHeight: Pixels { Pixels(sixtyFourths: Int(own)) }
  /// The least height that was set to make it level with other slots.
  public var levelHeight: Pixels? { level == Self.none ? nil : Pixels(sixtyFourths: Int(level)) }
  /// The least height of a body by the number of lines in its anatomy, if the card's greatest height leaves it less
  /// than that.
  public var loweredHeight: Pixels? { lowered == Self.none ? nil : Pixels(sixtyFourths: Int(lowered)) }
}
