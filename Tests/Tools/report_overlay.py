#!/usr/bin/env python3
"""Lays the shelves that a report draws on the shelves that a page shows, and says how far their letters are apart.

    report_overlay.py OUTPUT REPORT [--width N …] [--scale S …] [--browser NAME] [--limit PX] [--list N]
    report_overlay.py --demo PROGRAM [the same]     of an edit of the site in this project, made for this in a repository

OUTPUT is the folder of the site as the report's "after" has it; REPORT is the report's index.html. Both are opened in
Chromium or Firefox, all ink black on white. For every word of the page, of every shelf in the report at one of the widths, the two
pictures are compared where the word stands: how far any ink of one is from the nearest ink of the other, and how far the
middles of the ink are apart. Says the largest and the median distance, and exits with 1 where one is a pixel or more, or
ink is missing.

Needs python3, chromium and chromedriver, or firefox; with --demo git, and PROGRAM, a built cardshelf.
"""
import argparse, base64, functools, http.client, http.server, json, pathlib, re, shutil, socket, subprocess, sys, tempfile
import threading, time

PLAIN_PAGE = """*,*::before,*::after{color:#000!important;background:none!important;box-shadow:none!important;
text-decoration:none!important;border-color:transparent!important;transition:none!important}
html{background:#fff!important}
img,.column-toggle{visibility:hidden!important}
.in-shelf{overflow:visible!important}
body blockquote::before,.body hr{visibility:hidden!important}
body{width:WIDTHpx!important;margin-left:4000px!important}"""

PLAIN_REPORT = """svg.shelf{background:#fff!important}
svg *{stroke:none!important}
svg rect,svg image,svg .outline,svg text{display:none!important}
clipPath rect{display:inline!important}
svg path{fill:#000!important}"""

# The words of a shelf, in its box; and all that any card takes.
WORDS = r"""
const shelf = document.getElementById(arguments[0])
if (!shelf) return null
const origin = shelf.getBoundingClientRect()
const words = []
const add = (rect, text, id) => {
  if (rect.width > 0 && rect.height > 0) words.push({x: rect.left - origin.left, y: rect.top - origin.top, width: rect.width, height: rect.height, text, id})
}
const walker = document.createTreeWalker(shelf, NodeFilter.SHOW_TEXT)
while (walker.nextNode()) {
  const node = walker.currentNode, parent = node.parentElement
  if (!parent.getClientRects().length || parent.closest('.column-toggle,.m')) continue
  const id = parent.closest('.card')?.id ?? arguments[0]
  const tag = parent.closest('.tags>li'), code = parent.closest('pre')
  const clip = (tag && tag.scrollWidth > tag.clientWidth ? tag : code)?.getBoundingClientRect()
  // Ideographs one by one: a line of them is no word.
  for (const match of node.data.matchAll(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f]|[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f]+/gu)) {
    const range = document.createRange()
    range.setStart(node, match.index)
    range.setEnd(node, match.index + match[0].length)
    for (const rect of range.getClientRects()) {
      if (clip && (rect.right > clip.right - 1 || rect.left < clip.left + 1)) continue
      add(rect, match[0], id)
    }
  }
}
for (const item of shelf.querySelectorAll('.body li')) {
  const box = item.getBoundingClientRect()
  if (!box.width) continue
  const rtl = getComputedStyle(item).direction === 'rtl'
  const height = parseFloat(getComputedStyle(item, '::before').lineHeight)
  add(new DOMRect(rtl ? box.right + 3 : box.left - 22, box.top, 19, height), '(marker)', item.closest('.card').id)
}
const cards = [...shelf.querySelectorAll('.card')].map(card => card.getBoundingClientRect()).concat(origin)
const left = Math.floor(Math.min(...cards.map(each => each.left))), right = Math.ceil(Math.max(...cards.map(each => each.right)))
return {words, left: left - origin.left, width: right - left, height: origin.height, top: origin.top + scrollY, pageLeft: left + scrollX}
"""

