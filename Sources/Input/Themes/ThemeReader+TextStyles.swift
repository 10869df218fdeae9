import Arrangements
import Content
import Diagnostics

extension ThemeReader {
  /// Reads `textStyles`: each style is optional, and so is each of its keys.
  ///
  /// - Parameter classes: The names of the width classes, ascending.
  mutating func textStyles(_ styles: YAMLMappingReader?, classes: [String]) -> TextStyles {
    var result = TextStyles.standard
    guard var styles else {
      addBases(to: &result)
      return result
    }
    for (name, path) in TextStyles.named(.standard) {
      read(&styles, name, classes: classes, into: &result[keyPath: path])
    }
    addBases(to: &result)
    for slot in slots.own { read(&styles, slots.name(of: slot), classes: classes, into: &result[slot]) }
    styles.finish(into: &sink)
    return result
  }

  private func addBases(to styles: inout TextStyles) {
    for slot in slots.own {
      let base = TextStyles.named(slots).first { $0.name == baseStyles[slots.name(of: slot)] }
      styles.ofSlots.append(base.map { styles[keyPath: $0.path] } ?? styles.body)
    }
  }

  private mutating func read(
    _ styles: inout YAMLMappingReader, _ name: String, classes: [String],
    into style: inout TextStyle
  ) {
    guard var keys = styles.mapping(YAMLKey(name, "A text style."), into: &sink) else { return }
    if let font = keys.string(YAMLKey("font", "The name of a list of fonts."), into: &sink) {
      checkFont(font)
      style.font = font.value
    }
    keys.recorder?.note(YAMLKey("weight", "A multiple of 100."), .integer(100...900, multipleOf: 100))
    if case .scalar(let word, _)? = keys.node("weight")?.value, word.utf8.count < 20,
      let number = weightsByName[word.lowercased()]
    {
      sink.report(findings.weightInWords(word, number: number, at: keys.node("weight")?.range ?? keys.range))
    } else if let weight = keys.integer("weight", in: 100...900, into: &sink) {
      if !weight.value.isMultiple(of: 100) { sink.report(findings.weightInvalid(weight.value, at: weight.range)) }
      style.weight = weight.value
    }
    style.isItalic = keys.boolean(YAMLKey("italic", "Uses italic letters."), into: &sink)?.value ?? style.isItalic
    readSize(&keys, into: &style)
    style.maxLines = limit(
      &keys, YAMLKey("maxLines", "The greatest number of lines, optionally by width class."), in: 1...1000,
      classes: classes, default: style.maxLines)
    if let color = keys.string(YAMLKey("color", "The name of a colour."), into: &sink) {
      checkColor(color)
      style.color = color.value
    }
    keys.finish(into: &sink)
  }

  private mutating func readSize(_ keys: inout YAMLMappingReader, into style: inout TextStyle) {
    if let dynamic = keys.choice(
      YAMLKey("textStyle", "The style of Dynamic Type with which this style scales."), of: DynamicTextStyle.self,
      into: &sink)?.value
    {
      let table = TextStyleTable.metrics(dynamic, .large)
      style.dynamicStyle = dynamic
      style.hasTableSizes = keys.node("size") == nil && keys.node("lineHeight") == nil
      style.size = table.size
      style.lineHeight = table.leading
    }
    let size = length(&keys, YAMLKey("size", "CSS pixels, 6 to 200."), in: 6...200)
    let lineHeight = length(&keys, YAMLKey("lineHeight", "Whole CSS pixels."), in: 1...400)
    style.size = size?.value ?? style.size
    style.lineHeight = lineHeight?.value ?? style.lineHeight
    // A faulty size says nothing about the line height.
    let isSizeKnown = size != nil || keys.node("size") == nil
    let isLineHeightKnown = lineHeight != nil || keys.node("lineHeight") == nil
    guard isSizeKnown, isLineHeightKnown, style.lineHeight < style.size, let place = lineHeight ?? size else { return }
    sink.report(findings.lineHeightTooSmall(style.lineHeight, size: style.size, at: place.range))
  }

  private mutating func checkFont(_ name: Placed<String>) {
    guard let fontNames, !fontNames.contains(name.value) else { return }
    sink.report(findings.fontStackUnknown(name.value, known: fontNames, at: name.range))
  }
}

/// The names of weights in CSS and in font editors.
private let weightsByName = [
  "thin": 100, "extralight": 200, "light": 300, "normal": 400, "regular": 400, "medium": 500, "semibold": 600,
  "demibold": 600, "bold": 700, "extrabold": 800, "heavy": 900, "black": 900,
]
