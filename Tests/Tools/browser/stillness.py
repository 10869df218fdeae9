#!/usr/bin/env python3
"""Measures in Chromium what moves on a page when its fonts come late.

    stillness.py check OUTPUT [OUTPUT …] [--page PAGE …] [--width N …] [--late SECONDS] [--most SHIFT]
    stillness.py prove OUTPUT      that it finds a page that moves

Each page is shown in fonts of this machine until its own arrive, and the browser's own measure (Layout Instability) is
taken of what moves then: the sum of what moved, as shares of the window, times how far. Liberation Sans stands for Arial;
without a font of those that fallback faces name, more moves. Needs chromium. Prints a line for each page that moves by
more than allowed, and a summary; exits with 1 if there is one.
"""
import argparse, os, pathlib, sys, tempfile, time

from devtools import Chromium
from page_rules import SHIFTS, Server, pages, sheet

FONTS = pathlib.Path(__file__).resolve().parents[1] / "prove/fonts.conf"
WIDTHS = [320, 390, 768, 1280, 1920]
MOST = .001


def have_liberation(folder):
    """The fonts of other checks do not have what fallback faces name, and what is missing would not move."""
    configuration = pathlib.Path(folder) / "fonts.conf"
    configuration.write_text('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
                             f'<include>{FONTS}</include><dir>/usr/share/fonts/truetype/liberation</dir></fontconfig>')
    os.environ["FONTCONFIG_FILE"] = str(configuration)


class Watcher:
    def __init__(self, late):
        self.late = late
        self.browser = Chromium(lambda *_: None)
        self.session = self.browser.page()
        for domain in ("Page", "Network"):
            self.browser.call(f"{domain}.enable", self.session)
        self.browser.call("Page.setBypassCSP", self.session, enabled=True)
        self.browser.call("Network.setCacheDisabled", self.session, cacheDisabled=True)
        self.browser.call("Page.addScriptToEvaluateOnNewDocument", self.session, source=SHIFTS)

    def shift(self, url, width):
        """How far the first screen moves, from its first paint until a second after its fonts are there."""
        self.browser.show(self.session, width, 844 if width < 600 else 900, mobile=width < 600)
        self.browser.open(self.session, "about:blank")
        self.browser.send("Page.navigate", self.session, url=url)
        end = time.monotonic() + self.late + 1.5
        while time.monotonic() < end:
            self.browser.turn(.2)
            # Without somebody who looks, no frame is drawn. A picture that is asked for while a page comes may never.
            self.browser.send("Page.captureScreenshot", self.session, quality=1, format="jpeg")
        self.browser.run(self.session, "document.fonts.ready.then(() => new Promise(done => setTimeout(done, 300)))")
        return sum(self.browser.run(self.session, "shifts"))

    def close(self):
        self.browser.close()


def check(outputs, named, widths, late, most):
    watcher, visits, faults, worst = Watcher(late), 0, 0, 0
    try:
        for output in outputs:
            server = Server(output, late=late)
            for path in named or pages(output):
                for width in widths:
                    shift = watcher.shift(server.address + path, width)
                    visits, worst = visits + 1, max(worst, shift)
                    if shift > most:
                        faults += 1
                        print(f"{output}, {path} at {width} px: it moves by {shift:.4f}", flush=True)
            server.close()
    finally:
        watcher.close()
    print(f"{visits} visits with fonts {late:g} s late: {faults} move by more than {most:g}; most {worst:.4f}")
    return faults == 0


# Each must move at 390 px.
MUTATIONS = [
    ("texts fall back to a wider font", sheet("@font-face{font-family:cs-0-text;src:local('Liberation Mono'),local('Courier New'),local('DejaVu Sans Mono')}"
                                              "@font-face{font-family:cs-0-text;font-weight:700;src:local('Liberation Mono'),local('Courier New'),local('DejaVu Sans Mono')}")),
    ("titles do not keep the height of their lines, and fall back to a font that is much narrower",
     sheet(".page-title,.introduction *{min-block-size:0!important}@font-face{font-family:cs-0-text;size-adjust:60%;src:local('Liberation Sans'),local('Arial')}"
           "@font-face{font-family:cs-0-text;font-weight:700;size-adjust:60%;src:local('Liberation Sans Bold'),local('Arial Bold')}")),
]


def prove(output):
    watcher, missed = Watcher(1), 0
    try:
        for what, change in MUTATIONS:
            server = Server(output, change, late=1)
            shift = watcher.shift(server.address + "index.html", 390)
            server.close()
            if shift <= 10 * MOST:
                missed += 1
                print(f"not found: {what}: it moves by {shift:.4f}")
    finally:
        watcher.close()
    print(f"{len(MUTATIONS)} changes: {missed} not found")
    return missed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check")
    checking.add_argument("outputs", nargs="+", type=pathlib.Path)
    checking.add_argument("--page", nargs="+", default=[])
    checking.add_argument("--width", nargs="+", type=int, default=WIDTHS)
    checking.add_argument("--late", type=float, default=3)
    checking.add_argument("--most", type=float, default=MOST)
    proving = commands.add_parser("prove")
    proving.add_argument("output", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        have_liberation(folder)
        if options.command == "prove":
            return 0 if prove(options.output) else 1
        return 0 if check(options.outputs, options.page, options.width, options.late, options.most) else 1


if __name__ == "__main__":
    sys.exit(main())
