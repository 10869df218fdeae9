import Diagnostics

/// The front matter of most cards: a title, and other texts that are valid as they are written.
///
/// `FieldReader` reads everything else, and anything that a finding might be about. A test compares the two.
struct UsualFields {
  private(set) var texts = TextsBySlot()
  private(set) var tags: [FieldText] = []
  private(set) var image: FieldText?
  private(set) var imageAlt: FieldText?
  private(set) var link: PlacedLink?

  private let mayHaveEntities: Bool

  /// Reads the values; nil if there is another key or kind of value, or no title.
  ///
  /// - Parameter mayHaveEntities: true if `&` can begin an entity.
  init?(_ document: YAMLNode, of source: SourceText, slots: SlotTable, mayHaveEntities: Bool = false) {
    self.mayHaveEntities = mayHaveEntities
    guard case .mapping(let entries) = document.value else { return nil }
    for entry in entries {
      if entry.key == "tags" {
        guard case .sequence(let items) = entry.value.value, take(tags: items) else { return nil }
        continue
      }
      guard let text = line(entry.value), source.isLineEnd(text.range.upper) else { return nil }
      switch entry.key {
      case "image": image = text
      case "imageAlt": imageAlt = text
      case "link":
        guard let target = LinkTarget(text.text) else { return nil }
        link = PlacedLink(target: target, range: text.range)
      default:
        guard let slot = slots.text(named: entry.key) else { return nil }
        texts[slot] = text
      }
    }
    if texts[.title] == nil { return nil }
  }

  /// A scalar that is a text of one line.
  private func line(_ node: YAMLNode) -> FieldText? {
    guard case .scalar(let text, _) = node.value, !text.isEmpty, text.utf8.count <= ContentLimits.textLength,
      !node.isNothing, isPlainLine(text), !mayHaveEntities || !text.utf8.contains(UInt8(ascii: "&")),
      !Comments.mayBegin(in: text)
    else { return nil }
    return FieldText(text, range: node.range)
  }

  /// - Returns: false for many tags, which are faster to hash than to compare, and for tags that occur twice.
  private mutating func take(tags items: [YAMLNode]) -> Bool {
    guard items.count <= 16 else { return false }
    tags.reserveCapacity(items.count)
    for item in items {
      guard let tag = line(item), !tags.contains(where: { $0.text == tag.text }), HidingLabel(tag.text) == nil else {
        return false
      }
      tags.append(tag)
    }
    return true
  }
}
