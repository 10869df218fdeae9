import CardLayout
import Geometry
import SiteContent

/// The style sheet of one page's frames: what is where at each step, and only what changes from one step to the next.
struct FrameSheet {
  /// Declarations by selector, in the order in which they were written.
  private struct Rules {
    var selectors: [String] = []
    var declarations: [String: [(property: String, value: String)]] = [:]

    mutating func add(_ selector: String, _ more: [(property: String, value: String)]) {
      if declarations[selector] == nil { selectors.append(selector) }
      declarations[selector, default: []].append(contentsOf: more)
    }
  }

  static func text(shelves: [LaidOutShelf], steps: [Step]) -> String {
    var text = ""
    var known: [String: [String: String]] = [:]
    for step in steps {
      var rules = Rules()
      for shelf in shelves where !shelf.prepared.cards.isEmpty { add(shelf, at: step, to: &rules) }
      var body = ""
      for selector in rules.selectors {
        let changed = (rules.declarations[selector] ?? []).filter { known[selector]?[$0.property] != $0.value }
        if changed.isEmpty { continue }
        for (property, value) in changed { known[selector, default: [:]][property] = value }
        body += selector + "{" + changed.map { $0.property + ":" + $0.value }.joined(separator: ";") + "}\n"
      }
      if body.isEmpty { continue }
      text += containerQuery(from: step, body: body)
    }
    return text
  }

  private static func add(_ shelf: LaidOutShelf, at step: Step, to rules: inout Rules) {
    let layout = shelf.layouts[step.index]
    let id = "#" + escapedIdentifier(shelf.prepared.shelf.id)
    let list = id + ">.cards"
    rules.add(id, [("inline-size", layout.size.width.rem), ("min-block-size", layout.size.height.rem)])
    let firstTop = layout.frames.map(\.y).min() ?? .zero
    let lastBottom = layout.frames.map(\.maxY).max() ?? .zero
    let titleBottom =
      shelf.prepared.title == nil ? Pixels.zero : layout.cardsTop - Pixels(shelf.prepared.shelf.inset.top)
    rules.add(
      list,
      [
        ("padding-block-start", (firstTop - titleBottom).rem),
        ("padding-block-end", (layout.size.height - lastBottom).rem),
      ])
    switch shelf.prepared.shelf.arrangement {
    case .shelf: addShelf(layout, list: list, to: &rules)
    case .waterfall: addWaterfall(layout, of: shelf, list: list, firstTop: firstTop, to: &rules)
    }
    addImages(layout, of: shelf, list: list, to: &rules)
  }

  private static func addShelf(_ layout: ShelfLayout, list: String, to rules: inout Rules) {
    guard let first = layout.frames.first else { return }
    rules.add(
      list,
      [
        ("padding-inline-start", "calc(\(layout.cardsLeading.rem) + var(--bleed))"),
        ("padding-inline-end", "calc(\(layout.cardsTrailing.rem) + var(--bleed))"),
        ("column-gap", layout.spacing.rem),
      ])
    rules.add(list + ">.card", [("inline-size", first.width.rem), ("min-block-size", first.height.rem)])
  }

  /// One grid whose row tracks are the sorted distinct edges of the cards: exact at rest, and when text grows the
  /// tracks grow and nothing overlaps.
  private static func addWaterfall(
    _ layout: ShelfLayout, of shelf: LaidOutShelf, list: String, firstTop: Pixels, to rules: inout Rules
  ) {
    guard let first = layout.columns.first else { return }
    let edges = Set(layout.frames.flatMap { [$0.y, $0.maxY] }).sorted()
    var lineOfEdge: [Pixels: Int] = [:]
    for (index, edge) in edges.enumerated() { lineOfEdge[edge] = index + 1 }
    let rows = zip(edges, edges.dropFirst()).map { "minmax(\(($1 - $0).rem),auto)" }
    let gap = layout.columns.count > 1 ? layout.columns[1].x - first.x - first.width : .zero
    rules.add(
      list,
      [
        ("padding-inline-start", (layout.cardsLeading + first.x).rem),
        ("column-gap", gap.rem),
        ("grid-template-columns", layout.columns.map(\.width.rem).joined(separator: " ")),
        ("grid-template-rows", rows.joined(separator: " ")),
      ])
    for (index, frame) in layout.frames.enumerated() {
      let column = layout.columnIndexes[index] + 1
      guard let top = lineOfEdge[frame.y], let bottom = lineOfEdge[frame.maxY] else { continue }
      rules.add(
        "#" + escapedIdentifier(shelf.prepared.cards[index].composed.card.id),
        [("grid-area", "\(top)/\(column)/\(bottom)/\(column + 1)")])
    }
  }

  /// Images over the whole width are whole pixels tall, which a ratio alone would not give.
  private static func addImages(_ layout: ShelfLayout, of shelf: LaidOutShelf, list: String, to rules: inout Rules) {
    // Either one rule or one for each card, at all steps alike: the one would be more specific than those.
    let differs = shelf.imageHeightsDiffer
    for (index, card) in layout.cards.enumerated() {
      guard shelf.prepared.cards[index].composed.anatomy.hasWideImage,
        let image = card.slots.first(where: { $0.name == .image })
      else { continue }
      let id = "#" + escapedIdentifier(shelf.prepared.cards[index].composed.card.id)
      let selector = differs ? id + ">article .image" : list + ">.card>article .image"
      rules.add(selector, [("block-size", image.frame.height.rem)])
      if !differs { return }
    }
  }
}

extension LaidOutShelf {
  /// Whether at some step two cards' wide images have different heights.
  fileprivate var imageHeightsDiffer: Bool {
    layouts.contains { layout in
      var heights: Set<Pixels> = []
      for (index, card) in layout.cards.enumerated() where prepared.cards[index].composed.anatomy.hasWideImage {
        if let image = card.slots.first(where: { $0.name == .image }) { heights.insert(image.frame.height) }
      }
      return heights.count > 1
    }
  }
}

/// Rules that hold from a step on; the narrowest step's hold everywhere.
func containerQuery(from step: Step, body: String) -> String {
  if step.index == 0 { return body }
  return "@container page (min-width:\(Pixels(step.minimumWidth).rem)){\n\(body)}\n"
}

/// An id as a CSS identifier (CSSOM, "serialize an identifier").
func escapedIdentifier(_ id: String) -> String {
  var text = ""
  for (index, scalar) in id.unicodeScalars.enumerated() {
    let isDigit = (0x30...0x39).contains(scalar.value)
    let isLetter = (0x61...0x7A).contains(scalar.value | 0x20) && scalar.value < 0x80
    if isDigit && (index == 0 || index == 1 && id.utf8.first == 0x2D) {
      text += "\\" + String(scalar.value, radix: 16) + " "
    } else if isLetter || isDigit || scalar.value >= 0x80 || scalar == "_" || scalar == "-" && id.utf8.count > 1 {
      text.unicodeScalars.append(scalar)
    } else if scalar.value < 0x20 || scalar.value == 0x7F {
      text += "\\" + String(scalar.value, radix: 16) + " "
    } else {
      text += "\\"
      text.unicodeScalars.append(scalar)
    }
  }
  return text
}
