#!/usr/bin/env python3
"""Does in Chromium what readers do with the words of a page: finds, shares, copies and reads them without style sheets.

    reader.py check OUTPUT [OUTPUT …] [--width N …] [--pages N]    every page of these folders
    reader.py prove OUTPUT                                         that each rule finds a fault in a page that was made to have it

Words that are shown must be found where they are, whole, by the browser's own search, and so must three in a row, also
over the end of a line. An address with a fragment that quotes text (`#:~:text=`) must scroll to it. A card that is
copied must give its words, and no page may lose or gain a word without style sheets. On paper, rows become lines of whole
cards, in colours for white paper. Needs chromium. Prints one line for each fault and a summary; exits with 1 if there are
faults.
"""
import argparse, json, pathlib, sys, urllib.parse

from devtools import Chromium
from page_rules import Server, pages, sheet, without

SCRIPT = (pathlib.Path(__file__).parent / "reader.js").read_text(encoding="utf-8")
WIDTHS, HEIGHT = [320, 390, 768, 1280], 800
FRAGMENTS = 12
# Of A4 and Letter, without the margins that browsers leave.
SHEETS = [718, 739]


class Reader:
    """A page of a browser."""

    def __init__(self):
        self.browser = Chromium(lambda *_: None)
        self.session = self.browser.page()
        self.browser.call("Page.enable", self.session)
        # Its buttons, its keys and its policy are not what is tried here.
        self.browser.call("Page.setBypassCSP", self.session, enabled=True)

    def open(self, url, width):
        self.browser.show(self.session, width, HEIGHT)
        # A page that is already open would only scroll.
        for address in ("about:blank", url):
            self.browser.open(self.session, address)
        self.run("document.fonts.ready.then(() => 0)")

    def run(self, expression):
        return self.browser.run(self.session, expression, 600)

    def faults(self, url, width):
        """How many words were looked for, and the faults: pairs of a rule and what breaks it."""
        self.open(url, width)
        self.run(SCRIPT)
        count, lost = self.run("reader.lostWords()")
        found = [("found", text) for text in lost]
        found += [("copied", text) for text in self.run("reader.cardsWithOtherCopies()")]
        quoted = self.run(f"reader.quotes({FRAGMENTS})")
        found += [("unstyled", text) for text in self.run("reader.changedWithoutStyle()")]
        for quote in quoted:
            if not self.scrolls_to(quote, url, width, visits=1 if "fragment" in dict(found) else 3):
                found.append(("fragment", f"it does not scroll to “{quote['text']}”"))
            self.open(url, width)
            self.run(SCRIPT)
            if not self.run(f"reader.isFoundFromTheTop({quote['block']}, {json.dumps(quote['text'])})"):
                found.append(("found", f"“{quote['text']}” is not found from the top of the page"))
        return count, found

    def scrolls_to(self, quote, url, width, visits):
        address = f"{url}#:~:text={urllib.parse.quote(quote['text'], safe='').replace('-', '%2D')}"
        # On a busy machine Chromium scrolls a visit in a hundred by a page that it has read in part, a plain one too.
        for _ in range(visits):
            self.open(address, width)
            self.run(SCRIPT)
            if self.run(f"reader.arrived({quote['block']})"): return True
        return False

    def paper_faults(self, url):
        found = []
        try:
            for width in SHEETS:
                self.browser.call("Emulation.setEmulatedMedia", self.session, media="print",
                                  features=[{"name": "prefers-color-scheme", "value": "dark"}])
                self.open(url, width)
                self.run(SCRIPT)
                found += [("paper", text) for text in self.run("reader.unfitForPaper()")]
        finally:
            self.browser.call("Emulation.setEmulatedMedia", self.session, media="", features=[])
        return found

    def close(self):
        self.browser.close()


def check(outputs, widths, limit):
    reader, visits, words, faults = Reader(), 0, 0, 0
    try:
        for output in outputs:
            server = Server(output)
            for path in pages(output)[:limit]:
                for width in [*widths, None]:
                    if width:
                        count, found = reader.faults(server.address + path, width)
                    else:
                        count, found = 0, reader.paper_faults(server.address + path)
                    for rule, text in found[:12]:
                        print(f"{output}, {path} {f'at {width} px' if width else 'on paper'}: {rule}: {text}", flush=True)
                    if len(found) > 12:
                        print(f"… and {len(found) - 12} more")
                    visits, words, faults = visits + 1, words + count, faults + len(found)
            server.close()
    finally:
        reader.close()
    print(f"{visits} visits, {words:,} words looked for: {faults} faults")
    return faults == 0


def breaks_by(element):
    """A page that divides words as `element` does."""
    return without(r'<span class="b( b[0-9a-f]+)?"></span>', element, count=0)


# Changes of a page, and the rule that must find each.
MUTATIONS = [
    ("found", "words are divided by br", breaks_by(r'<br class="\1"/>')),
    ("found", "what is read is inert", without("<main", "<main inert")),
    ("fragment", "words are divided by br", breaks_by(r'<br class="\1"/>')),
    ("fragment", "the text cannot be scrolled to", sheet("main{position:fixed}")),
    ("copied", "words are divided by br at all widths", breaks_by('<br class="b"/>')),
    ("copied", "cards cannot be selected", sheet(".card{user-select:none}")),
    ("unstyled", "an ellipsis is text", without(r'(aria-hidden="true">)(</span>)', r"\1…\2", count=0)),
    ("unstyled", "words are divided by br", breaks_by(r'<br class="\1"/>')),
    ("paper", "rows are cut off", sheet("@media print{.in-shelf{flex-wrap:nowrap!important}}")),
    ("paper", "colours are those of dark pages", sheet("@media print{:root{--text:#fff}}")),
    ("paper", "the navigation is printed", sheet("@media print{.page-header nav{display:block!important}}")),
    ("paper", "cards are divided", sheet(".card{break-inside:auto!important}")),
    ("unstyled", "the number of hidden tags is shown", without(' hidden="hidden"', count=0)),
]


def prove(output):
    missed = 0
    named = pages(output)
    reader = Reader()
    try:
        for rule, what, change in MUTATIONS:
            # A sheet is changed for all pages.
            texts = {path: (output / path).read_text(encoding="utf-8") for path in named}
            path = next((path for path in named if change(".html", texts[path]) != texts[path]), named[0])
            server = Server(output, change)
            found = reader.paper_faults(server.address + path) if rule == "paper" else reader.faults(server.address + path, 320)[1]
            server.close()
            rules = {each for each, _ in found}
            if rule not in rules:
                missed += 1
                print(f"not found: {what} ({rule}); found: {', '.join(sorted(rules)) or 'nothing'}")
    finally:
        reader.close()
    print(f"{len(MUTATIONS)} changes: {missed} not found")
    return missed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check")
    checking.add_argument("outputs", nargs="+", type=pathlib.Path)
    checking.add_argument("--width", nargs="+", type=int, default=WIDTHS)
    checking.add_argument("--pages", type=int)
    proving = commands.add_parser("prove")
    proving.add_argument("output", type=pathlib.Path)
    options = parser.parse_args()
    if options.command == "prove":
        return 0 if prove(options.output) else 1
    return 0 if check(options.outputs, options.width, options.pages) else 1


if __name__ == "__main__":
    sys.exit(main())
