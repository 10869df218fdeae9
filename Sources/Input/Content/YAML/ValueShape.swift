/// The values that a key allows, in terms of the JSON to which YAML corresponds.
public indirect enum ValueShape: Sendable, Hashable {
  /// Any value.
  case any
  /// A text.
  ///
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that is found in the text.
  ///   - orNumber: numbers, `true` and `false` are allowed too, because a scalar is its text.
  case text(pattern: String? = nil, maximumLength: Int? = nil, orNumber: Bool = true)
  case integer(ClosedRange<Int>, multipleOf: Int = 1)
  /// A whole number or a fraction.
  case number(ClosedRange<Int>)
  case boolean
  /// One of these words.
  case word([String])
  case list(ValueShape, count: ClosedRange<Int>, isUnique: Bool = false)
  case mapping(MappingShape)
  /// A mapping whose keys are names that the author chooses.
  ///
  /// - Parameters:
  ///   - pattern: a regular expression that is found in each name.
  ///   - required: names that are required.
  ///   - holdsMapping: at least one of the values is a mapping.
  ///   - isFilled: there is at least one entry.
  case byName(
    ValueShape, pattern: String? = nil, required: [String] = [], holdsMapping: Bool = false, isFilled: Bool = false)
  case either([ValueShape])
  /// A reference to a shape that is described elsewhere, by its name.
  case reference(String)
  /// The key is valid but has no value here.
  case nothing
}

/// The keys of a mapping.
public struct MappingShape: Sendable, Hashable {
  public struct MappingKey: Sendable, Hashable {
    public var name: String
    /// The meaning of the value, and its default; nil if there is no description.
    public var description: String?
    public var shape: ValueShape
    /// True if a key with an empty value counts as absent.
    public var mayBeNothing: Bool

    public init(_ key: YAMLKey, _ shape: ValueShape, mayBeNothing: Bool = true) {
      name = key.name
      description = key.description
      self.shape = shape
      self.mayBeNothing = mayBeNothing
    }
  }

  /// The keys in the order in which they are read.
  public var keys: [MappingKey]
  public var required: [String]
  /// True if the mapping has exactly one of the keys.
  public var isSingle: Bool

  public init(_ keys: [MappingKey] = [], required: [String] = [], isSingle: Bool = false) {
    self.keys = keys
    self.required = required
    self.isSingle = isSingle
  }

  /// The shape of a key's value; setting nil removes the key.
  public subscript(name: String) -> ValueShape? {
    get { keys.first { $0.name == name }?.shape }
    set {
      guard let index = keys.firstIndex(where: { $0.name == name }) else {
        if let newValue { keys.append(MappingKey(YAMLKey(name), newValue)) }
        return
      }
      if let newValue { keys[index].shape = newValue } else { keys.remove(at: index) }
    }
  }
}
