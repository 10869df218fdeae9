import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
public import Pages
import ShelfArrangements
import Themes

extension LayoutBaseline {
  /// The parts of a site that was laid out.
  ///
  /// - Complexity: O(cards x steps x slots + bytes of the cards)
  public init(_ site: ReviewedSite, _ record: LayoutRecord) {
    parts = []
    let files = record.inputs.files
    for path in Set([site.theme.source.path, site.settings.path] + site.sheets.map(\.path)).sorted() {
      guard let values = files[path] else { continue }
      add(.file, path) { json in json.array([values]) { write($1, to: &$0) } }
    }
    for font in record.inputs.fonts { add(.font, font.name) { json in json.string(font.hash) } }
    let pages = Dictionary(site.pages.map { ($0.page.outputPath, $0) }) { first, _ in first }
    for page in record.pages {
      guard let laidOut = pages[page.path] else { continue }
      add(page, laidOut, in: site, values: files[page.source] ?? [:])
      for (shelf, layout) in zip(page.shelves, laidOut.shelves) {
        let sources = [shelf.source] + layout.prepared.shelf.sections.map(\.source.path)
        add(shelf, values: sources.map { files[$0] ?? [:] })
        for card in layout.prepared.cards.indices { add(card, of: layout, in: site) }
      }
    }
  }

  private mutating func add(
    _ kind: BaselinePart.PartKind, _ name: String, heights: [Int] = [], _ write: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter()
    json.object { json in
      json.key("content")
      write(&json)
    }
    parts.append(BaselinePart(kind, name, content: json.bytes, heights: heights))
  }

  private mutating func add(
    _ page: PageRecord, _ laidOut: LaidOutPage, in site: ReviewedSite, values: [String: String]
  ) {
    add(.page, page.path) { json in
      json.object { json in
        json.string(page.source, for: "source")
        json.string(page.textSize, for: "textSize")
        json.boolean(page.isRightToLeft, for: "rtl")
        json.string(laidOut.page.title.text, for: "title")
        json.key("values")
        write(values, to: &json)
        json.key("head")
        json.array(page.head) { json, run in
          json.array([run.minWidth, run.titleLines, run.introductionLines]) { json, number in json.number(number) }
        }
        json.key("pictures")
        json.array(site.pictures(in: laidOut.page.introduction, of: page.source)) { json, path in json.string(path) }
      }
    }
  }

  private mutating func add(_ shelf: ShelfRecord, values: [[String: String]]) {
    add(.shelf, shelf.id) { json in
      json.object { json in
        json.string(shelf.source, for: "source")
        json.string(shelf.arrangement, for: "arrangement")
        json.boolean(shelf.isRightToLeft, for: "rtl")
        json.key("values")
        json.array(values) { json, values in write(values, to: &json) }
        // The heights of shelves follow from their cards.
        json.key("headers")
        json.array(shelf.views.flatMap(\.layouts)) { json, run in
          let headers = [run.header] + run.sections.map(\.header)
          json.array(headers) { json, header in
            json.array([header?.lines ?? 0, header?.height.sixtyFourths ?? 0]) { json, number in json.number(number) }
          }
        }
      }
    }
  }

  private mutating func add(_ index: Int, of shelf: LaidOutShelf, in site: ReviewedSite) {
    let prepared = shelf.prepared.cards[index]
    let card = prepared.composed.card
    let steps = BaselinePart.measuredWidths.map { width in
      site.steps.last { $0.minimumWidth <= width }?.index ?? 0
    }
    let heights = steps.map { step in
      shelf.layouts.indices.contains(step) ? shelf.layouts[step].cards[index].heightByItself.roundedUp : 0
    }
    add(.card, card.id, heights: heights) { json in
      json.object { json in
        json.string(card.source.path, for: "source")
        json.string(card.language, for: "lang")
        json.boolean(card.direction == .rtl, for: "rtl")
        json.key("values")
        var values = sourceValues(of: card).mapValues(\.text)
        // A checkout may add carriage returns.
        values["body"] = String(decoding: card.writtenBody.filter { $0 != 0x0D }, as: UTF8.self)
        write(values, to: &json)
        json.key("pictures")
        let own = card.image?.path.flatMap { site.assetPaths[$0] }
        let pictures = site.pictures(in: card.body, of: card.source.path)
        json.array((own.map { [$0] } ?? []) + pictures) { json, path in json.string(path) }
        json.key("layouts")
        json.array(shelf.views) { json, view in
          var last: MeasuredCard?
          // Neighbouring steps have the same layout, which is written once.
          json.array(zip(site.steps, view.layouts)) { json, layout in
            let measured = layout.1.cards[index]
            if last.map({ $0.isIdentical(to: measured) }) ?? false { return }
            last = measured
            json.number(layout.0.minimumWidth)
            write(measured, prepared.composed, to: &json)
          }
        }
      }
    }
  }
}

/// What a card is by itself: not where its slots are, because a theme can make them level with those of other cards.
private func write(_ card: MeasuredCard, _ composed: ComposedCard, to json: inout JSONWriter) {
  json.object { json in
    json.number(card.width, for: "width")
    json.string(composed.anatomies[card.variant].name, for: "anatomy")
    json.key("slots")
    json.array(card.slots) { json, slot in
      json.array([composed.slots.name(of: slot.id)]) { json, name in
        json.string(name)
        let tags = slot.id == .tags ? card.tags?.arrangement : nil
        for number in [
          slot.frame.x.sixtyFourths, slot.frame.width.sixtyFourths,
          (slot.levelHeight == nil ? slot.ownHeight : .zero).sixtyFourths, slot.lineCount,
          slot.isTruncated ? 1 : 0, tags?.frames.count ?? 0, tags?.hiddenCount ?? 0,
        ] { json.number(number) }
      }
    }
  }
}

private func write(_ values: [String: String], to json: inout JSONWriter) {
  json.object { json in
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { json.string(value, for: key) }
  }
}

extension MeasuredCard {
  /// The natural height without slots whose height is that of the same slots of other cards.
  fileprivate var heightByItself: Pixels {
    let level = slots.filter { $0.levelHeight != nil }.reduce(Pixels.zero) { $0 + $1.ownHeight }
    // Room that is kept free for a slot is as tall as those of other cards, too.
    let all = keepsRooms ? slots.reduce(Pixels.zero) { $0 + $1.ownHeight } : naturalHeight
    return all - level
  }
}

extension ReviewedSite {
  /// The output paths of the pictures in a text, which differ if their bytes do.
  fileprivate func pictures(in text: MarkdownDocument, of source: String) -> [String] {
    var paths: [String] = []
    text.blocks.forEachInline { inline in
      guard case .image(let target, _, _, _) = inline.kind, let path = links.image(target, from: source) else { return }
      paths.append(assetPaths[path] ?? path)
    }
    return paths
  }
}
