#!/usr/bin/env python3
"""Uses the compare page of a built site like a reader, with real wheel, pointer and key events, and reports faults.

    compare.py OUTPUT [--browser chromium|firefox|webkit …] [--page PATH] [--screenshots DIR]

Tests pages from a server and from disk. Panes open at 390, 768 and 1280 px. They scroll together, vertically by cards and
horizontally within a shelf. The pane of 390 px is resized to 700 px, and during and after that it shows every card
where layout.json has it. The address, opened in another window, shows the same state. The keyboard alone can add a
pane, close it, and draw outlines.

Needs python3 and the browsers: chromium with chromedriver, firefox-esr or firefox, WebKitWebDriver with Xvfb. Prints
one line for each fault and a summary; exits with 1 if there are faults.
"""
import argparse, base64, functools, http.client, http.server, json, os, pathlib, shutil, socket, struct, subprocess, sys
import tempfile, threading, time, zlib

import layout_file

WINDOW = (1440, 900)
WHEEL, POINTER, KEYS = "wheel", "pointer", "key"
TAB, ENTER, ESCAPE, DOWN, UP, RIGHT, SHIFT = "\ue004", "\ue007", "\ue00c", "\ue015", "\ue013", "\ue014", "\ue008"


class Failed(Exception):
    pass


# Browsers


