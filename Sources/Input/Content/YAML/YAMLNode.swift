public import Diagnostics

/// A value of a YAML document with its range in the file. Nothing is resolved: a scalar is its text.
public struct YAMLNode: Sendable, Hashable {
  public enum YAMLValue: Sendable, Hashable {
    /// `isPlain` distinguishes `null` from `"null"`: only a plain scalar can be nothing, or several texts with commas.
    /// Numbers and words mean the same with quotes, which other programs write around any value.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLNode])
    /// The entries in the order of the file; keys are unique.
    case mapping([YAMLEntry])
  }

  public let value: YAMLValue
  /// The byte offsets in the whole file.
  public let range: SourceRange

  public init(_ value: YAMLValue, range: SourceRange) {
    self.value = value
    self.range = range
  }

  /// The entries of a mapping; none for other values.
  public var entries: [YAMLEntry] { if case .mapping(let entries) = value { entries } else { [] } }
}

/// A key of a mapping and its value.
public struct YAMLEntry: Sendable, Hashable {
  public let key: String
  public let keyRange: SourceRange
  public let value: YAMLNode

  public init(key: String, keyRange: SourceRange, value: YAMLNode) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}

/// Limits on the size of a document.
public struct YAMLLimits: Sendable {
  public var bytes: Int
  /// The most keys in all mappings together.
  public var keys: Int
  /// The nesting limit of mappings and sequences; the document's own mapping is the first level.
  public var depth: Int

  /// The limits of front matter, in which other programs keep values too.
  public static let frontMatter = YAMLLimits(bytes: 16 * 1024, keys: 1024, depth: 32)
  /// The limits of themes and settings. Eight nested stacks and rows, with the sizes of an image in the last, are 29
  /// levels deep.
  public static let theme = YAMLLimits(bytes: 256 * 1024, keys: 4096, depth: 32)
}
