#!/usr/bin/env python3
"""Checks pages without a script against the rules for pages, in Chromium over DevTools, in a narrow and a wide window,
in light and dark.

    page_rules.py check OUTPUT [OUTPUT …]   every page of these folders
    page_rules.py prove OUTPUT              that each rule finds a fault in a page that was made to have it

Like Lighthouse for pages that do not move, it checks that nothing shifts while a page loads and is read to its end (a
page that shifts is visited twice more and must shift each time, because fonts may come after the first paint on a busy
machine; stillness.py measures what late ones move); images have a size and a text; text has a contrast of 4.5 or more;
targets are 24 px or more, or apart from others (WCAG 2.2, 2.5.8); no row cuts off what is painted around its cards, at rest or below a
pointer; tags without a link do not look like buttons; cards show where they end; lines have at most 80 letters; the
console is empty; there are a title, a language, a viewport and a description; links have names; headings are in order.

With the keyboard alone, Tab reaches everything that can be used, in the order of the page, and leaves the page at its
end; the focus is visible, as a line of 2 px with a contrast of 3 or more, and scrolled into view; arrow keys scroll
shelves.

It also applies all rules of axe-core that are neither deprecated nor of WCAG's level AAA: tags wcag2a, wcag2aa,
wcag21a, wcag21aa, wcag22a, wcag22aa, best-practice, experimental, and with them section508, EN 301 549, TTv5 and RGAA.

Needs python3 with pip, and chromium. Prints one line for each fault and a summary; exits with 1 if there are faults.
"""
import argparse, gzip, http.server, json, pathlib, re, sys, threading, time, urllib.parse

import axe
from devtools import Chromium

ROOT = pathlib.Path(__file__).resolve().parents[3]
RULES = (pathlib.Path(__file__).parent / "page_rules.js").read_text(encoding="utf-8")
WIDTHS, SCHEMES, HEIGHT = [390, 1280], ["light", "dark"], 900

SHIFTS = """window.shifts = []
new PerformanceObserver(list => { for (const each of list.getEntries()) shifts.push(each.value) }).observe({type: 'layout-shift', buffered: true})"""

# A timer, because a window without a screen may draw no frames.
END = """(async () => {
  for (let i = 0; i < 200 && performance.getEntriesByType('paint').length === 0; i += 1) await new Promise(done => setTimeout(done, 10))
  await document.fonts.ready
  await new Promise(done => setTimeout(done, 250))
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) { scrollTo(0, y); await new Promise(done => setTimeout(done, 15)) }
  await Promise.all([...document.images].map(image => image.complete || new Promise(done => { image.onload = image.onerror = done; setTimeout(done, 3000) })))
  scrollTo(0, 0)
  await new Promise(done => setTimeout(done, 30))
  return shifts
})()"""

AXE = """(async () => {
  const ids = axe.getRules().filter(each => !each.tags.some(tag => ['deprecated', 'wcag2aaa', 'wcag21aaa', 'wcag22aaa'].includes(tag))).map(each => each.ruleId)
  const result = await axe.run(document, {runOnly: {type: 'rule', values: ids}, preload: false, resultTypes: ['violations', 'incomplete']})
  return {rules: ids.length, incomplete: result.incomplete.map(each => each.id),
    faults: result.violations.map(each => `${each.id}: ${each.help}, ${each.nodes.length} times; ${each.nodes[0].html.slice(0, 160)}`)}
})()"""


