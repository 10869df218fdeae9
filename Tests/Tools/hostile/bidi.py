#!/usr/bin/env python3
"""Puts the characters that change the direction of text into every field of a card, and checks in Chromium that no
neighbour is affected.

    bidi.py [--prove]

Each of the 12 Bidi_Control characters is tried in each place alone, and followed by the character that ends it. Every
field must be inside an element that isolates it (computed `unicode-bidi`). The cards beside it must keep their frames,
and the place of every letter that they have in the same site without the characters. If several texts form one line, as
in the title of a document, no such character may be there. With --prove, a style sheet removes the isolation, and the
tool must detect that. CARDSHELF names the program (default .build/release/cardshelf)."""
import argparse, functools, http.server, json, os, pathlib, shutil, subprocess, sys, tempfile, threading

PROJECT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(PROJECT / "Tests/Tools/browser"))

import devtools, trial_theme

PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
# Embeddings and overrides end with U+202C, isolates with U+2069; marks need no end.
CONTROLS = {0x061C: "", 0x200E: "", 0x200F: "", 0x202A: "\u202c", 0x202B: "\u202c", 0x202C: "", 0x202D: "\u202c", 0x202E: "\u202c",
            0x2066: "\u2069", 0x2067: "\u2069", 0x2068: "\u2069", 0x2069: ""}
TURNS = set(range(0x202A, 0x202F)) | set(range(0x2066, 0x206A))
PLACES = ["title", "subtitle", "eyebrow", "footer", "tag", "body", "heading", "list", "quote", "code", "link", "emphasis", "alt", "shelf", "section", "page"]


def card(place, mark):
    field = lambda name: json.dumps(f"ab {mark}cd (1) ef" if name == place else "ab cd (1) ef", ensure_ascii=True)
    text = lambda name: f"ab {mark if name == place else ''}cd (1) ef"
    image = "image: dot.svg\nimageAlt: " + field("alt") + "\n"
    return (f"---\ntitle: {field('title')}\nsubtitle: {field('subtitle')}\neyebrow: {field('eyebrow')}\nfooter: {field('footer')}\n"
            f"tags: [{field('tag')}, first, second]\n{image}---\n{text('body')}\n\n## {text('heading')}\n\n- {text('list')}\n- next\n\n> {text('quote')}\n\n"
            f"```\n{text('code')}\n```\n\nx [{text('link')}](https://example.org/) *{text('emphasis')}* y\n")


