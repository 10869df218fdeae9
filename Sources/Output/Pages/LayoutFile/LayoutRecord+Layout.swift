import Arrangements
public import CardLayout
import Content
import Diagnostics
import Geometry
import ShelfArrangements
import TextLayout
public import Themes

extension LayoutRecord {
  /// - Complexity: O(cards x steps x slots); data that neighbouring steps share is shared here too.
  public init(_ pages: [LaidOutPage], theme: Theme, inputs: LayoutInputs) {
    let steps = theme.steps
    self.inputs = inputs
    widthClasses = theme.widthClasses.map { widthClass in
      ClassRecord(
        name: widthClass.name, minWidth: widthClass.from,
        steps: steps.filter { $0.className == widthClass.name }.map {
          ClassRecord.StepRecord(minWidth: $0.minimumWidth, contentWidth: $0.contentWidth)
        })
    }
    self.pages = pages.map { page in
      PageRecord(
        path: page.page.outputPath, source: page.page.source.path, textSize: page.page.textSize.rawValue,
        isRightToLeft: page.page.direction == .rtl,
        head: pageHeadRuns(of: page, theme: theme.scaled(to: page.page.textSize)),
        shelves: page.shelves.map { ShelfRecord($0, steps: steps) })
    }
    sortPages()
  }
}

extension ShelfRecord {
  fileprivate init(_ laidOut: LaidOutShelf, steps: [Step]) {
    let shelf = laidOut.prepared.shelf
    self.init(
      id: shelf.id, source: shelf.source.path, arrangement: shelf.arrangement.name,
      isRightToLeft: shelf.direction == .rtl,
      views: laidOut.views.map { ShelfView(laidOut, $0, steps: steps) })
  }
}

extension ShelfView {
  fileprivate init(_ laidOut: LaidOutShelf, _ view: LaidOutView, steps: [Step]) {
    choice = view.choice
    layouts = []
    for (step, layout) in zip(steps, view.layouts) {
      layouts.add(ShelfRun(layout, of: laidOut, minWidth: step.minimumWidth))
    }
    cards = laidOut.prepared.cards.indices.map { index in
      let composed = laidOut.prepared.cards[index].composed
      var runs: [CardRun] = []
      var last: (card: MeasuredCard, height: Pixels)?
      for (step, layout) in zip(steps, view.layouts) {
        let (frame, card) = (layout.frames[index], layout.cards[index])
        // The slots of a card of unchanged height are the same array, which is detected in constant time.
        let isKnown = last.map { $0.height == frame.height && $0.card.isIdentical(to: card) } ?? false
        let slots = isKnown ? runs[runs.count - 1].slots : slotRecords(of: card, composed.slots, inHeight: frame.height)
        let variant = composed.hasVariants ? composed.anatomies[card.variant].name : nil
        runs.add(CardRun(minWidth: step.minimumWidth, frame: frame, variant: variant, slots: slots))
        last = (card, frame.height)
      }
      return CardRecord(
        id: composed.card.id, source: composed.card.source.path, isRightToLeft: composed.card.direction == .rtl,
        runs: runs)
    }
  }
}

extension ShelfRun {
  fileprivate init(_ layout: ShelfLayout, of laidOut: LaidOutShelf, minWidth: Int) {
    let hasSections = !laidOut.prepared.shelf.sections.isEmpty
    func header(_ lines: Int?, _ height: Pixels?) -> HeaderRecord? {
      guard let lines, let height else { return nil }
      return HeaderRecord(height: height, lines: lines)
    }
    self.init(
      minWidth: minWidth, width: layout.size.width, height: layout.size.height,
      columns: hasSections ? 0 : layout.columns.count,
      header: header(layout.title?.lineCount, layout.titleFrame?.height),
      sections: !hasSections
        ? []
        : zip(layout.parts, laidOut.prepared.parts).map { part, prepared in
          Section(
            id: prepared.id, cards: part.cards.count, columns: part.columns.count, y: part.top,
            height: part.bottom - part.top, header: header(part.header?.lineCount, part.headerFrame?.height))
        },
      tallest: laidOut.tallestCard(in: layout))
  }
}

private func slotRecords(of card: MeasuredCard, _ table: SlotTable, inHeight height: Pixels) -> [SlotRecord] {
  let fall = height - card.naturalHeight
  var records: [SlotRecord] = []
  records.reserveCapacity(card.slots.count)
  for slot in card.slots {
    var record = SlotRecord(
      slot: RecordedSlot(table.name(of: slot.id)), frame: slot.frame, lines: slot.id == .image ? 0 : slot.lineCount)
    if slot.isPinned { record.frame.y += fall }
    if slot.id == .tags {
      record.shown = card.tags?.arrangement.frames.count ?? 0
      record.hidden = card.tags?.arrangement.hiddenCount ?? 0
    } else {
      record.isTruncated = slot.id != .image && slot.isTruncated
    }
    let place = records.firstIndex { record.slot.name < $0.slot.name } ?? records.endIndex
    records.insert(record, at: place)
  }
  return records
}