class WebDriver:
    """A session of W3C WebDriver, over HTTP."""

    def __init__(self, command, capabilities, environment=None):
        port = free_port()
        self.process = subprocess.Popen(
            [*command, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        self.port = port
        self.path = ""
        wait_for_port(port)
        answer = self.post("/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.path = "/session/" + answer["sessionId"]
        self.version = f"{answer['capabilities']['browserName']} {answer['capabilities']['browserVersion']}"

    def request(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        text = None if body is None else json.dumps(body).encode()
        connection.request(method, self.path + path, text, {"Content-Type": "application/json"})
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value:
            raise Failed(f"{value['error']}: {value.get('message', '').splitlines()[0:1]}")
        return value

    def post(self, path, body):
        return self.request("POST", path, body)

    def open(self, url):
        self.post("/url", {"url": url})

    def run(self, script, *arguments):
        return self.post("/execute/sync", {"script": script, "args": list(arguments)})

    def act(self, *sources):
        self.post("/actions", {"actions": list(sources)})

    def screenshot(self):
        return base64.b64decode(self.request("GET", "/screenshot"))

    def resize(self, width, height):
        self.post("/window/rect", {"width": width, "height": height})

    def new_window(self):
        handle = self.post("/window/new", {"type": "tab"})["handle"]
        self.request("DELETE", "/window")
        self.post("/window", {"handle": handle})

    def close(self):
        try:
            self.request("DELETE", "")
        except (OSError, Failed, ValueError):
            pass
        self.process.terminate()
        self.process.wait()


class Marionette:
    """Firefox with its own protocol: JSON after its length, over TCP."""

    def __init__(self, folder):
        port = free_port()
        (folder / "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
            'user_pref("app.update.auto", false);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
            'user_pref("browser.shell.checkDefaultBrowser", false);\nuser_pref("general.smoothScroll", false);\n'
            'user_pref("mousewheel.default.delta_multiplier_y", 100);\n', encoding="utf-8")
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        self.process = subprocess.Popen(
            [program, "--headless", "--marionette", "--no-remote", "-profile", folder], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        wait_for_port(port)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.number = 0
        self.read()
        capabilities = self.call("WebDriver:NewSession", {})["capabilities"]
        self.version = f"firefox {capabilities['browserVersion']}"

    def read(self):
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        rest, parts = int(length[:-1]), []
        while rest:
            parts.append(self.socket.recv(rest))
            if not parts[-1]:
                raise Failed("Firefox has ended")
            rest -= len(parts[-1])
        return json.loads(b"".join(parts))

    def call(self, name, parameters):
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.read()
        if error:
            raise Failed(f"{error['error']}: {error['message']}")
        return result

    def open(self, url):
        self.call("WebDriver:Navigate", {"url": url})

    def run(self, script, *arguments):
        return self.call("WebDriver:ExecuteScript", {"script": script, "args": list(arguments)})["value"]

    def act(self, *sources):
        self.call("WebDriver:PerformActions", {"actions": list(sources)})

    def screenshot(self):
        return base64.b64decode(self.call("WebDriver:TakeScreenshot", {"full": False})["value"])

    def resize(self, width, height):
        self.call("WebDriver:SetWindowRect", {"width": width, "height": height})

    def new_window(self):
        handle = self.call("WebDriver:NewWindow", {"type": "tab"})["handle"]
        self.call("WebDriver:CloseWindow", {})
        self.call("WebDriver:SwitchToWindow", {"handle": handle})

    def close(self):
        try:
            self.call("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (OSError, Failed, ValueError):
            pass
        self.socket.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Screen:
    """An X server without a screen, with the font smoothing of desktops."""

    def __init__(self, folder):
        read, write = os.pipe()
        self.folder = folder
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-noreset", "-nolisten", "tcp", "-screen", "0", "2000x1200x24", "-fbdir", folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as answer:
            self.display = ":" + answer.readline().strip()
        resources = "Xft.hinting: 1\nXft.hintstyle: hintslight\nXft.antialias: 1\nXft.rgba: none\n"
        subprocess.run(["xrdb", "-load"], input=resources.encode(), env=dict(os.environ, DISPLAY=self.display), check=True)

    def picture(self):
        """The content of its memory, an X window dump, as PNG."""
        dump = (self.folder / "Xvfb_screen0").read_bytes()
        head = struct.unpack(">25I", dump[:100])
        size, width, height, line, colours = head[0], head[4], head[5], head[12], head[19]
        start = size + 12 * colours
        rows = bytearray()
        for y in range(height):
            row = dump[start + y * line:start + y * line + 4 * width]
            pixels = bytearray(3 * width)
            pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
            rows += b"\0" + pixels

        def chunk(kind, content):
            return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(bytes(rows), 6)) + chunk(b"IEND", b""))

    def terminate(self):
        self.process.terminate()

    def wait(self):
        self.process.wait()


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def wait_for_port(port):
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(.1)
    raise Failed("the browser's driver does not answer")


def launch(name, folder):
    if name == "firefox":
        return Marionette(folder), None
    if name == "chromium":
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}", "--hide-scrollbars",
                     f"--window-size={WINDOW[0]},{WINDOW[1]}", "--force-device-scale-factor=1"]
        return WebDriver(["chromedriver"], {"goog:chromeOptions": {"args": arguments}}), None
    screen = Screen(folder)
    environment = dict(
        os.environ, DISPLAY=screen.display, GDK_BACKEND="x11", LIBGL_ALWAYS_SOFTWARE="1", WEBKIT_DISABLE_COMPOSITING_MODE="1",
        XDG_DATA_HOME=str(folder), **({"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.getuid() == 0 else {}))
    browser = next((each for pattern in ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
                                         "/usr/lib/*/webkitgtk-6.0/MiniBrowser", "/usr/libexec/webkitgtk-6.0/MiniBrowser")
                    for each in map(str, pathlib.Path("/").glob(pattern[1:]))), None)
    capabilities = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
    try:
        session = WebDriver(["WebKitWebDriver"], capabilities if browser else {}, environment)
    except (Failed, OSError):
        screen.terminate()
        raise
    # Its own never appear without a compositor.
    session.screenshot = screen.picture
    return session, screen


def fit_window(browser):
    """Makes pages as large as WINDOW, without the window's own parts."""
    browser.resize(*WINDOW)
    width, height = browser.run("return [innerWidth, innerHeight]")
    browser.resize(2 * WINDOW[0] - width, 2 * WINDOW[1] - height)


# The content of a compare page, seen from outside


READ = r"""
const near = .75
const panes = [...document.querySelectorAll('.pane')].map(pane => {
  const frame = pane.querySelector('iframe'), win = frame.contentWindow, doc = frame.contentDocument
  const box = frame.getBoundingClientRect()
  const tops = []
  for (const each of doc.querySelectorAll('.shelf[id], .section[id], .card[id]')) {
    const rect = each.getBoundingClientRect()
    if (rect.height && rect.top > (tops.at(-1)?.top ?? -Infinity) + .5) tops.push({id: each.id, top: rect.top})
  }
  const rows = [...doc.querySelectorAll('.in-shelf')].map(list => {
    const rtl = win.getComputedStyle(list).direction === 'rtl'
    const edges = [...list.children].map(card => rtl ? -card.getBoundingClientRect().right : card.getBoundingClientRect().left)
    const gone = Math.abs(list.scrollLeft)
    const index = Math.max(0, edges.findLastIndex(edge => edge - edges[0] <= gone + near))
    const rect = list.getBoundingClientRect()
    return {id: list.closest('[id]').id, first: list.children[index]?.id, gone,
      part: edges[index + 1] === undefined ? 0 : (gone - edges[index] + edges[0]) / (edges[index + 1] - edges[index]),
      most: list.scrollWidth - list.clientWidth, x: rect.x, y: rect.y, width: rect.width, height: rect.height}
  })
  const root = doc.documentElement
  return {width: frame.offsetWidth, inner: win.innerWidth, box: {x: box.x, y: box.y, width: box.width, height: box.height}, tops, rows,
    scroll: win.scrollY, most: root.scrollHeight - win.innerHeight, dir: root.dir, scheme: root.dataset.scheme ?? '',
    ground: win.getComputedStyle(doc.body).backgroundColor, font: root.style.fontSize, outlines: doc.querySelectorAll('.compare-card, .compare-slot').length,
    styled: doc.styleSheets.length, script: doc.scripts.length}
})
return {panes, hash: location.hash, ready: document.documentElement.dataset.ready ?? '',
  pressed: Object.fromEntries([...document.querySelectorAll('.toggle')].map(each => [each.dataset.key, each.getAttribute('aria-pressed')])),
  selected: Object.fromEntries([...document.querySelectorAll('select')].map(each => [each.dataset.key, each.value])),
  focus: `${document.activeElement.localName}.${document.activeElement.className}`}
"""

# The cards drawn in the first pane: their number, the number of labels, and texts that a label covers.
LABELS = r"""
const doc = document.querySelector('iframe').contentDocument
const labels = [...doc.querySelectorAll('.compare-size')].map(each => each.getBoundingClientRect())
const covered = new Set(), range = doc.createRange()
for (const card of doc.querySelectorAll('.card')) {
  const walker = doc.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    range.selectNode(walker.currentNode)
    for (const line of range.getClientRects())
      if (line.width && labels.some(label => label.left < line.right - 1 && label.right > line.left + 1 && label.top < line.bottom - 1 && label.bottom > line.top + 1))
        covered.add(walker.currentNode.data.trim().slice(0, 40))
  }
}
return [doc.querySelectorAll('.compare-card').length, labels.length, [...covered].slice(0, 8)]
"""

MOVING = r"""return location.hash + [...document.querySelectorAll('iframe')].map(frame => [frame.offsetWidth, frame.contentWindow.scrollY,
  ...[...frame.contentDocument.querySelectorAll('.in-shelf')].map(row => row.scrollLeft)])"""

SCROLL = "document.querySelectorAll('iframe')[arguments[0]].contentWindow.scrollBy(0, arguments[1])"

# Compares every card of a pane with the layout of its width.
FRAMES = r"""
const [number, page, scale] = arguments
const pane = document.querySelectorAll('.pane')[number], frame = pane.querySelector('iframe')
const win = frame.contentWindow, doc = frame.contentDocument, width = frame.offsetWidth
const faults = []
let cards = 0
for (const shelf of page.shelves) {
  const element = doc.getElementById(shelf.id)
  if (!element) { if (shelf.layouts?.[0].cards.length) faults.push(`${shelf.id} is missing`); continue }
  const origin = element.getBoundingClientRect()
  const layout = (shelf.layouts ?? shelf.choices[0].layouts).findLast(each => each.minWidth <= width / scale + .001)
    ?? (shelf.layouts ?? shelf.choices[0].layouts)[0]
  const rtl = win.getComputedStyle(element).direction === 'rtl'
  if (Math.abs(origin.height - layout.height * scale) > .1) faults.push(`${shelf.id}: ${origin.height} high instead of ${layout.height}`)
  for (const card of layout.cards) {
    cards += 1
    const item = doc.getElementById(card.id), box = item.getBoundingClientRect()
    const gone = Math.abs(item.parentElement.scrollLeft)
    const got = [(rtl ? origin.right - box.right : box.left - origin.left) + gone, box.top - origin.top, box.width, box.height]
    const wanted = [card.x, card.y, card.width, card.height]
    if (wanted.some((value, i) => Math.abs(value * scale - got[i]) > .1)) faults.push(`${card.id}: ${got.map(each => (each / scale).toFixed(2))} instead of ${wanted}`)
  }
}
return {faults, cards, width}
"""


def pointer(*steps):
    return {"type": "pointer", "id": POINTER, "parameters": {"pointerType": "mouse"}, "actions": list(steps)}


def move(x, y, duration=0):
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": duration}


def keys(*names):
    actions = []
    for name in names:
        for each in ([name] if isinstance(name, str) else name):
            actions.append({"type": "keyDown", "value": each})
        for each in reversed([name] if isinstance(name, str) else name):
            actions.append({"type": "keyUp", "value": each})
    return {"type": "key", "id": KEYS, "actions": actions}


def wheel(x, y, across, down):
    return {"type": "wheel", "id": WHEEL, "actions": [
        {"type": "scroll", "x": round(x), "y": round(y), "deltaX": round(across), "deltaY": round(down), "duration": 0}]}


def common_tops(*panes):
    """The elements that begin a row in all panes, with their top edges: shelves, and cards that are not directly below
    other content."""
    tops = [{each["id"]: each["top"] for each in pane["tops"]} for pane in panes]
    kept = []
    for each in panes[0]["tops"]:
        if not all(each["id"] in own for own in tops):
            continue
        places = [own[each["id"]] for own in tops]
        last = kept[-1][1:] if kept else [-pane["scroll"] for pane in panes]
        apart = min(place - before for place, before in zip(places, last))
        if apart >= 48 or apart > 0 and "/" not in each["id"]:
            kept.append((each["id"], *places))
    return kept


class Check:
    """One compare page in one browser, from one location."""

    def __init__(self, browser, name, address, page, classes, screenshots):
        self.browser, self.name, self.address, self.page, self.classes = browser, name, address, page, classes
        self.screenshots = screenshots
        self.faults, self.counts = [], {"panes": 0, "cards": 0, "places": 0}

    def say(self, text):
        self.faults.append(f"{self.name}: {text}")

    def read(self):
        return self.browser.run(READ)

    def shoot(self, name):
        if self.screenshots:
            self.screenshots.mkdir(parents=True, exist_ok=True)
            (self.screenshots / f"{self.name.replace(' ', '-')}-{name}.png").write_bytes(self.browser.screenshot())

    def open(self, hash=""):
        self.browser.open("about:blank")
        # At true size, unless the view says otherwise.
        self.browser.open(self.address + (hash + "&fit=0" if hash and "fit=" not in hash else hash))
        for _ in range(150):
            if self.browser.run("return document.documentElement.dataset.ready ?? ''"):
                return self.settled()
            time.sleep(.1)
        raise Failed("the page never becomes ready")

    def settled(self, wait=.26):
        """Waits until nothing has moved for a while and the address was updated."""
        last, since = None, time.monotonic()
        for _ in range(100):
            moving = self.browser.run(MOVING)
            if moving != last:
                last, since = moving, time.monotonic()
            elif time.monotonic() - since > wait:
                return self.read()
            time.sleep(.04)
        raise Failed("the page keeps moving")

    def wheel(self, *where):
        """Turns the wheel and waits until something moves."""
        before = self.browser.run(MOVING)
        self.browser.act(wheel(*where))
        for _ in range(50):
            if self.browser.run(MOVING) != before:
                break
            time.sleep(.04)

    def check_frames(self, number, scale=1):
        result = self.browser.run(FRAMES, number, self.page, scale)
        self.counts["cards"] += result["cards"]
        for fault in result["faults"][:10]:
            self.say(f"pane of {result['width']} px: {fault}")
        return result["width"]

    def check_together(self, now, leader, what):
        """All panes show the same position between the same two cards."""
        lead = now["panes"][leader]
        for number, pane in enumerate(now["panes"]):
            if number == leader:
                continue
            self.counts["places"] += 1
            # The content above the top is the same in both, except for rounding.
            common = common_tops(lead, pane)
            if pane["scroll"] < pane["most"] - 1.5 and common:
                gone = [[each for each in common if each[index] <= .75] for index in (1, 2)]
                last = gone[0][-1] if gone[0] else None
                other = gone[1][-1] if gone[1] else None
                edge = [each for each in common if abs(each[2]) < 2.5 or abs(each[1]) < 2.5]
                if last != other and not edge:
                    self.say(f"{what}: {pane['width']} px has {other and other[0]} on top, {lead['width']} px {last and last[0]}")
                elif last and last == other and last != common[-1]:
                    end = common[common.index(last) + 1]
                    shares = [-last[index] / (end[index] - last[index]) for index in (1, 2)]
                    if abs(shares[0] - shares[1]) * (end[2] - last[2]) > 2:
                        self.say(f"{what}: {last[0]} is gone by {shares[1]:.3f} at {pane['width']} px, by {shares[0]:.3f} at {lead['width']} px")
            for row in lead["rows"]:
                other = next(each for each in pane["rows"] if each["id"] == row["id"])
                if other["gone"] >= other["most"] - 1.5 or row["gone"] >= row["most"] - 1.5:
                    continue
                if other["first"] != row["first"] and abs(other["part"] - row["part"]) < .95 or \
                        other["first"] == row["first"] and abs(other["part"] - row["part"]) > .02:
                    self.say(f"{what}: {row['id']} begins with {other['first']} at {pane['width']} px, with {row['first']} at {lead['width']} px")

    def run(self):
        started = time.monotonic()
        now = self.open()
        self.shoot("start")
        self.counts["panes"] += len(now["panes"])
        if [pane["width"] for pane in now["panes"]] != [390, 768, 1280]:
            self.say(f"panes of {[pane['width'] for pane in now['panes']]} px at first")
        for number, pane in enumerate(now["panes"]):
            if pane["inner"] != pane["width"]:
                self.say(f"the page in the pane of {pane['width']} px is {pane['inner']} px wide")
            if pane["script"]:
                self.say(f"a script is in the pane of {pane['width']} px")
            self.check_frames(number)
        self.check_scrolling()
        self.check_dragging()
        self.check_labels()
        self.check_address()
        self.check_keys()
        self.counts["seconds"] = time.monotonic() - started

    def check_scrolling(self):
        now = self.open("#w=320,600,840")
        for leader in (0, 1):
            pane = now["panes"][leader]
            x, y = pane["box"]["x"] + 60, pane["box"]["y"] + 300
            for down in (240, 700, 1500, -400):
                self.wheel(x, y, 0, down)
                after = self.settled()
                was = now["panes"][leader]
                if after["panes"][leader]["scroll"] == was["scroll"] and not (down > 0 and was["scroll"] >= was["most"] - 1):
                    self.say(f"the wheel does not scroll the pane of {pane['width']} px")
                self.check_together(after, leader, f"scrolled by {down} px")
                now = after
            # A card that begins a row in all panes, scrolled to the very top.
            common = [{each[0] for each in common_tops(now["panes"][leader], pane)} for pane in now["panes"]]
            ahead = [top for top in now["panes"][leader]["tops"]
                     if top["id"] in set.intersection(*common) and 40 < top["top"] < 2000 and "/" in top["id"]]
            if not ahead:
                self.say("no card begins a row in all panes")
            else:
                self.wheel(x, y, 0, ahead[0]["top"])
                now = self.settled()
                left = next(top for top in now["panes"][leader]["tops"] if top["id"] == ahead[0]["id"])["top"]
                if abs(left) > 2:  # The wheel of this browser turns by notches.
                    self.browser.run(SCROLL, leader, left)
                    now = self.settled()
                for each in now["panes"]:
                    top = next(top for top in each["tops"] if top["id"] == ahead[0]["id"])["top"]
                    self.counts["places"] += 1
                    if abs(top) > 2 and each["scroll"] < each["most"] - 1.5:
                        self.say(f"{ahead[0]['id']} was brought to the top at {pane['width']} px, and is at {top:.1f} px at {each['width']} px")
        now = self.open("#w=320,600,840")
        has_rows = bool(now["panes"][0]["rows"])
        if has_rows:
            self.browser.run(SCROLL, 0, now["panes"][0]["rows"][0]["y"] - 200)
            now = self.settled()
        for leader, across in ((1, 420), (0, 333)) if has_rows else ():
            pane = now["panes"][leader]
            row = next((each for each in pane["rows"] if each["most"] > 500 and 0 <= each["y"] and each["y"] + 40 < pane["box"]["height"]), None)
            if not row:
                self.say(f"there is no row to scroll in the pane of {pane['width']} px")
                continue
            self.wheel(pane["box"]["x"] + 100, pane["box"]["y"] + max(row["y"], 0) + 20, -across if pane["dir"] == "rtl" else across, 0)
            after = self.settled()
            moved = next(each for each in after["panes"][leader]["rows"] if each["id"] == row["id"])
            if moved["gone"] == row["gone"]:
                self.say(f"the wheel does not scroll {row['id']} at {pane['width']} px")
            self.check_together(after, leader, f"scrolled {row['id']} by {across} px")
            now = after
        self.shoot("scrolled")
        # Alone, if requested.
        now = self.open("#w=320,600&sync=0")
        box = now["panes"][0]["box"]
        self.wheel(box["x"] + 60, box["y"] + 300, 0, 500)
        now = self.settled()
        if now["panes"][1]["scroll"] != 0 or now["panes"][0]["scroll"] == 0:
            self.say("panes scroll together though they are not to")

    def check_dragging(self):
        now = self.open("#w=390,840")
        box = now["panes"][0]["box"]
        self.wheel(box["x"] + 60, box["y"] + 300, 0, 900)
        before = self.settled()
        on_top = ([each["id"] for each in before["panes"][0]["tops"] if each["top"] <= .75] or [""])[-1]
        handle = self.browser.run(
            "const box = document.querySelector('.pane .handle').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")
        self.browser.act(pointer(move(*handle), {"type": "pointerDown", "button": 0}))
        for target in (400, 431, 480, 545, 600, 640, 700):
            self.browser.act(pointer(move(handle[0] + target - 390 - 15, handle[1]), move(handle[0] + target - 390, handle[1])))
            for _ in range(40):
                now = self.settled(.1)
                if now["panes"][0]["width"] == target:
                    break
            else:
                self.say(f"drawn to {target} px, the pane is {now['panes'][0]['width']} px wide")
            self.check_frames(0)
        self.browser.act(pointer({"type": "pointerUp", "button": 0}))
        now = self.settled()
        if now["panes"][0]["width"] != 700 or not now["hash"].startswith("#w=700,840"):
            self.say(f"drawn to 700 px, the pane is {now['panes'][0]['width']} px wide, and the address {now['hash']}")
        self.check_frames(0)
        tops = [each["id"] for each in now["panes"][0]["tops"] if each["top"] <= 2]
        if on_top in {each["id"] for each in now["panes"][0]["tops"]} and tops[-1:] != [on_top]:
            self.say(f"drawn to 700 px, {tops[-1:]} is on top instead of {on_top}")
        self.shoot("drawn")

    def check_address(self):
        now = self.open("#w=360,700,960&scheme=dark&outline=cards&size=125&fit=1")
        box = now["panes"][1]["box"]
        self.wheel(box["x"] + 100, box["y"] + 200, 0, 1100)
        self.settled()
        row = next((each for each in self.read()["panes"][1]["rows"] if each["most"] > 200 and -200 < each["y"] < 500), None)
        if row:
            scale = box["width"] / now["panes"][1]["width"]
            self.wheel(box["x"] + 100, box["y"] + (max(row["y"], 0) + 60) * scale, -300 if now["panes"][1]["dir"] == "rtl" else 300, 0)
        before = self.settled()
        self.shoot("view")
        for number in range(len(before["panes"])):
            self.check_frames(number, 1.25)
        address = self.browser.run("return location.href")
        self.browser.new_window()
        fit_window(self.browser)
        kept, self.address = self.address, address
        try:
            after = self.open()
        finally:
            self.address = kept
        self.shoot("view-again")
        for key in ("pressed", "selected", "hash"):
            if before[key] != after[key]:
                self.say(f"the address shows {key} {after[key]} instead of {before[key]}")
        if len(before["panes"]) != len(after["panes"]):
            return self.say(f"the address shows {len(after['panes'])} panes instead of {len(before['panes'])}")
        for one, other in zip(before["panes"], after["panes"]):
            for key in ("width", "dir", "scheme", "ground", "font"):
                if one[key] != other[key]:
                    self.say(f"the address shows {key} {other[key]} instead of {one[key]} at {one['width']} px")
            if not other["outlines"]:
                self.say(f"the address shows no outlines at {one['width']} px")
            if abs(one["scroll"] - other["scroll"]) > 2:
                self.say(f"the address shows {one['width']} px scrolled to {other['scroll']} instead of {one['scroll']}")
            for a, b in zip(one["rows"], other["rows"]):
                if abs(a["gone"] - b["gone"]) > 2:
                    self.say(f"the address shows {a['id']} at {b['gone']} instead of {a['gone']} at {one['width']} px")
        if not before["panes"][0]["scheme"] == "dark" == before["selected"]["scheme"]:
            self.say("the panes are not dark")
        light = self.open("#w=360")["panes"][0]["ground"]
        if light == before["panes"][0]["ground"]:
            self.say(f"dark and light are both {light}")

    def check_labels(self):
        """Sizes are shown where they cover no text, also in a narrow pane; most cards show them."""
        now = self.open("#w=390&outline=all")
        box = now["panes"][0]["box"]
        self.wheel(box["x"] + 100, box["y"] + 200, 0, 700)
        self.settled()
        self.shoot("labels")
        cards, labels, covered = self.browser.run(LABELS)
        if not cards or labels < cards:
            self.say(f"{labels} labels are drawn for {cards} cards")
        for text in covered:
            self.say(f"a label covers {text}")

    def check_keys(self):
        """Uses only the keyboard, from the start of the page."""
        now = self.open("#w=320,600")
        self.browser.act(keys(TAB))
        for _ in range(20):
            if "opener" in self.read()["focus"]:
                break
            self.browser.act(keys(TAB))
        self.browser.act(keys(ENTER))
        self.browser.act(keys(DOWN, DOWN))
        self.browser.act(keys(ENTER))
        now = self.settled()
        if [pane["width"] for pane in now["panes"]] != sorted([320, 600, self.classes[2]["steps"][0]["contentWidth"] + 48]):
            self.say(f"keys opened {[pane['width'] for pane in now['panes']]}")
        if "section.pane" not in now["focus"]:
            self.say(f"after a pane was added, {now['focus']} has the focus")
        self.browser.act(keys("o"))
        now = self.settled()
        if now["selected"]["outline"] != "cards" or not all(pane["outlines"] for pane in now["panes"]):
            self.say("the key o draws no outlines")
        self.shoot("keys")
        self.browser.act(keys("x"))
        now = self.settled()
        if [pane["width"] for pane in now["panes"]] != [320, 600]:
            self.say(f"keys closed a pane, and left {[pane['width'] for pane in now['panes']]}")
        self.browser.act(keys("a"))
        if self.browser.run("return document.querySelector('.add .sheet').hidden"):
            self.say("the key a opens no menu")
        self.browser.act(keys(ESCAPE))
        if not self.browser.run("return document.querySelector('.add .sheet').hidden"):
            self.say("Escape does not close the menu")
        # To the edge of the first pane, and from there to other widths.
        self.browser.act(keys("1"))
        for _ in range(6):
            if "handle" in self.read()["focus"]:
                break
            self.browser.act(keys(TAB))
        else:
            self.say("keys do not reach the edge of a pane")
        self.browser.act(keys(RIGHT, [SHIFT, RIGHT]))
        now = self.settled()
        if now["panes"][0]["width"] != 331:
            self.say(f"keys on the edge make the pane {now['panes'][0]['width']} px wide instead of 331")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("output", type=pathlib.Path)
    arguments.add_argument("--browser", choices=["chromium", "firefox", "webkit"], action="append")
    arguments.add_argument("--from", dest="places", choices=["http", "file"], action="append")
    arguments.add_argument("--page", default="index.html")
    arguments.add_argument("--screenshots", type=pathlib.Path)
    options = arguments.parse_args()
    output = options.output.resolve()
    layout = layout_file.Layout(output)
    page = next((each for each in layout.pages if each["path"] == options.page), None)
    if not page:
        sys.exit(f"{output} has no page {options.page}")

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=output))
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    places = {"http": f"http://127.0.0.1:{server.server_port}/", "file": output.as_uri() + "/"}
    faults, summaries = [], []

    def use(name, place):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            browser, screen = launch(name, pathlib.Path(folder))
            try:
                fit_window(browser)
                check = Check(browser, f"{name} {place}", places[place] + "compare/" + options.page, page,
                              layout.file["widthClasses"], options.screenshots)
                try:
                    check.run()
                except (Failed, OSError) as error:
                    check.say(str(error))
                faults.extend(check.faults)
                counts = ", ".join(f"{value:.0f} {key}" for key, value in check.counts.items())
                summaries.append(f"{browser.version} from {place}: {counts}, {len(check.faults)} faults")
            finally:
                browser.close()
                if screen:
                    screen.terminate()
                    screen.wait()

    def used(name, place):
        try:
            use(name, place)
        except Exception as error:
            faults.append(f"{name} {place}: {error!r}")

    # Most of the time, each one waits for pages to settle.
    browsers = [threading.Thread(target=used, args=[name, place]) for name in options.browser or ["chromium", "firefox"]
                for place in options.places or ["http", "file"]]
    for each in browsers:
        each.start()
    for each in browsers:
        each.join()
    for line in faults + sorted(summaries):
        print(line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
