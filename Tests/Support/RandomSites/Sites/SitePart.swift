/// A YAML value whose parts can be left out one by one.
indirect enum SiteValue: Sendable {
  /// A scalar as it is written: a number, a word, or a text between quotes.
  case scalar(String)
  case list([SitePart])
  case mapping([(key: String, part: SitePart)])

  /// A text between quotes, so that it is read as text with any content.
  static func text(_ text: String) -> SiteValue {
    .scalar("\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"")
  }
}

/// A value and its number among all parts of a site; nil if the site cannot exist without it.
struct SitePart: Sendable {
  let number: Int?
  let value: SiteValue
}

/// A file of a site.
struct SiteDocument: Sendable {
  enum Content: Sendable {
    case yaml(SiteValue)
    /// Front matter, and the blocks below it.
    case markdown(SiteValue, blocks: [(number: Int, text: String)])
    case text(String)
  }

  let path: String
  let number: Int?
  let content: Content

  /// - Parameter removed: numbers of parts to leave out.
  func text(without removed: Set<Int>) -> String {
    switch content {
    case .text(let text): text
    case .yaml(let value): value.document(without: removed)
    case .markdown(let front, let blocks):
      "---\n\(front.document(without: removed))---\n"
        + blocks.filter { !removed.contains($0.number) }.map { $0.text + "\n" }.joined(separator: "\n")
    }
  }
}

extension SiteValue {
  /// A mapping with one key per line.
  fileprivate func document(without removed: Set<Int>) -> String {
    guard case .mapping(let entries) = self else { return flow(without: removed) + "\n" }
    return entries.filter { $0.part.isLeft(by: removed) }
      .map { "\($0.key): \($0.part.value.flow(without: removed))\n" }.joined()
  }

  private func flow(without removed: Set<Int>) -> String {
    switch self {
    case .scalar(let text): text
    case .list(let parts):
      "[" + parts.filter { $0.isLeft(by: removed) }.map { $0.value.flow(without: removed) }.joined(separator: ", ")
        + "]"
    case .mapping(let entries):
      "{ "
        + entries.filter { $0.part.isLeft(by: removed) }
        .map { "\($0.key): \($0.part.value.flow(without: removed))" }.joined(separator: ", ") + " }"
    }
  }
}

extension SitePart {
  fileprivate func isLeft(by removed: Set<Int>) -> Bool { number.map { !removed.contains($0) } ?? true }
}
