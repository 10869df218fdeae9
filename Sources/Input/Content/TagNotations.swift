import Diagnostics

/// Tags as other programs write them.
extension YAMLNode {
  /// The document with a list in place of tags without commas, `tags: oats quick`, which Jekyll and Obsidian divide at the
  /// spaces.
  func withListOfTags(in source: SourceText) -> YAMLNode {
    guard case .mapping(var entries) = value, let index = entries.firstIndex(where: { $0.key == "tags" }),
      case .scalar(let text, isPlain: true) = entries[index].value.value, text.contains(" "), !text.contains(","),
      !text.hasPrefix("-")
    else { return self }
    let range = entries[index].value.range
    let isAsWritten = source.bytes[range.lower..<range.upper].elementsEqual(text.utf8)
    let words = text.split(separator: " ").map { word in
      let start = range.lower + text.utf8.distance(from: text.startIndex, to: word.startIndex)
      let place = isAsWritten ? SourceRange(start, start + word.utf8.count) : range
      return YAMLNode(.scalar(String(word), isPlain: false), range: place)
    }
    entries[index] = YAMLEntry(
      key: "tags", keyRange: entries[index].keyRange, value: YAMLNode(.sequence(words), range: range))
    return YAMLNode(.mapping(entries), range: self.range)
  }

  /// The document with the tags of Zola's `taxonomies` as tags.
  var withTagsOfTaxonomies: YAMLNode {
    guard case .mapping(var entries) = value, let index = entries.firstIndex(where: { $0.key == "taxonomies" }),
      case .mapping(let taxonomies) = entries[index].value.value
    else { return self }
    entries.remove(at: index)
    if !entries.contains(where: { $0.key == "tags" && !$0.value.isNothing }) {
      entries += ["tags", "categories"].lazy.compactMap { name in taxonomies.first { $0.key == name } }.prefix(1).map {
        YAMLEntry(key: "tags", keyRange: $0.keyRange, value: $0.value)
      }
    }
    return YAMLNode(.mapping(entries), range: range)
  }
}

extension SourceText {
  /// The text with a space in place of a comma that another follows, as in the list `[a,,b]`; nil if there is none.
  func withoutEmptyItems(in part: Range<Int>) -> SourceText? {
    var changed: [Int] = []
    var comma: Int?
    for index in part {
      switch bytes[index] {
      case UInt8(ascii: ","):
        if let comma { changed.append(comma) }
        comma = index
      case 0x20, 0x09: continue
      default: comma = nil
      }
    }
    guard !changed.isEmpty else { return nil }
    var other = bytes
    for index in changed { other[index] = 0x20 }
    return replacing(with: other)
  }
}
