/// Writes a table `CFF ` of bare outlines (Adobe Technical Notes 5176 and 5177).
///
/// Outlines of CFF are programs with subroutines, so those of a scaled face are written anew, without hints, and
/// without subroutines: WOFF2's compression finds what repeats.
struct CompactFont {
  let outlines: [[OutlineSegment]]
  /// One for each glyph.
  let advances: [Int]

  /// - Precondition: there is at least one glyph.
  var table: [UInt8] {
    // Version 1.0, with offsets of four bytes.
    let header: [UInt8] = [1, 0, 4, 4]
    let names = Self.index([Array(NameTable.postScriptName.utf8)])
    // A glyph has to have a name, and a name is a string of the font's own after the standard ones.
    let strings = Self.index(advances.indices.dropFirst().map { Array("g\($0)".utf8) })
    let noSubroutines = Self.index([])
    // The top dictionary is of the same length whatever the offsets are.
    let topLength = Self.index([top(charset: 0, programs: 0, privates: 0)]).count
    let charset = header.count + names.count + topLength + strings.count + noSubroutines.count
    let charsetTable = Self.charset(count: advances.count)
    let programs = charset + charsetTable.count
    let programIndex = Self.index(zip(outlines, advances).map { Self.program($0, advance: $1) })
    let top = Self.index([self.top(charset: charset, programs: programs, privates: programs + programIndex.count)])
    return header + names + top + strings + noSubroutines + charsetTable + programIndex + Self.privates
  }

  // MARK: Dictionaries

  private func top(charset: Int, programs: Int, privates: Int) -> [UInt8] {
    var result: [UInt8] = []
    // FontMatrix, of which all numbers but two are 0.
    for isScale in [true, false, false, true, false, false] {
      result += isScale ? Self.reciprocalOfUnits : Self.dictionaryNumber(0)
    }
    result += [12, 7]
    result += Self.offset(charset) + [15]
    result += Self.offset(programs) + [17]
    result += Self.offset(Self.privates.count) + Self.offset(privates) + [18]
    return result
  }

  /// The private dictionary: a default width of 0, which says nothing new but is not empty.
  private static let privates = dictionaryNumber(0) + [20]

  /// 1/960 as a decimal: 0.00104166667.
  private static let reciprocalOfUnits = decimal(".00104166667")

  /// A real number: digits and points of four bits each, ended by fifteen.
  private static func decimal(_ text: String) -> [UInt8] {
    var nibbles = text.utf8.map { $0 == UInt8(ascii: ".") ? 10 : $0 & 15 } + [15]
    if !nibbles.count.isMultiple(of: 2) { nibbles += [15] }
    return [30] + stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }

  private static func dictionaryNumber(_ value: Int) -> [UInt8] { [UInt8(clamping: value + 139)] }

  /// Always five bytes.
  private static func offset(_ value: Int) -> [UInt8] {
    var result: [UInt8] = [29]
    result.append(UInt32(clamping: value))
    return result
  }

  /// Glyphs after the first have the font's own strings for names, in order: one range, of format 2.
  private static func charset(count: Int) -> [UInt8] {
    guard count > 1 else { return [0] }
    var result: [UInt8] = [2]
    result.append(firstOwnString)
    result.append(UInt16(clamping: count - 2))
    return result
  }

  private static let firstOwnString: UInt16 = 391

  private static func index(_ items: [[UInt8]]) -> [UInt8] {
    var result: [UInt8] = []
    result.append(UInt16(clamping: items.count))
    if items.isEmpty { return result }
    result += [4]
    var offset = 1
    for item in items {
      result.append(UInt32(clamping: offset))
      offset += item.count
    }
    result.append(UInt32(clamping: offset))
    for item in items { result += item }
    return result
  }

  // MARK: Programs

  /// At most so many numbers stand before an operator.
  private static let stackLimit = 48

  private enum Operator: UInt8 {
    case line = 5
    case curve = 8
    case end = 14
    case move = 21
  }

  static func program(_ outline: [OutlineSegment], advance: Int) -> [UInt8] {
    // The width stands before the first operator, as the difference to a width of 0.
    var result = number(advance)
    var pending: (operator: Operator, count: Int)?
    var (x, y) = (0, 0)
    func distances(_ points: (Int, Int)...) -> [Int] {
      points.flatMap { point in
        defer { (x, y) = point }
        return [point.0 - x, point.1 - y]
      }
    }
    for segment in outline {
      let (next, numbers): (Operator, [Int]) =
        switch segment {
        case .move(let toX, let toY): (.move, distances((toX, toY)))
        case .line(let toX, let toY): (.line, distances((toX, toY)))
        case .curve(let x1, let y1, let x2, let y2, let toX, let toY):
          (.curve, distances((x1, y1), (x2, y2), (toX, toY)))
        }
      if next == .line, numbers == [0, 0] { continue }
      if let last = pending, last.operator == next, next != .move, last.count + numbers.count <= stackLimit {
        pending?.count += numbers.count
      } else {
        if let pending { result.append(pending.operator.rawValue) }
        pending = (next, numbers.count)
      }
      for value in numbers { result += number(value) }
    }
    if let pending { result.append(pending.operator.rawValue) }
    result.append(Operator.end.rawValue)
    return result
  }

  private static func number(_ value: Int) -> [UInt8] {
    switch value {
    case -107...107: return [UInt8(value + 139)]
    case 108...1131: return [UInt8(247 + (value - 108) >> 8), UInt8((value - 108) & 0xFF)]
    case -1131 ... -108: return [UInt8(251 + (-value - 108) >> 8), UInt8((-value - 108) & 0xFF)]
    default:
      let clamped = UInt16(bitPattern: Int16(clamping: value))
      return [28, UInt8(clamped >> 8), UInt8(clamped & 0xFF)]
    }
  }
}
