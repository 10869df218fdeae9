/// Adds the possible causes to the differences of one shelf.
func hinted(
  _ differences: [Difference], layout: ComputedLayout, shown: ShownShelf?, page: ShownPage
) -> [Difference] {
  let computedCards = Dictionary(layout.cards.map { ($0.id, $0) }) { first, _ in first }
  let shownCards = Dictionary((shown?.cards ?? []).map { ($0.id, $0) }) { first, _ in first }
  let causes = Causes(differences)
  return differences.map { difference in
    var difference = difference
    let computed = difference.card.flatMap { computedCards[$0] }
    let shown = difference.card.flatMap { shownCards[$0] }
    let own = causes.hint(
      difference, computed: difference.slot.flatMap { computed?.slots[$0] },
      shown: difference.slot.flatMap { shown?.slots[$0] })
    let parts = [own, causes.isText(difference) ? machineHint(page) : nil].compactMap(\.self)
    difference.hint = parts.isEmpty ? nil : parts.joined(separator: "; ")
    return difference
  }
}

/// A problem of the machine rather than of the layout.
private func machineHint(_ page: ShownPage) -> String? {
  if let font = page.missingFonts.first {
    let more = page.missingFonts.count - 1
    return "font not loaded: \(font)" + (more > 0 ? " and \(more) more" : "")
  }
  return page.isHinted ? "text hinted: widths are whole pixels" : nil
}

/// The differences of a shelf that cause the others.
private struct Causes {
  /// For each card, the first slot whose height, line starts or presence differ.
  private var slots: [String: String] = [:]
  /// The first card with such a slot.
  private var card: String?

  init(_ differences: [Difference]) {
    for difference in differences {
      guard let card = difference.card, let slot = difference.slot, Self.isCause(difference) else { continue }
      if self.card == nil { self.card = card }
      if slots[card] == nil { slots[card] = slot }
    }
  }

  private static func isCause(_ difference: Difference) -> Bool {
    switch difference.property {
    case .height, .starts, .presence: true
    case .x, .y, .width: false
    }
  }

  /// Returns whether the text rendering of the machine may be the cause.
  func isText(_ difference: Difference) -> Bool {
    guard let slot = difference.slot, difference.property != .presence else { return false }
    return slot != "image" && difference.card.flatMap { slots[$0] } == slot
  }

  func hint(_ difference: Difference, computed: SlotFrame?, shown: SlotFrame?) -> String? {
    if difference.property == .presence { return presenceHint(difference) }
    if difference.slot != nil, Self.isCause(difference) {
      return slotHint(difference, computed: computed, shown: shown)
    }
    guard difference.property == .y || difference.property == .height else { return nil }
    if let id = difference.card, let slot = slots[id] { return "follows from \(slot)" }
    return card.map { "follows from \($0)" }
  }

  private func presenceHint(_ difference: Difference) -> String {
    let name = difference.slot ?? (difference.card == nil ? "shelf" : "card")
    return difference.shown == nil ? "\(name) missing" : "\(name) shown, but not computed"
  }

  private func slotHint(_ difference: Difference, computed: SlotFrame?, shown: SlotFrame?) -> String? {
    guard let slot = difference.slot, let computed, let shown else { return nil }
    let parts = [
      heightHint(slot, computed: computed, shown: shown),
      computed.starts.flatMap { startsHint(computed: $0, shown: shown.starts ?? []) },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// A hint such as `body is 1 line taller`.
  private func heightHint(_ slot: String, computed: SlotFrame, shown: SlotFrame) -> String? {
    guard let lineHeight = shown.lineHeight, lineHeight > 0 else { return nil }
    let lines = (shown.height - computed.height) / lineHeight
    let whole = lines.rounded()
    guard whole != 0, abs(whole) < 1e6, abs(lines - whole) * lineHeight < 0.02 else { return nil }
    let count = abs(Int(whole))
    return "\(slot) is \(count) \(count == 1 ? "line" : "lines") \(whole > 0 ? "taller" : "shorter")"
  }
}

/// A hint about the first difference between line starts: `line 3 starts 5 characters earlier`; nil if there is none.
func startsHint(computed: [Int], shown: [Int]) -> String? {
  for (index, (computed, shown)) in zip(computed, shown).enumerated() where computed != shown {
    // Both numbers come from files; an overflow is also a difference.
    let (difference, overflows) = shown.subtractingReportingOverflow(computed)
    let count = overflows ? UInt.max : difference.magnitude
    let way = shown < computed ? "earlier" : "later"
    return "line \(index + 1) starts \(count) \(count == 1 ? "character" : "characters") \(way)"
  }
  if computed.count < shown.count { return "line \(computed.count + 1) was not computed" }
  if computed.count > shown.count { return "line \(shown.count + 1) is missing" }
  return nil
}
