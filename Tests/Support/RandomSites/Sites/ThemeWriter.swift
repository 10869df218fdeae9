import Content
import Themes

/// Writes a `theme.yml` according to the shapes that its reader requests. It adds rules that shapes do not express,
/// such as that each slot appears once in a card.
struct ThemeWriter {
  private(set) var writer: ShapeWriter
  private(set) var cardNames: [String] = []
  private(set) var classNames = standardClassNames
  private let shapes: ThemeShapes
  private var usedSlots: Set<String> = []

  private static let standardClassNames = ["compact", "medium", "expanded", "large", "extra-large"]

  init(writer: ShapeWriter, shapes: ThemeShapes) {
    self.writer = writer
    self.shapes = shapes
    self.writer.definitions = Dictionary(
      shapes.definitions.map { ($0.name, $0.shape) }, uniquingKeysWith: { first, _ in first })
    self.writer.notations = [
      "font": ["text", "text", "mono"], "weight": ["400", "700"], "color": ["text", "accent", "secondary"],
      "ratio": Self.ratios, "imageRatio": Self.ratios, "border": ["0", "0.5", "1", "1.5", "2"],
    ]
  }

  private static let ratios = ["16/9", "1/1", "3/4", "2/1", "1000/1", "1/1000", "999/1000", "7/13", "1/40"]

  mutating func theme() throws -> SiteValue {
    let widthClasses = try widthClasses()
    writer.names = classNames + WindowShape.classNames
    var entries: [(key: String, part: SitePart)] = [("fonts", SitePart(number: nil, value: .scalar(Self.fonts)))]
    if let widthClasses { entries.append(("widthClasses", writer.part(widthClasses))) }
    entries.append(("slots", SitePart(number: nil, value: .scalar("{ price: { style: footer }, byline: {} }"))))
    let styles = try textStyles()
    if writer.chance.isTrue(60) { entries.append(("textStyles", writer.part(styles))) }
    entries.append(("cards", SitePart(number: nil, value: try cards())))
    entries += try writer.mapping(
      shapes.theme, percent: 60, without: ["fonts", "widthClasses", "slots", "textStyles", "cards", "colors"])
    entries.append(("colors", SitePart(number: nil, value: .scalar(Self.colors))))
    return .mapping(entries)
  }

  private static let fonts =
    "{ text: [Noto Sans, Noto Sans Arabic, Noto Sans CJK JP], mono: [Noto Sans Mono, Noto Sans] }"
  private static let colors: String = {
    let names = ["page", "card", "text", "secondary", "accent", "border", "tag", "tagText", "code"]
    let scheme = "{ " + names.map { "\($0): \"#456\"" }.joined(separator: ", ") + " }"
    return "{ light: \(scheme), dark: \(scheme) }"
  }()

  // MARK: - Widths

  /// nil keeps the default classes.
  private mutating func widthClasses() throws -> SiteValue? {
    guard writer.chance.isTrue(50), case .byName(.mapping(let shape), _, _, _, _)? = shapes.theme["widthClasses"],
      case .list(.integer(let widths, _), _, _)? = shape["steps"], case .integer(let margins, _)? = shape["margin"]
    else { return nil }
    let all = Self.standardClassNames + ["own"]
    classNames = all.filter { name in name == all[0] || writer.chance.isTrue(45) }
    let start = writer.chance.number(in: 100...400)
    var from = 0
    var classes: [(key: String, part: SitePart)] = []
    for (index, name) in classNames.enumerated() {
      var steps = [max(from, index == 0 ? start : 0)]
      for _ in 1..<writer.chance.number(in: 1...4) {
        steps.append(steps[steps.count - 1] + writer.chance.number(in: 1...200))
      }
      let most = max(0, (steps[0] - 100) / 2)
      let margin = min(
        margins.upperBound, most, writer.chance.isTrue(writer.boldness) ? most : writer.chance.number(in: 0...24))
      var keys: [(key: String, part: SitePart)] = [
        ("from", SitePart(number: nil, value: .scalar(String(from)))),
        ("margin", writer.part(.scalar(String(margin)))),
        ("steps", SitePart(number: nil, value: .scalar("[\(steps.map(String.init).joined(separator: ", "))]"))),
      ]
      keys += try writer.mapping(shape, percent: 40, without: ["from", "margin", "steps"])
      classes.append((name, SitePart(number: nil, value: .mapping(keys))))
      from = steps[steps.count - 1] + writer.chance.number(in: 1...writer.chance.one(of: [60, 400, 2000]))
      if from > widths.upperBound - 1000 { classNames = classes.map(\.key); break }
    }
    return .mapping(classes)
  }

