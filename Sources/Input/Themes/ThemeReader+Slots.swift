public import Content
public import Diagnostics

/// Reads only the slots of a `theme.yml`, with which cards are read. It reports the same faults as
/// ``readTheme(_:name:takenNames:into:)``.
///
/// - Returns: the standard slots if the file cannot be read.
public func readSlots(_ source: SourceText) -> SlotTable {
  // Few themes have slots of their own.
  guard source.mentionsSlots else { return .standard }
  var reader = ThemeReader(source: source)
  guard let document = readYAML(source, in: source.fullRange, limits: .theme, fault: .cannotRun, into: &reader.sink),
    var keys = YAMLMappingReader(document: document, of: source, fault: .cannotRun, into: &reader.sink)
  else { return .standard }
  reader.readSlots(keys.mapping("slots", into: &reader.sink))
  return reader.slots
}

extension SourceText {
  /// A dedicated search, because a generic one would take longer than the rest of reading a theme.
  fileprivate var mentionsSlots: Bool {
    let (key, bytes) = (Array("slots".utf8), bytes.span)
    guard bytes.count >= key.count else { return false }
    for start in 0...bytes.count - key.count where bytes[start] == key[0] {
      if key.indices.allSatisfy({ bytes[start + $0] == key[$0] }) { return true }
    }
    return false
  }
}

extension ThemeReader {
  /// Reads `slots`: the slots that the theme adds, each with one text.
  mutating func readSlots(_ declared: YAMLMappingReader?) {
    guard let declared else { return }
    for entry in declared.entries {
      checkName(entry)
      guard let style = baseStyle(of: entry) else { continue }
      if slots[entry.key] != nil || takenNames.contains(entry.key) || ElementName.containers.contains(entry.key) {
        sink.report(findings.slotNameTaken(entry.key, at: entry.keyRange))
      } else if slots.slots.count == SlotTable.limit {
        return sink.report(findings.tooManySlots(SlotTable.limit, at: entry.keyRange))
      } else {
        slots = slots.adding(SlotDeclaration(entry.key, .text))
        baseStyles[entry.key] = style
      }
    }
  }

  /// Reads `style`: the text style on which the style of the slot is based.
  ///
  /// - Returns: nil after a fault.
  private mutating func baseStyle(of entry: YAMLEntry) -> String? {
    if entry.value.isNothing { return TextStyles.usualBase }
    guard var keys = values.mapping(entry.value, called: entry.key, into: &sink) else { return nil }
    return baseStyle(&keys)
  }

  /// - Returns: nil after a fault.
  mutating func baseStyle(_ keys: inout YAMLMappingReader) -> String? {
    let known = TextStyles.named(slots).map(\.name)
    let style = keys.string(
      YAMLKey("style", "The text style from which that of the slot starts. Default: subtitle."), into: &sink)
    keys.finish(into: &sink)
    guard let style else { return keys.keyRange("style") == nil ? TextStyles.usualBase : nil }
    if known.contains(style.value) { return style.value }
    sink.report(findings.textStyleUnknown(style.value, known: known, at: style.range))
    return nil
  }
}
