import Diagnostics
import EmbeddedFiles

/// Writes the page around the shelves: the changes as plain HTML, which is readable without the script.
struct ReportPage {
  let report: VisualReport
  let contents: ReportContents
  private let style = Self.file("report.css")
  private let script: [UInt8]
  /// The limit on changes of a shelf: nobody reads more.
  private var mostLines: Int { max(20, min(200, 2000 / max(1, report.shelves.count))) }

  init(report: VisualReport, contents: ReportContents) {
    self.report = report
    self.contents = contents
    script =
      Array("'use strict'\n".utf8) + Self.file("data.js") + outlineScript + Self.file("panes.js")
      + Self.file("tools.js")
  }

  private static func file(_ name: String) -> [UInt8] { embeddedFile("Sources/Output/Pages/Report/Page/\(name)") }

  var bytes: [UInt8] {
    var html = ToolMarkup()
    html.literal("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.literal("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    html.text(policy)
    html.literal("\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>")
    html.text(report.title)
    html.literal("</title>\n<style>")
    html.append(style)
    html.literal("</style>\n</head>\n<body>\n")
    writeHeader(to: &html)
    html.literal("<main>\n")
    writeContents(to: &html)
    for (number, shelf) in report.shelves.enumerated() { write(shelf, number: number, to: &html) }
    html.literal("</main>\n<script type=\"application/json\" class=\"data\">")
    html.append(contents.json.withoutTags)
    html.literal("</script>\n<script type=\"application/json\" class=\"pane-style\">")
    html.append(paneStyle.withoutTags)
    html.literal("</script>\n<script>")
    html.append(script)
    html.literal("</script>\n</body>\n</html>\n")
    return html.bytes
  }

  /// The styles of panes in addition to those of their page, as a JSON string.
  private var paneStyle: [UInt8] {
    var json = JSONWriter()
    json.string(String(decoding: comparePaneSheet + Self.file("pane.css"), as: UTF8.self))
    return json.bytes
  }

  private var policy: String {
    "default-src 'none';base-uri 'none';form-action 'none';\(VisualReport.pageMark)\(base64(sha256(style)))';"
      + "script-src 'sha256-\(base64(sha256(script)))'"
  }

  // MARK: Parts

  private func writeHeader(to html: inout ToolMarkup) {
    html.literal("<header class=\"top\">\n<div class=\"name\"><h1>")
    html.text(report.title)
    html.literal("</h1>")
    for line in report.summary {
      html.literal("<p>")
      html.text(line)
      html.literal("</p>")
    }
    html.literal("</div>\n<div id=\"tools\"></div>\n</header>\n")
  }

  private func writeChanges(to html: inout ToolMarkup) {
    if report.changes.isEmpty { return }
    html.literal("<div class=\"note\"><ul class=\"lines\">\n")
    for change in report.changes {
      html.literal("<li>")
      html.text(change)
      html.literal("</li>\n")
    }
    html.literal("</ul></div>\n")
  }

  private func writeContents(to html: inout ToolMarkup) {
    if report.shelves.isEmpty, report.changes.isEmpty {
      html.literal("<p class=\"none\">Nothing changed.</p>\n")
      return
    }
    writeChanges(to: &html)
    if report.shelves.isEmpty { return }
    html.literal("<noscript><p class=\"note\">The panes need a script, which is part of this page.</p></noscript>\n")
    for note in notes {
      html.literal("<p class=\"note\">")
      html.text(note)
      html.literal("</p>\n")
    }
    html.literal("<details class=\"contents\"")
    if report.shelves.count > 1 { html.literal(" open") }
    html.literal("><summary>")
    html.text("\(report.shelves.count) changed \(report.shelves.count == 1 ? "shelf" : "shelves")")
    html.literal(
      "</summary>\n<table><thead><tr><th>Shelf</th><th>Page</th><th>Page widths</th><th>Cards</th></tr></thead>")
    html.literal("<tbody>\n")
    for (number, shelf) in report.shelves.enumerated() {
      html.literal("<tr><td><a href=\"#c")
      html.number(number + 1)
      html.literal("\">")
      html.text(shelf.name)
      html.literal("</a></td><td>")
      html.text(shelf.page)
      html.literal("</td><td>")
      html.text(shelf.widthRange)
      html.literal("</td><td>")
      html.number(Set(shelf.widths.flatMap(\.changedCards)).count)
      html.literal("</td></tr>\n")
    }
    html.literal("</tbody></table></details>\n")
  }

  private var notes: [String] {
    var notes: [String] = []
    if report.shelves.contains(where: { $0.before.isRecorded }) {
      notes.append(
        "Only the frames of the earlier layout are known, not its pages: dashed outlines on the new shelves show where "
          + "changed cards were.")
    }
    if contents.missingImageCount > 0 {
      notes.append("\(contents.missingImageCount) images are omitted, to keep this file small.")
    }
    return notes
  }

  private func write(_ shelf: ReportedShelf, number: Int, to html: inout ToolMarkup) {
    html.literal("<section class=\"change\" id=\"c")
    html.number(number + 1)
    html.literal("\" aria-labelledby=\"c")
    html.number(number + 1)
    html.literal("t\" tabindex=\"-1\">\n<div class=\"head\"><h2 id=\"c")
    html.number(number + 1)
    html.literal("t\">")
    html.text(shelf.name)
    html.literal("</h2><p class=\"where\"><code>")
    html.text(shelf.id)
    html.literal("</code> ")
    html.text(shelf.page)
    html.literal("</p></div>\n<ul class=\"lines\">")
    for line in shelf.changes.prefix(mostLines) {
      html.literal("<li>")
      html.text(line)
      html.literal("</li>")
    }
    if shelf.changes.count > mostLines {
      html.literal("<li>")
      html.text("and \(shelf.changes.count - mostLines) more")
      html.literal("</li>")
    }
    html.literal("</ul>\n")
    if number < contents.shelves.count {
      html.literal("<div class=\"view\"></div>\n")
    } else {
      html.literal("<p class=\"note\">Not shown: the file would be too large.</p>\n")
    }
    html.literal("</section>\n")
  }
}

extension ReportedShelf {
  fileprivate var name: String { title.isEmpty ? id : title }

  /// A range such as `320 to 1920 px`.
  fileprivate var widthRange: String {
    guard let first = widths.first?.pageWidth, let last = widths.last?.pageWidth else { return "" }
    return first == last ? "\(first) px" : "\(first) to \(last) px"
  }
}

extension ReportedSide {
  fileprivate var isRecorded: Bool { if case .recorded = self { true } else { false } }
}

extension [UInt8] {
  /// The JSON for a `script` element, escaped because `</script` ends such an element and `<!--` changes it.
  fileprivate var withoutTags: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for (index, byte) in enumerated() {
      let next = self[(index + 1)...].prefix(2).map { $0 | 0x20 }
      if byte == UInt8(ascii: "<"), ["!-", "/s", "sc"].contains(where: { next.elementsEqual($0.utf8) }) {
        result += Array("\\u003c".utf8)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}