def site(root, controlled):
    """Three cards per shelf; the middle one has the character."""
    root.mkdir()
    trial_theme.write(root)
    (root / "cardshelf.yml").write_text("title: Site\ntheme: trial\n")
    places = {}
    for place in PLACES:
        for code, end in CONTROLS.items():
            for closed in [False, True] if end else [False]:
                name = f"{place}-{code:04x}{'-closed' if closed else ''}"
                mark = (chr(code) + ("x" + end if closed else "")) if controlled else "x" if closed else ""
                own = lambda part: json.dumps("ab " + (mark if place == part else "") + "cd", ensure_ascii=True)
                page = root / f"Content/{place}"
                shelf = page / name
                (shelf / "part").mkdir(parents=True)
                if place == "page":
                    page = root / f"Content/{name}"
                    shutil.rmtree(shelf)
                    shelf = page / "s"
                    (shelf / "part").mkdir(parents=True)
                (page / "_index.md").write_text(f"---\ntitle: {own('page')}\nkind: page\n---\nab {mark if place == 'page' else ''}cd\n", encoding="utf-8")
                # A grid with sections, so that each card has its own height.
                (shelf / "_index.md").write_text(f"---\ntitle: {own('shelf')}\narrangement: grid\nheightMode: natural\n---\n", encoding="utf-8")
                (shelf / "part/_index.md").write_text(f"---\ntitle: {own('section')}\nkind: section\n---\n", encoding="utf-8")
                for number, text in enumerate([card("", ""), card(place, mark), card("", "")]):
                    (shelf / f"c{number}.md").write_text(text, encoding="utf-8")
                (shelf / "part/d.md").write_text(card("", ""), encoding="utf-8")
                for folder in (shelf, shelf / "part"):
                    (folder / "dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9" viewBox="0 0 16 9"><path d="M0 0h16v9H0z"/></svg>\n')
                places[name] = str(page.name)
    (root / "Content/_index.md").write_text("---\ntitle: Home\n---\n")
    result = subprocess.run([PROGRAM, "build", "--no-compare", "--root", root], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        raise SystemExit(f"the site cannot be built: {result.stderr[-3000:]}")
    return sorted(set(places.values()))


# For each neighbour, its frame and the place of each of its letters, relative to the card's corner, because cards above
# may be taller with the character. For each field with such a character, whether an element isolates it before the card
# ends.
READ = r"""(async () => {
  if (document.readyState !== 'complete') await new Promise(done => addEventListener('load', done, {once: true}))
  await document.fonts.ready
  const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
  const found = {neighbours: {}, bare: [], fields: 0, shown: 0, attributes: 0}
  const isolates = element => ['isolate', 'isolate-override', 'plaintext'].includes(getComputedStyle(element).unicodeBidi)
  const letters = (root, origin) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), places = []
    while (walker.nextNode()) {
      const node = walker.currentNode, range = document.createRange()
      for (let index = 0; index < node.length; index++) {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        const box = range.getBoundingClientRect()
        places.push(node.data[index], Math.round((box.left - origin.left) * 64), Math.round((box.top - origin.top) * 64))
      }
    }
    return places
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!turns.test(walker.currentNode.data)) continue
    found.fields += 1
    const end = walker.currentNode.parentElement.closest('li.card, section, header, main, body')
    let element = walker.currentNode.parentElement
    while (element !== end && !isolates(element)) element = element.parentElement
    if (element === end) found.bare.push(walker.currentNode.parentElement.outerHTML.slice(0, 160))
  }
  for (const card of document.querySelectorAll('li.card')) {
    if (card.querySelector('article') && turns.test(card.textContent)) continue
    const box = card.getBoundingClientRect(), list = card.parentElement.getBoundingClientRect()
    found.neighbours[card.id] = [box.left - list.left, box.width, box.height, ...letters(card, box)]
  }
  for (const element of document.querySelectorAll('.card [class~=subtitle], .card .tags > li, .card .eyebrow')) {
    // Of the card that has the character, the fields that do not.
    if (turns.test(element.textContent)) continue
    const box = element.getBoundingClientRect()
    found.neighbours[element.closest('li.card').id + ' ' + [...element.parentElement.children].indexOf(element) + element.className.split(' ')[0]] = letters(element, box)
  }
  for (const element of document.querySelectorAll('[title], [aria-label], title')) {
    const text = element.getAttribute('title') ?? element.getAttribute('aria-label') ?? element.textContent
    found.attributes += 1
    if (/, | – /.test(text) && /[\u202a-\u202e\u2066-\u2069]/.test(text)) found.bare.push(`one line of several texts: ${JSON.stringify(text)}`)
  }
  return found
})()"""


def read(browser, session, origin, page, style):
    browser.call("Page.navigate", session, url=f"{origin}/{page}/index.html")
    browser.settle(0.15)
    if style:
        # The policy of the pages blocks inserted styles, but not style sheets of the browser.
        frame = browser.call("Page.getFrameTree", session)["frameTree"]["frame"]["id"]
        sheet = browser.call("CSS.createStyleSheet", session, frameId=frame)["styleSheetId"]
        browser.call("CSS.setStyleSheetText", session, styleSheetId=sheet, text=style)
    return browser.run(session, READ)


def serve(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def compare(options):
    faults, fields, neighbours, attributes = [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        pages = site(root / "controlled", True)
        site(root / "plain", False)
        servers = [serve(root / name / "Output") for name in ("controlled", "plain")]
        browser = devtools.Chromium(lambda *_: None)
        try:
            session = browser.page()
            for name in ["Page", "DOM", "CSS"]:
                browser.call(f"{name}.enable", session)
            style = "*{unicode-bidi:normal!important;display:inline!important}" if options.prove else ""
            for page in pages:
                with_controls, without = [read(browser, session, f"http://127.0.0.1:{server.server_port}", page, style) for server in servers]
                fields += with_controls["fields"]
                attributes += with_controls["attributes"]
                faults += [f"{page}: not isolated: {each}" for each in with_controls["bare"]]
                for id, places in with_controls["neighbours"].items():
                    other = without["neighbours"].get(id)
                    if other is None:
                        faults.append(f"{page}: {id} is nowhere in the site without the characters")
                        continue
                    neighbours += 1
                    if places != other:
                        first = next((index for index, (a, b) in enumerate(zip(places, other)) if a != b), "the end")
                        faults.append(f"{page}: {id} differs at {first}: {places[:3]} and {other[:3]}")
        finally:
            browser.close()
            for server in servers:
                server.shutdown()
    for fault in faults[:40]:
        print(fault.encode("unicode_escape").decode())
    combinations = len(PLACES) * sum(2 if end else 1 for end in CONTROLS.values())
    print(f"{browser.version}: {len(CONTROLS)} characters in {len(PLACES)} places, open and closed, {combinations} in all; {fields} texts with one, "
          f"{neighbours} neighbours, {attributes} titles: {len(faults)} faults")
    return not faults and fields > combinations // 2 and neighbours > combinations


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prove", action="store_true", help="fail if no fault is found")
    options = parser.parse_args()
    is_right = compare(options)
    sys.exit(0 if is_right != options.prove else 1)


if __name__ == "__main__":
    main()
