/// The kind of value that a reader requests for a key, as far as the form of a value shows it. It is coarser than
/// ``ValueShape``, because it is noted for each key of each card.
public enum ValueKind: Sendable {
  case any, text, date, integer, boolean, list, mapping

  /// Returns whether a value was probably meant for a key of this kind. An empty value is accepted for every kind.
  func resembles(_ node: YAMLNode) -> Bool {
    switch (self, node.value) {
    case (.any, _), (.list, .sequence), (.mapping, .mapping): true
    case (_, _) where node.isNothing: true
    case (.boolean, .scalar(let text, _)): YAMLValueReader.boolean(meantBy: text) != nil
    case (.integer, .scalar(let text, _)): Int(text) != nil
    case (.date, .scalar(let text, _)): text.unicodeScalars.contains { ("0"..."9").contains($0) }
    case (.text, .scalar(let text, let isPlain)):
      !isPlain || Int(text) != nil || YAMLValueReader.boolean(meantBy: text) == nil
    case (.text, _), (.date, _), (.integer, _), (.boolean, _), (.list, _), (.mapping, _): false
    }
  }
}
