import Content
import Diagnostics

/// The markup around the panes: everything that needs no script, so that nothing jumps after the script has run.
struct Chrome {
  let page: Page
  let site: CompareSite
  let isEmpty: Bool

  /// The relative path from the page's folder to the output folder.
  private var up: String { String(repeating: "../", count: page.outputPath.split(separator: "/").count) }

  /// The sources of images for the policy.
  let imageSources: String

  /// The earlier build with which this one is compared.
  var before: EarlierPage?

  /// - Parameter chart: writes the content of the drawer below the panes.
  func write(to markup: inout ToolMarkup, chart: (inout ToolMarkup) -> Void) {
    writeHead(to: &markup)
    markup.literal("<body>\n")
    writeBar(to: &markup)
    markup.literal(
      """
      <main class="panes" aria-label="Panes"><noscript><p class="notice">Panes need scripts, which this browser \
      does not run. The chart below does without.</p></noscript></main>

      """)
    markup.literal("<section class=\"drawer\" aria-label=\"Page widths\">")
    if !isEmpty {
      markup.literal("\n<div class=\"strip\"></div>\n<div class=\"charts\">\n")
      chart(&markup)
      markup.literal("</div>\n")
    }
    markup.literal("</section>\n")
    markup.literal("<p class=\"status\" role=\"status\"></p>\n")
    writeHelp(to: &markup)
  }

