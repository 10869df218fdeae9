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
      case UInt8(ascii: "#") where isOutermost:
        position = readName(bytes, from: position + 1, upTo: prelude.upperBound)
        addElement(bytes, endingAt: position, in: prelude)
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
  }

  private mutating func readName(_ bytes: Span<UInt8>, from start: Int, upTo end: Int) -> Int {
    name.removeAll(keepingCapacity: true)
    return bytes.endOfCSSName(from: start, upTo: end, into: &name)
  }

  /// Adds the id that was read, by what follows it: a choice of the reader, a list, its cards.
  private mutating func addElement(_ bytes: Span<UInt8>, endingAt start: Int, in prelude: Range<Int>) {
    var position = start
    for choice in [":not(:has(.other:checked))", ":has(.other:checked)"] as [StaticString]
    where bytes.hasText(choice, at: position) {
      position += choice.utf8CodeUnitCount
    }
    func ends(behind text: StaticString) -> Bool {
      let end = position + text.utf8CodeUnitCount
      return bytes.hasText(text, at: position)
        && (end >= prelude.upperBound || bytes[end] == UInt8(ascii: ","))
    }
    if ends(behind: "") { _ = elements.insert(name[...]) }
    if ends(behind: ">.cards") { _ = lists.insert(name[...]) }
    if ends(behind: ">.cards>.card") { _ = cards.insert(name[...]) }
  }
}
