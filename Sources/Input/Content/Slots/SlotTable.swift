/// A slot as a theme declares it.
public struct SlotDeclaration: Sendable, Hashable {
  /// The key in the front matter of cards, the word in a card's anatomy, the class in the markup, and the name in
  /// `layout.json`.
  public let name: String
  public let kind: SlotKind
  /// The description of the key in editors; nil for none.
  public let description: String?

  public init(_ name: String, _ kind: SlotKind, _ description: String? = nil) {
    self.name = name
    self.kind = kind
    self.description = description
  }
}

/// The slots of a theme: those that every theme has, then those that it adds.
///
/// Cards are read with the table of their site's theme, and everything about a card that is listed by slot is in the
/// order of the table. It is a class, so that cards share it.
public final class SlotTable: Sendable {
  public let declarations: [SlotDeclaration]
  /// All slots in order.
  public let slots: [Slot]
  /// The slots of ``SlotKind/text``.
  public let texts: [Slot]
  private let classNames: [String]

  private init(_ declarations: [SlotDeclaration]) {
    self.declarations = declarations
    slots = declarations.enumerated().map { Slot(number: $0, kind: $1.kind) }
    texts = slots.filter { $0.kind == .text }
    classNames = declarations.enumerated().map { $0 < standardDeclarations.count ? $1.name : "slot-" + $1.name }
  }

  /// The most slots of a theme, because layouts reserve room for each of them.
  public static let limit = 32

  /// The table with one more slot at its end.
  ///
  /// - Precondition: there are fewer than ``limit``, and none has its name.
  public func adding(_ own: SlotDeclaration) -> SlotTable { SlotTable(declarations + [own]) }

  /// The slots that only this theme has.
  public var own: ArraySlice<Slot> { slots[standardDeclarations.count...] }

  /// The slots whose texts are broken into lines: one text, or the blocks of a document.
  public var readable: [Slot] { slots.filter { $0.kind == .text || $0.kind == .markdown } }

  public func name(of slot: Slot) -> String { declarations[slot.number].name }

  /// The key of the text style of a slot in `theme.yml`.
  public func styleName(of slot: Slot) -> String { slot.kind == .tags ? "tag" : name(of: slot) }

  /// The class of the slot in the markup. Slots that a theme adds have a prefix that no other class has, so a theme can
  /// name them freely.
  public func className(of slot: Slot) -> String { classNames[slot.number] }

  public var names: [String] { declarations.map(\.name) }

  /// - Complexity: O(slots)
  public subscript(name: String) -> Slot? {
    declarations.firstIndex { $0.name == name }.map { slots[$0] }
  }
}

extension SlotTable: Hashable {
  public static func == (a: SlotTable, b: SlotTable) -> Bool { a === b || a.declarations == b.declarations }

  public func hash(into hasher: inout Hasher) { hasher.combine(declarations) }
}

extension SlotTable {
  /// The slot of ``SlotKind/text`` with a name.
  ///
  /// - Complexity: O(slots)
  public func text(named name: String) -> Slot? {
    for slot in texts where declarations[slot.number].name == name { return slot }
    return nil
  }
}

extension SlotTable {
  /// The slots that every theme has, from top to bottom of a usual card.
  public static let standard = SlotTable(standardDeclarations)
}

private let standardDeclarations = [
  SlotDeclaration("image", .image),
  SlotDeclaration("eyebrow", .text, "A short line above the title."),
  SlotDeclaration(
    "title", .text, "The title of the card. Default: the first heading of the text, or else the file name."),
  SlotDeclaration("subtitle", .text, "A line below the title."),
  SlotDeclaration("body", .markdown), SlotDeclaration("tags", .tags),
  SlotDeclaration("footer", .text, "A short line at the end of the card."),
]

/// The slots with a special part in a card, which have the same index in every table.
extension Slot {
  /// The picture of the card.
  public static let image = Slot(number: 0, kind: .image)
  /// The heading of the card, which every anatomy has; its link is that of the card.
  public static let title = Slot(number: 2, kind: .text)
  /// The text below the front matter.
  public static let body = Slot(number: 4, kind: .markdown)
  public static let tags = Slot(number: 5, kind: .tags)
}
