#!/usr/bin/env python3
"""Uses every control of compare pages and reports with real pointer and key events, and reports those that do nothing.

    controls.py PROGRAM [--page widths|builds|report …] [--browser chromium|firefox|webkit …] [--from file|serve …]
                [--width PIXELS …] [--screenshots DIR] [--prove]

Makes the demo in a repository, with cards added and titles made longer in its work tree. `widths` is the compare page that
a build writes: from disk, and from `cardshelf serve`, whose pages link to it. `builds` is what `cardshelf compare` writes,
and `report` what `cardshelf diff --report` writes, both from disk. In windows of 700 to 1920 px, each control is used and
must have its effect; a control that no step uses is a fault, and so is a close button that is out of sight. Letters typed
in a field must stay there. With --prove, controls are first broken one by one, and each must be found.

Needs python3, git and the browsers of compare.py. Prints a line for each fault and a summary; exits with 1 if there are
faults.
"""
import argparse, pathlib, re, shutil, subprocess, sys, tempfile, threading, time

import compare, report
from compare import DOWN, ENTER, ESCAPE, RIGHT, SHIFT, TAB, Failed, keys, move, pointer

WIDTHS = (700, 1024, 1440, 1920)
HEIGHT = 860
CONTROL, LEFT, UP, HOME, END, PAGE_UP, PAGE_DOWN = "\ue009", "\ue012", "\ue013", "\ue011", "\ue010", "\ue00e", "\ue00f"
BACKSPACE = "\ue003"

# Everything that a reader can use.
ALL = r"""
return [...document.querySelectorAll('a[href], button, select, input, summary, [role=slider], [role=separator]')]
  .filter(each => each.checkVisibility() && !each.disabled && !('used' in each.dataset))
  .map(each => each.outerHTML.slice(0, 110))
"""

# Where the middle of an element is, after it was brought into sight; null if it is covered.
PLACE = r"""
const [selector, index, share] = arguments
const element = [...document.querySelectorAll(selector)].at(index)
if (!element) return {missing: true}
element.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'})
const box = element.getBoundingClientRect()
const x = box.left + box.width * share, y = box.top + box.height / 2
element.dataset.used = ''
const top = document.elementFromPoint(x, y)
return {x, y, isFree: Boolean(top) && (element === top || element.contains(top) || top.contains(element)), isDisabled: Boolean(element.disabled), top: top?.outerHTML.slice(0, 80) ?? 'nothing'}
"""

FOCUSED = "const element = [...document.querySelectorAll(arguments[0])].at(arguments[1]); if (document.activeElement !== element) return false; element.dataset.used = ''; return true"

# Those that close something, and are not completely in the window.
OUT_OF_SIGHT = r"""
return [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('.close')].filter(each => each.checkVisibility()).filter(each => {
  const box = each.getBoundingClientRect()
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  // A pane can be out of sight itself.
  const pane = each.closest('.pane')?.getBoundingClientRect()
  if (pane && (pane.right < 60 || pane.left > innerWidth - 60)) return false
  return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight || !each.contains(top)
}).map(each => each.parentElement.innerText.slice(0, 40).replaceAll('\n', ' '))
"""

# The whole view of a compare page.
VIEW = r"""
const shown = element => Boolean(element?.checkVisibility())
const panes = [...document.querySelectorAll('.pane')].map(pane => {
  const frame = pane.querySelector('iframe'), win = frame.contentWindow, doc = frame.contentDocument, root = doc.documentElement
  return {width: frame.offsetWidth, height: frame.clientHeight, shown: frame.getBoundingClientRect().width, scroll: win.scrollY, side: pane.classList[1] ?? '',
    scheme: root.dataset.scheme ?? '', motion: root.dataset.motion ?? '', dir: root.dir, font: root.style.fontSize,
    ground: win.getComputedStyle(doc.body).backgroundColor, page: win.getComputedStyle(root).backgroundColor,
    sheet: doc.querySelector('link[rel=stylesheet]')?.href ?? '', transition: [...doc.querySelectorAll('.card > article')].slice(0, 1).map(each => win.getComputedStyle(each).transitionDuration).join(),
    nav: doc.querySelector('.page-header nav')?.checkVisibility() ?? false,
    cards: doc.querySelectorAll('.compare-card').length, slots: doc.querySelectorAll('.compare-slot').length, marks: doc.querySelectorAll('.compare-mark').length,
    changed: doc.querySelectorAll('.compare-changed').length}
})
return {panes, hash: location.hash, address: location.href.split('#')[0], chart: shown(document.querySelector('.chart')), table: document.querySelector('details.table')?.open ?? false,
  help: document.querySelector('dialog.keys').open, menus: [...document.querySelectorAll('.sheet')].filter(shown).map(each => each.id.replace(/\d/g, '')),
  counts: [...document.querySelectorAll('.count')].map(each => parseInt(each.textContent)), readout: document.querySelector('.readout')?.textContent ?? '',
  slider: Number(document.querySelector('.track')?.ariaValueNow ?? document.querySelector('.track')?.getAttribute('aria-valuenow')),
  focus: `${document.activeElement.localName}.${document.activeElement.className}`, over: document.documentElement.scrollWidth - innerWidth,
  pressed: Object.fromEntries([...document.querySelectorAll('.toggle')].map(each => [each.dataset.key, each.getAttribute('aria-pressed') === 'true'])),
  values: Object.fromEntries([...document.querySelectorAll('select')].map(each => [each.dataset.key ?? 'height', each.value])),
  keys: document.querySelector('[data-key=keys]').checked, hint: document.querySelector('.hint')?.hidden === false, strip: document.querySelector('.panes').scrollLeft}
"""