class Server:
    """Serves a folder; `change` may change the path and text of a file, to make faults, and fonts come `late` by seconds."""

    def __init__(self, folder, change=None, late=0):
        outer = self
        self.folder, self.change, self.late = folder.resolve(), change, late

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            types = {".html": "text/html; charset=utf-8", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png",
                     ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".gif": "image/gif"}

            def do_GET(self):
                path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
                file = (outer.folder / path.lstrip("/")).resolve()
                if path == "/favicon.ico":
                    return self.answer(204, b"", "image/x-icon")
                if outer.folder not in file.parents or not file.is_file():
                    return self.answer(404, b"", "text/plain")
                data = file.read_bytes()
                if outer.change and file.suffix in (".html", ".css"):
                    data = outer.change(file.suffix, data.decode()).encode()
                if file.suffix == ".woff2":
                    time.sleep(outer.late)
                self.answer(200, data, self.types.get(file.suffix, "application/octet-stream"))

            def answer(self, status, data, kind):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Cache-Control", "no-store")
                if "text/" in kind and "gzip" in self.headers.get("Accept-Encoding", ""):
                    data = gzip.compress(data)
                    self.send_header("Content-Encoding", "gzip")
                if status != 204:
                    self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Visitor:
    """A page of a browser, and its messages since they were last read."""

    def __init__(self):
        self.said = []
        self.browser = Chromium(self.take)
        self.session = self.browser.page()
        self.axe = axe.script(ROOT / ".build/axe")
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.browser.call(f"{domain}.enable", self.session)
        self.browser.call("Network.setCacheDisabled", self.session, cacheDisabled=True)
        self.browser.call("Page.addScriptToEvaluateOnNewDocument", self.session, source=SHIFTS)
        self.rules, self.incomplete, self.targets = 0, set(), {"inline": 0, "spaced": 0}

    def take(self, session, name, parameters):
        if name == "Runtime.consoleAPICalled":
            self.said.append(" ".join(str(each.get("value", each.get("description"))) for each in parameters["args"]))
        elif name == "Runtime.exceptionThrown":
            self.said.append(parameters["exceptionDetails"]["text"])
        elif name == "Log.entryAdded":
            self.said.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        elif name == "Network.loadingFailed" and not parameters.get("canceled"):
            self.said.append(f"not loaded: {parameters['errorText']} {parameters.get('blockedReason', '')}")

    def run(self, expression):
        return self.browser.run(self.session, expression)

    def open(self, url, width, scheme):
        self.browser.show(self.session, width, HEIGHT)
        self.browser.call("Emulation.setEmulatedMedia", self.session, features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
        self.said = []
        self.browser.open(self.session, url)

    def key(self, key, code, modifiers=0):
        for kind in ("rawKeyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", self.session, type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=modifiers)

    def close(self):
        self.browser.close()


def hovered_faults(visitor):
    """What rows cut off while a pointer is on the first linked card of each."""
    found, known = [], set(visitor.run("pageRules.shadowFaults()"))
    for index in range(visitor.run("pageRules.linkedCards().length")):
        place = visitor.run(f"pageRules.linkedCard({index})")
        visitor.browser.call("Input.dispatchMouseEvent", visitor.session, type="mouseMoved", **place)
        found += [text for text in visitor.run("pageRules.shadowFaults()") if text not in known]
        known |= set(found)
    visitor.browser.call("Input.dispatchMouseEvent", visitor.session, type="mouseMoved", x=0, y=0)
    visitor.run("scrollTo(0, 0)")
    return found


def faults_of_page(visitor, url, width, scheme, keys=True, fills=False):
    """Pairs of a rule and a change that breaks it."""
    for _ in range(3):
        visitor.open(url, width, scheme)
        shifts = visitor.run(END)
        if sum(shifts) < .0005:
            break
    found = []
    if sum(shifts) >= .0005:
        found.append(("shift", f"things move while the page loads: {sum(shifts):.3f}"))
    visitor.run(RULES)
    for rule in ("document", "image", "heading", "link", "target", "contrast", "shadow", "label", "edge", "measure"):
        found += [(rule, text) for text in visitor.run(f"pageRules.{rule}Faults()")]
    if fills:
        found += [("fill", text) for text in visitor.run("pageRules.fillFaults()")]
    found += [("shadow", "below a pointer, " + text) for text in hovered_faults(visitor)]
    for kind, count in visitor.run("pageRules.smallTargets()").items():
        visitor.targets[kind] += count
    if keys:
        found += [("keyboard", text) for text in keyboard_faults(visitor)]
    found += [("console", text) for text in visitor.said]
    visitor.run(visitor.axe + "; 0")
    answer = visitor.run(AXE)
    visitor.rules = answer["rules"]
    visitor.incomplete |= set(answer["incomplete"])
    return found + [("axe", text) for text in answer["faults"]]


def keyboard_faults(visitor):
    count = visitor.run("pageRules.begin()")
    found, seen = [], []
    for _ in range(count + 3):
        visitor.key("Tab", 9)
        focus = visitor.run("pageRules.focus()")
        # Without an address bar the focus goes around, through the page or at once.
        if focus is None or len(seen) == count and focus["number"] == seen[0]["number"]:
            break
        if seen and focus["number"] == seen[-1]["number"]:
            return found + [f"Tab does not leave {focus['name']}"]
        found += focus["faults"]
        seen.append(focus)
    else:
        return found + [f"Tab goes on after all {count} stops"]
    if not seen:
        return found + ["Tab comes to nothing"] if count else found
    numbers = [each["number"] for each in seen]
    if numbers != list(range(count)):
        wrong = next((place for place, number in enumerate(numbers) if number != place), len(numbers))
        name = seen[wrong]["name"] if wrong < len(seen) else "the last one"
        found.append(f"Tab comes to {len(numbers)} of {count} stops; the order is wrong at {name}")
    for before, after in zip(seen, seen[1:]):
        if not precedes(before, after):
            found.append(f"{after['name']} stands before {before['name']}, and has the focus after it")
    # Back by one, from the last stop.
    visitor.key("Tab", 9, 8)
    visitor.key("Tab", 9, 8)
    back = visitor.run("pageRules.focus()")
    if count > 1 and (back is None or back["number"] not in (count - 1, count - 2)):
        found.append("Shift and Tab do not go back")
    for index in range(visitor.run("pageRules.scrollers()")):
        if not arrow_key_moves(visitor, f"pageRules.scroller({index})"):
            found.append(f"arrow keys do not move shelf {index + 1} of those that are wider than they show")
    return found


def arrow_key_moves(visitor, shelf):
    """Whether an arrow key scrolls a shelf from its start. A busy machine takes seconds to begin, and Chromium may lose
    a key then."""
    right_to_left = visitor.run(f"getComputedStyle({shelf}).direction === 'rtl'")
    for _ in range(3):
        visitor.run(f"{shelf}.scrollLeft = 0; {shelf}.focus(); 0")
        visitor.key("ArrowLeft" if right_to_left else "ArrowRight", 37 if right_to_left else 39)
        for _ in range(200):
            if visitor.run(f"{shelf}.scrollLeft") != 0:
                return True
            time.sleep(.025)
    return False


def precedes(before, after):
    """Returns whether one stop is before another: shelf by shelf from the top, in a row from the leading side, in lines
    by lines. Columns of a waterfall are read in the order of the cards, which only goes down within each column."""
    if before["shelf"] != after["shelf"] or not before["kind"] or not before["card"] or not after["card"]:
        return after["top"] >= before["top"] - 4 or before["kind"] == "in-waterfall"
    first, second = before["card"], after["card"]
    if before["kind"] == "in-waterfall":
        return first["left"] != second["left"] or second["top"] >= first["top"]
    if before["kind"] == "in-shelf" or abs(first["top"] - second["top"]) < 40:
        return second["right"] <= first["right"] + .5 if before["rtl"] else second["left"] >= first["left"] - .5 or second["top"] > first["top"]
    return second["top"] > first["top"]


def pages(output):
    return [page["path"] for page in json.loads((output / "layout.json").read_text(encoding="utf-8"))["pages"]]


def check(outputs, widths, schemes, limit, fills=False):
    visitor = Visitor()
    count, faults = 0, 0
    try:
        for output in outputs:
            server = Server(output)
            named = pages(output)[:limit]
            for path in named:
                for width in widths:
                    for scheme in schemes:
                        found = faults_of_page(visitor, server.address + path, width, scheme, keys=scheme == schemes[0] or path == named[0],
                                               fills=fills and width >= 1280)
                        for rule, text in found[:12]:
                            print(f"{output}, {path} at {width} px, {scheme}: {rule}: {text}", flush=True)
                        if len(found) > 12:
                            print(f"… and {len(found) - 12} more")
                        count += 1
                        faults += len(found)
            server.close()
    finally:
        visitor.close()
    print(f"{count} visits: {faults} faults; {visitor.rules} rules of axe-core {axe_version(visitor.axe)}; "
          f"targets below 24 px: {visitor.targets['inline']} in running text, {visitor.targets['spaced']} with space around them; "
          f"left to people by axe-core: {', '.join(sorted(visitor.incomplete)) or 'nothing'}")
    return faults == 0


def axe_version(text):
    return re.search(r"axe v([\d.]+)", text).group(1)


def head(text):
    return lambda kind, page: page.replace("</head>", text + "</head>", 1) if kind == ".html" else page


def sheet(text):
    return lambda kind, page: page + text if kind == ".css" else page


def script(text):
    """A page with a script, and a policy that allows it."""
    def change(kind, page):
        if kind != ".html":
            return page
        page = re.sub(r"<meta http-equiv=[^>]*>", "", page)
        return page.replace("</body>", f"<script>{text}</script></body>", 1)
    return change


def without(pattern, instead="", count=1):
    def change(kind, page):
        return re.sub(pattern, instead, page, count=count) if kind == ".html" else page
    return change


PAINTED = "new PerformanceObserver((_, own) => { own.disconnect(); setTimeout(shift, 50) }).observe({type: 'paint', buffered: true}); const shift = (() => { "

# Changes of a page, and the rule that must find each.
MUTATIONS = [
    ("shift", "the page's title moves when a timer ends", script(PAINTED + "document.querySelector('main').style.marginTop = '160px' })")),
    ("shift", "a shelf comes late", script("const first = document.querySelector('.shelf'); first.style.display = 'none';" + PAINTED + "first.style.display = '' })")),
    ("document", "no title", without(r"<title>[^<]*</title>", "<title></title>")),
    ("document", "no language", without(r'<html lang="[^"]*"', '<html lang=""')),
    ("document", "no viewport", without(r'<meta name="viewport"[^>]*>')),
    ("document", "a viewport that forbids enlarging", without(r"initial-scale=1", "initial-scale=1, maximum-scale=1")),
    ("document", "no description", without(r'<meta name="description"[^>]*>')),
    ("document", "no doctype", without(r"<!DOCTYPE html>")),
    ("document", "a page that is wider than its window", sheet("main{inline-size:3000px}")),
    ("image", "no width", without(r'(<img [^>]*)width="[0-9]+"', r"\1")),
    ("image", "no text", without(r'(<img [^>]*)alt="[^"]*"', r"\1")),
    ("image", "no file", without(r'(<img [^>]*src=")[^"]*"', r'\1nothing.png"')),
    ("heading", "a level left out", without(r'<h2 class="shelf-title"(.*?)</h2>', r'<h4 class="shelf-title"\1</h4>')),
    ("heading", "two titles", without(r'<h2 class="shelf-title"(.*?)</h2>', r'<h1 class="shelf-title"\1</h1>')),
    ("link", "no name", without(r'(<h3 class="title"><a href="[^"]*">)[^<]*</a>', r"\1</a>")),
    ("link", "no address", without(r'(<h3 class="title"><a )href="[^"]*"', r'\1href=""')),
    ("target", "small targets side by side", sheet(".page-header nav ul{flex-direction:column!important;gap:0!important}.page-header nav :is(li,a){padding:0!important;font-size:8px!important;line-height:9px!important}")),
    ("contrast", "grey on white", sheet(".card .subtitle{color:#8a8a8a!important}.card>article{background:#fff!important}")),
    ("contrast", "words that are half transparent", sheet(".introduction{color:color-mix(in srgb,var(--text) 45%,transparent)!important}")),
    ("contrast", "a gradient that comes near the words' colour", sheet(".card>article{background:linear-gradient(var(--card),var(--text))!important}")),
    ("shadow", "a shadow that rows cut", sheet(".in-shelf{padding-block:0!important}.card>article{box-shadow:0 6px 16px #0003!important}")),
    ("shadow", "a line that rows cut", sheet(".in-shelf{padding-block:0!important}.card>article{outline:1px solid red!important;outline-offset:0!important}")),
    ("shadow", "a shadow below a pointer", sheet(".in-shelf{padding-block:0!important}.card>article:hover{box-shadow:0 0 0 4px red!important}")),
    ("label", "tags like pills", sheet(".tags>li{border-radius:99px!important;background:var(--tag)!important}")),
    ("label", "tags like links", sheet(".tags>li{text-decoration:underline!important}")),
    ("edge", "a card that is gone at its foot", sheet(".card>article{outline:0!important;box-shadow:none!important;background:linear-gradient(red,transparent)!important}")),
    ("edge", "a card of nothing", sheet(".card>article{outline:0!important;box-shadow:none!important;background:none!important}")),
    ("measure", "lines across the page", sheet(".introduction{max-inline-size:none!important;inline-size:75rem!important}")),
    ("console", "a message", script("console.log('here')")),
    ("console", "an error", script("nothing.here()")),
    ("console", "a file that is not there", head('<link rel="stylesheet" href="nothing.css"/>')),
    ("keyboard", "no mark of focus", sheet(":is(a:focus-visible,article){outline:none!important}")),
    ("keyboard", "a mark of focus that nobody sees", sheet(":is(a:focus-visible,article){outline-color:var(--page)!important;outline-offset:-2px!important}.card>article{background:var(--page)!important}")),
    ("keyboard", "two marks of focus", sheet(".title>a:focus-visible{outline:2px solid var(--accent)!important}")),
    ("keyboard", "another order", without(r'<h3 class="title"><a ', '<h3 class="title"><a tabindex="3" ')),
    ("keyboard", "a link that Tab does not come to", without(r'<h3 class="title"><a ', '<h3 class="title"><a tabindex="-1" ')),
    ("keyboard", "cards that stand in another order than they are written", sheet(".in-shelf{flex-direction:row-reverse!important;justify-content:flex-end!important}")),
    ("keyboard", "a trap", script("document.addEventListener('keydown', event => { if (event.key === 'Tab' && document.activeElement.closest('.card')) event.preventDefault() })")),
    ("keyboard", "a shelf that does not follow the focus", sheet(".in-shelf{overflow:clip!important}")),
    ("keyboard", "a shelf that keys do not move", script("document.addEventListener('keydown', event => { if (event.key.startsWith('Arrow')) event.preventDefault() })")),
    ("axe", "no main part", lambda kind, page: re.sub(r"<(/?)main\b", r"<\1div", page)),
    ("axe", "an attribute that does not exist", without(r"<main\b", '<main aria-nothing="1"')),
    ("axe", "a name for a part that is not there", without(r'<section class="shelf" id="([^"]*)" aria-labelledby="[^"]*"', r'<section class="shelf" id="\1" aria-labelledby="" role="nonsense"')),
]


def prove(output):
    visitor = Visitor()
    missed = 0
    try:
        first = pages(output)[0]
        for rule, what, change in MUTATIONS:
            server = Server(output, change)
            found = faults_of_page(visitor, server.address + first, 1280, "light")
            server.close()
            hits = [text for name, text in found if name == rule]
            missed += not hits
            print(f"{'found ' if hits else 'MISSED'} {rule}: {what}{': ' + hits[0][:110] if hits else ''}", flush=True)
        server = Server(output)
        found = faults_of_page(visitor, server.address + first, 1280, "light")
        server.close()
        print(f"{len(MUTATIONS)} faults planted, {missed} missed; the unchanged page has {len(found)}", *found, sep="\n")
    finally:
        visitor.close()
    return missed == 0 and not found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["check", "prove"])
    parser.add_argument("output", nargs="+", type=pathlib.Path)
    parser.add_argument("--width", nargs="+", type=int, default=WIDTHS)
    parser.add_argument("--scheme", nargs="+", choices=SCHEMES, default=SCHEMES)
    parser.add_argument("--fills", action="store_true", help="rows and grids must also fill windows of 1280 px and more, as those of new sites do")
    parser.add_argument("--pages", type=int, help="the largest number of pages of each folder")
    options = parser.parse_args()
    fine = prove(options.output[0]) if options.command == "prove" else check(options.output, options.width, options.scheme, options.pages, options.fills)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
