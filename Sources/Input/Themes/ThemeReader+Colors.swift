import Content
import Diagnostics

extension ThemeReader {
  /// The colours that Cardshelf itself uses.
  static let requiredColors = ["page", "card", "text", "secondary", "accent", "border", "tag", "tagText", "code"]

  static let lightScheme = YAMLKey("light", "Colours such as '#1a2b3c', by name.")
  static let darkScheme = YAMLKey("dark", "The same names as in light.")

  /// Reads `colors`: the same names in both schemes.
  mutating func colors(_ schemes: YAMLMappingReader?) -> (light: [String: String], dark: [String: String]) {
    guard var schemes else { return ([:], [:]) }
    schemes.require("light", "dark", into: &sink)
    let light = schemes.mapping(Self.lightScheme, into: &sink)
    let dark = schemes.mapping(Self.darkScheme, into: &sink)
    schemes.finish(into: &sink)
    if let light, let dark {
      checkPairs(of: light, with: dark, called: "dark")
      checkPairs(of: dark, with: light, called: "light")
    }
    let colors = (light: scheme(light), dark: scheme(dark))
    let names = Set((light?.entries ?? []).map(\.key)).union((dark?.entries ?? []).map(\.key))
    if light != nil || dark != nil { colorNames = names.sorted() }
    return colors
  }

  private mutating func scheme(_ colors: YAMLMappingReader?) -> [String: String] {
    guard let colors else { return [:] }
    for name in Self.requiredColors where colors.keyRange(name) == nil {
      var missing = colors
      missing.require(name, help: "every theme has: \(Self.requiredColors.joined(separator: ", "))", into: &sink)
    }
    var result: [String: String] = [:]
    for entry in colors.entries {
      checkName(entry)
      result[entry.key] = color(entry)
    }
    return result
  }

  private mutating func color(_ entry: YAMLEntry) -> String? {
    guard !entry.value.isNothing else {
      sink.report(findings.colorEmpty(entry.key, at: entry.keyRange))
      return nil
    }
    guard let text = values.string(entry.value, called: entry.key, into: &sink) else { return nil }
    let digits = text.value.utf8.dropFirst()
    guard text.value.utf8.first == UInt8(ascii: "#"), [3, 6, 8].contains(digits.count), digits.allSatisfy(isHexadecimal)
    else {
      sink.report(findings.colorInvalid(text.value, at: text.range))
      return nil
    }
    return text.value
  }

  private mutating func checkPairs(of scheme: YAMLMappingReader, with other: YAMLMappingReader, called name: String) {
    // A required colour that is missing is reported as such.
    for entry in scheme.entries where other.keyRange(entry.key) == nil && !Self.requiredColors.contains(entry.key) {
      sink.report(findings.colorUnpaired(entry.key, missingIn: name, at: entry.keyRange))
    }
  }

  /// Reports a colour of a text style that does not exist.
  mutating func checkColor(_ name: Placed<String>) {
    guard let colorNames, !colorNames.contains(name.value) else { return }
    sink.report(findings.colorUnknown(name.value, known: colorNames, at: name.range))
  }
}
