#!/usr/bin/env python3
"""Opens a report of `cardshelf diff` from disk in browsers and uses it like a reader, with real pointer and key events.

    report.py PROGRAM [--site demo|photographs …] [--browser chromium|firefox|webkit …] [--screenshots DIR] [--prove] [--short]

Makes two sites in repositories: the demo with added cards and longer titles, and photographs with a changed title,
picture and padding of the theme. For both it checks that the file loads nothing; that every pane shows each card and
shelf where the layout.json of its side has them, in the fonts of the site and with all images; that slider, blink,
difference, outlines, marks, colours, widths and keys work; that links in panes lead nowhere; and that windows of 320 px
show all of it. With --prove it first damages a report in three ways and shows that each is found.

Needs python3, git, the browsers of compare.py, and vips for photographs. Prints a line for each fault and a summary;
exits with 1 if there are faults.
"""
import argparse, json, pathlib, re, shutil, subprocess, sys, tempfile, threading, time

import compare, layout_file, page_table
from compare import Failed, keys, move, pointer

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Added to the demo: scripts, code, lists and kerning side by side.
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
  2. and <s>struck</s> text

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



# --- Sites


def commit(folder):
    run = lambda *words: subprocess.run(words, cwd=folder, check=True, capture_output=True)
    run("git", "-c", "init.defaultBranch=main", "init", "--quiet")
    run("git", "add", "--all")
    run("git", "-c", "user.name=Demo", "-c", "user.email=demo@example.org", "commit", "--quiet", "--message", "Before")


def edit(path, pattern, replacement):
    text, count = re.subn(pattern, replacement, path.read_text(), count=1)
    if not count:
        raise SystemExit(f"{path} has no {pattern}")
    path.write_text(text)


def make_demo(folder):
    """The site of this project, with an edit of it in the work tree."""
    folder.mkdir()
    for name in ["Content", "Themes"]:
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "cardshelf.yml", folder)
    commit(folder)
    yield
    for name, text in NEW_CARDS.items():
        (folder / name).write_text(text)
    for name in LONGER:
        edit(folder / name, r"(?m)^(title: )(.*)$", lambda match: match[1] + " / ".join(6 * [match[2]]))


def make_photographs(folder, *options):
    """Changes a title, a picture and the padding of a theme."""
    subprocess.run([sys.executable, ROOT / "Tests/Tools/browser/picture_weight.py", "make", folder, *options], check=True, stdout=subprocess.DEVNULL)
    commit(folder)
    yield
    edit(folder / "Content/row/tall.md", "title: Tall", "title: Taller than any other of this row, by far")
    shutil.copy(folder / "Content/row/wide.jpg", folder / "Content/grid/tall.jpg")
    edit(next(folder.glob("Themes/*/theme.yml")), "padding: 16", "padding: 24")


class Site:
    """A site before and after, and its report."""

    def __init__(self, name, make, program, folder):
        self.name = name
        root = folder / name
        making = make(root)
        next(making)
        run = lambda *words: subprocess.run([program, *words, "--root", root], check=True, stdout=subprocess.DEVNULL)
        run("build", "--no-compare", "--output", folder / f"{name}-before")
        next(making, None)
        run("build", "--no-compare", "--output", folder / f"{name}-after")
        self.report = folder / f"{name}-report/index.html"
        run("diff", "--against", "HEAD", "--report", self.report.parent, "--exit-zero-on-changes")
        self.shelves = {side: self.read(folder / f"{name}-{side}") for side in ["before", "after"]}

    def read(self, output):
        """Shelves of layout.json by id."""
        return {shelf["id"]: shelf for page in layout_file.Layout(output).pages for shelf in page["shelves"]}

    def faults(self):
        """The data in the file itself."""
        text = self.report.read_text(encoding="utf-8")
        found = page_table.faults(text, page_table.REPORT)
        if len(text) > 1_000_000:
            found.append(f"the report has {len(text)} bytes")
        if names := [each.name for each in self.report.parent.iterdir() if each.name not in ("index.html", "changes.svg")]:
            found.append(f"beside the report are {names}")
        return [f"{self.name}: {each}" for each in found]


