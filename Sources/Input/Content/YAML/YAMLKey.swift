/// A key of a mapping, and its description in editors: the reader declares both where it asks for the value.
public struct YAMLKey: Sendable, Hashable, ExpressibleByStringLiteral {
  public let name: String
  /// The meaning of the value, and its default.
  public let description: String?

  public init(_ name: String, _ description: String? = nil) {
    self.name = name
    self.description = description
  }

  public init(stringLiteral name: String) { self.init(name) }
}
