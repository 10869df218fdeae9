import Testing

@testable import SiteValidation

/// What is the same as in the layout before is not read again, and must come out as if it were.
@Suite struct LayoutReadingTests {
  @Test func repeatedCardsAreThoseBefore() throws {
    let cards = [
      card("a", x: 16, tags: "[[0,0,10],[16,0,20.5]]"), card("b", x: 32, tags: nil), card("c", x: 48, tags: "[]"),
    ]
    let moved = [
      card("a", x: 16, tags: "[[0,0,10],[16,0,20.5]]"), card("b", x: 33, tags: nil),
      card("c", x: 48, tags: "[[1,2,3]]"),
    ]
    let shelf = try read([cards, cards, moved, Array(moved.reversed()), cards])
    let ids = shelf.layouts.map { shelf.frames.cards[$0.cards].map { shelf.frames.ids.text($0.id) } }
    #expect(ids == [["a", "b", "c"], ["a", "b", "c"], ["a", "b", "c"], ["c", "b", "a"], ["a", "b", "c"]])
    let x = shelf.layouts.map { shelf.frames.cards[$0.cards].map(\.x) }
    #expect(x == [[16, 32, 48], [16, 32, 48], [16, 33, 48], [48, 33, 16], [16, 32, 48]])
    let widths = shelf.layouts.map { shelf.frames.cards[$0.cards].map { tagWidths(of: $0, in: shelf) } }
    let first: [[Double]?] = [[10, 20.5], nil, []]
    let last: [[Double]?] = [[10, 20.5], nil, [3]]
    #expect(widths == [first, first, last, last.reversed(), first])
  }

  /// A card that is cut off is no card, though all of it is there that was before.
  @Test func onlyWholeCardsAreRepeated() {
    let cards = card("a", x: 1, tags: nil)
    let json = layouts([[cards], [cards]])
    for cut in 1...60 {
      #expect(throws: JSONFault.self) { try PageLayout(SiteFile(path: "a", bytes: Array(json.utf8.dropLast(cut)))) }
    }
  }

  /// A file in pieces is what it is as a whole, wherever it is cut.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func filesInPieces(seed: UInt64) throws {
    var state = seed
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let shelves = (0..<60).map { number -> String in
      let cards = (0..<random(40)).map { card("c]}\\\"\\\\\($0)", x: $0, tags: random(2) == 0 ? nil : "[[1,2,3]]") }
      let layout = "{\"cards\":[\(cards.joined(separator: ", "))],\"height\":1,\"minWidth\":0,\"width\":2}"
      return " {\"id\":\"s\(number)\",\"arrangement\":\"shelf\",\"layouts\":[\(layout)]}"
    }
    let json = Array(
      "{\"path\":\"index.html\",\"other\":[{}],\"shelves\":[\(shelves.joined(separator: "\n,"))],\"source\":\"a\"}\n"
        .utf8)
    var cuts = (0..<(1 + random(200))).map { _ in random(json.count) } + [0, json.count]
    cuts.sort()
    let pieces = zip(cuts, cuts.dropFirst()).map { Array(json[$0..<$1]) }
    let file = SiteFile(path: "a", byteCount: json.count, pieceCount: pieces.count) { pieces[$0] }
    let (whole, cut) = (try allShelves(of: SiteFile(path: "a", bytes: json)), try allShelves(of: file))
    #expect(cut.map(\.id.text) == whole.map(\.id.text))
    #expect(cut.map { $0.frames.cards.map(\.x) } == whole.map { $0.frames.cards.map(\.x) })
    #expect(cut.count == 60)
    let short = SiteFile(path: "a", byteCount: json.count, pieceCount: pieces.count - 1) { pieces[$0] }
    if pieces.last?.contains(where: { $0 > 0x20 }) == true {
      #expect(throws: JSONFault.self) { try PageLayout(short) }
    }
  }

  private func allShelves(of file: SiteFile) throws -> [ShelfLayout] {
    guard case .shelves(let shelves) = try PageLayout(file).content else { return [] }
    return shelves
  }

  @Test(arguments: [
    "{\"a\":[1,2,{\"b\":\"c\",\"d\":true}],\"e\":false}", "[[],{},[[]],{\"a\":{}}]", "\"x\"", "-12", "[1.5,2e3,null]",
    "[ 1 , 2 ]", "{\"\\u0061\":1}", "[123456789012345678]",
  ])
  func valueIsPassedOver(_ text: String) throws {
    var cursor = JSONCursor(Array((text + ",").utf8))
    try cursor.skip()
    #expect(cursor.offset == text.utf8.count)
  }

  @Test(arguments: [
    "{\"a\":[1,2,{\"b\":\"c\",\"d\":true]}", "[[}]", "{\"a\"1}", "{1:2}", "[1,]", "[01]", "{\"a\":1,}", "[1}",
    "{\"a\":tru}",
    "[-]", "{,}", "[\"a]", "[\"a\u{1}\"]",
  ])
  func whatIsNoValueIsRefused(_ text: String) {
    var cursor = JSONCursor(Array(text.utf8))
    #expect(throws: JSONFault.self) { try cursor.skip() }
  }

  private func tagWidths(of card: CardFrame, in shelf: ShelfLayout) -> [Double]? {
    guard case .shown(let number) = card.tags else { return nil }
    return shelf.frames.tagFrames[shelf.frames.tags[number].frames].map(\.width)
  }

  private func card(_ id: String, x: Int, tags: String?) -> String {
    let size = "\"height\":1,\"hidden\":0,\"rows\":1,\"shown\":1,\"width\":5"
    let slots = tags.map { "\"slots\":{\"tags\":{\"frames\":\($0),\(size)},\"title\":{\"lines\":2}}," } ?? ""
    return "{\"height\":9,\"id\":\"\(id)\",\(slots)\"width\":8,\"x\":\(x),\"y\":0}"
  }

  private func layouts(_ layouts: [[String]]) -> String {
    let list = layouts.enumerated().map { index, cards in
      "{\"cards\":[\n\(cards.joined(separator: ",\n"))],\"height\":1,\"minWidth\":\(index),\"width\":1}"
    }
    let shelf = "{\"arrangement\":\"grid\",\"id\":\"s\",\"layouts\":[\(list.joined(separator: ","))]}"
    return "{\"path\":\"p\",\"shelves\":[\(shelf)]}"
  }

  private func read(_ cards: [[String]]) throws -> ShelfLayout {
    let page = try PageLayout(SiteFile(path: "a", bytes: Array(layouts(cards).utf8)))
    guard case .shelves(let shelves) = page.content else { throw JSONFault(message: "no shelves", offset: 0) }
    return try #require(shelves.first)
  }
}