  // MARK: - Text styles

  private mutating func textStyles() throws -> SiteValue {
    guard case .mapping(let styles)? = shapes.theme["textStyles"] else {
      throw ShapeWriter.UnknownNotation(key: "textStyles")
    }
    var entries: [(key: String, part: SitePart)] = []
    for style in styles.keys where writer.chance.isTrue(50) {
      guard case .mapping(let shape) = style.shape else { throw ShapeWriter.UnknownNotation(key: style.name) }
      var keys = try writer.mapping(shape, percent: 35, without: ["size", "lineHeight"])
      if writer.chance.isTrue(50), case .integer(let sizes, _)? = shape["size"],
        case .integer(let heights, _)? = shape["lineHeight"]
      {
        let size = writer.number(in: sizes.lowerBound + 1...sizes.upperBound)
        let height = writer.number(in: max(size, heights.lowerBound)...heights.upperBound)
        keys.append(("size", SitePart(number: nil, value: .scalar(String(size)))))
        keys.append(("lineHeight", SitePart(number: nil, value: .scalar(String(height)))))
      }
      entries.append((style.name, writer.part(.mapping(keys))))
    }
    return .mapping(entries)
  }

  // MARK: - Cards

  private mutating func cards() throws -> SiteValue {
    var entries: [(key: String, part: SitePart)] = []
    for name in ["cover", "plain", "odd"] where name == "cover" || writer.chance.isTrue(30) {
      entries.append((name, SitePart(number: nil, value: try card())))
      cardNames.append(name)
    }
    if cardNames.count > 1, writer.chance.isTrue(50) {
      let names = cardNames.map { SitePart(number: nil, value: .scalar($0)) }
      entries.append(
        ("either", SitePart(number: nil, value: .mapping([("variants", SitePart(number: nil, value: .list(names)))]))))
      cardNames.append("either")
    }
    return .mapping(entries)
  }

  private mutating func card() throws -> SiteValue {
    guard case .mapping(let shape)? = writer.definitions["card"] else { throw ShapeWriter.UnknownNotation(key: "card") }
    usedSlots = []
    var keys = withoutCrossedHeights(try writer.mapping(shape, percent: 35, without: ["stack"]))
    var elements: [SitePart] = []
    for _ in 0..<writer.chance.number(in: 1...6) {
      if let element = try element(in: "Card", depth: 1) { elements.append(writer.part(element)) }
    }
    if usedSlots.insert("title").inserted { elements.append(SitePart(number: nil, value: .scalar("title"))) }
    keys.append(("stack", SitePart(number: nil, value: .list(elements))))
    return .mapping(keys)
  }

  /// Returns an element whose slot the card does not have yet; nil if none was found.
  private mutating func element(in place: String, depth: Int) throws -> SiteValue? {
    guard case .either(let shapes)? = writer.definitions["elementOf" + place],
      case .mapping(let kinds)? = shapes.last
    else { throw ShapeWriter.UnknownNotation(key: "elementOf" + place) }
    let isDeep = depth >= writer.chance.number(in: 2...7)
    let free = kinds.keys.filter { key in
      let isHolder = key.name == "row" || key.name == "stack"
      return !usedSlots.contains(key.name) && !(isHolder && isDeep)
    }
    if free.isEmpty { return nil }
    let kind = writer.chance.one(of: free)
    let settings: SiteValue?
    switch kind.name {
    case "row": settings = try row(in: place, depth: depth)
    case "stack": settings = try stack(kind.shape, depth: depth)
    default:
      usedSlots.insert(kind.name)
      guard case .mapping(let shape) = kind.shape else { throw ShapeWriter.UnknownNotation(key: kind.name) }
      guard writer.chance.isTrue(75) else { return .scalar(kind.name) }
      let keys = try writer.mapping(shape, percent: 35)
      settings = .mapping(kind.name == "image" ? ofImage(keys) : ofText(place == "Row" ? withSpareRoom(keys) : keys))
    }
    return settings.map { .mapping([(kind.name, SitePart(number: nil, value: $0))]) }
  }

