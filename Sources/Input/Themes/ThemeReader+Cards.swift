import Content
import Diagnostics

extension ThemeReader {
  /// Reads `cards`: the anatomies in the order of the file; the first is the default.
  mutating func anatomies(_ cards: YAMLMappingReader?) -> [CardAnatomy] {
    guard let cards else { return [] }
    if cards.entries.isEmpty { sink.report(findings.cardsEmpty(at: cards.range)) }
    let anatomies = cards.entries.compactMap { entry in
      checkName(entry)
      return anatomy(entry)
    }
    checkVariants(of: anatomies, known: cards.entries.map(\.key))
    return anatomies
  }

  mutating func anatomy(_ entry: YAMLEntry) -> CardAnatomy? {
    guard var keys = values.mapping(entry.value, called: entry.key, into: &sink) else { return nil }
    if keys.entries.contains(where: { $0.key == "variants" }) { return choice(entry, &keys) }
    keys.require("stack", help: "list the card's slots from top to bottom", into: &sink)
    let padding = length(&keys, YAMLKey("padding", "CSS pixels. Default: 16."), default: 16)
    let border = border(&keys)
    let heights = heights(&keys)
    let ratio = ratio(&keys, YAMLKey("ratio", "The least height in relation to the width, such as 3/4."))
    let alignment = keys.choice(
      YAMLKey("textAlign", "The alignment of texts that do not set their own."), of: TextAlignment.self, into: &sink)?
      .value
    let minWidth = length(
      &keys, YAMLKey("minWidth", "The least width between the paddings at which this variant is used. Default: 0."),
      default: 0)
    var places = SlotPlaces()
    let stack = keys.list(YAMLKey("stack", "The slots, from top to bottom."), into: &sink)
    let elements = (stack ?? []).compactMap { element($0, in: .card, depth: 1, &places) }
    if stack != nil, places.first[slots.name(of: .title)] == nil {
      sink.report(findings.titleMissing(entry.key, at: entry.keyRange))
    }
    keys.finish(into: &sink)
    return CardAnatomy(
      name: entry.key, padding: padding, border: border, minHeight: heights.least, maxHeight: heights.most,
      ratio: ratio,
      textAlignment: alignment, minWidth: minWidth, elements: elements)
  }

  /// Reads `border`, in halves of a CSS pixel.
  private mutating func border(_ keys: inout YAMLMappingReader) -> Int {
    let key = YAMLKey(
      "border", "The thickness of a line inside the card's edges: 0.5, 1, 1.5 or 2 CSS pixels. Default: 0.")
    let widths = ["0", "0.5", "1", "1.5", "2"]
    keys.recorder?.note(key, .text(pattern: "^(0|0[.]5|1|1[.]5|2)$"))
    let width = keys.word(key, among: widths, meant: { text in widths.first { text == $0 + "px" } }, into: &sink)
    return width.flatMap { widths.firstIndex(of: $0.value) } ?? 0
  }

  /// Reads `minHeight` and `maxHeight`.
  mutating func heights(_ keys: inout YAMLMappingReader) -> (least: Int, most: Int?) {
    let least = length(&keys, YAMLKey("minHeight", "CSS pixels. Default: 0."), default: 0)
    let most = length(&keys, YAMLKey("maxHeight", "CSS pixels."), in: 1...2000)
    if let most, most.value < least { sink.report(findings.heightsCrossed(most.value, least: least, at: most.range)) }
    return (least, most?.value)
  }
}

// MARK: - Variants

extension ThemeReader {
  /// Reads a card that names others to choose from.
  mutating func choice(_ entry: YAMLEntry, _ keys: inout YAMLMappingReader) -> CardAnatomy? {
    keys.require("variants", help: "name other cards, in order of preference", into: &sink)
    let names = keys.strings(
      YAMLKey("variants", "The names of other cards; each card uses the first that fits."), into: &sink)
    if let names, names.isEmpty {
      sink.report(findings.variantsEmpty(entry.key, at: keys.node("variants")?.range ?? entry.keyRange))
    }
    keys.finish(into: &sink)
    guard let names else { return nil }
    return CardAnatomy(
      name: entry.key, padding: 0, minHeight: 0, elements: [],
      variants: names.map { PlacedName(name: $0.value, range: $0.range) })
  }

  /// Checks that every variant exists, and that no card is a variant of itself.
  private mutating func checkVariants(of anatomies: [CardAnatomy], known: [String]) {
    let variants = Dictionary(anatomies.map { ($0.name, $0.variants) }) { first, _ in first }
    for anatomy in anatomies {
      for variant in anatomy.variants where !known.contains(variant.name) {
        sink.report(
          findings.variantUnknown(variant.name, known: known.filter { $0 != anatomy.name }, at: variant.range))
      }
      if let circular = anatomy.variants.first(where: { reaches(anatomy.name, from: $0.name, by: variants) }) {
        sink.report(findings.variantCircular(anatomy.name, at: circular.range))
      }
    }
  }

  private func reaches(_ name: String, from start: String, by variants: [String: [PlacedName]]) -> Bool {
    var visited: Set<String> = []
    var waiting = [start]
    while let next = waiting.popLast() {
      if next == name { return true }
      if visited.insert(next).inserted { waiting += (variants[next] ?? []).map(\.name) }
    }
    return false
  }
}
