import CardLayout
import Content
import Pages

/// Compares a page at one width in a browser with the computed layout.
struct Comparison: Sendable {
  private(set) var tally = Tally()
  private(set) var differences: [Difference] = []

  /// Lengths that differ by less are equal: engines count in 1/60 or 1/64 of a pixel.
  private static let tolerance = 0.02
  /// The depth of 2^24 units of 1/60 px.
  private static let deepestExact = 279_620.0

  /// The tolerance for a box at a depth. Firefox converts the positions of boxes on the page to floats, in its units of
  /// 1/60 px. Positions of up to 24 bits are exact. For a box below them, each of its two edges has only a float's
  /// precision.
  ///
  /// - Parameter depth: the distance from the top of the page, in CSS pixels.
  fileprivate static func tolerance(atDepth depth: Double) -> Double {
    depth < deepestExact ? tolerance : min(1, 2 * Double(Float(depth).ulp)) + tolerance
  }

  init(_ computed: PageRecord, _ shown: ShownPage) {
    let shownShelves = Dictionary(shown.shelves.map { ($0.id, $0) }) { first, _ in first }
    let shelves = computed.shelves.compactMap { shelf in
      shelf.view(inWindowOf: shown.width, by: shown.height, isOtherChoice: shown.isOtherChoice).map { (shelf, $0) }
    }
    for (shelf, view) in shelves {
      guard let layout = ComputedLayout(view, atPageWidth: shown.clientWidth) else { continue }
      // A shelf without cards has no markup.
      if layout.cards.isEmpty, shownShelves[shelf.id] == nil { continue }
      let place = ComparedPlace(
        page: shown.page, width: shown.width, height: view.choice.window == WindowShape() ? nil : shown.height,
        shelf: shelf.id)
      var found = ShelfAudit(at: place)
      found.compare(layout, shownShelves[shelf.id], shelf: shelf.id)
      tally += found.tally
      differences += hinted(found.differences, layout: layout, shown: shownShelves[shelf.id], page: shown)
    }
    let ids = Set(shelves.map(\.0.id))
    for shelf in shown.shelves where !ids.contains(shelf.id) {
      let place = ComparedPlace(page: shown.page, width: shown.width, height: nil, shelf: shelf.id)
      tally.frames += 1
      tally.differingFrames += 1
      var difference = place.difference(.presence, nil, .length(shelf.height))
      difference.hint = "shelf shown, but not computed"
      differences.append(difference)
    }
  }

  /// The compared part.
  struct ComparedPlace {
    let page: String
    let width: Int
    let height: Int?
    let shelf: String
    var card: String?
    var slot: String?

    func difference(
      _ property: Difference.Property, _ computed: Difference.Amount?, _ shown: Difference.Amount?
    ) -> Difference {
      Difference(
        page: page, width: width, height: height, shelf: shelf, card: card, slot: slot, property: property,
        computed: computed,
        shown: shown)
    }
  }

  fileprivate static func isSame(_ a: Double, _ b: Double, tolerance: Double) -> Bool {
    // The rounding of the numbers themselves does not count as a difference.
    abs(a - b) < tolerance - 1e-9
  }
}

/// Compares one shelf, from the outside in.
private struct ShelfAudit {
  var tally = Tally()
  var differences: [Difference] = []
  private var place: Comparison.ComparedPlace
  private var tolerance = Comparison.tolerance(atDepth: 0)

  init(at place: Comparison.ComparedPlace) { self.place = place }

  mutating func compare(_ computed: ComputedLayout, _ shown: ShownShelf?, shelf: String) {
    tally.layouts += 1
    guard let shown else {
      missing(computed.height)
      for card in computed.cards { leaveOut(card) }
      return
    }
    tolerance = Comparison.tolerance(atDepth: shown.depth ?? 0)
    compareFrame([(.width, computed.width, shown.width), (.height, computed.height, shown.height)])
    let cards = Dictionary(shown.cards.map { ($0.id, $0) }) { first, _ in first }
    for card in computed.cards { compare(card, cards[card.id]) }
    let ids = Set(computed.cards.map(\.id))
    for card in shown.cards where !ids.contains(card.id) {
      place.card = card.id
      extra(card.height)
    }
    place.card = nil
  }

