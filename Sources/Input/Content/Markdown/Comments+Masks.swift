import Diagnostics

extension Comments {
  /// The comments of a text that libcmark has parsed; nil if there are none.
  init?(in tree: borrowing CmarkTree, of source: SourceText, _ survey: TextSurvey) {
    var builder = DocumentBuilder(source: source, survey: survey, targets: LinkTarget.parse)
    builder.read(tree)
    self.init(in: source.bytes, range: survey.range, code: builder.list.code)
    if ranges.isEmpty { return nil }
  }
}

extension NodeList {
  /// The ranges of code, in order. Code with an unknown range has the range of its block, and does not count.
  fileprivate var code: [SourceRange] {
    func isInBackticks(_ range: SourceRange) -> Bool {
      range.upper > range.lower + 1 && source[range.lower] == UInt8(ascii: "`")
        && source[range.upper - 1] == UInt8(ascii: "`")
    }
    var code: [SourceRange] = []
    var block = SourceRange(0, 0)
    for node in nodes {
      switch node.kind {
      case .paragraph, .heading: block = node.range
      case .code: code.append(node.range)
      case .codeSpan: if node.range != block || isInBackticks(block) { code.append(node.range) }
      default: continue
      }
    }
    return code
  }
}

extension Comments {
  /// The text with a mask of the same length over each comment, so that all other bytes keep their offsets. libcmark
  /// treats a mask over whole lines as a block of HTML, and any other as HTML inside a text.
  func masked() -> [UInt8] {
    var masked = bytes
    for range in ranges {
      var start = range.lower
      while start < range.upper {
        let end = bytes[start..<range.upper].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? range.upper
        mask(start..<end, in: &masked)
        start = end + 1
      }
    }
    return masked
  }

  /// - Parameter part: a part of one line.
  private func mask(_ part: Range<Int>, in masked: inout [UInt8]) {
    var start = part.lowerBound
    let startsLine = isLineStart(start)
    // The line stays inside the quotes around it.
    if start == self.range.lower || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D {
      while start < part.upperBound, isSpace(bytes[start]) || bytes[start] == UInt8(ascii: ">") { start += 1 }
    }
    let part = start..<part.upperBound
    if part.isEmpty { return }
    let isWholeLine = startsLine && endsLine(part.upperBound)
    for index in part { masked[index] = isWholeLine && part.count <= 4 ? 0x20 : Self.maskByte }
    // At the start of a line, an instruction would begin a block. Like those of most comments, its ends are
    // punctuation, because emphasis begins and ends depending on the adjacent characters.
    let instruction = startsLine && !isWholeLine ? part.dropFirst() : part
    guard instruction.count > 4 else { return }
    masked.replaceSubrange(instruction.prefix(2), with: "<?".utf8)
    masked.replaceSubrange(instruction.suffix(2), with: "?>".utf8)
  }

  /// A control character, which no text contains.
  static let maskByte: UInt8 = 0x01

  /// Removes the masks from a text of libcmark.
  static func unmasked(_ text: String) -> String {
    guard text.utf8.contains(maskByte) else { return text }
    let bytes = Array(text.utf8)
    var rest: [UInt8] = []
    for (index, byte) in bytes.enumerated() where byte != maskByte {
      let isOpening =
        bytes[index...].starts(with: [UInt8(ascii: "<"), UInt8(ascii: "?"), maskByte])
        || index > 0 && bytes[(index - 1)...].starts(with: [UInt8(ascii: "<"), UInt8(ascii: "?"), maskByte])
      let isClosing =
        bytes[..<index].last == maskByte && bytes[index...].starts(with: "?>".utf8)
        || index > 1 && bytes[(index - 2)...].starts(with: [maskByte, UInt8(ascii: "?"), UInt8(ascii: ">")])
      if !isOpening, !isClosing { rest.append(byte) }
    }
    return String(decoding: rest, as: UTF8.self)
  }
}
