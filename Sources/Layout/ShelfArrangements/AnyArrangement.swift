/// An arrangement as a value that can be compared: two are equal if they have the same name.
@dynamicMemberLookup
public struct AnyArrangement: Sendable {
  public let rules: any Arrangement

  public init(_ rules: any Arrangement) { self.rules = rules }

  public subscript<Value>(dynamicMember member: KeyPath<any Arrangement, Value>) -> Value { rules[keyPath: member] }
}

extension AnyArrangement: Hashable {
  public static func == (a: AnyArrangement, b: AnyArrangement) -> Bool { a.rules.name == b.rules.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(rules.name) }
}