  private mutating func elements(in place: String, depth: Int) throws -> [SitePart] {
    var parts: [SitePart] = []
    for _ in 0..<writer.chance.number(in: 1...3) {
      guard let element = try element(in: place, depth: depth + 1) else { break }
      parts.append(parts.isEmpty ? SitePart(number: nil, value: element) : writer.part(element))
    }
    return parts
  }

  private mutating func stack(_ shape: ValueShape, depth: Int) throws -> SiteValue? {
    let items = try elements(in: "Stack", depth: depth)
    if items.isEmpty { return nil }
    guard case .either(let shapes) = shape, case .mapping(let long)? = shapes.last else {
      throw ShapeWriter.UnknownNotation(key: "stack")
    }
    if writer.chance.isTrue(40) { return .list(items) }
    let keys = ofText(try writer.mapping(long, percent: 35, without: ["items"]))
    return .mapping(keys + [("items", SitePart(number: nil, value: .list(items)))])
  }

  private mutating func row(in place: String, depth: Int) throws -> SiteValue? {
    guard case .either(let shapes)? = writer.definitions["rowOf" + place], case .mapping(let long)? = shapes.first,
      case .mapping(let short)? = shapes.last
    else { throw ShapeWriter.UnknownNotation(key: "rowOf" + place) }
    if !usedSlots.contains("image"), writer.chance.isTrue(40) {
      usedSlots.insert("image")
      let image = try writer.value(of: short["image"] ?? .any, key: "image", percent: 100)
      let labels = ["eyebrow", "subtitle", "footer"].filter { usedSlots.insert($0).inserted }
      let keys = ofText(try writer.mapping(short, percent: 35, without: ["image", "stack"]))
      return .mapping(
        keys + [
          ("image", SitePart(number: nil, value: image)),
          ("stack", SitePart(number: nil, value: .list(labels.map { SitePart(number: nil, value: .scalar($0)) }))),
        ])
    }
    let items = try elements(in: "Row", depth: depth)
    if items.isEmpty { return nil }
    let keys = ofText(withSpareRoom(try writer.mapping(long, percent: 35, without: ["items"])))
    return .mapping(keys + [("items", SitePart(number: nil, value: .list(items)))])
  }

  // MARK: - Keys that exclude others

  private typealias Entries = [(key: String, part: SitePart)]

  /// Mostly without fixed widths: rows with many widths leave nothing for some of their items.
  private mutating func withSpareRoom(_ entries: Entries) -> Entries {
    writer.chance.isTrue(75) ? entries.filter { $0.key != "width" && $0.key != "maxWidth" } : entries
  }

  private func ofText(_ entries: Entries) -> Entries {
    guard entries.contains(where: { $0.key == "maxWidth" }) else { return entries }
    return entries.filter { $0.key != "width" && $0.key != "maxWidth" }
      + entries.filter { $0.key == "maxWidth" }.flatMap { entry in
        [("width", SitePart(number: nil, value: .scalar("hug"))), entry]
      }
  }

  private func ofImage(_ entries: Entries) -> Entries {
    var left = entries
    func has(_ key: String) -> Bool { left.contains { $0.key == key } }
    if has("size") { left.removeAll { ["width", "height", "ratio", "minHeight", "maxHeight"].contains($0.key) } }
    if has("height") { left.removeAll { ["ratio", "minHeight", "maxHeight"].contains($0.key) } }
    if has("bleed") { left.removeAll { ["size", "width", "maxWidth"].contains($0.key) } }
    return withoutCrossedHeights(left)
  }

  private func withoutCrossedHeights(_ entries: Entries) -> Entries {
    guard entries.contains(where: { $0.key == "maxHeight" }) else { return entries }
    return entries.filter { $0.key != "minHeight" }
  }
}