# --- The report, seen from outside

LIST = r"""
return cardshelfReport.comparisons.map(({shelf, panes, section}) => ({id: shelf.id, widths: shelf.widths.map(each => each.width), isReady: 'ready' in section.dataset,
  sides: panes.filter(pane => pane.side.is === 'rendered').map(pane => pane.name)}))
"""
FILL = "for (const each of cardshelfReport.comparisons) each.fill()"
# A shelf in a frame that nobody sees has its new height only when it is seen.
SELECT = """const comparison = cardshelfReport.comparisons[arguments[0]]
comparison.section.scrollIntoView()
comparison.select(arguments[1])
return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"""

# Compares a pane with the layout of its width.
PANE = r"""
const [number, side, shelf] = arguments
const comparison = cardshelfReport.comparisons[number], pane = comparison.panes.find(each => each.name === side)
const width = comparison.width.width, doc = pane.document, win = pane.window, faults = []
const element = doc.getElementById(shelf.id)
if (!element) return {faults: [`${shelf.id} is missing`], cards: 0, images: 0}
const layouts = shelf.layouts ?? shelf.choices[0].layouts
const layout = layouts.findLast(each => each.minWidth <= width) ?? layouts[0]
const origin = element.getBoundingClientRect(), rtl = win.getComputedStyle(element).direction === 'rtl'
if (Math.abs(origin.height - layout.height) > .1) faults.push(`${shelf.id}: ${origin.height} high instead of ${layout.height}`)
for (const card of layout.cards) {
  const box = doc.getElementById(card.id)?.getBoundingClientRect()
  if (!box) { faults.push(`${card.id} is missing`); continue }
  const got = [rtl ? origin.right - box.right : box.left - origin.left, box.top - origin.top, box.width, box.height]
  if ([card.x, card.y, card.width, card.height].some((value, i) => Math.abs(value - got[i]) > .1))
    faults.push(`${card.id}: ${got.map(each => each.toFixed(2))} instead of ${[card.x, card.y, card.width, card.height]}`)
  if (box.left < -1 || box.right > win.innerWidth + 1 || box.bottom > win.innerHeight + 1) faults.push(`${card.id} leaves its pane`)
}
const images = [...doc.images]
for (const image of images) if (!image.complete || !image.naturalWidth) faults.push(`${image.closest('.card')?.id} has no image`)
// Those of the reader's system may be missing.
const fonts = [...doc.fonts].filter(face => !/^"?cs-[0-9]/.test(face.family))
if (!fonts.some(face => face.status === 'loaded')) faults.push('no font is loaded')
if (fonts.some(face => face.status === 'error')) faults.push('a font is not there')
if (doc.scripts.length) faults.push('a pane has a script')
return {faults: faults.map(each => `${shelf.id} ${side} ${width} px: ${each}`), cards: layout.cards.length, images: images.length}
"""

STATE = r"""
const first = cardshelfReport.comparisons[arguments[0] ?? 0], box = first.sides.getBoundingClientRect()
const shown = first.panes.map(pane => getComputedStyle(pane.element.closest('figure')).visibility === 'visible' && getComputedStyle(pane.element).visibility === 'visible')
return {mode: document.documentElement.dataset.mode, width: first.width.width, widths: first.shelf.widths.length, shown, at: parseFloat(first.split.value),
  sides: {x: box.x, y: box.y, width: box.width, height: box.height}, clips: first.panes.map(pane => getComputedStyle(pane.element).clipPath),
  blend: first.panes.map(pane => getComputedStyle(pane.element).mixBlendMode),
  outlines: first.panes.map(pane => pane.document?.querySelectorAll('.compare-card').length ?? 0), slots: first.panes.map(pane => pane.document?.querySelectorAll('.compare-slot').length ?? 0),
  marks: first.panes.map(pane => [...(pane.document?.querySelectorAll('[data-changed]') ?? [])].map(each => each.id)), cards: first.panes.map(pane => pane.document?.querySelectorAll('.card').length ?? 0),
  grounds: first.panes.map(pane => pane.document && pane.window.getComputedStyle(pane.document.body).backgroundColor), ground: getComputedStyle(document.body).backgroundColor,
  scales: first.panes.map(pane => pane.scale), at_change: document.querySelector('.change.at')?.id ?? '', help: document.querySelector('dialog').open, filled: first.panes.map(pane => !!pane.document?.querySelector('main > .shelf')),
  over: document.documentElement.scrollWidth - innerWidth, loads: performance.getEntriesByType('resource').map(each => each.name).filter(name => !name.startsWith('blob:'))}
"""

