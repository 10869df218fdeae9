/// Writes the page around the drawings: what changed as plain HTML, readable without the script.
struct ReportPage {
  let report: VisualReport
  let drawn: DrawnReport
  private let style: [UInt8]
  private let script: [UInt8]
  /// Of what changed in a pair: nobody reads on.
  private var mostLines: Int { max(20, min(200, 2000 / max(1, report.pairs.count))) }

  init(report: VisualReport, drawn: DrawnReport) {
    self.report = report
    self.drawn = drawn
    style = PackageResources.report_css + Array(Self.rules(of: drawn.themes).utf8)
    script = PackageResources.reading_js + PackageResources.drawing_js + PackageResources.tools_js
  }

  var bytes: [UInt8] {
    var html = HTMLText()
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
    html.raw("<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>")
    html.text(report.title)
    html.raw("</title>\n<style>")
    html.bytes += style
    html.raw("</style>\n</head>\n<body>\n")
    writeHeader(to: &html)
    html.raw("<main>\n")
    writeContents(to: &html)
    for (number, group) in groups.enumerated() { write(group, number: number + 1, to: &html) }
    html.raw("</main>\n")
    html.raw("<script type=\"application/json\" id=\"data\">")
    html.data(drawn.json)
    html.raw("</script>\n<script>")
    html.bytes += script
    html.raw("</script>\n</body>\n</html>\n")
    return html.bytes
  }

  private var policy: String {
    "default-src 'none';base-uri 'none';form-action 'none';\(VisualReport.pageMark)\(base64(sha256(style)))';"
      + "script-src 'sha256-\(base64(sha256(script)))'"
  }

  private static func rules(of themes: [ThemeColors]) -> String {
    themes.enumerated().map { number, theme in
      ".t\(number){" + theme.tokens.map { "--\($0.name):light-dark(\($0.light),\($0.dark))" }.joined(separator: ";")
        + "}\n"
    }.joined()
  }

  // MARK: Parts

  /// The pairs of one shelf.
  private var groups: [Range<Int>] {
    var groups: [Range<Int>] = []
    for index in report.pairs.indices {
      let pair = report.pairs[index]
      if let last = groups.last, report.pairs[last.lowerBound].page == pair.page,
        report.pairs[last.lowerBound].shelfID == pair.shelfID
      {
        groups[groups.count - 1] = last.lowerBound..<index + 1
      } else {
        groups.append(index..<index + 1)
      }
    }
    return groups
  }

  private func writeHeader(to html: inout HTMLText) {
    html.raw("<header class=\"top\">\n<div class=\"name\"><h1>")
    html.text(report.title)
    html.raw("</h1>")
    for line in report.summary {
      html.raw("<p>")
      html.text(line)
      html.raw("</p>")
    }
    html.raw("</div>\n<div id=\"tools\"></div>\n</header>\n")
  }

  private func writeContents(to html: inout HTMLText) {
    if report.pairs.isEmpty {
      html.raw("<p class=\"none\">Nothing changed.</p>\n")
      return
    }
    html.raw("<noscript><p class=\"note\">The drawings need a script, which is part of this page.</p></noscript>\n")
    if !drawn.showsAllTexts {
      html.raw("<p class=\"note\">So much changed that cards are drawn without text where they did not change.</p>\n")
    }
    html.raw("<details class=\"contents\"")
    if groups.count > 1 { html.raw(" open") }
    html.raw("><summary>\(groups.count) changed \(groups.count == 1 ? "shelf" : "shelves")</summary>\n")
    html.raw("<table><thead><tr><th>Shelf</th><th>Page</th><th>Widths</th><th>Cards</th></tr></thead><tbody>\n")
    for (number, group) in groups.enumerated() {
      let pairs = report.pairs[group]
      guard let first = pairs.first else { continue }
      html.raw("<tr><td><a href=\"#c\(number + 1)\">")
      html.text(first.title.isEmpty ? first.shelfID : first.title)
      html.raw("</a></td><td>")
      html.text(first.page)
      html.raw("</td><td>")
      html.text(pairs.map { "\($0.widthClass) \($0.pageWidth)" }.joined(separator: ", "))
      html.raw("</td><td>\(Set(pairs.flatMap(\.changedCards)).count)</td></tr>\n")
    }
    html.raw("</tbody></table></details>\n")
  }

  private func write(_ group: Range<Int>, number: Int, to html: inout HTMLText) {
    let pairs = report.pairs[group]
    guard let first = pairs.first else { return }
    html.raw("<section class=\"change\" id=\"c\(number)\" aria-labelledby=\"c\(number)t\" tabindex=\"-1\">\n")
    html.raw("<div class=\"head\"><h2 id=\"c\(number)t\">")
    html.text(first.title.isEmpty ? first.shelfID : first.title)
    html.raw("</h2><p class=\"where\"><code>")
    html.text(first.shelfID)
    html.raw("</code> ")
    html.text(first.page)
    html.raw("</p></div>\n<div class=\"lines\">")
    for (index, pair) in zip(group, pairs) {
      html.raw("<div data-of=\"\(index)\"><h3>")
      html.text("\(pair.widthClass) \(pair.pageWidth)")
      html.raw("</h3><ul>")
      for line in pair.changes.prefix(mostLines) {
        html.raw("<li>")
        html.text(line)
        html.raw("</li>")
      }
      if pair.changes.count > mostLines { html.raw("<li>and \(pair.changes.count - mostLines) more</li>") }
      html.raw("</ul></div>")
    }
    html.raw("</div>\n")
    let shown = group.clamped(to: 0..<drawn.pairCount)
    if shown.isEmpty {
      html.raw("<p class=\"note\">Not drawn: there is more than one page of it.</p>\n")
    } else {
      html.raw("<div class=\"view\" data-first=\"\(shown.lowerBound)\" data-count=\"\(shown.count)\"></div>\n")
    }
    html.raw("</section>\n")
  }
}

/// Bytes of HTML.
struct HTMLText {
  var bytes: [UInt8] = []

  mutating func raw(_ markup: String) { bytes += Array(markup.utf8) }

  mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): raw("&lt;")
      case UInt8(ascii: ">"): raw("&gt;")
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "\""): raw("&quot;")
      case 0x09, 0x0A, 0x0D, 0x20...: bytes.append(byte)
      default: break
      }
    }
  }

  /// JSON in a script element: no text in it may end the element.
  mutating func data(_ json: [UInt8]) {
    for byte in json {
      if byte == UInt8(ascii: "<") { raw("\\u003C") } else { bytes.append(byte) }
    }
  }
}
