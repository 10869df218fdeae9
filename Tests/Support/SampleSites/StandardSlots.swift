public import CardLayout
public import Content
public import Themes

/// Names for the slots that every theme has, because tests say what they hold one by one.
extension Slot {
  public static let eyebrow = named("eyebrow")
  public static let subtitle = named("subtitle")
  public static let footer = named("footer")

  private static func named(_ name: String) -> Slot {
    guard let slot = SlotTable.standard[name] else { preconditionFailure("no slot is called \(name)") }
    return slot
  }
}

extension Card {
  public var eyebrow: FieldText? {
    get { self[.eyebrow] }
    set { self[.eyebrow] = newValue }
  }
  public var subtitle: FieldText? {
    get { self[.subtitle] }
    set { self[.subtitle] = newValue }
  }
  public var footer: FieldText? {
    get { self[.footer] }
    set { self[.footer] = newValue }
  }
}

extension ComposedCard {
  public var eyebrow: Int? { text(of: .eyebrow) }
  public var title: Int? { text(of: .title) }
  public var subtitle: Int? { text(of: .subtitle) }
}

extension TextStyles {
  public var eyebrow: TextStyle {
    get { self[.eyebrow] }
    set { self[.eyebrow] = newValue }
  }
  public var title: TextStyle {
    get { self[.title] }
    set { self[.title] = newValue }
  }
  public var subtitle: TextStyle {
    get { self[.subtitle] }
    set { self[.subtitle] = newValue }
  }
}

extension MeasuredSlot {
  /// That of a standard slot.
  public var name: String { SlotTable.standard.name(of: id) }
}
