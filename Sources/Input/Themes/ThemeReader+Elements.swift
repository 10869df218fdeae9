import Arrangements
import Content
import Diagnostics

/// The words for the elements of a card's stack.
enum ElementName {
  static let image = "image"
  static let row = "row"
  static let stack = "stack"

  static let containers = [row, stack]

  static func labels(_ slots: SlotTable) -> [String] { slots.names.filter { $0 != image } }

  static func all(_ slots: SlotTable) -> [String] { [image] + labels(slots) + containers }
}

/// The range of the first mention of each slot in an anatomy.
struct SlotPlaces {
  var first: [String: SourceRange] = [:]
}

/// The container of an element.
enum ElementPlace {
  case card, stack, row
}

extension ThemeReader {
  /// The nesting limit of rows and stacks.
  private static let greatestDepth = 8

  mutating func element(
    _ node: YAMLNode, in place: ElementPlace, depth: Int, known: [String]? = nil, _ places: inout SlotPlaces
  ) -> CardAnatomy.AnatomyElement? {
    guard let (name, value) = namedElement(node, known: known ?? ElementName.all(slots)) else { return nil }
    if depth > Self.greatestDepth {
      sink.report(findings.stackTooDeep(Self.greatestDepth, at: name.range))
      return nil
    }
    if name.value == ElementName.stack {
      return stack(value, at: name.range, in: place, depth: depth, &places).map { .stack($0) }
    }
    guard let settings = settings(value, called: name.value, at: node.range) else { return nil }
    switch name.value {
    case ElementName.image:
      take(ElementName.image, at: name.range, &places)
      return .image(image(settings, in: place))
    case ElementName.row: return row(settings, at: name.range, in: place, depth: depth, &places).map { .row($0) }
    default: return label(name, settings, in: place, &places).map { .text($0) }
    }
  }

  /// Reads `title`, `title:` or `title: { … }`: an element's name and its optional settings.
  private mutating func namedElement(_ node: YAMLNode, known: [String]) -> (name: Placed<String>, value: YAMLNode?)? {
    switch node.value {
    case .scalar(let name, isPlain: _):
      guard isKnown(name, known, at: node.range) else { return nil }
      return (Placed(name, range: node.range), nil)
    case .mapping(let entries) where entries.count == 1:
      let entry = entries[0]
      guard isKnown(entry.key, known, at: entry.keyRange) else { return nil }
      return (Placed(entry.key, range: entry.keyRange), entry.value.isNothing ? nil : entry.value)
    default:
      sink.report(findings.elementInvalid(known: known, at: node.range))
      return nil
    }
  }

  private mutating func settings(
    _ value: YAMLNode?, called name: String, at range: SourceRange
  ) -> YAMLMappingReader? {
    guard let value else { return YAMLMappingReader([], range: range, values: values) }
    return values.mapping(value, called: name, into: &sink)
  }

  private mutating func isKnown(_ name: String, _ known: [String], at range: SourceRange) -> Bool {
    if known.contains(name) { return true }
    sink.report(findings.elementUnknown(name, known: known, at: range))
    return false
  }

  private mutating func take(_ slot: String, at range: SourceRange, _ places: inout SlotPlaces) {
    if let first = places.first[slot] {
      sink.report(findings.slotRepeated(slot, first: first, at: range))
    } else {
      places.first[slot] = range
    }
  }
}

// MARK: - Labels and images

extension ThemeReader {
  private enum Pin: String, CaseIterable { case bottom }

  mutating func label(
    _ name: Placed<String>, _ settings: YAMLMappingReader, in place: ElementPlace, _ places: inout SlotPlaces
  ) -> CardAnatomy.TextPlacement? {
    guard let slot = slots[name.value] else { return nil }
    take(name.value, at: name.range, &places)
    var keys = settings
    var placement = CardAnatomy.TextPlacement(slot: slot, gap: gap(&keys, in: place))
    let pin = keys.choice(
      YAMLKey("pin", "Moves this slot and the content below it to the bottom of the card."), of: Pin.self, into: &sink)
    placement.grows = grows(&keys, in: place)
    placement.width = itemWidth(&keys)
    if slot.kind != .tags {
      placement.minLines =
        keys.integer(YAMLKey("minLines", "The least height, in lines. Default: 0."), in: 0...1000, into: &sink)?.value
        ?? 0
      placement.textAlignment =
        keys.choice(YAMLKey("textAlign", "The alignment of its lines."), of: TextAlignment.self, into: &sink)?.value
    }
    placement.level =
      keys.choice(
        YAMLKey("level", "Makes it as tall as the tallest one of the shelf or of the line."), of: SlotLevel.self,
        into: &sink)?.value
    keys.finish(into: &sink)
    if place != .card, let pin { sink.report(findings.pinInRow(at: keys.keyRange("pin") ?? pin.range)) }
    placement.isPinnedToBottom = pin != nil && place == .card
    return placement
  }

