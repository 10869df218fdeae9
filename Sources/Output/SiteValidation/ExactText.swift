/// A text that equals another only if their bytes are equal.
///
/// `String` compares composed and decomposed letters as equal; file names, identifiers and links must not.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.count == b.text.utf8.count && areEqual(a.text.utf8, b.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Returns whether two views of the same length are equal.
private func areEqual(_ a: String.UTF8View, _ b: String.UTF8View) -> Bool {
  // The bytes are compared directly, because this happens for every card at every step.
  let isEqual = unsafe a.withContiguousStorageIfAvailable { a in
    unsafe b.withContiguousStorageIfAvailable { b in unsafe a.elementsEqual(b) }
  }
  return (isEqual ?? nil) ?? a.elementsEqual(b)
}
