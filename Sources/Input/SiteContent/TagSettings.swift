public import Arrangements
import Diagnostics
public import Slots
import YAMLEvents

/// The tag settings of a shelf; nil means those of the theme.
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

/// The greatest numbers of lines of the texts of a shelf's cards; nil means those of the theme.
public typealias LineSettings = [Slot: ByWidthClass<Int>]

extension FieldReader {
  /// `tags` of a shelf.
  mutating func tagSettings(_ key: String, into sink: inout DiagnosticSink) -> TagSettings {
    var settings = TagSettings()
    guard let mapping = keys.mapping(key, into: &sink) else { return settings }
    var fields = self
    fields.keys = mapping
    settings.align = fields.choice("align", of: LineAlignment.self, into: &sink)
    settings.lastLine = fields.choice("lastLine", of: LastLine.self, into: &sink)
    settings.distribute = fields.choice("distribute", of: LineDistribution.self, into: &sink)
    settings.maxRows = fields.byWidthClass("maxRows", in: 0...1000, into: &sink)
    fields.finish(into: &sink)
    widthClasses = fields.widthClasses
    return settings
  }

  /// `maxLines` of a shelf.
  mutating func lineSettings(_ key: String, into sink: inout DiagnosticSink) -> LineSettings {
    var settings: LineSettings = [:]
    guard let mapping = keys.mapping(key, into: &sink) else { return settings }
    var fields = self
    fields.keys = mapping
    for slot in slots.texts { settings[slot] = fields.byWidthClass(slots.name(of: slot), in: 1...1000, into: &sink) }
    fields.finish(into: &sink)
    widthClasses = fields.widthClasses
    return settings
  }
}
