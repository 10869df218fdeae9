import CardLayout
import Content
import Diagnostics
import TextLayout
import Themes

/// Words of a slot that no-break spaces join: lines cannot end between them.
struct JoinedWords {
  var slot: Slot
  var count: Int
  /// The first no-break space, or the slot.
  var range: SourceRange?
}

extension ReviewedShelf {
  /// The findings of `no-break-spaces`: texts that were pasted with such spaces between all words.
  func textsWithNoBreakSpaces() -> [Diagnostic] {
    cards.flatMap { card -> [Diagnostic] in
      (theme.slots.texts + [.body]).compactMap { slot in
        joinedWords(of: slot, in: card.composed.texts(of: slot).map { card.texts[$0] }, card.composed.card)
          .map { .noBreakSpaces($0, card.composed.card, shelf: self) }
      }
    }
  }

  private func joinedWords(of slot: Slot, in texts: [PreparedText], _ card: Card) -> JoinedWords? {
    let runs = texts.flatMap(\.runsOfJoinedWords)
    guard let first = runs.first else { return nil }
    let place = card.place(of: slot)
    let start = first.prefix(2).joined(separator: "\u{A0}")
    let range = place.flatMap { card.source.noBreakSpace(in: start, from: $0.lower) }
    return JoinedWords(slot: slot, count: runs.reduce(0) { $0 + $1.count }, range: range ?? place)
  }
}

extension PreparedText {
  /// Returns whether no-break spaces are the reason for the width of a stretch of the text.
  func isJoined(_ stretch: Stretch) -> Bool {
    hasNoBreakSpace && readable(stretch.bytes).contains("\u{A0}") && !runsOfJoinedWords.isEmpty
  }

  /// The words of each run of joined words that is too long to be intended: a number and its unit, or a name and its
  /// title, have fewer words.
  fileprivate var runsOfJoinedWords: [[Substring]] {
    if !hasNoBreakSpace { return [] }
    return readable(0..<bytes.count).split(separator: " ").compactMap { run in
      let words = run.split(separator: "\u{A0}")
      return words.count { $0.contains(where: \.isLetter) } < 5 ? nil : words
    }
  }

  private var hasNoBreakSpace: Bool {
    !isASCII && zip(bytes, bytes.dropFirst()).contains { $0 == 0xC2 && $1 == 0xA0 }
  }
}

extension SourceText {
  /// The range of the first no-break space of a text that occurs in the source; nil if it does not.
  fileprivate func noBreakSpace(in text: String, from start: Int) -> SourceRange? {
    let text = Array(text.utf8)
    guard let space = zip(text, text.dropFirst()).enumerated().first(where: { $1 == (0xC2, 0xA0) })?.offset,
      start + text.count <= bytes.count
    else { return nil }
    let found = (start...bytes.count - text.count).first { bytes[$0..<$0 + text.count].elementsEqual(text) }
    return found.map { SourceRange($0 + space, $0 + space + 2) }
  }
}
