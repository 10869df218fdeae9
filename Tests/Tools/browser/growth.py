#!/usr/bin/env python3
"""Opens a built site in Chromium like readers who enlarge text, and reports faults.

    growth.py spacing OUTPUT [--width N …]            with the text spacing of WCAG 2.2, 1.4.12, from a user style sheet:
                                                      no text is clipped, no texts or cards overlap
    growth.py reflow OUTPUT --size N [--width N …]    with another font size set in the browser, in windows of these widths:
                                                      no page scrolls sideways, and the rules for spacing are followed
    growth.py font-size OUTPUT --size N [--width N …] with another font size set in the browser: every card's frame is
                                                      that of layout.json, in proportion
    growth.py prove OUTPUT                            that reflow finds faults that are made in a window of 390 px

With --without-fonts no font arrives, so that all text is set in those of this machine.
Needs python3 and chromium. Prints one line for each fault and a summary; exits with 1 if there are faults.
"""
import argparse, functools, http.server, json, pathlib, subprocess, sys, tempfile, threading

import layout_file

WIDTHS = [320, 390, 600, 768, 840, 1080, 1280, 1680]
REFLOW_WIDTHS = [320, 390, 1280]

# Style sheets that each cause a fault, and the expected message.
FAULTS = [
    ("main{inline-size:calc(100vw + 9px)}", "scrolls sideways"),
    (".card .title{overflow:hidden;block-size:4px!important;min-block-size:0!important}", "is clipped"),
    (".card{margin-block-end:-40px!important}", "lies on"),
    (".card>article{inline-size:2rem!important}", "leaves the card"),
]

CHECK = r"""<!DOCTYPE html><meta charset="utf-8"><body style="margin:0"><script>
const spacing = `*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}
p{margin-block-end:2em!important}
/* What nobody has scrolled to has the computed height, and only then its own. */
*{content-visibility:visible!important}`
const task = TASK
const near = 1
const faults = [], counts = {texts: 0, cards: 0}

function rects(node) {
  const range = node.ownerDocument.createRange()
  range.selectNodeContents(node)
  return [...range.getClientRects()].filter(rect => rect.width > 0 && rect.height > 0)
}

function clips(win, element) {
  const boxes = []
  for (let each = element; each; each = each.parentElement) {
    const style = win.getComputedStyle(each)
    const [x, y] = [style.overflowX, style.overflowY]
    if (x === 'visible' && y === 'visible') continue
    // What scrolls loses nothing.
    const cuts = value => value === 'hidden' || value === 'clip'
    boxes.push({box: each.getBoundingClientRect(), x: cuts(x), y: cuts(y), each})
  }
  return boxes
}

function beyond(rect, clip) {
  const {box} = clip
  return clip.x && (rect.left < box.left - near || rect.right > box.right + near)
    || clip.y && (rect.top < box.top - near || rect.bottom > box.bottom + near)
}

const meet = (a, b) => a.left < b.right - near && b.left < a.right - near && a.top < b.bottom - near && b.top < a.bottom - near

function checkSpacing(win, say) {
  const doc = win.document
  const cards = [...doc.querySelectorAll('.card')].filter(card => card.getClientRects().length)
  counts.cards += cards.length
  for (const list of doc.querySelectorAll('.cards')) {
    const boxes = [...list.children].filter(card => card.getClientRects().length).map(card => [card, card.getBoundingClientRect()])
    for (const [i, [card, box]] of boxes.entries())
      for (const [other, second] of boxes.slice(i + 1, i + 40)) if (meet(box, second)) say(`${card.id} lies on ${other.id}`)
  }
  const blocks = [...doc.querySelectorAll('.shelf-title, .section-title, .page-title, .cards, .column-toggle, .introduction')]
    .filter(block => block.getClientRects().length).map(block => [block, block.getBoundingClientRect()])
  for (const [i, [block, box]] of blocks.entries())
    for (const [other, second] of blocks.slice(i + 1)) if (meet(box, second)) say(`${block.className} lies on ${other.className}`)
  for (const card of cards) {
    const frame = card.getBoundingClientRect()
    const slots = [...card.querySelectorAll('.eyebrow,.title,.subtitle,.body,.tags,.image,.footer')]
      .filter(slot => slot.getClientRects().length).map(slot => [slot, slot.getBoundingClientRect()])
    for (const [i, [slot, box]] of slots.entries()) {
      for (const [other, second] of slots.slice(i + 1)) if (meet(box, second)) say(`${card.id}: ${slot.className} lies on ${other.className}`)
      if (box.bottom > frame.bottom + near || box.right > frame.right + near || box.left < frame.left - near) say(`${card.id}: ${slot.className} leaves the card`)
    }
  }
  const walker = doc.createTreeWalker(doc.body, 4)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!node.data.trim()) continue
    // A tag that ends in an ellipsis says so, and `check` does.
    if (task.mode === 'reflow' && node.parentElement.closest('.tags>li')) continue
    if (win.getComputedStyle(node.parentElement).visibility === 'hidden') continue
    const boxes = clips(win, node.parentElement)
    const card = node.parentElement.closest('.card')
    const frame = boxes.length > (card?.closest('.in-shelf') ? 1 : 0) ? null : card?.getBoundingClientRect()
    for (const rect of rects(node)) {
      counts.texts += 1
      if (frame && (rect.right > frame.right + near || rect.left < frame.left - near)) say(`${card.id}: "${node.data.trim().slice(0, 40)}" leaves the card`)
      for (const clip of boxes) if (beyond(rect, clip)) { say(`"${node.data.trim().slice(0, 40)}" is clipped by ${clip.each.className || clip.each.localName}`); break }
    }
  }
}

function checkScale(win, say, width) {
  const doc = win.document, scale = task.size / 16
  const page = task.layout.find(each => each.path === task.path)
  for (const shelf of page.shelves) {
    const element = doc.getElementById(shelf.id)
    if (!element) continue
    const origin = element.getBoundingClientRect()
    const layout = (shelf.layouts ?? shelf.choices[0].layouts).findLast(each => each.minWidth <= width)
    const rtl = win.getComputedStyle(element).direction === 'rtl'
    for (const card of layout.cards) {
      counts.cards += 1
      const box = doc.getElementById(card.id).getBoundingClientRect()
      const got = [rtl ? origin.right - box.right : box.left - origin.left, box.top - origin.top, box.width, box.height]
      const wanted = [card.x, card.y, card.width, card.height]
      if (wanted.some((value, i) => Math.abs(value * scale - got[i]) > .1)) say(`${card.id}: ${got.map(each => (each / scale).toFixed(2))} instead of ${wanted}`)
    }
  }
}

async function visit(path, width) {
  const frame = document.createElement('iframe')
  frame.style = `border:0;width:${Math.round(width * (task.mode === 'font-size' ? task.size / 16 : 1))}px;height:900px`
  frame.src = '/' + path
  document.body.replaceChildren(frame)
  await new Promise(done => frame.onload = done)
  const win = frame.contentWindow
  const sheet = new win.CSSStyleSheet()
  sheet.replaceSync((task.mode === 'spacing' ? spacing : '') + task.sheet)
  win.document.adoptedStyleSheets = [sheet]
  await win.document.fonts.ready
  await new Promise(done => win.requestAnimationFrame(() => win.requestAnimationFrame(done)))
  await win.document.fonts.ready
  task.path = path
  const say = text => faults.push(`${path} at ${width}: ${text}`)
  if (task.mode === 'font-size') return checkScale(win, say, width)
  const root = win.document.scrollingElement
  if (root.scrollWidth > root.clientWidth) say(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)
  checkSpacing(win, say)
}

(async () => {
  try {
    for (const page of task.layout) for (const width of task.widths) await visit(page.path, width)
  } catch (error) { faults.push('the check itself: ' + error.stack) }
  await fetch('/result', {method: 'POST', body: JSON.stringify({faults, counts})})
})()
</script>"""


