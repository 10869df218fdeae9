import Geometry
import Themes

/// A chart of the heights of a page's shelves against the page's width: a row per shelf, with its own scale from zero,
/// under one axis; the width classes as bands, and a line at each width at which something changes.
struct WidthChart {
  let shelves: [ComparedShelf]
  let changes: ChangingWidths
  let site: CompareSite

  static let widths = 160...2800
  /// The width in the chart's unit.
  private static let width = 1160
  private static let axis = 52
  private static let row = 76
  private static let plot = 44
  private static let scale = WidthScale(widths: widths, places: 200...11400)

  private var height: Int { Self.axis + Self.row * shelves.count + 24 }

  func write(to markup: inout ToolMarkup) {
    writeSentence(to: &markup)
    markup.literal("<div class=\"figure\">\n<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 ")
    markup.number(Self.width)
    markup.literal(" ")
    markup.number(height)
    markup.literal("\" role=\"img\" aria-labelledby=\"_chart-title _chart-text\">\n")
    markup.literal("<title id=\"_chart-title\">Shelf height against page width</title>\n<desc id=\"_chart-text\">")
    markup.text(
      "Page widths from \(Self.widths.lowerBound) to \(Self.widths.upperBound) px on a logarithmic scale. "
        + changes.sentence + " " + changes.widths.map(String.init).joined(separator: ", ")
        + ". The table below has all heights.")
    markup.literal("</desc>\n")
    writeBands(to: &markup)
    writeChanges(to: &markup)
    for (index, shelf) in shelves.enumerated() { write(shelf, top: Self.axis + Self.row * index, to: &markup) }
    markup.literal("</svg>\n</div>\n")
    HeightTable(shelves: shelves, changes: changes).write(to: &markup)
  }

  private func writeSentence(to markup: inout ToolMarkup) {
    markup.literal("<p class=\"sentence\"><span>")
    markup.text(changes.sentence)
    markup.literal("</span> ")
    for width in changes.widths {
      markup.literal("<button type=\"button\" class=\"width\" data-width=\"")
      markup.number(width)
      markup.literal("\" title=\"Open a pane of this width\">")
      markup.number(width)
      markup.literal("</button> ")
    }
    markup.literal("</p>\n")
  }

  private func writeBands(to markup: inout ToolMarkup) {
    for (index, widthClass) in site.widthClasses.enumerated() {
      let next = index + 1 < site.widthClasses.count ? site.widthClasses[index + 1].from : Self.widths.upperBound
      let (left, right) = (Self.scale.place(of: widthClass.from), Self.scale.place(of: next))
      if right <= left { continue }
      markup.literal("<g class=\"band\"><rect x=\"")
      markup.tenths(left)
      markup.literal("\" y=\"0\" width=\"")
      markup.tenths(right - left)
      markup.literal("\" height=\"")
      markup.number(height - 24)
      markup.literal("\"></rect><text x=\"")
      markup.tenths(left + 60)
      markup.literal("\" y=\"16\">")
      markup.text(widthClass.name)
      markup.literal("</text></g>\n")
    }
    markup.literal("<g class=\"axis\">")
    for width in [160, 200, 240, 320, 400, 500, 600, 800, 1000, 1200, 1600, 2000, 2560] {
      markup.literal("<text x=\"")
      markup.tenths(Self.scale.place(of: width))
      markup.literal("\" y=\"")
      markup.number(height - 6)
      markup.literal("\">")
      markup.number(width)
      markup.literal("</text>")
    }
    markup.literal("</g>\n")
  }

