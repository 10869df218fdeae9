/// The keys of `layout.json` that the checks ask for.
enum LayoutKey {
  case x, y, id
  case path, file, rows, tags
  case width, cards, slots, shown, pages
  case height, hidden, frames
  case version, layouts, choices, shelves
  case minWidth, rowsHeight, arrangement
  case other

  init(_ text: [UInt8]) { self.init(text.span, text.indices) }

  /// - Parameter range: of the key in `bytes`.
  init(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
    func named(_ name: StaticString, _ key: LayoutKey) -> LayoutKey? {
      bytes.hasText(name, at: range.lowerBound) ? key : nil
    }
    // Few are as long as each other.
    let key: LayoutKey? =
      switch range.count {
      case 1: named("x", .x) ?? named("y", .y)
      case 2: named("id", .id)
      case 4: named("tags", .tags) ?? named("path", .path) ?? named("file", .file) ?? named("rows", .rows)
      case 5:
        named("width", .width) ?? named("slots", .slots) ?? named("cards", .cards) ?? named("shown", .shown)
          ?? named("pages", .pages)
      case 6: named("height", .height) ?? named("hidden", .hidden) ?? named("frames", .frames)
      case 7:
        named("version", .version) ?? named("layouts", .layouts) ?? named("choices", .choices)
          ?? named("shelves", .shelves)
      case 8: named("minWidth", .minWidth)
      case 10: named("rowsHeight", .rowsHeight)
      case 11: named("arrangement", .arrangement)
      default: nil
      }
    self = key ?? .other
  }
}

extension Span<UInt8> {
  /// Whether an ASCII text stands at an offset.
  func hasText(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, length <= count - offset else { return false }
    let start = unsafe text.utf8Start
    for index in 0..<length where unsafe self[offset + index] != start[index] { return false }
    return true
  }
}
