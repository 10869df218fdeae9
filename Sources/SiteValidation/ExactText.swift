/// A text that is the same as another only if its bytes are.
///
/// `String` takes composed and decomposed letters for one; file names, identifiers and links do not.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.count == b.text.utf8.count && a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