  /// Writes lines; their numbers alternate between two lines if they are close.
  private func writeChanges(to markup: inout ToolMarkup) {
    markup.literal("<g class=\"changes\">")
    var ends = [Int.min, Int.min]
    for width in changes.widths {
      let place = Self.scale.place(of: width)
      markup.literal("<g data-width=\"")
      markup.number(width)
      markup.literal("\"><path d=\"M")
      markup.tenths(place)
      markup.literal(" ")
      markup.number(Self.axis - 4)
      markup.literal("V")
      markup.number(height - 24)
      markup.literal("\"></path>")
      if let line = ends.indices.first(where: { place - 110 >= ends[$0] }) {
        ends[line] = place + 110
        markup.literal("<text x=\"")
        markup.tenths(place)
        markup.literal("\" y=\"")
        markup.number(Self.axis - 8 - 11 * line)
        markup.literal("\">")
        markup.number(width)
        markup.literal("</text>")
      }
      markup.literal("</g>")
    }
    markup.literal("</g>\n")
  }

  private func write(_ shelf: ComparedShelf, top: Int, to markup: inout ToolMarkup) {
    let most = max(shelf.layouts.map(\.height.roundedUp).max() ?? 1, 1)
    let base = top + Self.row - 8
    markup.literal("<g class=\"shelf\"><text class=\"name\" x=\"24\" y=\"")
    markup.number(top + 15)
    markup.literal("\">")
    markup.text(shelf.name)
    markup.literal("</text>")
    var line = ToolMarkup()
    var labels = ToolMarkup()
    for (index, layout) in shelf.layouts.enumerated() {
      let isLast = index + 1 == shelf.layouts.count
      let end = isLast ? Self.widths.upperBound : shelf.layouts[index + 1].minimumWidth
      let (left, right) = (Self.scale.place(of: layout.minimumWidth), Self.scale.place(of: end))
      if right <= left { continue }
      let y = base * 10 - layout.height.roundedUp * Self.plot * 10 / most
      // A layout for pages that are wider or narrower than the chart is not part of it.
      if line.bytes.isEmpty {
        line.literal("M")
        line.tenths(left)
        line.literal(" ")
      } else {
        line.literal("V")
      }
      line.tenths(y)
      line.literal("H")
      line.tenths(right)
      let digits = String(layout.height.roundedUp)
      if right - left >= digits.utf8.count * 62 + 30 {
        labels.literal("<text x=\"")
        labels.tenths((left + right) / 2)
        labels.literal("\" y=\"")
        labels.tenths(base * 10 - y < 150 ? y - 40 : y + 110)
        labels.literal("\">")
        labels.text(digits)
        labels.literal("</text>")
      }
    }
    for path in ["area", "line"] {
      markup.literal("<path class=\"")
      markup.text(path)
      markup.literal("\" d=\"")
      markup.text(String(decoding: line.bytes, as: UTF8.self))
      if path == "area" {
        markup.literal("V")
        markup.number(base)
        markup.literal("H")
        markup.tenths(Self.scale.places.lowerBound)
        markup.literal("Z")
      }
      markup.literal("\"></path>")
    }

    markup.append(labels)
    markup.literal("</g>\n")
  }
}

/// The chart's numbers for readers who cannot see it.
private struct HeightTable {
  let shelves: [ComparedShelf]
  let changes: ChangingWidths

  func write(to markup: inout ToolMarkup) {
    markup.literal(
      "<details class=\"table\"><summary>All heights as a table</summary>\n<div><table>\n<thead><tr><th scope=\"col\">Shelf</th>"
    )
    for width in changes.heights {
      markup.literal("<th scope=\"col\">")
      markup.number(width)
      markup.literal("</th>")
    }
    markup.literal("</tr></thead>\n<tbody>\n")
    for shelf in shelves {
      markup.literal("<tr><th scope=\"row\">")
      markup.text(shelf.name)
      markup.literal("</th>")
      var last: ComparedShelf.Layout?
      for width in changes.heights {
        guard let layout = shelf.layout(at: width) else { continue }
        markup.literal(layout == last ? "<td class=\"same\">" : "<td>")
        markup.text(layout.words)
        markup.literal("</td>")
        last = layout
      }
      markup.literal("</tr>\n")
    }
    markup.literal("</tbody>\n</table></div></details>\n")
  }
}
