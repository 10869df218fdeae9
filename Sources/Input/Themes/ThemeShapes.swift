package import Content
import Diagnostics

/// The keys of `theme.yml` and their values, recorded from the reader.
package struct ThemeShapes: Sendable {
  package let theme: MappingShape
  /// Shapes that are described once and referred to by name.
  package let definitions: [MappingShape.MappingKey]

  /// - Parameter slots: the slots of the theme.
  package init(_ slots: SlotTable = .standard) {
    var theme = Self.recorded(slots) { reader, keys in _ = reader.theme(named: "", &keys) }
    let name = "^[a-z][A-Za-z0-9-]*$"
    theme["fonts"] = .byName(
      .either([.list(.text(), count: 1...Int.max), .nothing]), pattern: name, required: ["text", "mono"])
    let color = ValueShape.text(
      pattern: "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$", orNumber: false)
    let scheme = ValueShape.byName(color, pattern: name, required: ThemeReader.requiredColors)
    theme["colors"] = .mapping(
      MappingShape(Self.schemes.map { MappingShape.MappingKey($0, scheme) }, required: Self.schemes.map(\.name)))
    theme["widthClasses"] = .byName(.mapping(ThemeReader.shapeOfWidthClass), pattern: name, isFilled: true)
    let slot = Self.recorded(slots) { reader, keys in _ = reader.baseStyle(&keys) }
    theme["slots"] = .byName(.either([.mapping(slot), .nothing]), pattern: name)
    theme["cards"] = .byName(.either([.reference("variants"), .reference("card")]), pattern: name, isFilled: true)
    self.theme = theme
    var definitions = [
      MappingShape.MappingKey("card", .mapping(Self.card)),
      MappingShape.MappingKey("variants", .mapping(Self.variants)),
    ]
    for place in ElementPlace.all {
      definitions.append(MappingShape.MappingKey(YAMLKey(place.reference), Self.element(in: place, slots)))
      definitions.append(MappingShape.MappingKey(YAMLKey(place.rowReference), Self.row(in: place)))
    }
    definitions.append(MappingShape.MappingKey("labelOfRow", Self.element(in: .stack, slots, onlyLabels: true)))
    self.definitions = definitions
  }

  private static let schemes = [ThemeReader.lightScheme, ThemeReader.darkScheme]
  private static let nothing = YAMLNode(.mapping([]), range: SourceRange(0, 0))
  private static let nameless = YAMLEntry(key: "", keyRange: nothing.range, value: nothing)

  private static func recorded(
    _ slots: SlotTable = .standard, _ read: (inout ThemeReader, inout YAMLMappingReader) -> Void
  ) -> MappingShape {
    let recorder = KeyRecorder()
    var reader = ThemeReader(recordingInto: recorder)
    reader.slots = slots
    var keys = YAMLMappingReader(recordingInto: recorder, values: reader.values)
    read(&reader, &keys)
    return recorder.shape
  }

  // MARK: - Cards

  private static var card: MappingShape {
    var card = recorded { reader, _ in _ = reader.anatomy(nameless) }
    card["stack"] = .list(.reference(ElementPlace.card.reference), count: 1...Int.max)
    return card
  }

  private static var variants: MappingShape {
    var variants = recorded { reader, keys in _ = reader.choice(nameless, &keys) }
    variants["variants"] = .list(.text(), count: 1...Int.max)
    return variants
  }

  // MARK: - Elements

  private static func element(
    in place: ElementPlace, _ slots: SlotTable, onlyLabels: Bool = false
  ) -> ValueShape {
    var kinds = ElementName.labels(slots).map {
      MappingShape.MappingKey(YAMLKey($0, "A slot of the card."), .mapping(label($0, in: place, slots)))
    }
    var words = ElementName.labels(slots)
    if !onlyLabels {
      words.insert(ElementName.image, at: 0)
      let image = YAMLKey(ElementName.image, "The image.")
      kinds.insert(MappingShape.MappingKey(image, .mapping(Self.image(in: place))), at: 0)
      let row = YAMLKey(ElementName.row, "Elements next to each other.")
      kinds.append(MappingShape.MappingKey(row, .reference(place.rowReference), mayBeNothing: false))
      let stack = YAMLKey(ElementName.stack, "Elements below each other.")
      kinds.append(MappingShape.MappingKey(stack, Self.stack(in: place), mayBeNothing: false))
    }
    return .either([.word(words), .mapping(MappingShape(kinds, isSingle: true))])
  }

  private static func label(_ name: String, in place: ElementPlace, _ slots: SlotTable) -> MappingShape {
    let label = recorded(slots) { reader, keys in
      var places = SlotPlaces()
      _ = reader.label(Placed(name, range: nothing.range), keys, in: place, &places)
    }
    return restricted(label, in: place)
  }

  private static func image(in place: ElementPlace) -> MappingShape {
    let image = recorded { reader, keys in _ = reader.image(keys, in: place) }
    return restricted(image, in: place)
  }

  private static func stack(in place: ElementPlace) -> ValueShape {
    let items = ValueShape.list(.reference(ElementPlace.stack.reference), count: 1...Int.max)
    var stack = recorded { reader, _ in
      var places = SlotPlaces()
      _ = reader.stack(nothing, at: nothing.range, in: place, depth: 1, &places)
    }
    stack["items"] = items
    return .either([items, .mapping(restricted(stack, in: place))])
  }

  /// A row in its long form, or an image with a size next to a stack of labels.
  private static func row(in place: ElementPlace) -> ValueShape {
    var long = recorded { reader, keys in
      var places = SlotPlaces()
      _ = reader.row(keys, at: nothing.range, in: place, depth: 1, &places)
    }
    long = restricted(long, in: place)
    long["items"] = .list(.reference(ElementPlace.row.reference), count: 1...Int.max)
    var short = long
    short["items"] = nil
    let length = { MappingShape.MappingKey(YAMLKey($0, "CSS pixels."), .integer(1...2000)) }
    let square = MappingShape(["size"].map(length), required: ["size"])
    let sides = MappingShape(
      ["width", "height"].map(length), required: ["width", "height"])
    short.keys += [
      MappingShape.MappingKey(ThemeReader.imageBesideLabels, .either([.mapping(square), .mapping(sides)])),
      MappingShape.MappingKey(
        ThemeReader.labelsBesideImage, .list(.reference("labelOfRow"), count: 0...Int.max)),
    ]
    short.required = ["image", "stack"]
    return .either([.mapping(long), .mapping(short)])
  }

  /// Removes keys that only the card's own stack can have, because no other has a bottom.
  private static func restricted(_ shape: MappingShape, in place: ElementPlace) -> MappingShape {
    guard place != .card else { return shape }
    var shape = shape
    for key in ["pin", "grow"] where shape[key] != nil { shape[key] = .nothing }
    return shape
  }
}

extension ElementPlace {
  fileprivate static let all: [ElementPlace] = [.card, .stack, .row]

  /// The name of the definition of elements.
  fileprivate var reference: String {
    switch self {
    case .card: "elementOfCard"
    case .stack: "elementOfStack"
    case .row: "elementOfRow"
    }
  }

  fileprivate var rowReference: String {
    switch self {
    case .card: "rowOfCard"
    case .stack: "rowOfStack"
    case .row: "rowOfRow"
    }
  }
}
