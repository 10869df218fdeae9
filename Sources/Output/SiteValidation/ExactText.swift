/// A text that is the same as another only if its bytes are.
///
/// `String` takes composed and decomposed letters for one; file names, identifiers and links do not.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.count == b.text.utf8.count && areEqual(a.text.utf8, b.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Whether two views of as many bytes are equal.
private func areEqual(_ a: String.UTF8View, _ b: String.UTF8View) -> Bool {
  // Over the bytes themselves: these are compared for every card at every step.
  let isEqual = unsafe a.withContiguousStorageIfAvailable { a in
    unsafe b.withContiguousStorageIfAvailable { b in unsafe a.elementsEqual(b) }
  }
  return (isEqual ?? nil) ?? a.elementsEqual(b)
}
