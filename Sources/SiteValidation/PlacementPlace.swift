import Diagnostics

/// A length as the style sheets state it.
enum StatedLength {
  case number(Double)
  case other(String)
  case nothing

  init(_ value: PlacementDeclaration.Value?) {
    switch value {
    case .length(let length): self = .number(length)
    case .other(let text): self = .other(text)
    case .area(let area):
      self = .other("\(area.rowStart)/\(area.columnStart)/\(area.rowEnd)/\(area.columnEnd)")
    case .tracks: self = .other("a list of tracks")
    case nil: self = .nothing
    }
  }
}

extension PlacedBox {
  /// What the style sheets say in place of the tracks of a grid.
  func gridText(onPageOf width: Double) -> String? {
    for property in [PlacementDeclaration.Property.gridTemplateColumns, .gridTemplateRows] {
      switch value(property, onPageOf: width) {
      case .tracks: continue
      case .other(let text): return "\(property.name): \(text)"
      default: return nil
      }
    }
    return nil
  }
}

/// A shelf on pages of some width, where lengths are compared.
struct PlacementPlace {
  let shelf: PageMarkup.Shelf
  let step: StepLayout
  let page: PageTree

  /// Reports a length of the shelf, or of one of its cards, that differs.
  @inline(__always)
  func compare(
    _ quantity: @autoclosure () -> String, _ stated: Double, with found: Double?, of card: Int? = nil,
    otherwise text: @autoclosure () -> StatedLength = .nothing, into findings: inout Findings
  ) {
    if let found, abs(found - stated) < grain { return }
    findings.report(
      .layoutMismatch, .mismatch(quantity(), stated, found.map { .number($0) } ?? text(), of: card, at: self))
  }

  /// Reports a length that differs from that of a box.
  func compare(
    _ quantity: @autoclosure () -> String, _ stated: Double, with box: PlacedBox,
    _ property: PlacementDeclaration.Property, into findings: inout Findings
  ) {
    compare(
      quantity(), stated, with: box.length(property, onPageOf: step.minWidth),
      otherwise: StatedLength(box.value(property, onPageOf: step.minWidth)), into: &findings)
  }

  fileprivate func id(of card: PageMarkup.Card) -> String { page.values[card.id].text }
}

extension Diagnostic {
  static func mismatch(
    _ quantity: String, _ stated: Double, _ found: StatedLength, of card: Int?, at place: PlacementPlace
  ) -> Diagnostic {
    let found =
      switch found {
      case .number(let number): "but \(pixels(number)) by the style sheets"
      case .other(let text): "but \"\(text)\" in the style sheets"
      case .nothing: "but the style sheets do not say so"
      }
    let card = card.map { place.shelf.cards[$0] }
    let subject = card.map { "card \(place.id(of: $0)), " } ?? ""
    return at(
      card?.element ?? place.shelf.element, of: place.page, .layoutMismatch,
      "\(place.name), \(subject)\(quantity) is \(pixels(stated)) in \(layoutPath), \(found)")
  }

  static func noGrid(_ text: String?, at place: PlacementPlace) -> Diagnostic {
    let reason = text.map { "the tracks cannot be read: \($0)" } ?? "the style sheets set no tracks"
    return at(place.shelf.element, of: place.page, .layoutMismatch, "\(place.name): \(reason)")
  }

  static func noLines(at place: PlacementPlace) -> Diagnostic {
    at(
      place.shelf.element, of: place.page, .layoutMismatch,
      "\(place.name): the style sheets do not set the width and paddings of its list")
  }

  static func noSize(of card: Int, at place: PlacementPlace) -> Diagnostic {
    let card = place.shelf.cards[card]
    return at(
      card.element, of: place.page, .layoutMismatch,
      "\(place.name), card \(place.id(of: card)): the style sheets set no inline-size or no min-block-size")
  }

  static func notInGrid(_ area: StatedLength, of card: Int, at place: PlacementPlace) -> Diagnostic {
    let reason = if case .other(let text) = area { "grid-area \(text) is not in the grid" } else { "no grid-area" }
    let card = place.shelf.cards[card]
    return at(card.element, of: place.page, .layoutMismatch, "\(place.name), card \(place.id(of: card)): \(reason)")
  }

  static func tagsPresence(of card: Int, isStated: Bool, at place: PlacementPlace) -> Diagnostic {
    let card = place.shelf.cards[card]
    let reason =
      isStated ? "tags are in \(layoutPath), but do not show by the style sheets" : "tags show that \(layoutPath) lacks"
    return at(card.element, of: place.page, .layoutMismatch, "\(place.name), card \(place.id(of: card)): \(reason)")
  }

  static func tagCount(
    _ quantity: String, _ stated: Double, _ found: Int, of card: Int, at place: PlacementPlace
  ) -> Diagnostic {
    let card = place.shelf.cards[card]
    return at(
      card.element, of: place.page, .layoutMismatch,
      "\(place.name), card \(place.id(of: card)): \(quantity) is \(stated) in \(layoutPath), but \(found) by the style sheets"
    )
  }

  static func chip(_ texts: [String], hidden: Int, of card: Int, at place: PlacementPlace) -> Diagnostic {
    let card = place.shelf.cards[card]
    let said = texts.isEmpty ? "no chip shows" : "the chip says \(texts.joined(separator: " and "))"
    return at(
      card.element, of: place.page, .layoutMismatch,
      "\(place.name), card \(place.id(of: card)): \(said), but the style sheets hide \(hidden) tags")
  }

  static func arrangement(_ stated: String, markup: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(
      element, of: page, .layoutContent, "the arrangement is \(stated) in \(layoutPath), but \"\(markup)\" in the page")
  }

  static func notInPage(_ kind: String, _ id: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .layoutContent, "the \(kind) \(id) is in \(layoutPath), but not in the page")
  }

  static func notInLayout(_ kind: String, _ id: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .layoutContent, "the \(kind) \(id) is in the page, but not in \(layoutPath)")
  }

  static func order(_ kind: String, _ id: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .layoutOrder, "the order of the page and that of \(layoutPath) differ from \(kind) \(id) on")
  }
}

extension PlacementPlace {
  fileprivate var name: String { "shelf \(shelf.id.text), pages from \(pixels(step.minWidth))" }
}

/// A length in CSS pixels with at most three decimals.
private func pixels(_ length: Double) -> String {
  guard abs(length) < 1e12 else { return "\(length) px" }
  let thousandths = Int(length * 1000 + (length < 0 ? -0.5 : 0.5))
  let text = String(Double(thousandths) / 1000)
  return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " px"
}