UNNAMED = r"""
return [...document.querySelectorAll('button,select,input,iframe,[role=group],[role=region]')]
  .filter(each => !(each.ariaLabel || each.getAttribute('aria-label') || each.title || each.localName === 'button' && each.textContent.trim())).map(each => each.outerHTML.slice(0, 80))
"""

FOLLOW = r"""
for (const pane of cardshelfReport.comparisons[arguments[0]].panes) pane.document?.querySelector('main a[href]')?.click()
"""


def damages():
    """A way to damage a report, and the expected message."""

    def stretch(data):
        data["pieces"] = [piece.replace("min-block-size:", "min-block-size:9") if piece.startswith("#") else piece for piece in data["pieces"]]

    yield "frames", stretch, " instead of "
    yield "fonts", lambda data: data["fonts"].clear(), "no font is loaded"
    yield "images", lambda data: data["images"].clear(), "has no image"


def damaged(site, change):
    text = site.report.read_text(encoding="utf-8")
    before, rest = text.split('class="data">', 1)
    data, after = rest.split("</script>", 1)
    data = json.loads(data)
    change(data)
    written = json.dumps(data, ensure_ascii=False).replace("</s", "\\u003c/s").replace("<!-", "\\u003c!-")
    copy = site.report.with_name("damaged.html")
    copy.write_text(before + 'class="data">' + written + "</script>" + after, encoding="utf-8")
    return copy


