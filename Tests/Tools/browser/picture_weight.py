#!/usr/bin/env python3
"""Finds out which file Chromium loads for each image of a card, and whether it is as small as the visible part needs.

    picture_weight.py make SITE [--theme FOLDER] [--short]
    picture_weight.py check OUTPUT

`make` writes a site with photographs, made of noise by libvips, in shelves of all arrangements (with --short in a row
and a grid). `check` opens each page of OUTPUT, as a build wrote it, at a width of each class and at one, two and three
device pixels per CSS pixel. It reports an image that is shown by a larger file than the smallest that is enough, or by
fewer pixels than it could have; an image with more than eight files; a lazy image in the first screen; and anything that
moved while the page loaded. Needs chromium, and vips for `make`. Prints a line for each fault and a
summary; exits with 1 if there are faults.
"""
import argparse, functools, http.server, json, math, pathlib, re, shutil, subprocess, sys, threading

from devtools import Chromium, Failed

MOST_FILES = 8
# The share of pixels that may be cut off, because files and slots are whole pixels.
MOST_LACK = 0.85
# Common widths of windows, with heights.
WINDOWS = [(320, 568), (390, 844), (540, 960), (600, 960), (768, 1024), (840, 1180), (1024, 1366), (1200, 800), (1440, 900), (1920, 1080)]
SCALES = [1, 2, 3]

