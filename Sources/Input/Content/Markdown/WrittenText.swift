import Diagnostics

extension Inline {
  /// The bytes of a text without escapes and entities, which is in the file as it is; nil for every other inline.
  func written(in source: SourceText) -> ArraySlice<UInt8>? {
    guard case .text(let text) = kind, range.upper <= source.bytes.count, range.upper - range.lower == text.utf8.count
    else { return nil }
    let bytes = source.bytes[range.lower..<range.upper]
    return bytes.elementsEqual(text.utf8) ? bytes : nil
  }

  /// The text with other inlines in the place of some parts.
  ///
  /// - Parameter parts: the parts by their offsets in the file, in order.
  func replacing(_ parts: [(range: Range<Int>, content: [Inline])]) -> [Inline] {
    guard case .text(let text) = kind, !parts.isEmpty else { return [self] }
    let bytes = Array(text.utf8)
    var result: [Inline] = []
    var start = range.lower
    func addText(upTo end: Int) {
      guard start < end else { return }
      let part = String(decoding: bytes[start - range.lower..<end - range.lower], as: UTF8.self)
      result.append(Inline(.text(part), range: SourceRange(start, end)))
    }
    for part in parts {
      addText(upTo: part.range.lowerBound)
      result += part.content
      start = part.range.upperBound
    }
    addText(upTo: range.upper)
    return result
  }
}

extension SourceText {
  /// Returns whether a block of code begins with a fence, and not with its text.
  func hasFence(at offset: Int) -> Bool { offset < bytes.count && "`~".utf8.contains(bytes[offset]) }
}

extension [Inline] {
  /// The lines as the author wrote them; a line that was ended on purpose has its break at its end.
  var lines: [[Inline]] {
    var lines: [[Inline]] = [[]]
    for inline in self {
      switch inline.kind {
      case .softBreak: lines.append([])
      case .hardBreak:
        lines[lines.count - 1].append(inline)
        lines.append([])
      default: lines[lines.count - 1].append(inline)
      }
    }
    return lines.filter { !$0.isEmpty }
  }

  /// The inlines without the first bytes of the text at their beginning, and the white space behind those.
  func dropping(_ count: Int) -> [Inline] {
    guard let first, case .text(let text) = first.kind else { return self }
    let rest = text.utf8.dropFirst(count).drop { $0 == 0x20 || $0 == 0x09 }
    guard !rest.isEmpty else { return Array(dropFirst()) }
    let range = SourceRange(first.range.upper - rest.count, first.range.upper)
    return [Inline(.text(String(decoding: rest, as: UTF8.self)), range: range)] + dropFirst()
  }
}