  private func writeHead(to markup: inout ToolMarkup) {
    markup.literal("<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n")
    markup.literal("<meta charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"")
    markup.literal("default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src ")
    markup.text(imageSources)
    markup.literal("; frame-src 'self'; base-uri 'self'; form-action 'none'")
    markup.literal(
      """
      "/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="robots" content="noindex"/>
      <title>Compare: 
      """)
    markup.text(unturned(page.title.text))
    if page.title.text != site.title { markup.text(unturned(" – " + site.title)) }
    markup.literal("</title>\n<link rel=\"stylesheet\" href=\"")
    markup.text(up + site.styleSheet)
    markup.literal("\"/>\n<script src=\"")
    markup.text(up + site.script)
    markup.literal("\" defer=\"defer\"></script>\n</head>\n")
  }

  private func writeBar(to markup: inout ToolMarkup) {
    markup.literal("<header class=\"bar\">\n<h1><a class=\"open\" href=\"")
    markup.text(up + site.folder + percentEncoded(path: page.outputPath, keeping: "!$'()*+,;=@"))
    markup.literal("\" title=\"Open the page itself\"><bdi lang=\"")
    markup.text(page.language)
    markup.literal("\">")
    markup.text(page.title.text)
    markup.literal("</bdi></a></h1>\n")
    markup.literal("<div class=\"tools\" role=\"group\" aria-label=\"View\">\n")
    if let before { writeDifferences(before, to: &markup) }
    markup.literal(
      """
      <div class="menu add"><button type="button" class="opener" aria-expanded="false" aria-controls="_add" title="Add a \
      pane (a)">Add pane</button><div class="sheet" id="_add" hidden="hidden"></div></div>
      <button type="button" class="toggle" data-key="fit" aria-pressed="true" title="Scale all panes into the window \
      (f)">Fit</button>
      <button type="button" class="toggle" data-key="sync" aria-pressed="true" title="Panes scroll together by what \
      they show (s)">Scroll together</button>
      <button type="button" class="toggle" data-key="marks" aria-pressed="true" title="Mark cut texts, hidden tags and \
      divided words (m)">Marks</button>
      <label title="Draw frames and sizes (o)">Outlines <select data-key="outline"><option value="">none</option>\
      <option value="cards">cards</option><option value="slots">slots</option><option value="all">both</option>\
      </select></label>
      <div class="menu display"><button type="button" class="opener" aria-expanded="false" aria-controls="_display" \
      title="Colours, medium, motion, direction and sizes">Display</button><div class="sheet" id="_display" \
      hidden="hidden">
      <label title="Colours (d)">Colours <select data-key="scheme"><option value="">reader’s</option>\
      <option value="light">light</option><option value="dark">dark</option><option value="forced">forced</option>\
      </select></label>
      <label>Medium <select data-key="medium"><option value="">screen</option><option value="print">print</option>\
      </select></label>
      <label>Motion <select data-key="motion"><option value="">reader’s</option><option value="reduce">reduced</option>\
      </select></label>
      <label title="Direction of writing (r)">Direction <select data-key="dir"><option value="">page’s</option>\
      <option value="ltr">left to right</option><option value="rtl">right to left</option></select></label>
      <label title="The reader’s font size (+, -)">Font size <select data-key="size"><option value="100">100 %</option>\
      <option value="110">110 %</option><option value="125">125 %</option><option value="150">150 %</option>\
      <option value="175">175 %</option><option value="200">200 %</option></select></label>
      <label>Window height <select class="tall"><option value="">as there is room</option>\
      <option value="390">390 px, a phone on its side</option><option value="667">667 px, a small phone</option>\
      <option value="844">844 px, a phone</option><option value="1024">1024 px, a tablet</option>\
      <option value="800">800 px, a laptop</option><option value="1080">1080 px, full HD</option></select></label>
      <p>Forced colours, print and motion are imitated with style sheets.</p></div></div>

      """)
    if !isEmpty {
      markup.literal(
        """
        <button type="button" class="toggle" data-key="chart" aria-pressed="false" title="Shelf heights by page width \
        (c)">Chart</button>

        """)
    }
    markup.literal(
      """
      <button type="button" class="help" aria-haspopup="dialog" aria-label="Help" title="Keys and what they do (?)">?\
      </button>
      </div>
      </header>

      """)
  }

  /// Writes the list of what changed, and buttons that go from one changed shelf to the next.
  private func writeDifferences(_ before: EarlierPage, to markup: inout ToolMarkup) {
    markup.literal(
      """
      <div class="menu differences"><button type="button" class="earlier" aria-label="The changed shelf before" \
      title="The changed shelf before (p)">‹</button><button type="button" class="opener" aria-expanded="false" \
      aria-controls="_differences" title="What changed on this page">
      """)
    let count = before.differences.count
    markup.text(count == 1 ? "1 change" : "\(count) changes")
    markup.literal(
      """
      </button><button type="button" class="later" aria-label="The next changed shelf" title="The next changed shelf \
      (n)">›</button><div class="sheet" id="_differences" hidden="hidden"></div></div>

      """)
  }

  private func writeHelp(to markup: inout ToolMarkup) {
    markup.literal("<dialog class=\"keys\" aria-labelledby=\"_keys\">\n<h2 id=\"_keys\">Keys</h2>\n<dl>\n")
    let keys: [(StaticString, StaticString)] = [
      ("a", "add a pane"), ("x", "close the pane that has the focus"), ("1 – 9", "go to a pane"),
      ("Esc", "close a menu; in a pane: back to its header"), ("← →", "on a pane’s edge: 1 px, with Shift 10 px"),
      ("Page Up, Page Down", "on a pane’s edge: one step"), ("f", "true size or fitted"), ("s", "scroll together"),
      ("m", "marks"),
      ("o", "outlines"), ("d", "colours"), ("r", "direction"), ("+ -", "the reader’s font size"), ("c", "chart"),
      ("?", "this list"),
    ]
    for (key, effect) in keys + (before == nil ? [] : [("n, p", "the next changed shelf, the one before")]) {
      markup.literal("<div><dt><kbd>")
      markup.literal(key)
      markup.literal("</kbd></dt><dd>")
      markup.literal(effect)
      markup.literal("</dd></div>\n")
    }
    markup.literal(
      """
      </dl>
      <label><input type="checkbox" data-key="keys" checked="checked"/> Keys that are letters work</label>
      <p>The address holds the view: copied, it shows others the same.</p>
      <div class="end"><button type="button" class="close">Close</button></div>
      </dialog>

      """)
  }
}
