/// The visible tags of a card on pages of one width, according to the style sheets. Lengths are CSS pixels.
struct PlacedTags {
  struct Place {
    let x: Double
    let y: Double
    let width: Double
  }

  private(set) var shownCount = 0
  private(set) var hiddenCount = 0
  private(set) var chips: [String] = []
  private(set) var places: [Place] = []
  private(set) var rowCount = 0

  /// nil if the style sheets hide the list or its article, or do not set the width of a tag.
  ///
  /// - Parameters:
  ///   - size: the size of the list; all rows have the same share of its height.
  ///   - classes: returns the box of a class.
  init?(
    _ list: ShelvesInPage.TagList, ofCard id: ExactID, in shelf: ExactID, size: (width: Double, height: Double),
    by cascade: Cascade, classes: (Substring) -> StyledBox, onPageOf page: Double
  ) {
    if (list.classes + list.articleClasses).contains(where: { classes($0).isHidden(onPageOf: page) }) { return nil }
    var boxes: [(start: Double, width: Double, end: Double)] = []
    for (index, item) in list.items.enumerated() {
      let ofClasses = item.classes.map(classes)
      if ofClasses.contains(where: { $0.isHidden(onPageOf: page) }) {
        hiddenCount += item.isChip ? 0 : 1
        continue
      }
      let own = cascade.box(.tag(index + 1), of: id)
      let stated = own.length("min-inline-size", onPageOf: page)
      guard let width = stated ?? ofClasses.compactMap({ $0.length("min-inline-size", onPageOf: page) }).first
      else { return nil }
      if item.isChip { chips.append(item.text) } else { shownCount += 1 }
      boxes.append(
        (
          own.length("margin-inline-start", onPageOf: page) ?? 0, min(width, size.width),
          own.length("margin-inline-end", onPageOf: page) ?? 0
        ))
    }
    let tags = classes("tags")
    let gap = tags.length("column-gap", onPageOf: page) ?? 0
    var rows: [(tags: Range<Int>, used: Double)] = []
    for (index, box) in boxes.enumerated() {
      let outer = box.start + box.width + box.end
      if let last = rows.last, last.used + gap + outer <= size.width + grain {
        rows[rows.count - 1] = (last.tags.lowerBound..<(index + 1), last.used + gap + outer)
      } else {
        rows.append((index..<(index + 1), outer))
      }
    }
    rowCount = rows.count
    let justification = cascade.box(.tags, of: shelf).value("justify-content", onPageOf: page)
    let share = justification == "center" ? 0.5 : justification == "flex-end" ? 1 : 0
    let rowGap = tags.length("row-gap", onPageOf: page) ?? 0
    for (number, row) in rows.enumerated() {
      var x = (size.width - row.used) * share
      for box in boxes[row.tags] {
        let y = Double(number) * (size.height + rowGap) / Double(rows.count)
        places.append(Place(x: x + box.start, y: y, width: box.width))
        x += box.start + box.width + box.end + gap
      }
    }
  }
}
