#!/usr/bin/env python3
"""Compares drawings of `cardshelf picture` with screenshots of Chromium: 20 shelves of the demo with each theme, light
and dark, at one to three device pixels per CSS pixel, and cards with photographs.

    picture.py check FOLDER            FOLDER is written by `themes.py build FOLDER --kind demo`; other sites with --site
    picture.py check FOLDER --short    20 shelves, each once
    picture.py prove FOLDER            shows that moved, smaller, recoloured and missing parts are found

Each pixel must occur in the other picture at the same place or beside it, except for the shades of edges and of details
smaller than a pixel; so no edge is off by more than a pixel. --keep DIR saves both pictures of each pair, side by side.
Prints the processor time and the wall time of each picture, median and maximum. Exits with 1 if a pair differs, or if a
picture takes more than --seconds of processor time.

Needs python3 and chromium, and the programs of libvips for photographs.
"""
import argparse, base64, itertools, json, pathlib, resource, statistics, subprocess, sys, tempfile, time

from devtools import Chromium

ROOT = pathlib.Path(__file__).resolve().parents[3]
THEMES = ["storefront", "cinema", "library"]
SCHEMES = ["light", "dark"]
SCALES = [1, 2, 3]
WIDTHS = [390, 768, 1280]
# The limit for a shelf in CSS pixels; taller shelves are compared on a wider page.
MOST_HEIGHT = 1000
# Tolerance per channel, of 255: two programs shade the same edge differently.
SHADE = 60
# The same for a pixel with no other fault beside it: the end of a hairline, or a point. An edge that is off by more than a
# pixel is at fault in all of its pixels.
LONE_SHADE = 96

# The pixels of one picture that the other does not have within a pixel of them, in both directions.
COMPARE = """
async ([first, second, shade, loneShade]) => {
  const load = async data => {
    const image = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", {willReadFrequently: true});
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await load(first), await load(second)];
  if (a.width !== b.width || a.height !== b.height) return {size: [a.width, a.height, b.width, b.height]};
  const {width, height} = a;
  // The least and the most of each channel among the neighbours.
  const spread = ({data}, take) => {
    const across = new Uint8ClampedArray(data.length), both = new Uint8ClampedArray(data.length);
    for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) for (let c = 0; c < 3; c++) {
      let value = data[i + c];
      if (x > 0) value = take(value, data[i + c - 4]);
      if (x < width - 1) value = take(value, data[i + c + 4]);
      across[i + c] = value;
    }
    const row = width * 4;
    for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) for (let c = 0; c < 3; c++) {
      let value = across[i + c];
      if (y > 0) value = take(value, across[i + c - row]);
      if (y < height - 1) value = take(value, across[i + c + row]);
      both[i + c] = value;
    }
    return both;
  };
  const [less, more] = [Math.min, Math.max];
  // The dot of an i is one bright pixel, or two of half its light, depending on where its glyph begins: the sums are
  // equal.
  const mean = (data, i) => {
    let sum = 0;
    for (const y of [-1, 0, 1]) for (const x of [-1, 0, 1]) sum += data[i + (y * width + x) * 4] ?? data[i];
    return sum / 9;
  };
  const faults = [];
  let count = 0;
  for (const [one, other] of [[a, b], [b, a]]) {
    const least = spread(other, less), most = spread(other, more);
    // How far the value is outside the range of the other's neighbours; 0 for those that are not at fault. With a margin
    // of a pixel, so that all have neighbours.
    const row = width + 2, excess = new Uint8Array(row * (height + 2));
    for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) for (let c = 0; c < 3; c++) {
      const value = one.data[i + c], own = Math.max(least[i + c] - value, value - most[i + c]), place = (y + 1) * row + x + 1;
      if (own > shade && own > excess[place]
          && Math.abs(mean(one.data, i + c) - mean(other.data, i + c)) > shade / 4) excess[place] = own;
    }
    const beside = [-row - 1, -row, -row + 1, -1, 1, row - 1, row, row + 1];
    excess.forEach((own, place) => {
      if (own > loneShade || own && beside.some(step => excess[place + step])) {
        count++;
        if (faults.length < 6) faults.push([place % row - 1, Math.floor(place / row) - 1]);
      }
    });
  }
  return {count, faults, size: [width, height]};
}
"""


