#!/usr/bin/env python3
"""Compares what a page costs Chromium with what the same cards cost as a plain page.

    costs.py write FOLDER --cards N                         a site with that many cards on one page, 20 to a shelf
    costs.py check OUTPUT [OUTPUT …] --first R --resize R   the first style and layout, and those after a resize over a
                  [--fonts]                                 width class, take at most these shares of the plain page's
    costs.py paint OUTPUT [--largest MS] [--blocking MS]    on a slow phone, its largest paint and the time for which it does
                                                            not answer take at most this long
    costs.py prove OUTPUT                                   that it finds a page of which browsers skip nothing

The plain page has the same words in the same elements, without classes of steps, and a style sheet as one would write it:
columns by media queries, sizes by the browser. With --fonts, it loads the same fonts; without, it has only those of the
machine, and is not laid out again when they arrive, which is most of the first layout of a short page. Both are opened in turn, and medians compared, so that a busy machine
changes little. The height of the page may not change while it is read to its end, and no row may take more than 50 ms for a
frame while it scrolls. A slow phone has a quarter of the processor, 1.6 Mbit/s and 150 ms for the way there and back. Needs chromium. Exits with 1 if a page costs more.
"""
import argparse, pathlib, random, re, shutil, statistics, sys

from devtools import Chromium
from page_rules import Server, sheet

ROOT = pathlib.Path(__file__).resolve().parents[3]
WIDE, NARROW, HEIGHT = 1280, 820, 900
RUNS, LONGEST_FRAME = 5, 50
WORDS = """light planet orbit telescope season galaxy cluster distance brightness evening horizon catalogue measure colour
double variable nebula field observer morning eclipse shadow surface crater ocean mountain valley atmosphere""".split()
PLAIN = """
body { margin: 0; font: 15px/21px "Noto Sans", sans-serif } main { padding: 0 16px }
h1 { font-size: 34px; line-height: 41px } h2 { font-size: 22px; line-height: 28px }
.cards { list-style: none; padding: 0; display: grid; gap: 16px; align-items: start }
.in-shelf { display: flex; overflow-x: auto } .in-flow { display: flex; flex-wrap: wrap }
.in-shelf > .card, .in-flow > .card { flex: none; width: 280px }
article { box-sizing: border-box; padding: 16px; background: #fff; overflow-wrap: anywhere; min-width: 0 }
h3 { margin: 4px 0 0; font-size: 17px; line-height: 22px } .eyebrow { margin: 0; font: bold 12px/16px "Noto Sans", sans-serif }
.subtitle { margin: 2px 0 0; line-height: 20px } .body { margin-top: 8px } .body > * { margin: 0 0 8px }
.tags { list-style: none; margin: 12px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px }
.tags > li { padding: 4px 10px; font-size: 12px; line-height: 16px }
@media (min-width: 600px) { .in-grid { grid-template-columns: repeat(2, 1fr) } main { padding: 0 24px } }
@media (min-width: 840px) { .in-grid { grid-template-columns: repeat(3, 1fr) } }
@media (min-width: 1200px) { .in-grid { grid-template-columns: repeat(4, 1fr) } }
"""
LOCAL_FONT, THEME_FONT = '"Noto Sans"', "cs-text"
PAINTS = """window.largest = 0; window.blocking = 0
new PerformanceObserver(list => { for (const each of list.getEntries()) largest = each.startTime }).observe({type: 'largest-contentful-paint', buffered: true})
new PerformanceObserver(list => { for (const each of list.getEntries()) blocking += each.duration - 50 }).observe({type: 'longtask', buffered: true})"""
SETTLED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))).then(() => 0)"
READ = """(async () => {
  const frame = () => new Promise(done => requestAnimationFrame(done)), heights = new Set()
  for (let y = 0; y < document.documentElement.scrollHeight; y += 700) {
    scrollTo(0, y); await frame(); heights.add(document.documentElement.scrollHeight)
  }
  scrollTo(0, 0); await frame(); await frame()
  let longest = 0
  for (const row of [...document.querySelectorAll('.in-shelf')].slice(0, 3)) {
    row.style.scrollSnapType = 'none'
    for (let last = performance.now(), x = 0; x < row.scrollWidth; x += 120) {
      row.scrollLeft = x; await frame(); const now = performance.now(); longest = Math.max(longest, now - last); last = now
    }
  }
  return {heights: [...heights], longest}
})()"""


