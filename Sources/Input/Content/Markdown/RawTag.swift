/// One of the HTML tags that have a meaning in a text: without attributes, in upper or lower case.
enum RawTag {
  case open(Inline.InlineSpan)
  case close(Inline.InlineSpan)
  case hardBreak
  case wordBreak

  init?(_ html: String) {
    var name = html.utf8.dropFirst().dropLast()
    guard html.utf8.first == UInt8(ascii: "<"), html.utf8.last == UInt8(ascii: ">"), name.count <= 16 else {
      return nil
    }
    let closes = name.first == UInt8(ascii: "/")
    if closes { name = name.dropFirst() }
    let isEmpty = !closes && name.last == UInt8(ascii: "/")
    if isEmpty { name = name.dropLast() }
    while let last = name.last, last == 0x20 || last == 0x09 || last == 0x0A { name = name.dropLast() }
    switch (String(decoding: name, as: UTF8.self).lowercased(), closes, isEmpty) {
    case ("br", false, _): self = .hardBreak
    case ("wbr", false, _): self = .wordBreak
    case (let name, true, _):
      guard let span = Inline.InlineSpan(rawValue: name) else { return nil }
      self = .close(span)
    case (let name, false, false):
      guard let span = Inline.InlineSpan(rawValue: name) else { return nil }
      self = .open(span)
    default: return nil
    }
  }
}