class Check:
    """One report in one browser."""

    def __init__(self, browser, name, site, screenshots):
        self.browser, self.name, self.site, self.screenshots = browser, name, site, screenshots
        self.faults, self.counts = [], {"shelves": 0, "panes": 0, "cards": 0, "images": 0}

    def say(self, text):
        self.faults.append(f"{self.name}: {text}")

    def expect(self, condition, text):
        if not condition:
            self.say(text)

    def shoot(self, name):
        if self.screenshots:
            self.screenshots.mkdir(parents=True, exist_ok=True)
            (self.screenshots / f"{self.name.replace(' ', '-')}-{name}.png").write_bytes(self.browser.screenshot())

    def until(self, isDone, text, seconds=20):
        end = time.monotonic() + seconds
        while not isDone():
            if time.monotonic() > end:
                return self.say(text)
            time.sleep(.05)

    def state(self, number=0):
        return self.browser.run(STATE, number)

    def press(self, *names):
        self.browser.act(keys(*names))

    def open(self, file):
        """The shelves, after all of them are shown."""
        self.browser.open(file.as_uri())
        self.shoot("top")
        self.browser.run(FILL)
        self.until(lambda: all(each["isReady"] for each in self.browser.run(LIST)), "the panes are not filled")
        time.sleep(.5)
        return self.browser.run(LIST)

    def prove(self):
        for what, change, words in damages():
            shelves = self.open(damaged(self.site, change))
            self.check_layouts(shelves[-2:])
            found = [fault for fault in self.faults if words in fault]
            self.faults = [] if found else [f"{self.name}: damaged {what} are not found: {self.faults[:3]}"]
            if self.faults:
                return
        self.site.report.with_name("damaged.html").unlink()
        self.counts = dict.fromkeys(self.counts, 0)

    def run(self):
        shelves = self.open(self.site.report)
        if self.faults:
            return
        self.check_layouts(shelves)
        # The first shelf that has both sides.
        number = next(index for index, each in enumerate(shelves) if len(each["sides"]) == 2)
        self.browser.run("document.querySelectorAll('.change')[arguments[0]].scrollIntoView({behavior: 'instant'})", number)
        self.shoot("panes")
        self.check_modes(number)
        self.check_switches(number)
        self.check_links(number)
        self.check_focus(number)
        self.check_windows()
        for name in self.browser.run(UNNAMED):
            self.say(f"has no name: {name}")
        for url in self.state()["loads"]:
            self.say(f"loads {url}")

    def check_layouts(self, shelves):
        known = [each["id"] for each in self.browser.run(LIST)]
        for each in shelves:
            number = known.index(each["id"])
            self.counts["shelves"] += 1
            count = len(each["widths"])
            for index in sorted({0, count // 3, 2 * count // 3, count - 1}):
                self.browser.run(SELECT, number, index)
                for side in each["sides"]:
                    found = self.browser.run(PANE, number, side, self.site.shelves[side][each["id"]])
                    self.faults += [f"{self.name}: {fault}" for fault in found["faults"]]
                    self.counts["panes"] += 1
                    self.counts["cards"] += found["cards"]
                    self.counts["images"] += found["images"]
            self.browser.run("cardshelfReport.comparisons[arguments[0]].select(cardshelfReport.comparisons[arguments[0]].shelf.first)", number)

    def check_modes(self, number):
        state = self.state(number)
        self.expect(state["mode"] == "side" and state["shown"] == [True, True], "does not begin side by side")
        self.press("2")
        state = self.state(number)
        box = state["sides"]
        x, y = box["x"] + box["width"] * .25, min(box["y"] + box["height"] / 2, box["y"] + 150)
        self.browser.act(pointer(move(box["x"] + box["width"] / 2, y), {"type": "pointerDown", "button": 0}, move(x, y, 50), {"type": "pointerUp", "button": 0}))
        slid = self.state(number)
        self.expect(abs(slid["at"] - 25) < 1, f"the slider is drawn to {slid['at']} % instead of 25 %")
        self.expect("none" not in slid["clips"] and slid["clips"] != state["clips"], f"the slider cuts {slid['clips']}")
        self.shoot("slider")
        self.browser.run("cardshelfReport.comparisons[arguments[0]].split.focus({preventScroll: true})", number)
        self.press(compare.RIGHT)
        self.expect(self.state(number)["at"] > slid["at"], "a key does not move the slider")
        self.browser.run("document.activeElement.blur()")
        self.press("3")
        seen = set()
        self.until(lambda: seen.add(tuple(self.state(number)["shown"])) or seen >= {(True, False), (False, True)}, f"blink shows {seen}")
        self.press(" ")
        shown = self.state(number)["shown"]
        self.press(" ")
        self.expect(self.state(number)["shown"] == shown[::-1], "the space bar does not change sides")
        self.press("4")
        self.expect(self.state(number)["blend"][1] == "difference", "the difference is not shown")
        self.shoot("difference")
        self.press("1")
        self.expect(self.state(number)["shown"] == [True, True], "does not go back to both sides")

    def check_switches(self, number):
        before = self.state(number)
        self.expect(all(before["marks"][1:]), "no card is marked")
        self.press("m")
        self.expect(not any(self.state(number)["marks"]), "the marks do not go")
        self.press("m", "o")
        state = self.state(number)
        self.expect(state["outlines"] == state["cards"] and all(state["slots"]), f"{state['outlines']} outlines of {state['cards']} cards")
        self.shoot("outlines")
        self.press("o", "]")
        wider = self.state(number)
        self.expect(wider["width"] > before["width"] and not any(wider["outlines"]), "no wider width is chosen")
        self.press("[")
        self.expect(self.state(number)["width"] == before["width"], "the narrower width is not chosen")
        self.browser.run(SELECT, number, before["widths"] - 1)
        self.expect(all(scale < 1 for scale in self.state(number)["scales"]), "a wide pane is not fitted")
        self.shoot("wide")
        self.press("f")
        self.expect(self.state(number)["scales"] == [1, 1], "true size is not shown")
        self.press("f")
        self.browser.run("const one = cardshelfReport.comparisons[arguments[0]]; one.select(one.shelf.first)", number)
        grounds = []
        for _ in range(3):
            self.press("t")
            state = self.state(number)
            grounds.append((state["ground"], *state["grounds"]))
            if len(grounds) == 2:
                self.shoot("dark")
        self.expect(all(light != dark for light, dark in zip(*grounds[:2])), f"colours are {grounds[:2]}")
        self.press("n")
        first = self.state()["at_change"]
        self.press("n", "p")
        self.expect(first == "c1" == self.state()["at_change"], "n and p do not go through the changes")
        self.press("?")
        self.expect(self.state()["help"], "the keys are not listed")
        self.press(compare.ESCAPE)
        self.expect(not self.state()["help"], "Escape does not close the list of keys")

    def check_links(self, number):
        self.browser.run(FOLLOW, number)
        time.sleep(.3)
        self.expect(all(self.state(number)["filled"]), "a link in a pane leads away")

    def check_focus(self, number):
        """Tab goes from the widths through both panes to the content below, and into no frame."""
        self.browser.run("cardshelfReport.comparisons[arguments[0]].list.focus({preventScroll: true})", number)
        met = []
        for _ in range(5):
            self.press(compare.TAB)
            met.append(self.browser.run("return document.activeElement.className || document.activeElement.localName"))
        self.expect("iframe" not in met and met.count("pane") >= 2, f"the focus goes through {met}")

    def check_windows(self):
        for width in [390, 320]:
            self.browser.resize(width, 844)
            self.browser.run("document.querySelector('.change').scrollIntoView({behavior: 'instant'})")
            time.sleep(.3)
            inner = self.browser.run("return innerWidth")
            # Not all browsers have windows that narrow.
            over = self.browser.run("return [...document.querySelectorAll('body *')].filter(each => !each.closest('.pane,dialog') && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML.slice(0, 60))")
            self.expect(not over and self.state()["over"] <= 0, f"in a window of {inner} px are too wide: {over[:3]}")
            self.shoot(f"window-{width}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=pathlib.Path)
    arguments.add_argument("--site", choices=["demo", "photographs"], action="append")
    arguments.add_argument("--browser", choices=["chromium", "firefox", "webkit"], action="append")
    arguments.add_argument("--screenshots", type=pathlib.Path)
    arguments.add_argument("--prove", action="store_true")
    arguments.add_argument("--short", action="store_true", help="fewer photographs")
    options = arguments.parse_args()
    options.browser = options.browser or ["chromium", "firefox"]
    faults, summaries = [], []
    makers = {"demo": make_demo, "photographs": lambda folder: make_photographs(folder, *["--short"] * options.short)}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        sites = [Site(name, makers[name], options.program.resolve(), folder) for name in options.site or ["demo"]]
        for site in sites:
            faults += site.faults()

        def use(name):
            profile = folder / name
            profile.mkdir()
            browser, screen = compare.launch(name, profile)
            try:
                for site in sites:
                    compare.fit_window(browser)
                    check = Check(browser, f"{name} {site.name}", site, options.screenshots)
                    try:
                        if options.prove and site is sites[0] and name == options.browser[0]:
                            check.prove()
                        check.run()
                    except (Failed, OSError) as error:
                        check.say(str(error))
                    faults.extend(check.faults)
                    counts = ", ".join(f"{value} {key}" for key, value in check.counts.items())
                    summaries.append(f"{browser.version}, {site.name}, {site.report.stat().st_size} bytes: {counts}, {len(check.faults)} faults")
            finally:
                browser.close()
                if screen:
                    screen.terminate()
                    screen.wait()

        def used(name):
            try:
                use(name)
            except Exception as error:
                faults.append(f"{name}: {error!r}")

        browsers = [threading.Thread(target=used, args=[name]) for name in options.browser]
        for each in browsers:
            each.start()
        for each in browsers:
            each.join()
    for line in faults + sorted(summaries):
        print(line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
