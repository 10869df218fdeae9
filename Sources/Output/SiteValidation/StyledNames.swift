/// The names in the selectors of a style sheet, with which the validation checks that a card has rules.
struct StyledNames: Sendable {
  /// Ids of elements with rules of their own, `#id`, that hold on pages of all widths.
  private(set) var elements = ByteTable()
  /// The ids of elements around lists: `#id>.cards`.
  private(set) var lists = ByteTable()
  /// The ids of elements around lists whose cards all have rules: `#id>.cards>.card`.
  private(set) var cards = ByteTable()
  /// Classes, wherever they are in a selector.
  private(set) var classes = ByteTable()

  private var name: [UInt8] = []
  /// Ids as they are written, which need not be decoded again.
  private var written = ByteTable()
  /// By the number of a written id: the tables that have it.
  private var known: [KnownPlaces] = []

  private struct KnownPlaces: OptionSet {
    let rawValue: UInt8

    static let elements = KnownPlaces(rawValue: 1)
    static let lists = KnownPlaces(rawValue: 2)
    static let cards = KnownPlaces(rawValue: 4)
  }

  /// Adds the text before a `{`.
  ///
  /// - Parameter isOutermost: not inside another block.
  mutating func read(_ bytes: Span<UInt8>, _ prelude: Range<Int>, isOutermost: Bool) {
    let prelude = bytes.trimmed(prelude)
    guard let first = prelude.first, bytes[first] != UInt8(ascii: "@") else { return }
    var position = first
    while position < prelude.upperBound {
      switch bytes[position] {
      case UInt8(ascii: "."):
        position = readName(bytes, from: position + 1, upTo: prelude.upperBound)
        if !name.isEmpty { _ = classes.insert(name[...]) }
      case UInt8(ascii: "#") where isOutermost: position = addElement(bytes, at: position + 1, in: prelude)
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
  }

  private mutating func readName(_ bytes: Span<UInt8>, from start: Int, upTo end: Int) -> Int {
    name.removeAll(keepingCapacity: true)
    return bytes.endOfCSSName(from: start, upTo: end, into: &name)
  }

  /// Adds an id by what follows it: a choice of the reader, a list, its cards.
  ///
  /// - Returns: the end of the id.
  private mutating func addElement(_ bytes: Span<UInt8>, at start: Int, in prelude: Range<Int>) -> Int {
    var end = bytes.endOfPlainlyEscapedName(from: start)
    let isPlain = end <= prelude.upperBound && (end == bytes.count || bytes[end] != UInt8(ascii: "\\"))
    if !isPlain { end = readName(bytes, from: start, upTo: prelude.upperBound) }
    guard let place = place(bytes, endingAt: end, in: prelude) else { return end }
    if isPlain {
      let (number, isNew) = written.insert(bytes.extracting(start..<end))
      if isNew { known.append([]) }
      if known[number].contains(place) { return end }
      known[number].insert(place)
      _ = readName(bytes, from: start, upTo: end)
    }
    switch place {
    case .elements: _ = elements.insert(name[...])
    case .lists: _ = lists.insert(name[...])
    default: _ = cards.insert(name[...])
    }
    return end
  }

  /// What a selector that begins with an id is about; nil if it is about something else.
  private func place(_ bytes: Span<UInt8>, endingAt start: Int, in prelude: Range<Int>) -> KnownPlaces? {
    var position = start
    func ends(behind text: StaticString) -> Bool {
      let end = position + text.utf8CodeUnitCount
      return bytes.hasText(text, at: position)
        && (end >= prelude.upperBound || bytes[end] == UInt8(ascii: ","))
    }
    // Most ids stand alone.
    if ends(behind: "") { return .elements }
    for choice in [":not(:has(.other:checked))", ":has(.other:checked)"] as [StaticString]
    where bytes.hasText(choice, at: position) {
      position += choice.utf8CodeUnitCount
    }
    if ends(behind: "") { return .elements }
    if ends(behind: ">.cards") { return .lists }
    return ends(behind: ">.cards>.card") ? .cards : nil
  }
}
