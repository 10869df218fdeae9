/// The properties that all elements of a kind have in common.
struct ElementKind: Sendable {
  /// The number of the name.
  let name: Int32
  let role: ElementRole
  /// The traits of the element and its attributes.
  let traits: NameTraits
  /// A number that is the same for all slots of which a card may have only one.
  let slot: Int32
  /// True if children may not be in any order and number.
  let hasOrder: Bool
  /// The step at which the path from the root to such an element ends, and the one at which the path to its children
  /// begins: see `MarkupKinds`.
  let (step, outerStep): (Int32, Int32)
  /// True if an element of this kind, whose children have no order, holds text.
  var holdsText = false

  /// - Parameters:
  ///   - classes: words; all words that are not in the grammar are `x`.
  ///   - parent: the kind of its parent; nil for the root.
  init(
    name: Int32, _ text: String, classes: String?, slot: Int32, traits: NameTraits, step: Int32, in parent: ElementKind?
  ) {
    self.name = name
    self.traits = traits
    self.slot = slot
    self.step = step
    let name = PageName(rawValue: Int(name))
    role = ElementRole(of: name, classes?.split(separator: " ").map(String.init) ?? [], in: parent?.role ?? .none)
    let isInSection = parent?.name == PageName.section.number
    // The grammar has one pattern for the cards of all lists.
    outerStep = name == .ul && role == .none && isInSection ? -2 : step
    switch name {
    // Outside shelves, it holds anything; in a card, slots.
    case .div: hasOrder = [.imageSlot, .insidePicture, .insideSlot].contains(role) || isInSection
    // In the body of a card, it may be the only content of a `div`.
    case .a: hasOrder = role == .insideSlot && parent?.name == PageName.div.number
    case .li: hasOrder = role == .card
    default: hasOrder = !freeElements.contains(text)
    }
  }
}

/// Elements that may hold children in any order and number, or none, wherever they are.
private let freeElements = Set(
  PageGrammar.inlineNames + PageGrammar.paragraphNames + PageGrammar.containerNames
    + ["article", "body", "ol", "title", "ul"])

/// The role of an element in its card.
enum ElementRole: Sendable {
  case none
  case shelf
  case card
  /// The element holds the slots of a card, as the only one or as one of several variants.
  case variant
  /// The element holds slots in a variant: a row, its labels, the pinned part.
  case slotHolder
  case slot
  case imageSlot
  /// The element is in an image slot and holds several files.
  case insidePicture
  /// The image of an image slot.
  case image
  case tag
  case insideSlot

  init(of name: PageName?, _ words: [String], in parent: ElementRole) {
    self =
      switch parent {
      case .none where name == .section && words == ["shelf"]: .shelf
      case .none where name == .li && words == ["card"]: .card
      case .none, .shelf: .none
      case .card: name == .article ? .variant : .slotHolder
      case .variant, .slotHolder:
        if name == .div, ["row", "labels", "pinned"].contains(words.first) {
          .slotHolder
        } else {
          words == ["image"] ? .imageSlot : .slot
        }
      case .imageSlot: name == .img ? .image : .insidePicture
      case .insidePicture: name == .img ? .image : .insideSlot
      case .slot: name == .li ? .tag : .insideSlot
      case .tag, .image, .insideSlot: .insideSlot
      }
  }
}

/// Traits that the name of an element or an attribute implies, or all names of a start tag together.
struct NameTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// An element that no page may contain.
  static let isRefused = NameTraits(rawValue: 1)
  /// Another element about which there may be a finding.
  static let isNoticed = NameTraits(rawValue: 2)
  /// An attribute that no page may contain.
  static let hasRefused = NameTraits(rawValue: 4)
  /// An attribute whose value matters.
  static let hasRead = NameTraits(rawValue: 8)
  /// An attribute that may not have any value.
  static let hasRestricted = NameTraits(rawValue: 16)
  static let declaresNamespace = NameTraits(rawValue: 32)
  /// An element without content in HTML.
  static let isVoid = NameTraits(rawValue: 64)

  static let leadsToFindings: NameTraits = [.isRefused, .isNoticed, .hasRefused, .declaresNamespace]

  /// The traits of an attribute; all others are those of an element.
  static let ofAttributes: NameTraits = [.hasRefused, .hasRead, .hasRestricted]
}

extension NameTraits {
  init(_ name: String, isRestricted: Bool) {
    self = isRestricted ? [.hasRestricted] : []
    if Self.refusedElements.contains(name) { insert(.isRefused) }
    if voidElements.contains(name) { insert(.isVoid) }
    if name == "style" || name.hasPrefix("on") { insert(.hasRefused) }
    switch name {
    case "input", "img", "title": insert(.isNoticed)
    case "id", "href", "src", "srcset", "aria-labelledby", "aria-describedby", "lang", "start": insert(.hasRead)
    default: break
    }
  }

  /// The grammar refuses these elements too, but with less clear messages.
  private static let refusedElements: Set = [
    "script", "style", "iframe", "frame", "object", "embed", "applet", "form", "button", "select", "textarea",
    "svg", "math", "template", "noscript", "base", "audio", "video", "canvas", "dialog",
  ]
}
