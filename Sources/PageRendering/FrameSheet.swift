import CardLayout
import Geometry
import SiteContent

/// The style sheet of one page's frames: what is where at each step, and only what changes from one step to the next.
struct FrameSheet {
  static func text(shelves: [LaidOutShelf], steps: [Step]) -> String {
    let frames = shelves.filter { !$0.prepared.cards.isEmpty }.flatMap { shelf in
      shelf.otherLayouts.isEmpty
        ? [ShelfFrames(shelf, choice: nil)] : Choice.allCases.map { ShelfFrames(shelf, choice: $0) }
    }
    var text = ""
    var known: [String: [String: String]] = [:]
    for step in steps {
      var rules = FrameRules()
      for shelf in frames { shelf.add(at: step, to: &rules) }
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
}

/// The frames of one shelf.
private struct ShelfFrames {
  let shelf: LaidOutShelf
  private let articles: ArticleRules
  /// Selectors of the elements around the lists of the parts.
  private let elements: [String]
  /// By part; none for a row or a waterfall.
  private let lines: [LineRules]
  private let scope: ShelfScope
  private let tags: TagRows

  /// - Parameter choice: nil for a shelf that leaves none.
  init(_ whole: LaidOutShelf, choice: Choice?) {
    let shelf = choice == .other ? LaidOutShelf(prepared: whole.prepared, layouts: whole.otherLayouts) : whole
    self.shelf = shelf
    let scope = ShelfScope(shelf: shelf.prepared.shelf.id, choice: choice)
    self.scope = scope
    tags = TagRows(of: shelf, in: whole, scope: scope)
    articles = ArticleRules(of: shelf, scope: scope)
    let prepared = shelf.prepared
    let elements = prepared.parts.map { scope.element($0.id ?? prepared.shelf.id) }
    self.elements = elements
    let isInLines = [.flow, .grid, .list].contains(prepared.shelf.arrangement)
    lines =
      isInLines
      ? prepared.parts.indices.map { LineRules(of: shelf, part: $0, list: elements[$0] + ">.cards", scope: scope) } : []
  }

  func add(at step: Step, to rules: inout FrameRules) {
    let layout = shelf.layouts[step.index]
    let id = scope.element(shelf.prepared.shelf.id)
    rules.add(id, [("inline-size", layout.size.width.rem), ("min-block-size", layout.size.height.rem)])
    for (index, part) in layout.parts.enumerated() {
      let list = elements[index] + ">.cards"
      if let header = part.headerFrame, header.y > part.top, shelf.prepared.parts[index].id != nil {
        rules.add(elements[index], [("padding-block-start", (header.y - part.top).rem)])
      }
      let frames = layout.frames[part.cards]
      let firstTop = frames.map(\.y).min() ?? .zero
      let lastBottom = frames.map(\.maxY).max() ?? .zero
      rules.add(
        list,
        [
          ("padding-block-start", (firstTop - part.listTop).rem),
          ("padding-block-end", (part.bottom - lastBottom).rem),
        ])
      switch shelf.prepared.shelf.arrangement {
      case .shelf: addRow(layout, list: list, to: &rules)
      case .waterfall: addWaterfall(layout, part: part, list: list, to: &rules)
      case .flow, .grid, .list: lines[index].add(layout, at: step.index, to: &rules)
      }
      articles.add(layout, of: part, list: list, to: &rules)
    }
    tags.add(at: step.index, to: &rules)
  }

  private func addRow(_ layout: ShelfLayout, list: String, to rules: inout FrameRules) {
    guard let first = layout.frames.first else { return }
    let start = "calc(\(layout.cardsLeading.rem) + var(--bleed))"
    rules.add(
      list,
      [
        ("padding-inline-start", start), ("padding-inline-end", "calc(\(layout.cardsTrailing.rem) + var(--bleed))"),
        ("column-gap", layout.spacing.rem),
      ])
    rules.add(list + ">.card", [("inline-size", first.width.rem), ("min-block-size", first.height.rem)])
    let snap = shelf.prepared.shelf.snap
    if snap == .none { return }
    rules.add(list, [("scroll-snap-type", "inline mandatory"), ("scroll-padding-inline-start", start)])
    switch snap {
    case .none: break
    case .item: rules.add(list + ">.card", [("scroll-snap-align", "start")])
    case .center: rules.add(list + ">.card", [("scroll-snap-align", "center")])
    case .page:
      let starts = Set(layout.pageStarts)
      for (index, card) in shelf.prepared.cards.enumerated() {
        rules.add(
          scope.element(card.composed.card.id),
          [("scroll-snap-align", starts.contains(index) ? "start" : "none")])
      }
    }
  }

  /// One grid whose row tracks are the sorted distinct edges of the cards: exact at rest, and when text grows the
  /// tracks grow and nothing overlaps.
  private func addWaterfall(_ layout: ShelfLayout, part: PartLayout, list: String, to rules: inout FrameRules) {
    guard let first = part.columns.first else { return }
    let frames = layout.frames[part.cards]
    let edges = Set(frames.flatMap { [$0.y, $0.maxY] }).sorted()
    var lineOfEdge: [Pixels: Int] = [:]
    for (index, edge) in edges.enumerated() { lineOfEdge[edge] = index + 1 }
    let rows = zip(edges, edges.dropFirst()).map { "minmax(\(($1 - $0).rem),auto)" }
    let gap = part.columns.count > 1 ? part.columns[1].x - first.x - first.width : .zero
    rules.add(
      list,
      [
        ("padding-inline-start", (part.leading + first.x).rem),
        ("column-gap", gap.rem),
        ("grid-template-columns", part.columns.map(\.width.rem).joined(separator: " ")),
        ("grid-template-rows", rows.joined(separator: " ")),
      ])
    for (index, frame) in zip(frames.indices, frames) {
      let column = layout.columnIndexes[index] + 1
      guard let top = lineOfEdge[frame.y], let bottom = lineOfEdge[frame.maxY] else { continue }
      rules.add(
        scope.element(shelf.prepared.cards[index].composed.card.id),
        [("grid-area", "\(top)/\(column)/\(bottom)/\(column + layout.columnSpans[index])")])
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