SHOW = r"""
const [number, plain] = arguments
const {pairs, state, apply, drawShelf} = (window.wrappedJSObject ?? window).cardshelfReport
if (!window.plainSheet) {
  window.plainSheet = new CSSStyleSheet()
  window.plainSheet.replaceSync(plain)
  document.adoptedStyleSheets = [window.plainSheet]
  state.outlines = 'off'; state.marks = 'off'; state.fit = 'off'; state.scheme = 'light'
  apply()
}
const svg = drawShelf(pairs[number], 'after')
document.body.replaceChildren(svg)
svg.style.position = 'absolute'
svg.style.left = svg.style.top = '0px'
return {left: svg.viewBox.baseVal.x, top: svg.viewBox.baseVal.y, width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height}
"""

LIST = r"""
const {pairs, views} = (window.wrappedJSObject ?? window).cardshelfReport
return pairs.map((pair, number) => ({number, width: pair.pageWidth, drawn: !!pair.after})).map((pair, index) => {
  const section = views.find(view => view.first <= index && index < view.first + view.count).section
  return {...pair, id: section.querySelector('.where code').textContent, page: section.querySelector('.where').lastChild.data.trim()}
})
"""

COMPARE = r"""
const [first, second, words, shift, scale] = arguments, deviceScale = scale, done = arguments[arguments.length - 1]
async function ink(data) {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob())
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d', {willReadFrequently: true})
  context.drawImage(image, 0, 0)
  const {data: pixels, width, height} = context.getImageData(0, 0, image.width, image.height)
  const values = new Float32Array(width * height)
  for (let i = 0; i < values.length; i++) values[i] = 255 - (pixels[4 * i] + pixels[4 * i + 1] + pixels[4 * i + 2]) / 3
  return {values, width, height}
}
function sums({values, width, height}, box) {
  const columns = [], rows = []
  for (let y = box.top; y < box.bottom; y++) {
    let row = 0
    for (let x = box.left; x < box.right; x++) {
      const value = x >= 0 && y >= 0 && x < width && y < height ? values[y * width + x] : 0
      row += value
      columns[x - box.left] = (columns[x - box.left] ?? 0) + value
    }
    rows.push(row)
  }
  return {columns, rows, total: rows.reduce((a, b) => a + b, 0)}
}
const middle = (list, total) => list.reduce((sum, value, i) => sum + value * (i + .5), 0) / total
// How far the ink of one picture is from any ink of the other, at most, in device pixels.
function distance(from, to, box, offset) {
  const reach = 4 * deviceScale
  let most = 0
  for (let y = box.top + 1; y < box.bottom - 1; y++)
    for (let x = box.left + 1; x < box.right - 1; x++) {
      if (x < 0 || y < 0 || x >= from.width || y >= from.height || from.values[y * from.width + x] < 150) continue
      const u = x + offset.x, v = y + offset.y
      let best = reach * reach
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) {
          if (dx * dx + dy * dy >= best) continue
          const i = u + dx, j = v + dy
          if (i >= 0 && j >= 0 && i < to.width && j < to.height && to.values[j * to.width + i] >= 25) best = dx * dx + dy * dy
        }
      most = Math.max(most, best)
    }
  return Math.sqrt(most)
}
(async () => {
  const [page, report] = [await ink(first), await ink(second)]
  done(words.map(word => {
    const box = side => ({
      left: Math.floor((word.x - side.x) * scale) - 1, right: Math.ceil((word.x + word.width - side.x) * scale) + 1,
      top: Math.floor((word.y - side.y) * scale) - 2, bottom: Math.ceil((word.y + word.height - side.y) * scale) + 2})
    const a = sums(page, box(shift[0])), b = sums(report, box(shift[1]))
    if (a.total < 200 && b.total < 200) return null
    const result = {text: word.text, id: word.id, share: b.total / Math.max(1, a.total), dx: 99, dy: 99, ink: 99}
    if (!a.total || !b.total) return result
    result.dx = (middle(b.columns, b.total) - middle(a.columns, a.total)) / scale
    result.dy = (middle(b.rows, b.total) - middle(a.rows, a.total)) / scale
    const [from, to] = [box(shift[0]), box(shift[1])]
    const offset = {x: to.left - from.left, y: to.top - from.top}
    result.ink = Math.max(distance(page, report, from, offset), distance(report, page, to, {x: -offset.x, y: -offset.y})) / scale
    return result
  }).filter(Boolean))
})()
"""


