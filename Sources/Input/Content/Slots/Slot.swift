/// The content of a slot. It decides how the slot is measured, written and drawn.
public enum SlotKind: UInt8, Sendable, Hashable {
  /// A picture.
  case image
  /// One text of a style.
  case text
  /// The blocks of a Markdown document.
  case markdown
  /// Short texts in boxes, in rows.
  case tags
}

/// A part of a card that a theme can place: its number in the ``SlotTable`` of the theme, and its kind.
public struct Slot: Sendable, Hashable {
  /// The index is one byte, because every layout of every card stores a value of this type for each of its slots.
  private let index: UInt8
  public let kind: SlotKind

  init(number: Int, kind: SlotKind) {
    index = UInt8(number)
    self.kind = kind
  }

  /// The index in ``SlotTable/slots``.
  public var number: Int { Int(index) }
}
