import Diagnostics

/// Limits on the size of a text.
package enum MarkdownLimits {
  /// The limit on bytes, so that no text takes longer than a second to lay out.
  package static let bytes = 256 * 1024
  /// Nested blocks, and nested inlines within a block.
  static let depth = 64
  /// Columns before a list or quote marker.
  static let indentation = 256
  /// `[`, or `<!` and `<?`, in consecutive lines without a blank line.
  static let brackets = 4096
  /// The longest sequence of lines with a link definition, times the number of `[`: libcmark copies the address of a
  /// definition to each of its uses.
  static let definitionBytes = 64 * 1024 * 1024
  /// The greatest depth of the lines, times the number of blank lines, each of which libcmark checks against all open
  /// containers.
  static let blankLineSteps = 4 * 1024 * 1024
}

/// A reason not to parse a text with libcmark 0.30, which takes quadratic time for it.
///
/// It is a check of the bytes before parsing: a paragraph is assumed to extend from blank line to blank line, so a code
/// block without blank lines counts as one too.
struct MarkdownComplexity {
  enum MarkdownExcess { case markers, indentation, brackets, declarations, definitions, blankLines }

  let kind: MarkdownExcess
  let range: SourceRange

  /// - Complexity: O(length)
  static func first(in bytes: [UInt8], lines: LineTable) -> MarkdownComplexity? {
    // So few bytes never reach the other limits, since each byte may be at most one bracket or blank line.
    let isShort = lines.range.upper - lines.range.lower <= MarkdownLimits.brackets
    var run = LineRun(start: lines.range.lower)
    var brackets = 0
    var longestDefinition = SourceRange(0, 0)
    var deepest = (depth: 0, line: SourceRange(0, 0))
    var blankLines = 0
    for line in 1...lines.count {
      let range = lines.range(ofLine: line)
      let lead = Lead(of: range, in: bytes)
      if lead.markers > MarkdownLimits.depth { return MarkdownComplexity(kind: .markers, range: range) }
      if lead.indentation > MarkdownLimits.indentation {
        return MarkdownComplexity(kind: .indentation, range: range)
      }
      if isShort { continue }
      if lead.depth > deepest.depth { deepest = (lead.depth, range) }
      if lead.isBlank {
        blankLines += 1
        run = LineRun(start: range.upper)
        continue
      }
      brackets += run.add(range, of: bytes)
      if run.brackets > MarkdownLimits.brackets { return MarkdownComplexity(kind: .brackets, range: range) }
      if run.declarations > MarkdownLimits.brackets { return MarkdownComplexity(kind: .declarations, range: range) }
      if run.hasDefinition, range.upper - run.start > longestDefinition.upper - longestDefinition.lower {
        longestDefinition = SourceRange(run.start, range.upper)
      }
    }
    if deepest.depth > 0, blankLines > MarkdownLimits.blankLineSteps / deepest.depth {
      return MarkdownComplexity(kind: .blankLines, range: deepest.line)
    }
    let length = longestDefinition.upper - longestDefinition.lower
    if length > 0, brackets > MarkdownLimits.definitionBytes / length {
      return MarkdownComplexity(kind: .definitions, range: longestDefinition)
    }
    return nil
  }

  /// Lines without a blank line between them.
  private struct LineRun {
    let start: Int
    var brackets = 0
    var declarations = 0
    var hasDefinition = false

    init(start: Int) { self.start = start }

    /// - Returns: the number of `[` in the line.
    mutating func add(_ range: SourceRange, of bytes: [UInt8]) -> Int {
      var count = 0
      var previous: UInt8 = 0
      for index in range.lower..<range.upper {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "["): count += 1
        case UInt8(ascii: ":") where previous == UInt8(ascii: "]"): hasDefinition = true
        case UInt8(ascii: "!") where previous == UInt8(ascii: "<"): declarations += 1
        case UInt8(ascii: "?") where previous == UInt8(ascii: "<"): declarations += 1
        default: break
        }
        previous = byte
      }
      brackets += count
      return count
    }
  }

  /// The container markers at the start of a line.
  private struct Lead {
    var markers = 0
    /// Columns of white space before the last marker.
    var indentation = 0
    /// True if there are only white space and quote markers.
    var isBlank = true

    /// The greatest number of containers around a line with this start: an item has two columns or more.
    var depth: Int { markers + indentation / 2 }

    init(of range: SourceRange, in bytes: [UInt8]) {
      var offset = range.lower
      var column = 0
      var space = 0
      while offset < range.upper {
        let byte = bytes[offset]
        if byte == 0x20 || byte == 0x09 {
          let width = byte == 0x09 ? 4 - column % 4 : 1
          column += width
          space += width
          offset += 1
          continue
        }
        let length = Lead.markerLength(at: offset, upTo: range.upper, in: bytes)
        if byte != UInt8(ascii: ">") { isBlank = false }
        guard length > 0 else { return }
        markers += 1
        indentation = space
        offset += length
        column += length
      }
    }

    private static func markerLength(at offset: Int, upTo end: Int, in bytes: [UInt8]) -> Int {
      var length = 1
      switch bytes[offset] {
      case UInt8(ascii: ">"): return 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): break
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        while length < 9, offset + length < end, (0x30...0x39).contains(bytes[offset + length]) { length += 1 }
        guard offset + length < end, [0x29, 0x2E].contains(bytes[offset + length]) else { return 0 }
        length += 1
      default: return 0
      }
      guard offset + length < end else { return length }
      return [0x20, 0x09].contains(bytes[offset + length]) ? length : 0
    }
  }
}