def ask(output, mode, size, widths, sheet="", pages=None, fonts=True):
    """Chromium's findings, and the number of pages."""
    layout = layout_file.Layout(output).pages[:pages]
    task = {"mode": mode, "size": size, "widths": widths, "layout": layout, "sheet": sheet}
    page = CHECK.replace("TASK", json.dumps(task).replace("<", "\\u003c")).encode()
    result = {}
    done = threading.Event()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            if self.path.endswith(".woff2") and not fonts:
                return self.send_error(404)
            if self.path != "/check":
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def do_POST(self):
            result.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            done.set()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=output))
    server.handle_error = lambda *_: None  # A browser closes connections that it no longer reads.
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=2600,1000",
             f"--user-data-dir={profile}", f"--blink-settings=defaultFontSize={size}",
             f"http://127.0.0.1:{server.server_port}/check"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        finished = done.wait(timeout=600)
        browser.terminate()
        browser.wait()
    server.shutdown()
    server.server_close()
    if not finished:
        sys.exit("Chromium gave no answer in ten minutes")
    return result, len(layout)


def check(output, mode, size, widths, fonts):
    result, count = ask(output, mode, size, widths, fonts=fonts)
    for fault in result["faults"]:
        print(fault)
    counts = ", ".join(f"{each} {name}" for name, each in result["counts"].items())
    print(f"{output}, {mode}, font size {size}{'' if fonts else ', without fonts'}: {count} pages at {len(widths)} widths, {counts}: {len(result['faults'])} faults", flush=True)
    return not result["faults"]


def prove(output):
    missed = 0
    for sheet, words in FAULTS:
        result, _ = ask(output, "reflow", 20, [390], sheet, 1)
        hits = [fault for fault in result["faults"] if words in fault]
        missed += not hits
        print(f"{'found ' if hits else 'MISSED'} {sheet}{': ' + hits[0][:110] if hits else ''}", flush=True)
    print(f"{len(FAULTS)} faults planted, {missed} missed")
    return missed == 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("mode", choices=["spacing", "reflow", "font-size", "prove"])
    arguments.add_argument("output", type=pathlib.Path, nargs="+")
    arguments.add_argument("--size", type=int, nargs="+", default=[16])
    arguments.add_argument("--width", type=int, nargs="+")
    arguments.add_argument("--without-fonts", action="store_true")
    options = arguments.parse_args()
    widths = options.width or (REFLOW_WIDTHS if options.mode == "reflow" else WIDTHS)
    if options.mode == "prove":
        fine = [prove(output) for output in options.output]
    else:
        fine = [check(output, options.mode, size, widths, not options.without_fonts) for output in options.output for size in options.size]
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