# How many marks each kind has in the pane that the strip is about, as the browser shows them.
COUNTED = r"""
const doc = document.querySelector('.pane.current iframe').contentDocument
const shown = element => element.getClientRects()[0]?.height > 0
return ['.e', '.tags > .more'].map(selector => [...doc.querySelectorAll(selector)].filter(shown).length)
"""


class Check:
    """One page in one window of one browser."""

    def __init__(self, browser, name, screenshots):
        self.browser, self.name, self.screenshots = browser, name, screenshots
        self.faults, self.count = [], 0

    def say(self, text):
        self.faults.append(f"{self.name}: {text}")

    def shoot(self, name):
        if self.screenshots:
            self.screenshots.mkdir(parents=True, exist_ok=True)
            (self.screenshots / f"{self.name.replace(' ', '-')}-{name}.png").write_bytes(self.browser.screenshot())

    def view(self):
        # While a frame loads, it has no document.
        for _ in range(20):
            try:
                return self.browser.run(VIEW)
            except Failed:
                time.sleep(.1)
        return self.browser.run(VIEW)

    def until(self, test, what, seconds=4):
        """Waits until a test of the view holds; a fault if it never does."""
        end = time.monotonic() + seconds
        while True:
            view = self.view()
            if test(view):
                return view
            if time.monotonic() > end:
                self.say(what)
                return view
            time.sleep(.05)

    # Using

    def click(self, selector, index=0, share=.5, ends=True):
        last = None
        # Pages scroll smoothly.
        while (place := self.browser.run(PLACE, selector, index, share)) != last:
            if place.get("missing"):
                raise Failed(f"there is no {selector}")
            last = place
            time.sleep(.05)
        if not (0 <= place["x"] < 4000 and 0 <= place["y"] < HEIGHT):
            raise Failed(f"{selector} is at {place['x']:.0f}, {place['y']:.0f}")
        if not place["isFree"]:
            self.say(f"{selector} is covered by {place['top']}")
        steps = [move(place["x"], place["y"]), {"type": "pointerDown", "button": 0}]
        self.browser.act(pointer(*steps, *([{"type": "pointerUp", "button": 0}] if ends else [])))
        return place

    def press(self, *names):
        self.browser.act(keys(*names))

    def tab_to(self, selector, index=0, most=80):
        """Moves the focus there by the tab key alone."""
        for _ in range(most):
            if self.browser.run(FOCUSED, selector, index):
                return True
            self.press(TAB)
        self.say(f"the tab key does not reach {selector}")
        return False

    def step(self, what, act, test):
        """A control is used, and the view must become what the test says, after it was not."""
        before = self.view()
        if test(before, before):
            self.say(f"{what}: the test of its effect holds before it is used")
        act()
        self.count += 1
        return self.until(lambda view: test(before, view), f"{what} does nothing")

    def choose(self, what, key, value, test):
        """Chooses an option of a list with the keys of arrows, and then the first one again."""
        selector = f"select[data-key={key}]" if key != "height" else "select.tall"
        if not self.tab_to(selector):
            return
        before = self.view()
        for _ in range(12):
            if self.view()["values"][key] == value:
                break
            self.press(DOWN)
        else:
            self.say(f"{what}: no key chooses {value}")
        self.count += 1
        self.until(lambda view: test(before, view), f"{what}: {value} does nothing")
        self.shoot(f"{key}-{value}")
        self.press(HOME)
        self.until(lambda view: view["values"][key] == before["values"][key] and not test(before, view), f"{what}: the first choice does not bring back what was before")

    # The compare page

    def open(self, address):
        self.browser.open("about:blank")
        self.browser.open(address)
        end = time.monotonic() + 30
        while not self.browser.run("return document.documentElement.dataset.ready ?? ''"):
            if time.monotonic() > end:
                raise Failed("the page never becomes ready")
            time.sleep(.05)

    def check_compare(self, address, widths, sides=1):
        self.open(address)
        view = self.until(lambda view: all(pane["width"] for pane in view["panes"]), "panes have no width")
        self.shoot("first")
        if [pane["width"] for pane in view["panes"]] != [width for width in widths for _ in range(sides)]:
            self.say(f"opens at {[pane['width'] for pane in view['panes']]}")
        edges = self.browser.run("return [...document.querySelectorAll('.pane')].map(each => each.getBoundingClientRect().right - innerWidth)")
        if max(edges) > 0:
            self.say("opens with panes that do not fit")
        self.check_sight("at first")
        if sides > 1:
            self.check_differences()
        self.check_bar(sides)
        self.check_display()
        self.check_panes(sides)
        self.check_strip(sides)
        self.check_chart()
        self.check_help()
        self.check_typing()
        self.check_title()
        self.open(address)

    def check_sight(self, when):
        for each in self.browser.run(OUT_OF_SIGHT):
            self.say(f"{when}, the button that closes {each!r} is out of sight")
        if self.view()["over"] > 0:
            self.say(f"{when}, the page scrolls sideways")

    def check_bar(self, sides):
        fits = lambda view: sum(pane["shown"] for pane in view["panes"]) < sum(pane["width"] for pane in view["panes"])
        self.step("Fit", lambda: self.click("[data-key=fit]"), lambda old, new: not new["pressed"]["fit"] and not fits(new) and "fit=0" in new["hash"])
        self.check_sight("at true size")
        self.browser.run("document.querySelector('.panes').scrollLeft = 200")
        time.sleep(.1)
        close = self.browser.run("return [...document.querySelectorAll('.pane')].map(pane => { const box = pane.getBoundingClientRect(), close = pane.querySelector('.close').getBoundingClientRect(); return box.right > 160 && box.left < innerWidth - 160 && (close.left < 0 || close.right > innerWidth) })")
        if any(close):
            self.say("at true size and scrolled, a pane that is in sight has its close button out of sight")
        self.step("the key f", lambda: self.press("f"), lambda old, new: new["pressed"]["fit"] and fits(new))
        self.step("Scroll together", lambda: self.click("[data-key=sync]"), lambda old, new: not new["pressed"]["sync"] and "sync=0" in new["hash"])
        self.step("the wheel alone", lambda: self.wheel(0, 300), lambda old, new: new["panes"][0]["scroll"] > 100 and all(pane["scroll"] == 0 for pane in new["panes"][sides:]))
        self.step("the key s", lambda: self.press("s"), lambda old, new: new["pressed"]["sync"] and all(pane["scroll"] > 0 for pane in new["panes"]))
        self.back(0)
        self.step("the first count of marks", lambda: self.click(".count.cut"), lambda old, new: new["panes"][0]["scroll"] > 0 and new["panes"][-1]["scroll"] > 0)
        self.until(lambda view: any(pane["marks"] for pane in view["panes"]), "no mark is drawn")
        self.step("Marks", lambda: self.click("[data-key=marks]"), lambda old, new: not any(pane["marks"] for pane in new["panes"]) and "marks=0" in new["hash"])
        self.step("the key m", lambda: self.press("m"), lambda old, new: any(pane["marks"] for pane in new["panes"]))
        self.tab_to("select[data-key=outline]")
        self.step("Outlines", lambda: self.press(DOWN), lambda old, new: all(pane["cards"] and not pane["slots"] for pane in new["panes"]))
        self.step("Outlines", lambda: self.press(DOWN), lambda old, new: all(pane["slots"] and not pane["cards"] for pane in new["panes"]))
        self.step("Outlines", lambda: self.press(DOWN), lambda old, new: all(pane["slots"] and pane["cards"] for pane in new["panes"]))
        self.press(TAB)
        self.step("the key o", lambda: self.press("o"), lambda old, new: not any(pane["slots"] or pane["cards"] for pane in new["panes"]))

    def wheel(self, across, down, pane=0):
        box = self.browser.run("const box = document.querySelectorAll('.pane iframe')[arguments[0]].getBoundingClientRect(); return [box.left + box.width / 2, box.top + 120]", pane)
        self.browser.act(compare.wheel(*box, across, down))

    def back(self, pane=0):
        """Turns the wheel until a pane is at its start."""
        for _ in range(40):
            if self.view()["panes"][pane]["scroll"] == 0:
                return
            self.wheel(0, -5000, pane)
        self.say("the wheel does not go back")

    def check_display(self):
        self.step("Display", lambda: self.click(".display .opener"), lambda old, new: "_display" in new["menus"])
        all_panes = lambda view, test: all(test(pane) for pane in view["panes"])
        self.choose("Colours", "scheme", "dark", lambda old, new: all_panes(new, lambda pane: pane["scheme"] == "dark" and "/dark-" in pane["sheet"]) and new["panes"][0]["ground"] != old["panes"][0]["ground"])
        self.choose("Colours", "scheme", "forced", lambda old, new: all_panes(new, lambda pane: pane["scheme"] == "forced" and "/forced-" in pane["sheet"] and pane["page"] == "rgb(0, 0, 0)"))
        self.choose("Medium", "medium", "print", lambda old, new: all_panes(new, lambda pane: "/print-" in pane["sheet"] and not pane["nav"]))
        self.choose("Motion", "motion", "reduce", lambda old, new: all_panes(new, lambda pane: pane["motion"] == "reduce" and pane["transition"] in ("0s", "none", "")))
        self.choose("Direction", "dir", "rtl", lambda old, new: all_panes(new, lambda pane: pane["dir"] == "rtl"))
        self.choose("Font size", "size", "150", lambda old, new: all_panes(new, lambda pane: pane["font"] == "150%"))
        self.choose("Window height", "height", "844", lambda old, new: all_panes(new, lambda pane: pane["height"] == 844) and "h=844" in new["hash"])
        if self.browser.run("return document.querySelector('.display .opener').textContent") != "Display":
            self.say("Display counts settings though all are as at first")
        self.step("Escape in a menu", lambda: self.press(ESCAPE), lambda old, new: not new["menus"] and "opener" in new["focus"])
        self.step("the key d", lambda: self.press("d"), lambda old, new: new["panes"][0]["scheme"] == "light")
        self.press("d", "d", "d")
        self.step("the key r", lambda: self.press("r", "r"), lambda old, new: new["panes"][0]["dir"] == "rtl")
        self.step("the key r", lambda: self.press("r"), lambda old, new: new["panes"][0]["dir"] == "ltr")
        self.step("the key +", lambda: self.press("+"), lambda old, new: new["panes"][0]["font"] == "110%")
        self.step("the key -", lambda: self.press("-"), lambda old, new: new["panes"][0]["font"] == "")

    def check_panes(self, sides):
        count = lambda view: len(view["panes"]) // sides
        first = count(self.view())
        self.step("Add pane", lambda: self.click(".add .opener"), lambda old, new: "_add" in new["menus"])
        for each in self.browser.run("return [...document.querySelectorAll('.add .item, .add input')].map(each => { each.dataset.used = ''; return each.checkVisibility() && each.getBoundingClientRect().right <= innerWidth })"):
            if not each:
                self.say("Add pane has an entry that is out of sight")
        self.step("a width of Add pane", lambda: self.click(".add .item", 1), lambda old, new: count(new) == first + 1 and not new["menus"])
        self.step("the key x", lambda: self.press("x"), lambda old, new: count(new) == first)
        self.step("the key a", lambda: self.press("a"), lambda old, new: "_add" in new["menus"])
        self.tab_to(".add input")
        self.step("another width", lambda: self.press("5", "0", "0", ENTER), lambda old, new: 500 in [pane["width"] for pane in new["panes"]])
        self.step("a close button", lambda: self.click(".pane .close", [pane["width"] for pane in self.view()["panes"]].index(500)), lambda old, new: 500 not in [pane["width"] for pane in new["panes"]] and count(new) == first)
        self.browser.run("for (const each of document.querySelectorAll('.pane .close')) each.dataset.used = ''")
        self.press("1")
        self.step("the key 2", lambda: self.press("2"), lambda old, new: "pane" in new["focus"] and new["slider"] == new["panes"][sides]["width"])
        self.step("the key 1", lambda: self.press("1"), lambda old, new: new["slider"] == new["panes"][0]["width"])
        for index in range(first * sides):
            self.step(f"the field of pane {index + 1}", lambda: self.type_width(index, 432 + index), lambda old, new: new["panes"][index]["width"] == 432 + index)
            self.step(f"the list of shelves of pane {index + 1}", lambda: self.click(".ruler .opener", index), lambda old, new: new["menus"] == ["_ruler-"])
            last = self.browser.run("return document.querySelectorAll('.ruler .sheet:not([hidden]) .item').length - 1")
            self.step(f"a shelf in the list of pane {index + 1}", lambda: self.click(".ruler .sheet:not([hidden]) .item", last), lambda old, new: not new["menus"] and new["panes"][index]["scroll"] > 400)
            self.back(index)
            self.step(f"the edge of pane {index + 1}", lambda: self.drag(index, -30), lambda old, new: new["panes"][index]["width"] < old["panes"][index]["width"])
            self.step(f"keys at the edge of pane {index + 1}", lambda: self.press(LEFT, [SHIFT, LEFT]), lambda old, new: new["panes"][index]["width"] == old["panes"][index]["width"] - 11)
        if sides > 1:
            for before, after in zip(self.view()["panes"][::2], self.view()["panes"][1::2]):
                if before["width"] != after["width"]:
                    self.say(f"before and after are {before['width']} and {after['width']} px wide")
        self.check_sight("with other widths")

    def type_width(self, index, width):
        # Thrice for the whole text.
        place = self.click(".pane-line > label > .pane-width", index)
        self.press([CONTROL, "a"])
        self.press(*str(width), ENTER)
        return place

    def drag(self, index, by):
        place = self.click(".handle", index, ends=False)
        self.browser.act(pointer(move(place["x"] + by / 2, place["y"]), move(place["x"] + by, place["y"]), {"type": "pointerUp", "button": 0}))

    def check_strip(self, sides):
        self.press(ESCAPE)
        self.click(".pane .step, .pane .pane-line", 0)
        now = self.view()
        self.step("a place in the strip", lambda: self.click(".track", share=.6), lambda old, new: new["panes"][0]["width"] != old["panes"][0]["width"] and 880 < new["panes"][0]["width"] < 950)
        self.until(lambda view: view["hint"], "the strip says nothing of the place under the pointer")
        self.shoot("strip")
        self.step("keys in the strip", lambda: self.press(LEFT, [SHIFT, LEFT]), lambda old, new: new["panes"][0]["width"] == old["panes"][0]["width"] - 11)
        self.step("Home in the strip", lambda: self.press(HOME), lambda old, new: new["panes"][0]["width"] == 200)
        self.step("Page Up in the strip", lambda: self.press(PAGE_UP), lambda old, new: new["panes"][0]["width"] == 240)
        counted = self.browser.run(COUNTED)
        if self.view()["counts"][:2] != counted:
            self.say(f"at 240 px, the strip counts {self.view()['counts'][:2]} cut texts and hidden tags, and the page has {counted}")
        for kind, index in (("cut", 0), ("tags", 1), ("divided", 2)):
            if not self.view()["counts"][index]:
                continue
            self.back(0)
            self.step(f"the count {kind}", lambda: self.click(".count." + kind), lambda old, new: new["panes"][0]["scroll"] > 0)
        self.tab_to(".track")
        self.step("End in the strip", lambda: self.press(END), lambda old, new: new["panes"][0]["width"] == 2560)
        self.step("Page Down in the strip", lambda: self.press(PAGE_DOWN), lambda old, new: 1200 <= new["panes"][0]["width"] < 2560)
        place = self.browser.run(PLACE, ".track", 0, .3)
        grip = self.browser.run("return document.querySelector('.thumb:last-child').getBoundingClientRect().left")
        last = -sides
        self.step("a grip of the strip", lambda: self.browser.act(pointer(move(grip, place["y"]), {"type": "pointerDown", "button": 0}, move(place["x"] - 9, place["y"]), move(place["x"], place["y"]), {"type": "pointerUp", "button": 0})),
                  lambda old, new: 400 < new["panes"][last]["width"] < 450)

    def check_chart(self):
        self.step("Chart", lambda: self.click("[data-key=chart]"), lambda old, new: new["chart"] and "chart=1" in new["hash"])
        self.shoot("chart")
        count = len(self.view()["panes"])
        numbers = self.browser.run("return document.querySelectorAll('.width').length")
        self.step("a width of the sentence", lambda: self.click(".width", numbers - 1), lambda old, new: len(new["panes"]) > count)
        self.browser.run("for (const each of document.querySelectorAll('.width')) each.dataset.used = ''")
        self.step("the key x", lambda: self.press("x"), lambda old, new: len(new["panes"]) == count)
        self.step("a width of the chart", lambda: self.click(".chart [data-width] text", 0), lambda old, new: len(new["panes"]) > count)
        self.step("the key x", lambda: self.press("x"), lambda old, new: len(new["panes"]) == count)
        self.step("the table of heights", lambda: self.click("details.table summary"), lambda old, new: new["table"])
        self.step("the key c", lambda: self.press("c"), lambda old, new: not new["chart"])

    def check_help(self):
        self.step("Help", lambda: self.click(".help"), lambda old, new: new["help"])
        self.check_sight("with help open")
        self.shoot("help")
        self.step("keys that are letters", lambda: self.click("[data-key=keys]"), lambda old, new: not new["keys"])
        self.step("the button that closes help", lambda: self.click("dialog .close"), lambda old, new: not new["help"])
        before = self.view()["pressed"]
        self.press("f", "m", "s")
        time.sleep(.2)
        if self.view()["pressed"] != before:
            self.say("letters work though they are switched off")
        self.step("the key ?", lambda: self.press("?"), lambda old, new: new["help"])
        self.step("keys that are letters", lambda: self.click("[data-key=keys]"), lambda old, new: new["keys"])
        self.step("Escape in help", lambda: self.press(ESCAPE), lambda old, new: not new["help"])

    def check_typing(self):
        """What is typed in a field, with a modifier, or while a word is composed is no shortcut."""
        for selector in (".pane-width", ".add input"):
            if selector == ".add input":
                self.click(".add .opener")
                self.tab_to(selector)
            else:
                self.click(selector)
            before = self.view()
            self.press(*"faxosmdrc?+-1")
            time.sleep(.25)
            after = self.view()
            for key in ("pressed", "values", "help", "menus"):
                if before[key] != after[key]:
                    self.say(f"letters typed in {selector} change {key}")
            if len(before["panes"]) != len(after["panes"]):
                self.say(f"letters typed in {selector} open or close panes")
            self.press(ESCAPE)
        self.press(ESCAPE)
        self.click(".readout")
        before = self.view()["pressed"]
        for modifier in (CONTROL, "\ue00a"):
            self.browser.act(keys([modifier, "m"]))
        self.browser.run("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'm', isComposing: true, bubbles: true})); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'm', keyCode: 229, bubbles: true}))")
        time.sleep(.2)
        if self.view()["pressed"] != before:
            self.say("a letter with a modifier, or of a word that is composed, is a shortcut")

    def check_differences(self):
        scrolls = lambda view: [pane["scroll"] for pane in view["panes"]]
        self.until(lambda view: any(pane["changed"] for pane in view["panes"]), "no changed shelf is marked")
        self.step("the next changed shelf", lambda: self.click(".differences .later"), lambda old, new: scrolls(new) != scrolls(old) and all(scrolls(new)))
        self.step("the key n", lambda: self.press("n"), lambda old, new: scrolls(new) != scrolls(old))
        self.step("the changed shelf before", lambda: self.click(".differences .earlier"), lambda old, new: scrolls(new) != scrolls(old))
        self.step("the key n", lambda: self.press("n"), lambda old, new: scrolls(new) != scrolls(old))
        self.step("the key p", lambda: self.press("p"), lambda old, new: scrolls(new) != scrolls(old))
        self.step("the list of changes", lambda: self.click(".differences .opener"), lambda old, new: "_differences" in new["menus"])
        self.shoot("differences")
        self.step("a change of the list", lambda: self.click(".differences button.item", -1), lambda old, new: not new["menus"] and scrolls(new) != scrolls(old))
        self.back()

    def check_title(self):
        for each in self.browser.run(ALL):
            if "class=\"open\"" not in each:
                self.say(f"no step uses {each}")
        # Links in panes open the compare page of their page.
        self.press(ESCAPE)
        address = self.view()["address"]
        self.back(0)
        place = self.browser.run("const frame = document.querySelector('.pane iframe'), box = frame.getBoundingClientRect(), scale = box.width / frame.offsetWidth, link = [...frame.contentDocument.querySelectorAll('nav a')][1].getBoundingClientRect(); return [box.left + (link.left + 8) * scale, box.top + (link.top + link.height / 2) * scale]")
        self.browser.act(pointer(move(*place), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}))
        self.wait_for(lambda: self.browser.run("return location.pathname") != address and "/compare/" in self.browser.run("return location.pathname") and self.browser.run("return location.href.split('#')[0]") != address, "a link in a pane leads nowhere")
        self.wait_for(lambda: self.browser.run("return document.documentElement.dataset.ready ?? ''"), "the next page never becomes ready")
        self.click(".open")
        self.wait_for(lambda: "/compare/" not in self.browser.run("return location.pathname") and self.browser.run("return document.querySelectorAll('main .card').length") > 0, "the title does not open the page itself")

    def wait_for(self, test, what, seconds=8):
        end = time.monotonic() + seconds
        while True:
            try:
                if test():
                    return True
            # Between two pages there is none.
            except (AttributeError, Failed, TypeError):
                pass
            if time.monotonic() > end:
                self.say(what)
                return False
            time.sleep(.05)

    # The report

    REPORT = r"""
    const root = document.documentElement, all = cardshelfReport.comparisons
    const first = all.find(each => each.panes.length === 2 && each.panes.every(pane => pane.isFilled)) ?? all[0]
    return {mode: root.dataset.mode, scheme: root.dataset.scheme ?? '', fit: first.panes[0].scale, outlines: first.panes.map(pane => pane.document?.querySelectorAll('.compare-card').length ?? 0),
      marks: first.panes.map(pane => pane.document?.querySelectorAll('[data-changed]').length ?? 0), indexes: all.map(each => each.index), at: [...document.querySelectorAll('.change')].findIndex(each => each.classList.contains('at')),
      help: document.querySelector('dialog').open, flipped: all.map(each => each.isFlipped), splits: all.map(each => each.split.value), contents: document.querySelector('details')?.open ?? false,
      over: root.scrollWidth - innerWidth, focus: document.activeElement.localName, hash: location.hash, timer: 0}
    """

    def check_report(self, address):
        self.browser.open(address)
        self.browser.run(report.FILL)
        self.wait_for(lambda: all(each["isReady"] for each in self.browser.run(report.LIST)), "the panes are not filled", 20)
        time.sleep(.3)
        self.shoot("first")
        number = self.browser.run("const all = cardshelfReport.comparisons; const at = all.findIndex(each => each.panes.length === 2 && each.shelf.widths.length > 2); all[at].section.scrollIntoView({behavior: 'instant'}); return at")
        self.view = lambda: self.browser.run(self.REPORT)
        buttons = self.browser.run("return [...document.querySelectorAll('#tools button')].map(each => each.textContent)")
        tool = lambda text: self.click("#tools button", buttons.index(text))
        modes = [("Slider", "slide", "2"), ("Blink", "blink", "3"), ("Difference", "difference", "4"), ("Side by side", "side", "1")]
        for text, mode, _ in modes:
            self.step(text, lambda: tool(text), lambda old, new: new["mode"] == mode)
        for text, mode, key in modes:
            self.step(f"the key {key}", lambda: self.press(key), lambda old, new: new["mode"] == mode)
        for text, key, test in (("Outlines", "o", lambda view: any(view["outlines"])), ("Marks", "m", lambda view: any(view["marks"])), ("Fit", "f", lambda view: view["fit"] < 1)):
            if text == "Fit":
                # At the greatest width that changed, so that there is something to fit.
                self.browser.run("const each = cardshelfReport.comparisons[arguments[0]]; each.select(each.shelf.widths.length - 1)", number)
                test = lambda view: self.browser.run("return cardshelfReport.comparisons[arguments[0]].panes[0].scale < 1", number)
            was = test(self.view())
            self.step(text, lambda: tool(text), lambda old, new: test(new) != was)
            self.step(f"the key {key}", lambda: self.press(key), lambda old, new: test(new) == was)
        for text, scheme in (("Light", "light"), ("Dark", "dark"), ("Auto", "")):
            if text == "Light":
                self.step(text, lambda: tool(text), lambda old, new: new["scheme"] == "light")
            else:
                self.step(text, lambda: tool(text), lambda old, new: new["scheme"] == scheme)
        self.step("the key t", lambda: self.press("t"), lambda old, new: new["scheme"] == "light")
        self.press("t", "t")
        self.step("the next change", lambda: tool("→"), lambda old, new: new["at"] >= 0)
        self.step("the key n", lambda: self.press("n"), lambda old, new: new["at"] == old["at"] + 1)
        self.step("the key p", lambda: self.press("p"), lambda old, new: new["at"] == old["at"] - 1)
        self.press("n")
        self.step("the change before", lambda: tool("←"), lambda old, new: new["at"] == old["at"] - 1)
        self.step("Help", lambda: tool("?"), lambda old, new: new["help"])
        place = self.browser.run("const box = document.querySelector('dialog button').getBoundingClientRect(); return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight")
        if not place:
            self.say("the button that closes the keys is out of sight")
        self.step("the button that closes the keys", lambda: self.click("dialog button"), lambda old, new: not new["help"])
        self.step("the key ?", lambda: self.press("?"), lambda old, new: new["help"])
        self.step("Escape", lambda: self.press(ESCAPE), lambda old, new: not new["help"])
        # The tools of each shelf.
        shelves = self.browser.run("return cardshelfReport.comparisons.map(each => each.shelf.widths.length)")
        for index, count in enumerate(shelves):
            if count < 2:
                continue
            base = f".view:nth-of-type(1)"
            inside = lambda selector: f"#c{index + 1} {selector}"
            if not self.browser.run("return Boolean(document.querySelector(arguments[0]))", inside(".widths")):
                continue
            self.browser.run("cardshelfReport.comparisons[arguments[0]].select(0); cardshelfReport.comparisons[arguments[0]].section.scrollIntoView({behavior: 'instant'})", index)
            self.step(f"Wider in shelf {index + 1}", lambda: self.click(inside(".widths button"), 1), lambda old, new: new["indexes"][index] == 1)
            self.step(f"Narrower in shelf {index + 1}", lambda: self.click(inside(".widths button"), 0), lambda old, new: new["indexes"][index] == 0)
            if index < 2:
                self.tab_to(inside(".widths select"), most=400)
                self.step(f"the list of widths in shelf {index + 1}", lambda: self.press(DOWN), lambda old, new: new["indexes"][index] == 1)
                # A letter or a digit in a list chooses an entry.
                before = self.view()
                self.press("n", "m", "o", "t", "f", "p")
                time.sleep(.2)
                after = self.view()
                for key in ("marks", "outlines", "scheme", "at"):
                    if before[key] != after[key]:
                        self.say(f"letters typed in a list of widths change {key}")
            self.browser.run("for (const each of document.querySelectorAll(arguments[0])) each.dataset.used = ''", inside(".widths :is(button, select)"))
        both = self.browser.run("return cardshelfReport.comparisons.findIndex(each => each.panes.length === 2)")
        self.press("2")
        self.browser.run("cardshelfReport.comparisons[arguments[0]].section.scrollIntoView({behavior: 'instant'})", both)
        self.step("a place on the slider's panes", lambda: self.click(f"#c{both + 1} .sides", share=.25), lambda old, new: abs(float(new["splits"][both]) - 25) < 2)
        self.tab_to(f"#c{both + 1} .split", most=600)
        self.step("keys of the slider", lambda: self.press(RIGHT, RIGHT), lambda old, new: float(new["splits"][both]) > float(old["splits"][both]))
        self.browser.run("for (const each of document.querySelectorAll('.split')) each.dataset.used = ''")
        self.press("3")
        if self.browser.run("return matchMedia('(prefers-reduced-motion: reduce)').matches"):
            self.say("the browser asks for reduced motion")
        self.step("blinking", lambda: None, lambda old, new: new["flipped"] != old["flipped"])
        self.browser.run("document.activeElement.blur()")
        self.press(" ")
        flipped = self.view()["flipped"]
        self.step("space in blink", lambda: self.press(" "), lambda old, new: new["flipped"] != flipped)
        self.press("1")
        self.step("bracket keys", lambda: self.press("]"), lambda old, new: new["indexes"] != old["indexes"])
        if self.browser.run("return Boolean(document.querySelector('details summary'))"):
            self.browser.run("scrollTo({top: 0, behavior: 'instant'})")
            self.step("the list of shelves", lambda: self.click("details summary"), lambda old, new: new["contents"] != old["contents"])
            self.click("details summary")
            self.step("a shelf of the list", lambda: self.click("details a", -1), lambda old, new: new["hash"] != old["hash"])
            self.browser.run("for (const each of document.querySelectorAll('details a')) each.dataset.used = ''")
        if self.view()["over"] > 0:
            self.say("the report scrolls sideways")
        for each in self.browser.run(ALL):
            self.say(f"no step uses {each}")


