import Diagnostics
import Images

/// A link to a note by its name.
enum WikiLink {
  /// - Parameters:
  ///   - index: where the link would begin, with the `!` of one that shows its target.
  ///   - start: the offset of the bytes in the file.
  static func read(in bytes: [UInt8], at index: Int, from start: Int) -> (Inline, Range<Int>)? {
    let isEmbedded = bytes[index] == UInt8(ascii: "!")
    let open = isEmbedded ? index + 1 : index
    guard open + 4 < bytes.count, bytes[open] == UInt8(ascii: "["), bytes[open + 1] == UInt8(ascii: "[") else {
      return nil
    }
    // `x[[1]]` and `[[:alpha:]]` are code.
    if index > 0, !isEmbedded, isAlphanumeric(bytes[index - 1]) { return nil }
    var end = open + 2
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != UInt8(ascii: "["), bytes[end] != UInt8(ascii: "]") {
      end += 1
    }
    guard end > open + 2, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "]"), bytes[end + 1] == UInt8(ascii: "]"),
      bytes[open + 2] > 0x20, bytes[open + 2] != UInt8(ascii: ":"), bytes[end - 1] > 0x20
    else { return nil }
    let content = String(decoding: bytes[(open + 2)..<end], as: UTF8.self)
    let range = index..<end + 2
    return link(
      to: content, isEmbedded: isEmbedded, at: SourceRange(start + range.lowerBound, start + range.upperBound)
    )
    .map { ($0, range) }
  }

  private static func link(to content: String, isEmbedded: Bool, at range: SourceRange) -> Inline? {
    let parts = content.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let written = parts[0].hasSuffix("\\") ? String(parts[0].dropLast()) : parts[0]
    let label = parts.count > 1 ? collapsed(parts[parts.count - 1]) : ""
    let halves = written.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = collapsed(halves[0])
    let part = halves.count > 1 ? halves[1] : ""
    let fragment = part.isEmpty ? "" : "#" + percentEncoded(path: part)
    // The note can be in any folder.
    let target =
      name.isEmpty
      ? LinkTarget(kind: .fragment, text: fragment)
      : LinkTarget(kind: .rooted, text: "/" + percentEncoded(path: name) + fragment)
    if isEmbedded, let ending = fileEnding(of: name), ImageKind(path: name) != nil, !ending.isEmpty {
      let width = Int(label.prefix { $0 != "x" })
      return Inline(.image(target, title: "", alt: width == nil ? label : "", width: width), range: range)
    }
    let shown =
      label.isEmpty ? [ContentPath.name(of: name), part].filter { !$0.isEmpty }.joined(separator: " › ") : label
    return Inline(.link(target, title: "", [Inline(.text(shown), range: range)]), range: range)
  }
}

/// A link whose target a template makes of a path, which libcmark reads as a text: there are spaces in it.
enum TemplateLink {
  static func read(in bytes: [UInt8], at index: Int, from start: Int) -> (Inline, Range<Int>)? {
    if bytes[index] == UInt8(ascii: "!"), index + 1 < bytes.count,
      let (link, range) = read(in: bytes, at: index + 1, from: start),
      case .link(let target, _, let content) = link.kind
    {
      let place = SourceRange(link.range.lower - 1, link.range.upper)
      return (
        Inline(.image(target, title: "", alt: plainText(of: content), width: nil), range: place),
        index..<range.upperBound
      )
    }
    guard bytes[index] == UInt8(ascii: "["),
      let middle = bytes[index...].prefix(300).firstIndex(of: UInt8(ascii: "]")), middle > index + 1,
      middle + 3 < bytes.count, bytes[middle + 1] == UInt8(ascii: "("), bytes[middle + 2] == UInt8(ascii: "{"),
      let end = bytes[middle...].prefix(500).firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let label = String(decoding: bytes[index + 1..<middle], as: UTF8.self)
    let written = String(decoding: bytes[middle + 2..<end], as: UTF8.self)
    guard let path = path(in: written), let target = LinkTarget(path) else { return nil }
    let range = SourceRange(start + index, start + end + 1)
    return (Inline(.link(target, title: "", [Inline(.text(label), range: range)]), range: range), index..<end + 1)
  }

  /// The path in a template: `{{ '/docs/' | relative_url }}`, `{{ site.baseurl }}/docs/`, `{% link docs/a.md %}` or
  /// `{% post_url 2021-03-01-soup %}`.
  static func path(in template: String) -> String? {
    for quote: Character in ["'", "\""] {
      let parts = template.split(separator: quote, omittingEmptySubsequences: false)
      if parts.count > 2 { return String(parts[1]) }
    }
    if let end = template.firstRange(of: "}}"), template.hasPrefix("{{"), !template[end.upperBound...].isEmpty {
      return String(template[end.upperBound...])
    }
    let words = template.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(where: { $0 == "link" || $0 == "post_url" }), place + 1 < words.count else {
      return nil
    }
    return "/" + words[place + 1]
  }
}