  mutating func image(_ settings: YAMLMappingReader, in place: ElementPlace) -> CardAnatomy.ImagePlacement {
    var keys = settings
    var image = CardAnatomy.ImagePlacement(gap: gap(&keys, in: place))
    let size = length(&keys, YAMLKey("size", "Width and height in CSS pixels."), in: 1...2000)
    let width = length(&keys, YAMLKey("width", "CSS pixels."), in: 1...2000)
    let height = length(&keys, YAMLKey("height", "CSS pixels."), in: 1...2000)
    let ratio = ratio(&keys, YAMLKey("ratio", "The ratio of width to height. Default: 16/9."))
    image.ratio = ratio ?? image.ratio
    if place == .card {
      image.bleeds =
        keys.boolean(YAMLKey("bleed", "Extends the image over the padding of the card."), into: &sink)?.value ?? false
    }
    if place != .row {
      image.below = length(&keys, YAMLKey("below", "The space below it, in CSS pixels. Default: 0."), default: 0)
      image.maxWidth = length(&keys, YAMLKey("maxWidth", "CSS pixels."), in: 1...2000)?.value
      image.alignment =
        keys.choice(
          YAMLKey("align", "Its alignment if it is narrower than its stack."), of: CrossAlignment.self, into: &sink)?
        .value
    }
    image.grows = grows(&keys, in: place)
    let isTallByRatio = size == nil && height == nil
    if isTallByRatio { (image.minHeight, image.maxHeight) = heights(&keys) }
    keys.finish(into: &sink)
    if let size, width != nil || height != nil || ratio != nil { sink.report(findings.imageSizeTwice(at: size.range)) }
    if let height, ratio != nil { sink.report(findings.imageSizeTwice(at: height.range)) }
    image.width = size?.value ?? width?.value
    image.height = size?.value ?? height?.value
    if image.bleeds, image.width ?? image.maxWidth != nil {
      sink.report(findings.bleedOfNarrowImage(at: keys.keyRange("bleed") ?? settings.range))
    }
    if isTallByRatio, let width { image.height = image.size(in: width.value).height }
    return image
  }
}

// MARK: - Rows and stacks

extension ThemeReader {
  mutating func stack(
    _ value: YAMLNode?, at range: SourceRange, in place: ElementPlace, depth: Int, _ places: inout SlotPlaces
  ) -> CardAnatomy.Stack? {
    guard let value else {
      sink.report(findings.itemsMissing(ElementName.stack, at: range))
      return nil
    }
    var stack = CardAnatomy.Stack(elements: [])
    var nodes: [YAMLNode]?
    if case .sequence(let items) = value.value {
      nodes = items
    } else {
      guard var keys = values.mapping(value, called: ElementName.stack, into: &sink) else { return nil }
      keys.require("items", help: "list the stack's elements from top to bottom", into: &sink)
      stack.gap = gap(&keys, in: place)
      stack.alignment =
        keys.choice(
          YAMLKey("align", "The alignment of elements that are narrower than the stack. Default: stretch."),
          of: CrossAlignment.self, into: &sink)?.value ?? .stretch
      stack.width = itemWidth(&keys)
      stack.grows = grows(&keys, in: place)
      nodes = keys.list(YAMLKey("items", "Its elements, from top to bottom."), into: &sink)
      keys.finish(into: &sink)
    }
    guard let nodes else { return nil }
    if nodes.isEmpty { sink.report(findings.itemsMissing(ElementName.stack, at: range)) }
    stack.elements = nodes.compactMap { element($0, in: .stack, depth: depth + 1, &places) }
    return stack
  }

  static let imageBesideLabels = YAMLKey("image", "The size of the image: size, or width and height.")
  static let labelsBesideImage = YAMLKey("stack", "The slots next to the image, from top to bottom.")

  /// Reads items next to each other, or the short form: an image with a size next to a stack of labels.
  mutating func row(
    _ settings: YAMLMappingReader, at range: SourceRange, in place: ElementPlace, depth: Int,
    _ places: inout SlotPlaces
  ) -> CardAnatomy.ItemRow? {
    var keys = settings
    let gap = gap(&keys, in: place)
    let spacing = length(
      &keys, YAMLKey("spacing", "The space between its items, in CSS pixels. Default: 12."), default: 12)
    let alignment =
      keys.choice(
        YAMLKey("align", "The vertical alignment of items that are less tall than the row. Default: center."),
        of: CrossAlignment.self, into: &sink)?.value ?? .center
    let width = itemWidth(&keys)
    let grows = grows(&keys, in: place)
    let stackAt = stackAt(&keys)
    let isLong = keys.entries.contains { $0.key == "items" } || !isSet(keys, "image") && !isSet(keys, "stack")
    var items: [CardAnatomy.AnatomyElement]?
    if isLong, keys.keyRange("image") == nil {
      keys.require("items", help: "list the elements from the leading side, or an `image` and a `stack`", into: &sink)
      let nodes = keys.list(YAMLKey("items", "The items, from the leading side."), into: &sink)
      if let nodes, nodes.isEmpty { sink.report(findings.itemsMissing(ElementName.row, at: range)) }
      items = nodes?.compactMap { element($0, in: .row, depth: depth + 1, &places) }
    } else {
      items = imageBesideLabels(&keys, at: range, depth: depth, &places)
    }
    keys.finish(into: &sink)
    guard let items else { return nil }
    let hasImage = CardAnatomy(name: "", padding: 0, minHeight: 0, elements: items).image != nil
    return CardAnatomy.ItemRow(
      gap: gap, spacing: spacing, alignment: alignment, width: width,
      stackAt: stackAt ?? (hasImage ? .some(.accessibility1) : nil), grows: grows, items: items)
  }