  private mutating func compare(_ computed: CardFrame, _ shown: CardFrame?) {
    place.card = computed.id
    defer { place.card = nil }
    tally.cards += 1
    guard let shown else {
      missing(computed.height)
      return
    }
    tolerance = Comparison.tolerance(atDepth: shown.depth ?? 0)
    compareFrame([
      (.x, computed.x, shown.x), (.y, computed.y, shown.y), (.width, computed.width, shown.width),
      (.height, computed.height, shown.height),
    ])
    for name in Set(computed.slots.keys).union(shown.slots.keys).sorted(by: slotPrecedes) {
      place.slot = name
      compare(computed.slots[name], shown.slots[name])
    }
    place.slot = nil
  }

  private mutating func compare(_ computed: SlotFrame?, _ shown: SlotFrame?) {
    switch (computed, shown) {
    case (let computed?, let shown?):
      compareFrame([
        (.x, computed.x, shown.x), (.y, computed.y, shown.y), (.width, computed.width, shown.width),
        (.height, computed.height, shown.height),
      ])
      if let starts = computed.starts { compareStarts(starts, shown.starts ?? []) }
      if let frames = computed.frames { compare(frames, shown.frames ?? [], of: "tags", height: computed.height) }
      if let markers = computed.markers {
        compare(markers, shown.markers ?? [], of: "number", height: shown.lineHeight ?? computed.height)
      }
    case (let computed?, nil): missing(computed.height)
    case (nil, let shown?): extra(shown.height)
    case (nil, nil): break
    }
  }

  /// Tags and numbers of items have no names: they are identified by their positions among the visible ones, from 1.
  private mutating func compare(_ computed: [[Double]], _ shown: [[Double]], of name: String, height: Double) {
    let slot = place.slot
    defer { place.slot = slot }
    for index in 0..<max(computed.count, shown.count) {
      place.slot = "\(name) \(index + 1)"
      guard index < computed.count else {
        extra(height)
        continue
      }
      guard index < shown.count else {
        missing(height)
        continue
      }
      compareFrame(
        zip([.x, .y, .width], zip(computed[index], shown[index])).map { property, lengths in
          (property, lengths.0, lengths.1)
        })
    }
  }

  private mutating func compareStarts(_ computed: [Int], _ shown: [Int]) {
    tally.lines += computed.count
    if computed == shown { return }
    let same = zip(computed, shown).count { $0 == $1 }
    tally.differingLines += max(computed.count, shown.count) - same
    differences.append(place.difference(.starts, .starts(computed), .starts(shown)))
  }

  private mutating func compareFrame(_ numbers: [(Difference.Property, Double, Double)]) {
    tally.frames += 1
    let differing = numbers.filter { !Comparison.isSame($0.1, $0.2, tolerance: tolerance) }
    if differing.isEmpty { return }
    tally.differingFrames += 1
    for (property, computed, shown) in differing {
      differences.append(place.difference(property, .length(computed), .length(shown)))
    }
  }

  private mutating func missing(_ height: Double) {
    tally.frames += 1
    tally.differingFrames += 1
    differences.append(place.difference(.presence, .length(height), nil))
  }

  private mutating func extra(_ height: Double) {
    tally.frames += 1
    tally.differingFrames += 1
    differences.append(place.difference(.presence, nil, .length(height)))
  }

  /// Counts a missing card of a shelf as a single difference, without comparing its slots.
  private mutating func leaveOut(_ card: CardFrame) {
    tally.cards += 1
    tally.frames += 1 + card.slots.count
    tally.differingFrames += 1 + card.slots.count
  }
}

/// The order of slots in a card.
private func slotPrecedes(_ a: String, _ b: String) -> Bool {
  let order = SlotTable.standard.names
  return (order.firstIndex(of: a) ?? order.count, a) < (order.firstIndex(of: b) ?? order.count, b)
}