def write(folder, count):
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "Content").mkdir(parents=True)
    shutil.copytree(ROOT / "Themes", folder / "Themes")
    (folder / "cardshelf.yml").write_text("title: Many cards\ntheme: storefront\n")
    (folder / "Content/_index.md").write_text(f"# Many cards\n\nA page of {count} cards.\n")
    chance = random.Random(5)
    words = lambda number: " ".join(chance.choice(WORDS) for _ in range(number))
    for number in range(count):
        shelf = folder / f"Content/shelf{number // 20:03}"
        if number % 20 == 0:
            shelf.mkdir()
            arrangement = ["shelf", "grid", "flow"][number // 20 % 3]
            (shelf / "_index.md").write_text(f"---\narrangement: {arrangement}\n---\n# Shelf {number // 20} of {words(2)}\n")
        body = f"{words(chance.randint(8, 30)).capitalize()} **{words(2)}** {words(5)}."
        (shelf / f"card{number:04}.md").write_text(
            f"---\neyebrow: {words(1)}\nsubtitle: {words(chance.randint(2, 6))}\ntags: [{words(2)}, {words(3)}]\n---\n"
            f"# {words(chance.randint(2, 6)).capitalize()}\n\n{body}\n")


def plain(html, faces=""):
    html = re.sub(r'<span class="[be][^"]*"[^>]*></span>|<link[^>]*>|<meta http-equiv[^>]*>', "", html)
    step = re.compile(r"[bgrehwtv][0-9a-f-]+")
    kept = lambda match: f'class="{" ".join(word for word in match[1].split() if not step.fullmatch(word))}"'
    return re.sub(r'class="([^"]*)"', kept, html).replace("</head>", f"<style>{faces}{PLAIN.replace(LOCAL_FONT, THEME_FONT) if faces else PLAIN}</style></head>")


class Meter:
    def __init__(self):
        self.browser = Chromium(lambda *_: None)
        self.session = self.browser.page()
        for domain in ("Page", "Performance"):
            self.browser.call(f"{domain}.enable", self.session)
        self.browser.call("Page.setBypassCSP", self.session, enabled=True)

    def spent(self):
        """Milliseconds of style and layout on this page so far."""
        metrics = {each["name"]: each["value"] for each in self.browser.call("Performance.getMetrics", self.session)["metrics"]}
        return (metrics["LayoutDuration"] + metrics["RecalcStyleDuration"]) * 1000

    def run(self, expression):
        return self.browser.run(self.session, expression, 300)

    def costs(self, url):
        self.browser.show(self.session, WIDE, HEIGHT)
        self.browser.open(self.session, "about:blank")
        before = self.spent()
        self.browser.open(self.session, url)
        self.run("document.fonts.ready.then(() => 0)")
        self.run(SETTLED)
        now = self.spent()
        # They are counted anew where another process shows the page.
        first = now - before if now >= before else now
        self.browser.show(self.session, NARROW, HEIGHT)
        self.run(SETTLED)
        return first, self.spent() - now

    def close(self):
        self.browser.close()


def compared(meter, server):
    """The shares of the plain page's costs, and the medians of both."""
    costs = {"plain.html": [], "index.html": []}
    for _ in range(RUNS):
        for path, found in costs.items():
            found.append(meter.costs(server.address + path))
    medians = {path: [statistics.median(each) for each in zip(*found)] for path, found in costs.items()}
    return [own / other for own, other in zip(medians["index.html"], medians["plain.html"])], medians


def faces(output):
    """The faces that the site's style sheet loads, for a page beside the home page."""
    rules = re.findall(r"@font-face\s*\{[^}]*\burl\([^}]*\}", next((output / "assets").glob("site-*.css")).read_text(encoding="utf-8"))
    if not any(THEME_FONT in rule for rule in rules):
        sys.exit(f"costs.py: {output} loads no font {THEME_FONT}")
    return "".join(rules).replace("../fonts/", "fonts/")


def served(output, change=None, fonts=False):
    html = plain((output / "index.html").read_text(encoding="utf-8"), faces(output) if fonts else "")
    (output / "plain.html").write_text(html, encoding="utf-8")
    return Server(output, change)


def check(outputs, limits, fonts):
    meter, faults = Meter(), 0
    try:
        for output in outputs:
            server = served(output, fonts=fonts)
            shares, medians = compared(meter, server)
            meter.browser.show(meter.session, WIDE, HEIGHT)
            meter.browser.open(meter.session, server.address + "index.html")
            meter.run("document.fonts.ready.then(() => 0)")
            read = meter.run(READ)
            server.close()
            (output / "plain.html").unlink()
            for name, share, limit, own, other in zip(("first", "resize"), shares, limits, medians["index.html"], medians["plain.html"]):
                faults += share > limit
                print(f"{output}: {name}: {own:.1f} ms, plain {other:.1f} ms: {share:.2f} (at most {limit:g})", flush=True)
            faults += len(read["heights"]) > 1
            faults += read["longest"] > LONGEST_FRAME
            print(f"{output}: heights while it is read: {read['heights']}; longest frame of a row that scrolls: {read['longest']:.0f} ms", flush=True)
    finally:
        meter.close()
    print(f"{faults} faults")
    return faults == 0


def paint(output, most):
    meter, found = Meter(), []
    try:
        server = served(output)
        meter.browser.call("Network.enable", meter.session)
        meter.browser.call("Network.setCacheDisabled", meter.session, cacheDisabled=True)
        meter.browser.call("Network.emulateNetworkConditions", meter.session, offline=False, latency=150,
                           downloadThroughput=1_638_400 / 8, uploadThroughput=768_000 / 8)
        meter.browser.call("Emulation.setCPUThrottlingRate", meter.session, rate=4)
        meter.browser.call("Page.addScriptToEvaluateOnNewDocument", meter.session, source=PAINTS)
        meter.browser.show(meter.session, 390, 844, mobile=True)
        for _ in range(RUNS):
            meter.browser.open(meter.session, "about:blank")
            meter.browser.open(meter.session, server.address + "index.html")
            meter.run("document.fonts.ready.then(() => new Promise(done => setTimeout(done, 2000)))")
            found.append(meter.run("[largest, blocking]"))
        server.close()
        (output / "plain.html").unlink()
    finally:
        meter.close()
    medians = [statistics.median(each) for each in zip(*found)]
    for name, value, limit in zip(("largest paint after", "blocked for"), medians, most):
        print(f"{output}: {name} {value:.0f} ms (at most {limit})")
    return all(value <= limit for value, limit in zip(medians, most))


def prove(output):
    meter = Meter()
    try:
        server = served(output, sheet(".shelf,.card{content-visibility:visible!important}"))
        shares, _ = compared(meter, server)
        server.close()
        (output / "plain.html").unlink()
    finally:
        meter.close()
    found = shares[0] > .25 and shares[1] > .25
    print(f"without skipping: {shares[0]:.2f} and {shares[1]:.2f} of the plain page{'' if found else ': not found'}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write")
    writing.add_argument("folder", type=pathlib.Path)
    writing.add_argument("--cards", type=int, required=True)
    checking = commands.add_parser("check")
    checking.add_argument("outputs", nargs="+", type=pathlib.Path)
    checking.add_argument("--first", type=float, required=True)
    checking.add_argument("--resize", type=float, required=True)
    checking.add_argument("--fonts", action="store_true")
    painting = commands.add_parser("paint")
    painting.add_argument("output", type=pathlib.Path)
    painting.add_argument("--largest", type=int, default=1800)
    painting.add_argument("--blocking", type=int, default=150)
    proving = commands.add_parser("prove")
    proving.add_argument("output", type=pathlib.Path)
    options = parser.parse_args()
    if options.command == "write":
        return write(options.folder, options.cards)
    if options.command == "prove":
        return 0 if prove(options.output) else 1
    if options.command == "paint":
        return 0 if paint(options.output, [options.largest, options.blocking]) else 1
    return 0 if check(options.outputs, [options.first, options.resize], options.fonts) else 1


if __name__ == "__main__":
    sys.exit(main())
