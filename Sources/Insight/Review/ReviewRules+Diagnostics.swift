import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import ShelfArrangements
import Themes

extension Diagnostic {
  static func textCut(
    _ slot: Slot, losses: [Int: Int], names: StepNames, place: SourceRange?, shelf: ReviewedShelf,
    card: PreparedCard
  ) -> Diagnostic {
    let parts = lossesByClass(losses, steps: names.steps).enumerated().map { number, part in
      let count = number == 0 ? "\(characters(part.most)) too many" : "\(part.most)"
      return "\(count) at \(names.names(of: part.steps))"
    }
    let most = losses.values.max() ?? 0
    return found(
      .textCut, "the \(shelf.name(of: slot)) is cut: \(parts.joined(separator: ", "))", at: place,
      in: card.composed.card.source,
      help: "shorten it by \(characters(most)), or raise \(limit(of: slot, card.composed.card, shelf: shelf))")
  }

  /// The steps of each class and the greatest loss at them; classes with the same loss as the previous one are merged
  /// with it.
  private static func lossesByClass(_ losses: [Int: Int], steps: [Step]) -> [(steps: Set<Int>, most: Int)] {
    var result: [(steps: Set<Int>, most: Int)] = []
    let classes = Dictionary(grouping: losses.keys, by: { steps[$0].className }).values
    for members in classes.sorted(by: { ($0.min() ?? 0) < ($1.min() ?? 0) }) {
      let most = members.compactMap { losses[$0] }.max() ?? 0
      if let last = result.last, last.most == most {
        result[result.count - 1].steps.formUnion(members)
      } else {
        result.append((Set(members), most))
      }
    }
    return result
  }

  /// The limit that cuts a slot, and its location.
  private static func limit(of slot: Slot, _ card: Card, shelf: ReviewedShelf) -> String {
    guard slot == .body else { return "maxLines of \(shelf.name(of: slot)) in \(shelf.theme.source.path)" }
    if let source = shelf.setHeight(ofCard: card) { return "height in \(source.path)" }
    return "maxCardHeight in \(shelf.settings.source.path)"
  }

  private static func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

  static func noBreakSpaces(_ words: JoinedWords, _ card: Card, shelf: ReviewedShelf) -> Diagnostic {
    found(
      .noBreakSpaces,
      "the \(shelf.name(of: words.slot)) has no-break spaces (U+00A0) between its words, so lines cannot end between \(words.count) of them",
      at: words.range, in: card.source,
      help: "replace them by spaces; programs for texts and web pages put them into what is copied")
  }

  static func tallCard(_ composed: ComposedCard, _ cost: TallCardCost, shelf: ReviewedShelf) -> Diagnostic {
    let card = composed.card
    let heights = cost.maxima.map(\.height)
    let value =
      Set(heights).count == 1
      ? "\(heights.first ?? 0)"
      : "{ " + cost.maxima.map { "\($0.className): \($0.height)" }.joined(separator: ", ") + " }"
    let names = StepNames(steps: shelf.steps).names(of: cost.steps)
    let mend =
      composed.body.isEmpty || shelf.theme.textSize.isAccessibilityCategory
      ? "shorten its texts" : "maxCardHeight: \(value) in \(shelf.settings.source.path) fixes it; or shorten the card"
    return found(
      .tallCard,
      "the card makes its shelf \(cost.excess) px taller than any other card needs at \(names): \(cost.permille / 10) % of the shelf is empty because of it",
      at: card.place(of: .title), in: card.source, help: mend)
  }

  static func slotWithoutEffect(_ slot: Slot, _ composed: ComposedCard, shelf: ReviewedShelf) -> Diagnostic {
    let card = composed.card
    let anatomy = composed.anatomies[0]
    let isBesideImage = slot != .image && anatomy.hasImageBeside(slot)
    let place = "cards.\(anatomy.name) in \(shelf.theme.source.path)"
    return found(
      .slotWithoutEffect,
      "the \(shelf.name(of: slot)) never affects a height: "
        + (isBesideImage ? "the image beside it" : "the content beside it")
        + " is taller in every card of \(shelf.settings.id)",
      at: card.place(of: slot), in: card.source,
      help: isBesideImage
        ? "that is fine if the image is to determine the height; if not, make the image less tall, or place the \(shelf.name(of: slot)) below it, in \(place)"
        : "that is fine if there is room for it; if not, place the \(shelf.name(of: slot)) below that content, in \(place)"
    )
  }

  static func tagHidden(_ tag: FieldText, _ card: Card, shelf: Shelf) -> Diagnostic {
    found(
      .tagNeverShown, "the tag `\(tag.text)` is never shown", at: tag.range, in: card.source,
      help: "move it to the front, or allow more rows of tags")
  }

  static func tagCut(_ tag: FieldText, _ card: Card, width: Int, room: Int) -> Diagnostic {
    found(
      .tagNeverShown, "the tag `\(tag.text)` is cut at every width: it needs \(width) px and has at most \(room)",
      at: tag.range, in: card.source, help: "shorten it, or make the cards \(width - room) px wider")
  }