class Pairs:
    def __init__(self, options, scale):
        self.options = options
        self.scale = scale
        # As on a screen: pages that are enlarged for developer tools round as at one pixel.
        self.browser = Chromium(lambda *_: None, [f"--force-device-scale-factor={scale}"])
        # The last one is in front; others are not painted.
        self.workbench = self.browser.page()
        self.page = self.browser.page()
        self.shown = None
        self.times = []

    def screenshot(self, output, page, element, width, scheme):
        """A screenshot of a shelf or card, at rest, on a screen without a pointer."""
        browser, session = self.browser, self.page
        browser.call("Emulation.setDeviceMetricsOverride", session, width=width, height=900, deviceScaleFactor=0, mobile=False)
        browser.call("Emulation.setEmulatedMedia", session, features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"},
            {"name": "pointer", "value": "coarse"}, {"name": "hover", "value": "none"}])
        browser.call("Emulation.setTouchEmulationEnabled", session, enabled=True)
        url = (output / page).resolve().as_uri()
        if self.shown != url:
            browser.call("Page.navigate", session, url=url)
            self.shown = url
        place = browser.run(session, f"""(async () => {{
          while (document.readyState !== "complete") await new Promise(done => setTimeout(done, 20));
          // Pictures have no light behind the cards, which belongs to the page's template.
          document.body.style.setProperty("background", "var(--page)", "important");
          // What is far from the window has no fonts yet.
          for (const each of document.querySelectorAll(".shelf, .card")) each.style.setProperty("content-visibility", "visible", "important");
          const element = document.getElementById({json.dumps(element)});
          element.scrollIntoView({{block: "nearest", inline: "center"}});
          for (const image of element.querySelectorAll("img")) {{ image.loading = "eager"; await image.decode().catch(() => {{}}); }}
          await document.fonts.ready;
          await new Promise(done => setTimeout(done, 50));
          window.scrollTo(0, 0);
          const box = element.getBoundingClientRect();
          const isCard = element.matches(".card");
          return [isCard ? box.x : 0, box.y, isCard ? box.width : {width}, box.height];
        }})()""")
        x, y, width, height = place
        return browser.call(
            "Page.captureScreenshot", session, format="png", captureBeyondViewport=True,
            clip={"x": x, "y": y, "width": width, "height": height, "scale": 1})["data"]

    def drawn(self, root, page, element, width, scheme, scale, file):
        start, begun = spent(), time.monotonic()
        subprocess.run(
            [self.options.program, "picture", f"{page}#{element}", "--root", root, "--width", str(width), "--scale", str(scale),
             "--scheme", scheme, "--output", file], check=True)
        self.times.append((spent() - start, time.monotonic() - begun))
        return base64.b64encode(file.read_bytes()).decode()

    def difference(self, first, second):
        found = self.browser.run(self.workbench, f"({COMPARE})({json.dumps([first, second, SHADE, LONE_SHADE])})")
        if len(found["size"]) == 4:
            return "{} × {} pixels, {} × {} in Chromium".format(*found["size"])
        if found["count"]:
            return f"{found['count']} pixels differ, the first at " + ", ".join(f"{x} {y}" for x, y in found["faults"])
        return None

    def keep(self, name, first, second):
        if self.options.keep:
            self.options.keep.mkdir(parents=True, exist_ok=True)
            for kind, data in (("picture", first), ("chromium", second)):
                (self.options.keep / f"{name}-{kind}.png").write_bytes(base64.b64decode(data))