class Chromium:
    """A session of WebDriver with a Chromium of its own."""

    def __init__(self, folder, scale):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={self.port}", "--log-level=OFF"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.session = None
        for _ in range(100):
            try:
                self.ask("GET", "/status")
                break
            except OSError:
                time.sleep(.05)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                            "--allow-file-access-from-files", f"--user-data-dir={folder}"]}
        self.session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}})["sessionId"]
        self.ask("POST", "/timeouts", {"script": 300000})
        self.command("Emulation.setDeviceMetricsOverride", width=12600, height=2000, deviceScaleFactor=scale, mobile=False)

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        prefix = f"/session/{self.session}" if self.session else ""
        connection.request(method, prefix + path, json.dumps(body) if body is not None else None,
                           {"Content-Type": "application/json"})
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and value.get("error"):
            raise RuntimeError(value["message"].splitlines()[0])
        return value

    def open(self, url): self.ask("POST", "/url", {"url": url})

    def run(self, script, *arguments): return self.ask("POST", "/execute/sync", {"script": script, "args": arguments})

    def wait_for(self, script, *arguments):
        return self.ask("POST", "/execute/async", {"script": script, "args": arguments})

    def command(self, name, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def picture(self, x, y, width, height):
        clip = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
        return self.command("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)["data"]

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()


class Firefox:
    """A session of Marionette with a Firefox of its own."""

    # A box that a picture is taken of: Firefox takes none of parts of a page.
    PROBE = r"""const [x, y, width, height] = arguments
    let probe = document.getElementById('overlay-probe')
    if (!probe) { probe = document.createElement('div'); probe.id = 'overlay-probe'; document.documentElement.append(probe) }
    probe.style.cssText = `position:absolute;pointer-events:none;left:${x}px;top:${y}px;width:${width}px;height:${height}px`
    return probe"""

    def __init__(self, folder, scale):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        pathlib.Path(folder).mkdir()
        pathlib.Path(folder, "user.js").write_text(
            f'user_pref("marionette.port", {port});user_pref("layout.css.devPixelsPerPx", "{scale}");'
            'user_pref("ui.useOverlayScrollbars", 1);user_pref("app.update.enabled", false);'
            'user_pref("security.fileuri.strict_origin_policy", false);')
        self.browser = subprocess.Popen(["firefox-esr", "--headless", "--marionette", "-profile", folder, "about:blank"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number = 0
        for _ in range(300):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=300)
                break
            except OSError:
                time.sleep(.1)
        self.read()
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self.ask("WebDriver:SetTimeouts", script=300000)
        self.ask("WebDriver:SetWindowRect", width=9000, height=3200)

    def read(self):
        length = b""
        while (byte := self.socket.recv(1)) != b":":
            length += byte
        data = b""
        while len(data) < int(length):
            data += self.socket.recv(1 << 20)
        return json.loads(data)

    def ask(self, name, **parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, value = self.read()
        if error:
            raise RuntimeError(error["message"].splitlines()[0])
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def open(self, url): self.ask("WebDriver:Navigate", url=url)

    def run(self, script, *arguments): return self.ask("WebDriver:ExecuteScript", script=script, args=arguments, sandbox=None)

    def wait_for(self, script, *arguments):
        return self.ask("WebDriver:ExecuteAsyncScript", script=script, args=arguments, sandbox=None)

    def picture(self, x, y, width, height):
        if height > 3000:
            return None  # Taller than the window: the picture would end there.
        probe = self.run(self.PROBE, x, y, width, height)
        return self.ask("WebDriver:TakeScreenshot", id=list(probe.values())[0], full=False, scroll=True, hash=False)

    def close(self):
        try:
            self.ask("Marionette:Quit", flags=["eForceQuit"])
            self.browser.wait(20)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.browser.kill()
            self.browser.wait()


ROOT = pathlib.Path(__file__).resolve().parents[2]

# What the edit adds to the site: what is hardest to draw, beside each other.
NEW_CARDS = {
    "Content/words/thai.md": """---
title: ทางช้างเผือกในคืนเดือนมืด
subtitle: ดาวฤกษ์นับแสนล้านดวง
tags: [ดาราศาสตร์, กาแล็กซี]
lang: th
---
แถบแสงจาง ๆ ที่พาดผ่านท้องฟ้าคือดาวฤกษ์นับแสนล้านดวงที่อยู่ไกลเกินกว่าจะมองเห็นแยกจากกันได้
""",
    "Content/words/hebrew.md": """---
title: שביל החלב ו-Milky Way יחד
subtitle: בערך 100,000 שנות אור
tags: [גלקסיה, M 31]
lang: he
---
הגלקסיה שלנו נקראת *Milky Way* באנגלית, וקוטרה כ-100,000 שנות אור.

1. ירח
2. Saturn הוא כוכב לכת
   - טבעות

> ציטוט קצר.
""",
    "Content/field-notes/a-list-of-code.md": """---
title: Fields of view, worked out with `code` in the title
---
- one line with `let x = 1` and **bold *italic* text**
- another, with H<sub>2</sub>O and E = mc<sup>2</sup>
  1. inside
  2. and ~~struck~~ text

```
func field(ocular: Double) -> Double {
\treturn ocular / 48.0 // a line that is far longer than any card of this site is wide, so that it is clipped
}
```

### A heading — AVATAR, To, Ty

A [link that goes on over a line or two](https://example.org/) and ends; f\u0066i, ffl, Łódź, naïve, “quotes”.
""",
}
LONGER = ["Content/tonight/saturn.md", "Content/words/amanogawa.md", "Content/arabic-names/stars/sirius.md",
          "Content/arabic-names/houses/qalb.md", "Content/instruments/chair.md", "Content/distances/sun.md"]


def make_demo(folder):
    """The site of this project in a repository, and an edit of it in the work tree."""
    run = lambda *words: subprocess.run(words, cwd=folder, check=True, capture_output=True)
    for name in ["Content", "Themes"]:
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "cardshelf.yml", folder)
    run("git", "-c", "init.defaultBranch=main", "init", "--quiet")
    run("git", "add", "--all")
    run("git", "-c", "user.name=Demo", "-c", "user.email=demo@example.org", "commit", "--quiet", "--message", "The demo")
    for name, text in NEW_CARDS.items():
        (folder / name).write_text(text)
    for name in LONGER:
        path = folder / name
        head, title, rest = re.split(r"(?m)^(title: .*)$", path.read_text(), maxsplit=1)
        path.write_text(head + title + 5 * (" / " + title.removeprefix("title: ")) + rest)


def serve(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_): pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def compared(browser, options, scale, server, bench):
    """For each shelf of the report at one of the widths how far its words are apart."""
    browser.open(options.report.resolve().as_uri())
    pairs = [pair for pair in browser.run(LIST)
             if pair["drawn"] and (not options.width or pair["width"] in options.width)]
    drawings = {}
    for pair in pairs:
        box = browser.run(SHOW, pair["number"], PLAIN_REPORT)
        drawings[pair["number"]] = (box, browser.picture(0, 0, box["width"], box["height"]))
    pictures = {}
    opened = None
    for pair in sorted(pairs, key=lambda pair: (pair["page"], pair["width"])):
        if opened != (pair["page"], pair["width"]):
            browser.open(f"http://127.0.0.1:{server.server_port}/{pair['page']}")
            browser.run("const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]); document.adoptedStyleSheets = [sheet]",
                        PLAIN_PAGE.replace("WIDTH", str(pair["width"])))
            browser.wait_for("document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(arguments[0])))")
            opened = (pair["page"], pair["width"])
        shelf = browser.run(WORDS, pair["id"])
        if shelf is None:
            raise SystemExit(f"{pair['page']} has no shelf {pair['id']}")
        pictures[pair["number"]] = (shelf, browser.picture(shelf["pageLeft"], shelf["top"], shelf["width"], shelf["height"]))
    browser.open(f"http://127.0.0.1:{bench.server_port}/bench.html")
    for pair in pairs:
        (shelf, picture), (box, drawing) = pictures[pair["number"]], drawings[pair["number"]]
        if not picture or not drawing:
            print(f"left out: {pair['id']} at {pair['width']} px, which is too tall for a picture")
            continue
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            name = f"{pair['id'].replace('/', '-')}-{pair['width']}-{scale}"
            (options.keep / f"{name}-page.png").write_bytes(base64.b64decode(picture))
            (options.keep / f"{name}-report.png").write_bytes(base64.b64decode(drawing))
        shift = [{"x": shelf["left"], "y": 0}, {"x": box["left"], "y": box["top"]}]
        yield pair, browser.wait_for(COMPARE, picture, drawing, shelf["words"], shift, scale)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=pathlib.Path, nargs="?")
    parser.add_argument("report", type=pathlib.Path, nargs="?")
    parser.add_argument("--demo", type=pathlib.Path)
    parser.add_argument("--width", type=int, action="append")
    parser.add_argument("--browser", choices=["chromium", "firefox"], default="chromium")
    parser.add_argument("--scale", type=int, action="append")
    parser.add_argument("--limit", type=float, default=1)
    parser.add_argument("--list", type=int, default=8, help="how many of the worst are named")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the pictures")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="report-overlay-")
    if options.demo:
        site = pathlib.Path(folder, "site")
        site.mkdir()
        make_demo(site)
        program = str(options.demo.resolve())
        options.output, options.report = site / "Output", pathlib.Path(folder, "report/index.html")
        subprocess.run([program, "build", "--root", site], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "diff", "--root", site, "--against", "HEAD", "--report", options.report.parent,
                        "--exit-zero-on-changes"], check=True, stdout=subprocess.DEVNULL)
        print(f"the report has {options.report.stat().st_size} bytes")
    elif not options.report:
        parser.error("OUTPUT and REPORT, or --demo")
    server = serve(options.output)
    bench = serve(folder)
    pathlib.Path(folder, "bench.html").write_text("<!DOCTYPE html><meta charset=utf-8><title>bench</title>")
    found, shelves = [], set()
    try:
        for scale in options.scale or [1, 2]:
            browser = {"chromium": Chromium, "firefox": Firefox}[options.browser](f"{folder}/profile{scale}", scale)
            try:
                for pair, words in compared(browser, options, scale, server, bench):
                    shelves.add((pair["page"], pair["id"]))
                    found += [{**word, "width": pair["width"], "scale": scale} for word in words]
            finally:
                browser.close()
    finally:
        server.shutdown()
        bench.shutdown()
        shutil.rmtree(folder, ignore_errors=True)
    if not found:
        print("nothing was compared", file=sys.stderr)
        return 1
    far = lambda word: max(word["ink"], abs(word["dx"]), abs(word["dy"]))
    lost = [word for word in found if not .5 < word["share"] < 2]
    found.sort(key=far, reverse=True)
    for word in found[:options.list] + lost[:options.list]:
        print(f"{word['id']} at {word['width']} px, scale {word['scale']}: {word['text'][:24]!r} ink {word['ink']:.2f},"
              f" middle ({word['dx']:+.2f}, {word['dy']:+.2f}), share {word['share']:.2f}")
    if options.browser == "firefox":
        for axis in ["dx", "dy"]:
            shifts = sorted(word[axis] for word in found)
            print(f"{axis}: from {shifts[len(shifts) // 50]:+.2f} to {shifts[-1 - len(shifts) // 50]:+.2f}, but for 2 % at either"
                  f" end; median {shifts[len(shifts) // 2]:+.2f}")
    middles = sorted(max(abs(word["dx"]), abs(word["dy"])) for word in found)
    print("shelves: " + ", ".join(sorted(shelf for _, shelf in shelves)))
    print(f"{len(found)} words of {len(shelves)} shelves: no ink further than {found[0]['ink']:.2f} px from that of the other;"
          f" middles at most {middles[-1]:.2f} px apart, median {middles[len(middles) // 2]:.2f} px; {len(lost)} with other ink")
    return 1 if far(found[0]) >= options.limit or lost else 0


if __name__ == "__main__":
    sys.exit(main())
