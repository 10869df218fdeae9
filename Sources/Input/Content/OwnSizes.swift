public import Diagnostics

/// The sizes that a card sets itself, or that its section sets for it. They take precedence over those of the shelf
/// (layout.md, S1.5).
public struct OwnSizes: Sendable, Hashable {
  /// A file that sets a size.
  public enum Owner: Sendable, Hashable { case card, section }

  public struct Owned<Value: Sendable & Hashable>: Sendable, Hashable {
    public var value: Value
    /// The place of a finding about the value.
    public var range: SourceRange
    public var owner: Owner

    fileprivate var withoutRange: Owned { Owned(value: value, range: SourceRange(0, 0), owner: .card) }
  }

  /// A length by width class, of the card, of its section, or of both.
  public struct OwnLength: Sendable, Hashable {
    /// The card's comes first: that of its section counts at widths for which the card's has no value.
    private var settings: [Owned<ByWidthClass<Int>>]

    init(_ setting: Owned<ByWidthClass<Int>>) { settings = [setting] }

    /// The setting that counts before others.
    public var first: Owned<ByWidthClass<Int>>? { settings.first }

    /// The setting that counts in the last of some classes, which are names in ascending order of width.
    public func setting(upTo classes: [String]) -> Owned<ByWidthClass<Int>>? {
      settings.first { $0.value.value(upTo: classes) != nil }
    }

    public func value(upTo classes: [String]) -> Int? {
      for setting in settings {
        if let value = setting.value.value(upTo: classes) { return value }
      }
      return nil
    }

    fileprivate var withoutRange: OwnLength {
      var length = self
      length.settings = settings.map(\.withoutRange)
      return length
    }

    fileprivate func completed(by other: OwnLength?) -> OwnLength {
      var length = self
      length.settings += other?.settings ?? []
      return length
    }
  }

  /// The name of an anatomy of the theme.
  public var anatomy: Owned<String>?
  /// The width in a shelf or a flow, in whole CSS pixels.
  public var width: OwnLength?
  /// The height, in whole CSS pixels.
  public var height: OwnLength?
  /// The names of width classes in the values of the card itself; the caller, which knows the theme, checks them.
  public var widthClasses: [FieldText] = []

  var isEmpty: Bool { anatomy == nil && width == nil && height == nil }

  /// The values alone, to compare them.
  fileprivate var withoutRanges: OwnSizes {
    OwnSizes(anatomy: anatomy?.withoutRange, width: width?.withoutRange, height: height?.withoutRange)
  }

  /// The sizes of a card in a section: those of the section, where the card has none.
  func completed(by section: OwnSizes) -> OwnSizes {
    var sizes = self
    sizes.anatomy = anatomy ?? section.anatomy
    sizes.width = width?.completed(by: section.width) ?? section.width
    sizes.height = height?.completed(by: section.height) ?? section.height
    return sizes
  }
}

extension YAMLKey {
  static func anatomy(of cards: String, instead: String) -> YAMLKey {
    YAMLKey("card", "The name of the anatomy in the theme that draws \(cards). Default: \(instead).")
  }

  fileprivate static func cardWidth(of cards: String, instead: String) -> YAMLKey {
    YAMLKey(
      "cardWidth",
      """
      The width of \(cards) in a shelf or a flow: 40 to 4000 CSS pixels, optionally by width class. Default: that of \
      \(instead).
      """)
  }
}

extension YAMLKey {
  static func height(of cards: String, instead: String) -> YAMLKey {
    YAMLKey(
      "height",
      """
      The height of \(cards): 1 to 4000 CSS pixels, optionally by width class. A body that is too long is cut. \
      Default: \(instead).
      """)
  }
}

extension FieldReader {
  /// Reads the sizes of a card, or those of the cards of a section; nil if there are none.
  mutating func sizes(of owner: OwnSizes.Owner, into sink: inout DiagnosticSink) -> OwnSizes? {
    let (cards, instead) =
      owner == .card ? ("the card", "its section or shelf") : ("the cards of the section", "the shelf")
    let classCount = widthClasses.count
    var sizes = OwnSizes()
    sizes.anatomy = text(.anatomy(of: cards, instead: "that of \(instead)"), into: &sink).map {
      OwnSizes.Owned(value: $0.text, range: $0.range, owner: owner)
    }
    sizes.width = owned(
      byWidthClass(.cardWidth(of: cards, instead: instead), in: ShelfSettings.cardWidths, into: &sink), "cardWidth",
      by: owner)
    sizes.height = owned(
      byWidthClass(.height(of: cards, instead: "that of \(instead)"), in: ShelfSettings.heights, into: &sink), "height",
      by: owner)
    if owner == .card { sizes.widthClasses = Array(widthClasses[classCount...]) }
    return sizes.isEmpty ? nil : sizes
  }