# How controls are broken, and what must then be said.
BREAKS = [
    ("control.localName === 'button') control.addEventListener('click'", "control.localName === 'button') control.addEventListener('never'", "Fit does nothing"),
    ("  m: () =>", "  '§': () =>", "the key m does nothing"),
    ("if (isTyping(event) ||", "if (", "another width does nothing"),
    ("track.addEventListener('pointerdown'", "track.addEventListener('never'", "a place in the strip does nothing"),
    ("\ntall.addEventListener('change'", "\ntall.addEventListener('never'", "Window height: 844 does nothing"),
    ("name of each.classList", "name of []", "the strip counts"),
    ("wireMenu(document.querySelector('.display')", "wireMenu(document.querySelector('.add')", "Display does nothing"),
]


def sites(program, folder):
    """The demo before and after an edit: its output, both builds side by side, and a report."""
    root = folder / "demo"
    making = report.make_demo(root)
    next(making)
    next(making, None)
    run = lambda *words: subprocess.run([program, *words, "--root", root], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    run("build", "--output", folder / "widths")
    run("compare", "--against", "HEAD", "--output", folder / "builds")
    run("diff", "--against", "HEAD", "--report", folder / "report", "--exit-zero-on-changes")
    return root


class Served:
    """`cardshelf serve`, and the address that it prints."""

    def __init__(self, program, root):
        port = compare.free_port()
        self.process = subprocess.Popen([program, "serve", "--port", str(port), "--root", root], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if not found:
            raise SystemExit(f"cardshelf serve prints {line!r} instead of its address")
        self.address = found[0]

    def close(self):
        self.process.terminate()
        self.process.wait()


def check_served_link(check, address):
    """A page that is served links to its compare page."""
    check.browser.open(address)
    find = "return document.querySelector('cardshelf-compare')?.shadowRoot.querySelector('a').getBoundingClientRect().toJSON() ?? null"
    if not check.wait_for(lambda: check.browser.run(find), "a served page does not link to its compare page"):
        return
    box = check.browser.run(find)
    check.browser.act(pointer(move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}))
    check.wait_for(lambda: check.browser.run("return location.pathname").startswith("/compare/"), "the link of a served page does not lead to its compare page")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=pathlib.Path)
    arguments.add_argument("--page", dest="pages", choices=["widths", "builds", "report"], nargs="+", default=["widths", "builds", "report"])
    arguments.add_argument("--browser", dest="browsers", choices=["chromium", "firefox", "webkit"], nargs="+", default=["chromium", "firefox"])
    arguments.add_argument("--from", dest="places", choices=["file", "serve"], nargs="+", default=["file", "serve"])
    arguments.add_argument("--width", dest="widths", type=int, nargs="+", default=WIDTHS)
    arguments.add_argument("--screenshots", type=pathlib.Path)
    arguments.add_argument("--prove", action="store_true")
    options = arguments.parse_args()
    program = options.program.resolve()
    faults, lines = [], []
    compare.WINDOW = (max(options.widths), HEIGHT)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        root = sites(program, folder)
        served = Served(program, root) if "serve" in options.places else None

        def use(name):
            started, steps, found = time.monotonic(), 0, []
            profile = pathlib.Path(tempfile.mkdtemp(dir=folder))
            browser, screen = compare.launch(name, profile)
            try:
                for width in options.widths:
                    browser.resize(width, HEIGHT)
                    size = browser.run("return [innerWidth, innerHeight]")
                    browser.resize(2 * width - size[0], 2 * HEIGHT - size[1])
                    for page, place in [(page, place) for page in options.pages for place in options.places if page == "widths" or place == "file"]:
                        check = Check(browser, f"{name} {page} {place} {width} px", options.screenshots)
                        try:
                            if page == "report":
                                check.check_report((folder / "report/index.html").as_uri())
                            elif page == "builds":
                                check.check_compare((folder / "builds/compare/index.html").as_uri(), [390, 1280], sides=2)
                            else:
                                if place == "serve":
                                    check_served_link(check, served.address)
                                check.check_compare(served.address + "compare/index.html" if place == "serve" else (folder / "widths/compare/index.html").as_uri(), [390, 768, 1280])
                        except (Failed, OSError) as error:
                            check.say(f"ended by {error}")
                        found += check.faults
                        steps += check.count
                lines.append(f"{browser.version}: {steps} uses of controls in {time.monotonic() - started:.0f} s, {len(found)} faults")
                faults.extend(found)
            finally:
                browser.close()
                if screen:
                    screen.terminate()
                    screen.wait()

        def prove():
            """Breaks controls of the page on the disk, one after the other."""
            profile = pathlib.Path(tempfile.mkdtemp(dir=folder))
            browser, _ = compare.launch("chromium", profile)
            try:
                compare.fit_window(browser)
                script = next((folder / "widths/compare/assets").glob("compare-*.js"))
                text = script.read_text()
                for old, new, words in BREAKS:
                    if old not in text:
                        faults.append(f"the script has no {old!r}")
                        continue
                    script.write_text(text.replace(old, new, 1))
                    check = Check(browser, "broken", None)
                    check.until = quick(check)
                    try:
                        check.check_compare((folder / "widths/compare/index.html").as_uri(), [390, 768, 1280])
                    except (Failed, OSError, IndexError, ValueError) as error:
                        check.say(f"ended by {error}")
                    if not any(words in fault for fault in check.faults):
                        faults.append(f"broken by {new!r}, and nobody says {words!r}: {check.faults[:3]}")
                script.write_text(text)
                lines.append(f"{len(BREAKS) - len(faults)} of {len(BREAKS)} broken controls were found")
            finally:
                browser.close()

        def quick(check):
            until = check.until
            return lambda test, what, seconds=4: until(test, what, 1)

        def tried(name):
            try:
                use(name)
            except Exception as error:
                faults.append(f"{name}: {error!r}")

        if options.prove:
            prove()
        else:
            threads = [threading.Thread(target=tried, args=[name]) for name in options.browsers]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
        if served:
            served.close()
    for line in faults + sorted(lines):
        print(line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