  private mutating func imageBesideLabels(
    _ keys: inout YAMLMappingReader, at range: SourceRange, depth: Int, _ places: inout SlotPlaces
  ) -> [CardAnatomy.AnatomyElement]? {
    take(ElementName.image, at: keys.keyRange("image") ?? range, &places)
    keys.require("stack", help: "list the slots next to the image from top to bottom", into: &sink)
    let size = rowImageSize(&keys, at: range)
    let labels = (keys.list(Self.labelsBesideImage, into: &sink) ?? [])
      .compactMap {
        element($0, in: .stack, depth: depth + 2, known: ElementName.labels(slots), &places)
      }
    return size.map { size in
      [
        .image(CardAnatomy.ImagePlacement(gap: 0, width: size.width, height: size.height)),
        .stack(CardAnatomy.Stack(elements: labels)),
      ]
    }
  }

  /// Reads `{ size: 56 }` or `{ width: 80, height: 56 }`.
  private mutating func rowImageSize(
    _ row: inout YAMLMappingReader, at range: SourceRange
  ) -> (width: Int, height: Int)? {
    guard let node = row.node(Self.imageBesideLabels) else {
      sink.report(findings.imageSizeMissing(at: row.keyRange("image") ?? range))
      return nil
    }
    guard var keys = values.mapping(node, called: "image", into: &sink) else { return nil }
    let size = length(&keys, YAMLKey("size", "CSS pixels."), in: 1...2000)
    let width = length(&keys, YAMLKey("width", "CSS pixels."), in: 1...2000)
    let height = length(&keys, YAMLKey("height", "CSS pixels."), in: 1...2000)
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

  /// - Returns: nil if the items of the row decide; an inner nil means never.
  private mutating func stackAt(_ keys: inout YAMLMappingReader) -> TextSizeCategory?? {
    let key = YAMLKey("stackAt", "The text size from which its items are stacked, or never.")
    keys.recorder?.note(key, .word(["never"] + TextSizeCategory.names))
    guard let node = keys.node(key), let text = keys.string(key, into: &sink) else { return nil }
    if text.value == "never" { return .some(nil) }
    if let category = TextSizeCategory(name: text.value) { return category }
    sink.report(findings.textSizeUnknown(text.value, at: node.range))
    return nil
  }
}

// MARK: - Settings of all elements

extension ThemeReader {
  /// Reads the gap. Items of a row have the row's spacing between them instead.
  private mutating func gap(_ keys: inout YAMLMappingReader, in place: ElementPlace) -> Int {
    place == .row
      ? 0 : length(&keys, YAMLKey("gap", "The space to the element above, in CSS pixels. Default: 0."), default: 0)
  }

  private mutating func grows(_ keys: inout YAMLMappingReader, in place: ElementPlace) -> Bool {
    guard let grow = keys.boolean(YAMLKey("grow", "Moves the content below it to the bottom of the card."), into: &sink)
    else { return false }
    if place != .card { sink.report(findings.growInRow(at: keys.keyRange("grow") ?? grow.range)) }
    return grow.value && place == .card
  }

  /// Reads `width: 80`, `width: hug` with or without `maxWidth`, or `fill`.
  private mutating func itemWidth(_ keys: inout YAMLMappingReader) -> ItemWidth {
    let key = YAMLKey("width", "A length in CSS pixels, hug (as wide as its text) or fill. Default: fill.")
    keys.recorder?.note(key, .either([.integer(1...2000), .word(["hug", "fill"])]))
    let node = keys.node(key)
    let maximum = length(&keys, YAMLKey("maxWidth", "The greatest width with hug, in CSS pixels."), in: 1...2000)
    if case .scalar("hug", _) = node?.value { return .hug(maximum: maximum?.value) }
    if let maximum { sink.report(findings.maxWidthWithoutHug(at: keys.keyRange("maxWidth") ?? maximum.range)) }
    guard let node else { return .fill }
    if case .scalar("fill", _) = node.value { return .fill }
    if case .scalar(let word, _) = node.value, word.utf8.first.map({ (0x61...0x7A).contains($0 | 0x20) }) ?? false {
      sink.report(findings.widthUnknown(word, at: node.range))
      return .fill
    }
    let width = values.integer(
      node, called: "width", in: 1...2000, wholeBecause: ThemeFindings.wholePixels, into: &sink)
    return width.map { .fixed($0.value) } ?? .fill
  }
}