  private func owned(
    _ value: ByWidthClass<Int>?, _ key: String, by owner: OwnSizes.Owner
  ) -> OwnSizes.OwnLength? {
    guard let value, let range = keyRange(key) else { return nil }
    return OwnSizes.OwnLength(OwnSizes.Owned(value: value, range: range, owner: owner))
  }
}

extension Shelf {
  /// The name of the anatomy of a card: its own, or that of its section or shelf; nil is the first of the theme.
  public func anatomyName(of card: borrowing Card) -> String? {
    card.sizes?.anatomy?.value ?? settings.anatomy?.text
  }

  /// The height that a card sets, or its section or shelf, in whole CSS pixels; nil if none does.
  ///
  /// - Parameter classes: the names of the width classes up to the current one, narrowest first.
  public func heightOfCard(_ card: borrowing Card, upTo classes: [String]) -> Int? {
    card.sizes?.height?.value(upTo: classes) ?? settings.height?.value(upTo: classes)
  }

  /// The names of the anatomies of its cards, each once, in the order of their first use; nil is the first of the
  /// theme. The shelf's own comes first, even if all cards have others.
  ///
  /// - Complexity: O(cards).
  public var anatomies: [String?] {
    var all = [settings.anatomy?.text]
    let cards = cards.span
    for index in cards.indices {
      guard let own = cards[index].sizes?.anatomy?.value, !all.contains(own) else { continue }
      all.append(own)
    }
    return all
  }

  /// The file that sets a size of a card.
  public func source(of owner: OwnSizes.Owner, ofCard index: Int) -> SourceText {
    switch owner {
    case .card: cards[index].source
    case .section: section(ofCard: index)?.source ?? source
    }
  }

  func section(ofCard index: Int) -> ShelfSection? { sections.first { $0.cards.contains(index) } }
}

/// Cards of a section, or of a shelf outside its sections, whose room depends on the same settings.
public struct CardKind: Sendable {
  /// The cards; of those that set no sizes, only the first.
  public fileprivate(set) var cards: [Int]
  public let section: ShelfSection?
  /// The sizes that they, or their section, set.
  public let sizes: OwnSizes?
}

extension Shelf {
  /// True if some cards, or their sections, set sizes.
  ///
  /// - Complexity: O(cards).
  public var hasOwnSizes: Bool {
    let cards = cards.span
    for index in cards.indices where cards[index].sizes != nil { return true }
    return false
  }

  /// The names of width classes in the values of its cards.
  ///
  /// - Complexity: O(cards).
  public var widthClassesOfCards: [FieldText] {
    var names: [FieldText] = []
    let cards = cards.span
    for index in cards.indices {
      if let sizes = cards[index].sizes { names += sizes.widthClasses }
    }
    return names
  }

  public func anatomyName(of kind: CardKind) -> String? { kind.sizes?.anatomy?.value ?? settings.anatomy?.text }

  /// The kinds of its cards, in the order of their first cards.
  ///
  /// - Complexity: O(cards).
  public var cardKinds: [CardKind] {
    let own = 0..<(sections.first?.cards.lowerBound ?? cards.count)
    let parts = [(own, nil)] + sections.map { ($0.cards, Optional($0)) }
    return parts.flatMap { cards, section in kinds(of: cards, in: section) }
  }

  private func kinds(of range: Range<Int>, in section: ShelfSection?) -> [CardKind] {
    var kinds: [CardKind] = []
    var usual = false
    // The index of the kind with some sizes.
    var known: [OwnSizes: Int] = [:]
    let cards = cards.span
    for index in range {
      guard let sizes = cards[index].sizes else {
        if !usual { kinds.append(CardKind(cards: [index], section: section, sizes: nil)) }
        usual = true
        continue
      }
      if let kind = known[sizes.withoutRanges] {
        kinds[kind].cards.append(index)
      } else {
        known[sizes.withoutRanges] = kinds.count
        kinds.append(CardKind(cards: [index], section: section, sizes: sizes))
      }
    }
    return kinds
  }
}
