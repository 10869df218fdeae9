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
    markup.literal("<section class=\"drawer\" aria-label=\"Shelf heights by page width\">\n")
    chart(&markup)
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
    markup.text(up + percentEncoded(path: page.outputPath, keeping: "!$'()*+,;=@"))
    markup.literal("\" title=\"Open the page itself\"><bdi lang=\"")
    markup.text(page.language)
    markup.literal("\">")
    markup.text(page.title.text)
    markup.literal("</bdi></a></h1>\n")
    markup.literal(
      """
      <div class="tools" role="group" aria-label="View">
      <div class="menu add"><button type="button" class="opener" aria-expanded="false" aria-controls="_add" title="Add a \
      pane (a)">Add pane</button><div class="sheet" id="_add" hidden="hidden"></div></div>
      <button type="button" class="toggle" data-key="fit" aria-pressed="false" title="Scale all panes into the window \
      (f)">Fit</button>
      <button type="button" class="toggle" data-key="sync" aria-pressed="true" title="Panes scroll together by what \
      they show (s)">Scroll together</button>
      <label title="Draw frames and sizes (o)">Outlines <select data-key="outline"><option value="">none</option>\
      <option value="cards">cards</option><option value="slots">slots</option><option value="all">cards and slots\
      </option></select></label>
      <label title="Colours (d)">Colours <select data-key="scheme"><option value="">reader’s</option>\
      <option value="light">light</option><option value="dark">dark</option></select></label>
      <label title="Direction of writing (r)">Direction <select data-key="dir"><option value="">page’s</option>\
      <option value="ltr">left to right</option><option value="rtl">right to left</option></select></label>
      <label title="The reader’s font size (+, -)">Font size <select data-key="size"><option value="100">100 %</option>\
      <option value="110">110 %</option><option value="125">125 %</option><option value="150">150 %</option>\
      <option value="175">175 %</option><option value="200">200 %</option></select></label>

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

  private func writeHelp(to markup: inout ToolMarkup) {
    markup.literal("<dialog class=\"keys\" aria-labelledby=\"_keys\">\n<h2 id=\"_keys\">Keys</h2>\n<dl>\n")
    let keys: [(StaticString, StaticString)] = [
      ("a", "add a pane"), ("x", "close the pane that has the focus"), ("1 – 9", "go to a pane"),
      ("Esc", "close a menu; in a pane: back to its header"), ("← →", "on a pane’s edge: 1 px, with Shift 10 px"),
      ("Page Up, Page Down", "on a pane’s edge: one step"), ("f", "true size or fitted"), ("s", "scroll together"),
      ("o", "outlines"), ("d", "colours"), ("r", "direction"), ("+ -", "the reader’s font size"), ("c", "chart"),
      ("?", "this list"),
    ]
    for (key, effect) in keys {
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
      <button type="button" class="close">Close</button>
      </dialog>

      """)
  }
}