  static func readingOrderJump(
    _ cost: ReadingOrderCost, with alternative: PlacementAlternative, shelf: ReviewedShelf
  ) -> Diagnostic {
    let settings = shelf.settings
    let names = StepNames(steps: shelf.steps).names(of: cost.steps)
    let card = shelf.cards[cost.worstCard].composed.card.id
    let growth = cost.growth > .zero ? ", and make it \(cost.growth) px taller" : ""
    return found(
      .readingOrderJump,
      "consecutive cards are \(cost.now.mean.roundedDown) px apart on average, \(cost.now.worst.roundedDown) at worst (to \(card)), at \(names)",
      at: settings.source.keyRange(alternative.key) ?? settings.source.keyRange("arrangement"), in: settings.source,
      help:
        "\(alternative.key): \(alternative.value) would make it \(cost.better.mean.roundedDown) and \(cost.better.worst.roundedDown) px\(growth)"
    )
  }

  static func lostToGrowth(
    _ loss: GrowthLoss, rule: ReviewRule, _ card: ComposedCard, shelf: ReviewedShelf
  ) -> Diagnostic {
    let names = StepNames(steps: shelf.steps).names(of: loss.steps)
    let when = rule == .textSpacing ? "with wider spacing (WCAG 1.4.12)" : "with text at 200 % (WCAG 1.4.4)"
    switch loss.kind {
    case .tagCut:
      return found(
        rule, "the tag `\(loss.text)` is cut \(when): it is \(loss.excess) px too wide at \(names)", at: loss.range,
        in: card.card.source, help: "shorten it, or make the cards wider")
    case .pastEdge:
      return found(
        rule,
        "\(shortened(loss.text)) in the \(shelf.name(of: loss.slot)) reaches \(loss.excess) px beyond the edge of its card \(when) at \(names)",
        at: loss.range, in: card.card.source,
        help: shelf.theme.lineBreaks == .explicit
          ? "lines cannot wrap with lineBreaks: explicit in \(shelf.theme.source.path); use natural"
          : loss.slot == .body
            ? "add <wbr> where it may break, use a shorter word, or make the cards wider"
            : "use a shorter word, or make the cards wider")
    }
  }

  static func lostToZoom(_ loss: ZoomLoss, _ card: ComposedCard, shelf: ReviewedShelf) -> Diagnostic {
    found(
      .textAt200Percent,
      "\(characters(loss.characters)) of the \(shelf.name(of: loss.slot)) that show on a page of \(loss.width) px are cut when it is enlarged to 200 % (WCAG 1.4.4): it is laid out as \(loss.zoomed.className), step \(loss.zoomed.width)",
      at: card.card.place(of: loss.slot), in: card.card.source,
      help: "shorten it by \(characters(loss.characters)), or raise \(limit(of: loss.slot, card.card, shelf: shelf))")
  }

  // MARK: Columns

  static func insetTooWide(_ impossible: ImpossibleWidth, shelf: ReviewedShelf) -> Diagnostic {
    let source = shelf.settings.source
    let names = StepNames(steps: shelf.steps).names(of: impossible.steps)
    let edges = shelf.settings.inset(at: impossible.step)
    let inset = edges.leading + edges.trailing
    return found(
      .tooManyColumns, "an inset of \(inset) px leaves no room for cards in \(impossible.content) px at \(names)",
      at: source.keyRange("inset"), in: source, severity: .error,
      help: "leading and trailing inset together must be less than \(impossible.content)")
  }

  static func columnMinimumTooWide(
    _ impossible: ImpossibleWidth, minimum: Int, part: Int, shelf: ReviewedShelf
  ) -> Diagnostic {
    let place = columnsPlace(ofPart: part, shelf: shelf)
    let names = StepNames(steps: shelf.steps).names(of: impossible.steps)
    return found(
      .tooManyColumns, "columns of at least \(minimum) px do not fit in \(impossible.content) px at \(names)",
      at: place.range, in: place.source, severity: .error,
      help: "a minimum of \(max(1, impossible.content.roundedDown)) fits; or set a number for each width class")
  }

  static func tooManyColumns(_ narrow: NarrowColumns, part: Int, shelf: ReviewedShelf) -> Diagnostic {
    let place = columnsPlace(ofPart: part, shelf: shelf)
    let names = StepNames(steps: shelf.steps).names(of: narrow.steps)
    let fits: String
    switch narrow.fitting {
    case 1: fits = "1 column fits"
    case let count?: fits = "\(count) columns fit"
    case nil: fits = "not even one column is wide enough"
    }
    guard let word = narrow.word else {
      return found(
        .tooManyColumns,
        "there is no room for \(narrow.count) columns at \(names): they would be \(narrow.width) px wide",
        at: place.range, in: place.source, severity: .error, help: fits + "; or reduce spacing or cellPadding")
    }
    return found(
      .tooManyColumns,
      "\(narrow.count) columns of \(narrow.width) px are too narrow for the word \(shortened(word.text)) of \(word.card.id), which needs \(word.need), at \(names)",
      at: place.range, in: place.source, help: fits + " it; or shorten the word, which is now divided")
  }

  /// The range of a part's number of columns: in its section, its shelf, or the theme.
  private static func columnsPlace(
    ofPart index: Int, shelf: ReviewedShelf
  ) -> (source: SourceText, range: SourceRange?) {
    if let section = shelf.shelf.prepared.parts[index].settings, section.columns != nil {
      return (section.source, section.source.keyRange("columns"))
    }
    let source = shelf.settings.source
    if let range = source.keyRange("columnToggle") ?? source.keyRange("columns") { return (source, range) }
    if shelf.settings.columns != nil { return (source, nil) }
    return (shelf.theme.source, shelf.theme.source.keyRange("columns"))
  }

  /// A text of at most forty characters, between marks.
  static func shortened(_ text: String) -> String {
    "`" + (text.count > 40 ? text.prefix(39) + "…" : text) + "`"
  }
}