def spent():
    """Processor time in seconds, because wall time depends on how busy the machine is."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def shelves(program, root, count):
    """Shelves spread over a site, each at the narrowest width at which it is not too tall."""
    found = {}
    for width in WIDTHS:
        listed = json.loads(subprocess.run(
            [program, "list", "--root", root, "--shelves", "--format", "json", "--width", str(width)], check=True, capture_output=True).stdout)
        for shelf in listed["shelves"]:
            known = found.get(shelf["id"])
            if not known or known["height"] > MOST_HEIGHT:
                found[shelf["id"]] = {**shelf, "at": width}
    found = [shelf for shelf in found.values() if 0 < shelf["height"] <= MOST_HEIGHT]
    return [found[place * len(found) // count] for place in range(min(count, len(found)))]


def check(options):
    faults = 0
    times = []
    work = []
    for theme in THEMES:
        root = options.folder / f"{theme}-demo"
        for number, shelf in enumerate(shelves(options.program, root, 20)):
            for scheme, scale in itertools.product(SCHEMES, SCALES):
                work.append((theme, number, root, shelf["page"], shelf["id"], shelf["at"], scheme, scale))
    for root in options.site:
        for number, shelf in enumerate(shelves(options.program, root, 6)):
            work.append((root.name, number, root, shelf["page"], shelf["id"], shelf["at"], "light", 2))
    if options.short:
        # Every shelf once, with themes, schemes and scales in turn.
        combinations = list(itertools.product(THEMES, SCHEMES, SCALES))
        work = [each for each in work if each[0] not in THEMES
                or (each[0], each[6], each[7]) == combinations[each[1] * 7 % len(combinations)]]
    work.sort(key=lambda each: (each[7], each[0], each[3]))
    with tempfile.TemporaryDirectory() as folder:
        for scale, pieces in itertools.groupby(work, key=lambda each: each[7]):
            pairs = Pairs(options, scale)
            try:
                faults += sum(compare(pairs, piece, pathlib.Path(folder) / "picture.png") for piece in pieces)
            finally:
                pairs.browser.close()
            times += pairs.times
    computed, waited = zip(*times)
    slow = [each for each in computed if options.seconds and each > options.seconds]
    print(f"{len(times)} pictures, {faults} differ; {statistics.median(computed):.2f} s each, {max(computed):.2f} s at most; "
          f"by the clock {statistics.median(waited):.2f} s, {max(waited):.2f} s at most")
    if slow:
        print(f"{len(slow)} took longer than {options.seconds} s")
        faults += 1
    return 1 if faults else 0


def compare(pairs, piece, file):
    """1 if the two differ."""
    name, _, root, page, element, width, scheme, scale = piece
    drawn = pairs.drawn(root, page, element, width, scheme, scale, file)
    shown = pairs.screenshot(root / "Output", page, element, width, scheme)
    fault = pairs.difference(drawn, shown)
    if fault:
        print(f"{name} {page}#{element}, {width} px, {scheme}, × {scale}: {fault}")
    if fault or pairs.options.keep_all:
        pairs.keep(f"{name}-{element.replace('/', '-')}-{width}-{scheme}-{scale}", drawn, shown)
    return 1 if fault else 0


def prove(options):
    """Changes pages in the browser in ways that no drawing has."""
    changes = {
        "nothing": "",
        "a shelf two pixels further down": "element.querySelector('.cards').style.setProperty('transform', 'translateY(2px)')",
        "cards two pixels further right": "element.querySelector('.cards').style.setProperty('transform', 'translateX(2px)')",
        "a line of text gone": "element.querySelector('.card .title').style.setProperty('visibility', 'hidden')",
        "text of another colour": "for (const title of element.querySelectorAll('.title')) title.style.setProperty('color', 'red', 'important')",
        "cards without a hairline's worth of their width": "for (const card of element.querySelectorAll('article')) card.style.setProperty('clip-path', 'inset(0 3px 0 0)')",
        "square corners": "for (const card of element.querySelectorAll('article,.image')) card.style.setProperty('border-radius', '0', 'important')",
        "an image less": "element.querySelector('img').style.setProperty('visibility', 'hidden')",
        "a dot of one pixel": "const box = element.querySelector('.card .title').getBoundingClientRect();"
                              "Object.assign(document.body.appendChild(document.createElement('i')).style, {position: 'absolute',"
                              "left: `${Math.round(box.left) - 4}px`, top: `${Math.round(box.top) + 2}px`,"
                              "width: '1px', height: '1px', background: 'red'})",
        "a tag less": "element.querySelector('.tags > li').style.setProperty('visibility', 'hidden')",
    }
    pairs = Pairs(options, 1)
    faults = 0
    root = options.folder / "storefront-demo"
    try:
        with tempfile.TemporaryDirectory() as folder:
            drawn = pairs.drawn(root, "index.html", "tonight", 390, "light", 1, pathlib.Path(folder) / "picture.png")
        for name, change in changes.items():
            pairs.shown = None
            pairs.screenshot(root / "Output", "index.html", "tonight", 390, "light")
            pairs.browser.run(pairs.page, f"(element => {{ {change} }})(document.getElementById('tonight'))")
            fault = pairs.difference(drawn, pairs.screenshot(root / "Output", "index.html", "tonight", 390, "light"))
            if (fault is None) != (name == "nothing"):
                faults += 1
                print(f"{name}: {fault or 'not found'}")
    finally:
        pairs.browser.close()
    print(f"{len(changes) - 1} changes, {faults} of them not found" if faults else f"{len(changes) - 1} changes, all found")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["check", "prove"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/cardshelf")
    parser.add_argument("--site", type=pathlib.Path, action="append", default=[], help="the root of another site that was built")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seconds", type=float, help="the limit of processor time for a picture")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--keep-all", action="store_true", help="with --keep, also save pairs that do not differ")
    options = parser.parse_args()
    sys.exit(check(options) if options.command == "check" else prove(options))


if __name__ == "__main__":
    main()
