import Diagnostics
import YAMLEvents

/// The words for the elements of a card's stack.
private enum ElementName {
  static let image = "image"
  static let row = "row"
  static let labels = TextSlot.allCases.map(\.rawValue)
  static let all = [image] + labels + [row]
}

extension ThemeReader {
  /// `cards`: the anatomies in the order of the file; the first is the default.
  mutating func anatomies(_ cards: YAMLMappingReader?) -> [CardAnatomy] {
    guard let cards else { return [] }
    if cards.entries.isEmpty { sink.report(findings.cardsEmpty(at: cards.range)) }
    return cards.entries.compactMap { entry in
      checkName(entry)
      return anatomy(entry)
    }
  }

  private mutating func anatomy(_ entry: YAMLEntry) -> CardAnatomy? {
    guard var keys = values.mapping(entry.value, called: entry.key, into: &sink) else { return nil }
    keys.require("stack", help: "list the card's slots from top to bottom", into: &sink)
    let padding = length(&keys, "padding", default: 16)
    let minHeight = length(&keys, "minHeight", default: 0)
    var places = SlotPlaces()
    let stack = keys.list("stack", into: &sink)
    let elements = (stack ?? []).compactMap { element($0, &places) }
    if stack != nil, places.first[TextSlot.title.rawValue] == nil {
      sink.report(findings.titleMissing(entry.key, at: entry.keyRange))
    }
    keys.finish(into: &sink)
    return CardAnatomy(name: entry.key, padding: padding, minHeight: minHeight, elements: elements)
  }

  private mutating func element(_ node: YAMLNode, _ places: inout SlotPlaces) -> CardAnatomy.Element? {
    guard let (name, settings) = namedElement(node, known: ElementName.all) else { return nil }
    switch name.value {
    case ElementName.image:
      take(ElementName.image, at: name.range, &places)
      return .image(image(settings))
    case ElementName.row: return row(settings, at: name.range, &places).map { .row($0) }
    default: return label(name, settings, &places, isInRow: false).map { .text($0) }
    }
  }

  /// `title`, `title:` or `title: { … }`: an element's name and its settings, which may be none.
  private mutating func namedElement(
    _ node: YAMLNode, known: [String]
  ) -> (name: Placed<String>, settings: YAMLMappingReader)? {
    let none = YAMLMappingReader([], range: node.range, values: values)
    switch node.value {
    case .scalar(let name, isPlain: _):
      guard isKnown(name, known, at: node.range) else { return nil }
      return (Placed(name, range: node.range), none)
    case .mapping(let entries) where entries.count == 1:
      let entry = entries[0]
      guard isKnown(entry.key, known, at: entry.keyRange) else { return nil }
      let name = Placed(entry.key, range: entry.keyRange)
      if entry.value.isNothing { return (name, none) }
      return values.mapping(entry.value, called: entry.key, into: &sink).map { (name, $0) }
    default:
      sink.report(findings.elementInvalid(known: known, at: node.range))
      return nil
    }
  }

  private mutating func isKnown(_ name: String, _ known: [String], at range: SourceRange) -> Bool {
    if known.contains(name) { return true }
    sink.report(findings.elementUnknown(name, known: known, at: range))
    return false
  }
}

// MARK: - Elements

extension ThemeReader {
  /// Where each slot of one anatomy was placed first.
  private struct SlotPlaces {
    var first: [String: SourceRange] = [:]
  }

  private mutating func take(_ slot: String, at range: SourceRange, _ places: inout SlotPlaces) {
    if let first = places.first[slot] {
      sink.report(findings.slotRepeated(slot, first: first, at: range))
    } else {
      places.first[slot] = range
    }
  }

  private mutating func image(_ settings: YAMLMappingReader) -> CardAnatomy.ImagePlacement {
    var keys = settings
    let gap = length(&keys, "gap", default: 0)
    let ratio = ratio(&keys, "ratio") ?? (16, 9)
    let bleeds = keys.boolean("bleed", into: &sink)?.value ?? false
    let below = length(&keys, "below", default: 0)
    keys.finish(into: &sink)
    return CardAnatomy.ImagePlacement(
      gap: gap, ratioWidth: ratio.width, ratioHeight: ratio.height, bleeds: bleeds, below: below)
  }

  private enum Pin: String, CaseIterable { case bottom }

  private mutating func label(
    _ name: Placed<String>, _ settings: YAMLMappingReader, _ places: inout SlotPlaces, isInRow: Bool
  ) -> CardAnatomy.TextPlacement? {
    guard let slot = TextSlot(rawValue: name.value) else { return nil }
    take(slot.rawValue, at: name.range, &places)
    var keys = settings
    let gap = length(&keys, "gap", default: 0)
    let pin = keys.choice("pin", of: Pin.self, into: &sink)
    keys.finish(into: &sink)
    if isInRow, let pin { sink.report(findings.pinInRow(at: keys.keyRange("pin") ?? pin.range)) }
    return CardAnatomy.TextPlacement(slot: slot, gap: gap, isPinnedToBottom: pin != nil && !isInRow)
  }
}

// MARK: - Rows

extension ThemeReader {
  private enum Alignment: String, CaseIterable { case center, start }

  private mutating func row(
    _ settings: YAMLMappingReader, at range: SourceRange, _ places: inout SlotPlaces
  ) -> CardAnatomy.Row? {
    var keys = settings
    take(ElementName.image, at: keys.keyRange("image") ?? range, &places)
    keys.require("stack", help: "list the slots beside the image from top to bottom", into: &sink)
    let gap = length(&keys, "gap", default: 0)
    let size = rowImageSize(&keys, at: range)
    let spacing = length(&keys, "spacing", default: 12)
    let alignment = keys.choice("align", of: Alignment.self, into: &sink)?.value ?? .center
    let labels = (keys.list("stack", into: &sink) ?? []).compactMap { node -> CardAnatomy.TextPlacement? in
      guard let (name, settings) = namedElement(node, known: ElementName.labels) else { return nil }
      return label(name, settings, &places, isInRow: true)
    }
    keys.finish(into: &sink)
    guard let size else { return nil }
    return CardAnatomy.Row(
      gap: gap, imageWidth: size.width, imageHeight: size.height, spacing: spacing, isCentered: alignment == .center,
      labels: labels)
  }

  /// `{ size: 56 }` or `{ width: 80, height: 56 }`.
  private mutating func rowImageSize(
    _ row: inout YAMLMappingReader, at range: SourceRange
  ) -> (width: Int, height: Int)? {
    guard let node = row.node("image") else {
      sink.report(findings.imageSizeMissing(at: row.keyRange("image") ?? range))
      return nil
    }
    guard var keys = values.mapping(node, called: "image", into: &sink) else { return nil }
    let size = length(&keys, "size", in: 1...2000)
    let width = length(&keys, "width", in: 1...2000)
    let height = length(&keys, "height", in: 1...2000)
    let (hasSize, hasWidth, hasHeight) = (isSet(keys, "size"), isSet(keys, "width"), isSet(keys, "height"))
    keys.finish(into: &sink)
    guard hasSize != (hasWidth || hasHeight), hasWidth == hasHeight else {
      sink.report(findings.imageSizeMissing(at: node.range))
      return nil
    }
    if let size { return (size.value, size.value) }
    guard let width, let height else { return nil }
    return (width.value, height.value)
  }

  private func isSet(_ keys: YAMLMappingReader, _ key: String) -> Bool {
    keys.entries.contains { $0.key == key && !$0.value.isNothing }
  }
}