PROBE = """
(async () => {
  const images = [...document.querySelectorAll('.card .image img')];
  const first = innerHeight;
  const found = images.map(image => {
    const box = image.getBoundingClientRect(), shown = box.width > 0;
    return {card: image.closest('.card').id, waits: image.loading === 'lazy', shown, top: box.top, left: box.left,
            isOften: image.closest('.card').querySelectorAll('article').length > 1};
  });
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.filter(image => image.getBoundingClientRect().width).map(image => image.decode().catch(() => null)));
  return JSON.stringify(images.map((image, index) => {
    const box = image.getBoundingClientRect();
    const sources = [...(image.parentElement.localName === 'picture' ? image.parentElement.querySelectorAll('source') : []), image];
    const name = decodeURI(new URL(image.currentSrc || location.href).pathname).split('/').pop();
    const list = sources.map(each => each.srcset || '').find(each => each.includes(name)) || '';
    return {...found[index], width: box.width, height: box.height, name, first,
            widths: [...list.matchAll(/ (\\d+)w/g)].map(each => +each[1]),
            files: [...new Set(sources.flatMap(each => (each.srcset || '').split(', ').map(file => file.split(' ')[0])))].filter(Boolean),
            lists: sources.some(each => each.srcset)};
  }));
})()
"""
SHIFT = """
new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({type: 'layout-shift', buffered: true});
  setTimeout(() => resolve(sum), 300);
})
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make")
    make.add_argument("site", type=pathlib.Path)
    make.add_argument("--theme", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[3] / "Themes/storefront")
    make.add_argument("--short", action="store_true")
    check = commands.add_parser("check")
    check.add_argument("output", type=pathlib.Path)
    check.add_argument("--window", action="append", metavar="WIDTHxHEIGHT")
    options = parser.parse_args()
    if options.command == "make":
        write_site(options.site, options.theme, list(SHELVES)[:2 if options.short else None])
        return 0
    windows = [tuple(map(int, each.split("x"))) for each in options.window or []] or WINDOWS
    try:
        return check_output(options.output, windows)
    except Failed as failure:
        print(f"picture_weight: {failure}", file=sys.stderr)
        return 2


# MARK: A site

SHELVES = {
    "row": "arrangement: shelf", "grid": "arrangement: grid", "waterfall": "arrangement: waterfall", "flow": "arrangement: flow",
    "lockups": "arrangement: list\ncard: lockup",
}
PHOTOGRAPHS = [
    ("tall", 1500, 2000, "jpg"), ("wide", 2600, 1200, "jpg"), ("square", 1800, 1800, "webp"), ("screen", 1280, 800, "png"),
    ("small", 300, 200, "jpg"), ("modern", 1600, 1200, "avif"), ("turned", 2000, 1500, "jpg"),
]
FOCUSES = ["", "imageFocus: top\n", "imageFocus: [30%, 70%]\n"]


def write_site(site, theme, shelves):
    if site.exists():
        shutil.rmtree(site)
    shutil.copytree(theme, site / "Themes" / theme.name)
    (site / "Content").mkdir(parents=True)
    (site / "cardshelf.yml").write_text(f"title: Photographs\ntheme: {theme.name}\n")
    (site / "Content/_index.md").write_text("---\ntitle: Photographs\n---\n")
    for place, shelf in enumerate(shelves):
        folder = site / "Content" / shelf
        folder.mkdir()
        (folder / "_index.md").write_text(f"---\ntitle: {shelf.capitalize()}\nweight: {place}\n{SHELVES[shelf]}\n---\n")
        for number, (name, width, height, ending) in enumerate(PHOTOGRAPHS):
            image = folder / f"{name}.{ending}"
            # The same in all shelves: a build must distinguish the parts and sizes.
            if place == 0:
                photograph(image, width, height, number, name == "turned")
            else:
                shutil.copy(site / "Content/row" / image.name, image)
            focus = FOCUSES[(place + number) % len(FOCUSES)]
            text = "A text.\n" * (number % 3 + 1)
            (folder / f"{name}.md").write_text(
                f"---\ntitle: {name.capitalize()}\nimage: {image.name}\nimageAlt: Noise\nweight: {number}\n{focus}---\n{text}")


def photograph(path, width, height, seed, is_turned):
    """Clouds of several sizes in three colours."""
    def vips(*arguments):
        subprocess.run(["vips", *map(str, arguments)], check=True)
    work = path.parent
    parts = [work / f".part{each}.v" for each in range(3)]
    for each, part in enumerate(parts):
        vips("perlin", part, width, height, "--cell-size", [700, 256, 90][each], "--seed", seed * 3 + each)
    vips("bandjoin", " ".join(map(str, parts)), work / ".joined.v")
    vips("linear", work / ".joined.v", work / ".scaled.v", "100", "128", "--uchar")
    vips("gaussnoise", work / ".noise.v", width, height, "--sigma", "3", "--mean", "0", "--seed", seed)
    vips("add", work / ".scaled.v", work / ".noise.v", work / ".noisy.v")
    vips("cast", work / ".noisy.v", work / ".cast.v", "uchar")
    vips("copy", work / ".cast.v", work / ".photograph.v", "--interpretation", "srgb")
    options = {".jpg": "[Q=88]", ".webp": "[Q=85]", ".avif": "[Q=60,effort=1]", ".png": ""}[path.suffix]
    vips("copy", work / ".photograph.v", f"{path}{options}")
    if is_turned:
        turn(path)
    for part in work.glob(".*.v"):
        part.unlink()


def turn(path):
    """Adds an orientation: a quarter turn to the right."""
    tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
    content = b"Exif\0\0" + tiff
    image = path.read_bytes()
    path.write_bytes(image[:2] + b"\xff\xe1" + (len(content) + 2).to_bytes(2, "big") + content + image[2:])


# MARK: The check

def check_output(output, windows):
    pages = sorted(each.relative_to(output).as_posix() for each in output.rglob("*.html") if each.relative_to(output).parts[0] != "compare")
    sizes = natural_sizes(output)
    handler = functools.partial(Quiet, directory=output)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    faults, counts, worst = [], {"images": 0, "files": set(), "waiting": 0, "many": 0, "shared": 0}, 0
    loaded = []
    browser = Chromium(lambda session, method, parameters: loaded.append(method) if method == "Page.loadEventFired" else None)
    try:
        for page in pages:
            for width, height in windows:
                for scale in SCALES:
                    session = browser.page()
                    browser.call("Page.enable", session)
                    # A larger file from the cache would be shown instead.
                    browser.call("Network.enable", session)
                    browser.call("Network.setCacheDisabled", session, cacheDisabled=True)
                    browser.call("Network.clearBrowserCache", session)
                    browser.call(
                        "Emulation.setDeviceMetricsOverride", session, width=width, height=height, deviceScaleFactor=scale, mobile=False)
                    loaded.clear()
                    browser.call("Page.navigate", session, url=f"{address}/{page}")
                    while not loaded:
                        if not browser.turn(60):
                            raise Failed(f"{page} does not load")
                    images = json.loads(browser.run(session, PROBE))
                    shift = browser.run(session, SHIFT)
                    place = f"{page} at {width} x {height}, {scale} pixels"
                    if shift:
                        faults.append(f"{place}: what shows moved by {shift} while the page loaded")
                    fitting = {each["name"] for each in images if each["shown"] and each["lists"] and not smaller_of(each, sizes, scale)}
                    for image in images:
                        worst = max(worst, check_image(image, sizes, scale, place, width, fitting, faults, counts))
                    target = browser.call("Target.getTargetInfo", session)["targetInfo"]["targetId"]
                    browser.call("Target.closeTarget", None, targetId=target)
    finally:
        browser.close()
        server.shutdown()
    for fault in faults[:40]:
        print(fault)
    if len(faults) > 40:
        print(f"and {len(faults) - 40} more")
    print(
        f"{len(pages)} pages at {len(windows)} widths and {len(SCALES)} scales: {counts['images']} images, {len(counts['files'])} files, "
        f"{counts['waiting']} waiting, {counts['shared']} shown by a file that another card needs; at most {100 * (worst - 1):.1f} % more pixels than show; {len(faults)} faults")
    if not counts["images"] or not counts["waiting"] or not counts["many"]:
        print("there is nothing to check: a site needs images with several files, and some below the first screen")
        return 1
    return 1 if faults else 0


def excess_of(image, sizes, scale):
    own = sizes.get(image["name"])
    return own[0] * own[1] / (image["width"] * image["height"] * scale * scale) if own else math.inf


def check_image(image, sizes, scale, place, width, fitting, faults, counts):
    """Pixels of the file per visible pixel."""
    card = f"{place}: {image['card']}"
    if not image["shown"]:
        return 0
    counts["images"] += 1
    counts["files"].add(image["name"])
    counts["waiting"] += image["waits"]
    counts["many"] += image["lists"]
    isFirst = image["top"] < image["first"] and image["left"] < width
    if isFirst and image["waits"] and not image["isOften"]:
        faults.append(f"{card}: waits, and is in the first screen")
    if not image["lists"]:
        return 0
    if image["name"] not in sizes:
        faults.append(f"{card}: shows {image['name'] or 'nothing'}, which is not a file of the site")
        return 0
    own = sizes[image["name"]]
    shown = image["width"] * scale, image["height"] * scale
    excess = excess_of(image, sizes, scale)
    if len(image["files"]) > MOST_FILES:
        faults.append(f"{card}: has {len(image['files'])} files")
    smaller = smaller_of(image, sizes, scale)
    if smaller and image["name"] in fitting:
        # Browsers use a larger file that the page has already loaded, if the card can use it.
        counts["shared"] += 1
        return 0
    if smaller:
        faults.append(f"{card}: {image['name']} has {own[0]} x {own[1]} pixels, and {shown[0]:g} x {shown[1]:g} show: {smaller} px are enough")
    if excess < MOST_LACK and own[0] < max(image["widths"]):
        faults.append(f"{card}: {image['name']} has {own[0]} x {own[1]} pixels, though {shown[0]:g} x {shown[1]:g} show and there are more")
    return excess


def smaller_of(image, sizes, scale):
    """The width of a smaller file that fills the frame; None if there is none."""
    own = sizes.get(image["name"])
    if not own:
        return None
    # Files and frames are whole pixels.
    enough = [width for width in image["widths"] if width < own[0] and width >= image["width"] * scale - 0.5
              and width * own[1] / own[0] >= image["height"] * scale - 1]
    # A browser may choose a file of a few more pixels when it has to round.
    return min((width for width in enough if width < 0.98 * own[0]), default=None)


def natural_sizes(output):
    """Kinds by content, as libvips reads them, not by name."""
    files = sorted(file for file in (output / "images").glob("*.*") if file.suffix in (".avif", ".webp", ".jpg", ".png"))
    # One process for all: `PATH: WIDTHxHEIGHT uchar, 3 bands, srgb, jpegload`
    told = subprocess.run(["vipsheader", *files], capture_output=True, text=True).stdout
    read = re.findall(r"^(.*): (\d+)x(\d+) ", told, re.MULTILINE)
    return {pathlib.Path(path).name: (int(width), int(height)) for path, width, height in read}


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".avif": "image/avif", ".webp": "image/webp", ".woff2": "font/woff2"}

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    sys.exit(main())
