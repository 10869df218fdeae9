public import Arrangements
import Diagnostics

/// The tag settings of a shelf; nil means the theme's setting.
public struct TagSettings: Sendable, Hashable {
  public var align: LineAlignment?
  public var lastLine: LastLine?
  public var distribute: LineDistribution?
  public var maxRows: ByWidthClass<Int>?

  public init(
    align: LineAlignment? = nil, lastLine: LastLine? = nil, distribute: LineDistribution? = nil,
    maxRows: ByWidthClass<Int>? = nil
  ) {
    self.align = align
    self.lastLine = lastLine
    self.distribute = distribute
    self.maxRows = maxRows
  }
}

/// The greatest number of lines of the texts of a shelf's cards; nil means the theme's number.
public typealias LineSettings = [Slot: ByWidthClass<Int>]

extension FieldReader {
  /// Reads `tags` of a shelf.
  mutating func tagSettings(_ key: YAMLKey, into sink: inout DiagnosticSink) -> TagSettings {
    var settings = TagSettings()
    guard let mapping = keys.mapping(key, into: &sink) else { return settings }
    var fields = self
    fields.keys = mapping
    settings.align = fields.choice(
      YAMLKey("align", "How the tags of a line are aligned."), of: LineAlignment.self, into: &sink)
    settings.lastLine = fields.choice(
      YAMLKey("lastLine", "How the last line of tags is aligned."), of: LastLine.self, into: &sink)
    settings.distribute = fields.choice(
      YAMLKey("distribute", "How lines of tags are filled."), of: LineDistribution.self, into: &sink)
    settings.maxRows = fields.byWidthClass(
      YAMLKey("maxRows", "The greatest number of lines of tags, optionally by width class."), in: 0...1000, into: &sink)
    fields.finish(into: &sink)
    widthClasses = fields.widthClasses
    return settings
  }

  /// Reads `maxLines` of a shelf.
  mutating func lineSettings(_ key: YAMLKey, into sink: inout DiagnosticSink) -> LineSettings {
    var settings: LineSettings = [:]
    guard let mapping = keys.mapping(key, into: &sink) else { return settings }
    var fields = self
    fields.keys = mapping
    for slot in slots.texts {
      let key = YAMLKey(slots.name(of: slot), "A number from 1, optionally by width class.")
      settings[slot] = fields.byWidthClass(key, in: 1...1000, into: &sink)
    }
    fields.finish(into: &sink)
    widthClasses = fields.widthClasses
    return settings
  }
}
