import Diagnostics

/// The tags of a card.
extension FieldReader {
  private static let label = YAMLKey("label", "The text of the tag.")
  private static let href = YAMLKey("href", "The target of the tag's link, written like `link`.")

  /// - Returns: the tags, and their links by the number of the tag; no links if no tag has one.
  mutating func tags(into sink: inout DiagnosticSink) -> (tags: [FieldText], links: [PlacedLink?]) {
    let key = YAMLKey("tags", "A text, a text with commas, or a list; a tag with a link is { label, href }.")
    let linked = MappingShape(
      [MappingShape.MappingKey(Self.label, .line()), MappingShape.MappingKey(Self.href, .link)],
      required: [Self.label.name, Self.href.name])
    keys.recorder?.note(key, .either([.line(), .list(.either([.line(), .mapping(linked)]), count: 0...Int.max)]))
    guard let node = keys.node(key), case .sequence(let items) = node.value,
      items.contains(where: { isLinkedTag($0) })
    else { return (texts(key, keepsEqual: true, into: &sink) ?? [], []) }
    // By the place of the label.
    var links: [Int: PlacedLink] = [:]
    let labels = items.compactMap { item -> YAMLNode? in
      guard isLinkedTag(item) else { return item }
      guard let (label, link) = linkedTag(item, into: &sink) else { return nil }
      if let link { links[label.range.lower] = link }
      return label
    }
    let written = keys.values.strings(YAMLNode(.sequence(labels), range: node.range), called: key.name, into: &sink)
    let tags = checked(written ?? [], called: key.name, keepsEqual: true, into: &sink)
    return (tags, tags.map { links[$0.range.lower] })
  }

  /// Returns whether an item of a list was meant as a tag with a link.
  private func isLinkedTag(_ item: YAMLNode) -> Bool {
    guard case .mapping(let entries) = item.value else { return false }
    return entries.contains { $0.key == Self.label.name || $0.key == Self.href.name }
  }

  private func linkedTag(_ item: YAMLNode, into sink: inout DiagnosticSink) -> (label: YAMLNode, link: PlacedLink?)? {
    guard let mapping = keys.values.mapping(item, called: "tags", into: &sink) else { return nil }
    var tag = self
    tag.keys = mapping
    tag.keys.require(
      Self.label.name, Self.href.name, help: "write a tag with a link as { label: Rings, href: rings.md }",
      into: &sink)
    let link = tag.link(Self.href, into: &sink)
    let label = tag.keys.node(Self.label)
    tag.finish(into: &sink)
    return label.map { ($0, link) }
  }
}
