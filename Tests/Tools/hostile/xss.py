#!/usr/bin/env python3
"""Puts texts that attack pages into every place of a site where a text of an author can be, and opens everything that
Cardshelf makes of them in Chromium.

    xss.py [--limit N] [--context NAME …] [--keep]

Texts are built if possible, and a refused text must be named in a diagnostic; a text that is in neither is a fault. The
tool opens the pages, their compare pages, the report of `cardshelf diff`, and the pages of `cardshelf serve` with its
messages about refused texts. A fault is a script that runs, a dialog, a message on the console, a page that navigates
elsewhere, a request for anything but the site's own files, a violation of a policy, or an element, attribute, class or
scheme that is not in the tables of page_table.py. A quoted text must be present completely.

As a control, the unchanged texts in pages without a policy must run at least 20 times; and scripts that are put into a
page of the site must be stopped by its policy and be reported.

--limit N uses N texts, chosen at random with a fixed seed; with less than 100 the report is made, and the site served,
only for every eighth context. --keep keeps the sites in .build/xss/sites. CARDSHELF names the program (default
.build/release/cardshelf). Needs python3 with pip, and chromium.
"""
import argparse, contextlib, functools, html, http.server, json, os, pathlib, random, re, shutil, socket, subprocess, sys, threading, time
import urllib.error, urllib.parse, urllib.request

PROJECT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(PROJECT / "Tests/Tools/browser"))

import attack_contexts, attack_vectors, devtools, page_table, trial_theme

PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
FOLDER = PROJECT / ".build/xss"
SITES = FOLDER / "sites"


# --- A browser that reports

HOOK = r"""(() => {
  const tell = (kind, what) => { try { beacon(JSON.stringify([kind, String(what).slice(0, 300), location.href])) } catch {} }
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) window[name] = (...all) => { tell('ran', `${name}(${all[0] ?? ''})`) }
  Object.defineProperty(document, 'vulnerable', {set: value => tell('ran', `document.vulnerable = ${value}`)})
  addEventListener('securitypolicyviolation', event =>
    tell('policy', `${event.effectiveDirective} stops ${event.blockedURI} ${event.sample}`), true)
})()"""

# Fires the events of users at elements that have handlers, and follows links except those to the web or a mailbox.
TRY = r"""(async () => {
  await document.fonts.ready
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  const found = {handlers: 0, links: [], elements: 0, panes: 0}
  const roots = [document]
  for (const root of roots) for (const each of root.querySelectorAll('*')) {
    found.elements += 1
    if (each.shadowRoot) roots.push(each.shadowRoot)
    if (each.localName === 'iframe') {
      found.panes += 1
      try { if (each.contentDocument) roots.push(each.contentDocument) } catch {}
    }
    if (each.localName === 'template') roots.push(each.content)
    const handlers = [...each.attributes].filter(({name}) => /^on/i.test(name))
    if (handlers.length) {
      found.handlers += handlers.length
      for (const name of ['mouseover', 'mouseenter', 'pointerenter', 'focus', 'click', 'error', 'load', 'animationstart', 'toggle', 'resize',
                          ...handlers.map(({name}) => name.slice(2).toLowerCase())]) each.dispatchEvent(new Event(name))
    }
    // What lies in a template has no address of its own; it is shown in panes, which have the page's.
    const written = each.getAttribute('href')
    const target = each.isConnected || written === null ? each.href?.baseVal ?? each.href ?? each.action : URL.parse(written, document.baseURI)?.href
    if (typeof target === 'string' && ['a', 'area', 'form'].includes(each.localName)) {
      let scheme = 'none:'
      try { scheme = new URL(target, location.href).protocol } catch {}
      if (!['http:', 'https:', 'mailto:', 'none:'].includes(scheme)) {
        found.links.push(target.slice(0, 200))
        const event = new MouseEvent('click', {bubbles: true, cancelable: true})
        if (each.localName === 'form') { try { each.submit() } catch {} } else each.dispatchEvent(event)
      }
    }
  }
  await new Promise(resolve => setTimeout(resolve, WAIT))
  return found
})()"""


class Watch:
    """A page of Chromium, and its forbidden actions."""

    def __init__(self):
        self.faults, self.ran, self.policy = [], [], []
        self.allowed, self.wanted, self.loaded = (), None, False
        self.browser = devtools.Chromium(self.take, ["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"])
        self.session = self.browser.page()
        for name in ["Page", "Runtime", "Network", "Log", "Audits"]:
            self.browser.call(f"{name}.enable", self.session)
        self.browser.call("Runtime.addBinding", self.session, name="beacon")
        self.browser.call("Page.addScriptToEvaluateOnNewDocument", self.session, source=HOOK)

    def fault(self, text):
        self.faults.append(text[:400])

    def take(self, session, name, parameters):
        if name == "Target.targetCreated":
            return
        if session != getattr(self, "session", None):
            if name == "Target.attachedToTarget" and parameters["targetInfo"]["type"] in ("worker", "service_worker"):
                self.fault("a worker started")
            return
        match name:
            case "Page.loadEventFired": self.loaded = True
            case "Runtime.bindingCalled" if parameters["name"] == "beacon":
                kind, what, place = json.loads(parameters["payload"])
                (self.policy if kind == "policy" else self.ran).append((what, place))
            case "Page.javascriptDialogOpening":
                self.ran.append((f"{parameters['type']}: {parameters['message']}", parameters["url"]))
                self.browser.send("Page.handleJavaScriptDialog", self.session, accept=False)
            case "Runtime.consoleAPICalled":
                self.fault(f"the console was told {[each.get('value') for each in parameters['args']]}")
            case "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                self.fault(f"a script failed: {details.get('exception', {}).get('description', details['text'])}")
            case "Log.entryAdded":
                entry = parameters["entry"]
                # Browsers request it by themselves.
                if entry["level"] in ("error", "warning") and not entry.get("url", "").endswith("/favicon.ico"):
                    self.fault(f"{entry['source']} says: {entry['text']}")
            case "Audits.issueAdded":
                issue = parameters["issue"]
                if issue["code"] == "ContentSecurityPolicyIssue":
                    details = issue["details"]["contentSecurityPolicyIssueDetails"]
                    self.policy.append((f"{details['violatedDirective']} stops {details.get('blockedURL', details['contentSecurityPolicyViolationType'])}", self.wanted))
            case "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(self.allowed):
                    self.fault(f"asks for {url}")
            case "Network.responseReceived":
                if parameters["response"]["status"] >= 400 and not parameters["response"]["url"].endswith("/favicon.ico"):
                    self.fault(f"asks for {parameters['response']['url']}, which is not there")
            case "Page.frameNavigated":
                frame = parameters["frame"]
                if "parentId" not in frame and frame["url"].split("#")[0] != self.wanted and frame["url"] != "about:blank":
                    self.fault(f"goes to {frame['url']}")
            case "Page.windowOpen": self.fault(f"opens {parameters['url']}")
            case "Page.downloadWillBegin": self.fault(f"downloads {parameters['url']}")

    def open(self, url, allowed, wait=0, patience=600):
        """The reports of the page, after everything was tried."""
        self.faults, self.ran, self.policy = [], [], []
        # Late reports belong to the previous page.
        self.allowed, self.wanted, self.loaded = (*allowed, "about:"), url, False
        result = self.browser.call("Page.navigate", self.session, patience, url=url)
        if result.get("errorText"):
            self.fault(f"cannot be opened: {result['errorText']}")
            return {}
        end = time.monotonic() + patience
        while not self.loaded and time.monotonic() < end:
            self.browser.turn(1)
        if not self.loaded:
            self.fault("is not loaded in ten minutes")
            return {}
        return self.again(wait, patience)

    def again(self, wait=0, patience=600):
        """Tries everything that is in the page by now."""
        found = self.browser.run(self.session, TRY.replace("WAIT", str(wait)), patience)
        self.browser.settle(0.02)
        return found

    def leave(self):
        """Before its server stops."""
        self.browser.call("Page.navigate", self.session, url="about:blank")
        self.browser.settle(0.02)

    def close(self):
        self.browser.close()


def serve(folder):
    """Returns its address. Sends the headers that hosts are asked to send, except for the control, which has frames and
    no policy."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def end_headers(self):
            if not self.path.startswith("/control/"):
                self.send_header("Content-Security-Policy", "frame-ancestors 'none'")
                self.send_header("X-Content-Type-Options", "nosniff")
            super().end_headers()

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_):
            # The browser continued before it had received everything.
            pass

    server = Server(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


# --- Sites

class Built:
    """A site in a folder, without the texts that Cardshelf refused."""

    def __init__(self, site, place):
        self.site = site
        self.root = SITES / re.sub(r"[^a-z]+", "-", site.context.lower()) / str(place)
        self.name = str(self.root.relative_to(SITES))
        self.refused, self.findings = {}, []
        self.is_built = False

    def write(self, files):
        for path, content in files.items():
            file = os.path.join(os.fsencode(self.root), attack_contexts.bytes_of(path))
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as out:
                out.write(content)

    def settings(self):
        return {"cardshelf.yml": self.site.files.get("cardshelf.yml", b"title: Site\ntheme: trial\n")}

    def run(self, *words, codes=(0, 1)):
        result = subprocess.run([PROGRAM, *words, "--root", self.root], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if result.returncode not in codes:
            raise SystemExit(f"cardshelf {words[0]} in {self.root} ended with {result.returncode}: {result.stderr.decode(errors='replace')[-2000:]}")
        return result

    def build(self, faults):
        """Builds until no refused text is left."""
        shutil.rmtree(self.root, ignore_errors=True)
        trial_theme.write(self.root)
        self.write(self.site.files | self.settings())
        known = {pair.path for pair in self.site.pairs}
        for _ in range(6):
            result = self.run("build", "--format", "json", codes=(0, 1, 2))
            try:
                found = json.loads(result.stdout)["diagnostics"]
            except ValueError as error:
                faults.append(f"{self.name}: the diagnostics are no JSON: {error}")
                return
            self.findings += found
            errors = [each for each in found if each["severity"] == "error"]
            if result.returncode == 0:
                self.is_built = True
                return
            if not errors:
                faults.append(f"{self.name}: build ends with {result.returncode} and no error: {result.stderr.decode(errors='replace')[-500:]}")
                return
            paths = {unescaped(each["path"]) for each in errors}
            self.refused |= {unescaped(each["path"]): f"{each['message']} [{each['rule']}]" for each in errors}
            if "cardshelf.yml" in paths:
                return
            for path in paths:
                if not self.remove(path):
                    faults.append(f"{self.name}: an error names {path!r}, which is no file: {self.refused[path]}")
                    return
        faults.append(f"{self.name}: there are errors after six builds without what was refused")

    def remove(self, path):
        file = os.path.join(os.fsencode(self.root), attack_contexts.bytes_of(path))
        if os.path.isdir(file):
            shutil.rmtree(file)
        elif os.path.lexists(file):
            os.remove(file)
            if file.endswith(b"/_index.md"):
                shutil.rmtree(os.path.dirname(file))
        else:
            # Removed with the folder around it.
            return any(path.startswith(other + "/") or os.path.dirname(other) and path.startswith(os.path.dirname(other) + "/") for other in self.refused if other != path)
        return True

    def account(self, faults):
        """Where each text went: how many are in pages, and how many were refused."""
        pages = {}
        output = self.root / "Output"
        if self.is_built:
            for file in sorted(output.rglob("*.html")):
                path = str(file.relative_to(output))
                if not path.startswith("compare/"):
                    pages[path] = page_table.Page(file.read_text(encoding="utf-8"))
        shown = {id for page in pages.values() for id in page.ids}
        named = {}
        for each in self.findings:
            named.setdefault(unescaped(each["path"]), []).append(each)
        rendered = refused = 0
        for pair in self.site.pairs:
            places = pages if pair.kind in ("page", "site") else shown
            is_shown = pair.id in places or pair.context in attack_contexts.NAMES and is_numbered(pair.id, places)
            if pair.context == "slug" and re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", pair.text):
                is_shown = f"{pair.id.split('/')[0]}/{pair.text}" in shown
            own = [each for path, all in named.items() for each in all
                   if path == pair.path or pair.path.startswith(path + "/")]
            rendered += is_shown
            refused += not is_shown
            what = f"{pair.context} {pair.number} {pair.text[:60]!r}"
            if not is_shown and not any(each["severity"] == "error" for each in own):
                faults.append(f"lost: {what}: neither in a page nor in a diagnostic")
            if is_shown and pair.path in self.refused:
                faults.append(f"{what} was refused and is in a page")
            if is_shown and pair.slot:
                page = pages[pair.id] if pair.kind in ("page", "site") else next(page for page in pages.values() if pair.id in page.ids)
                text = page.text(pair.id if pair.kind in ("card", "shelf") else "", pair.slot)
                if visible(pair.text) not in visible(text) and not own:
                    faults.append(f"changed: {what} reads {text[:80]!r}")
        return rendered, refused


def visible(text):
    """Without characters that may be shown differently: white space, invisible characters, and those that a page cannot
    contain."""
    return "".join(each for each in text if not each.isspace() and each.isprintable() and each not in "\u115f\u1160\u3164\uffa0")


def is_numbered(id, places):
    """Whether an id is there with a number, which keeps names apart that are the same in addresses."""
    start, end = (id[:-len("/index.html")], "/index.html") if id.endswith("/index.html") else (id, "")
    return any(f"{start}-{number}{end}" in places for number in range(2, 100))


def unescaped(path):
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda match: chr(int(match[1], 16)), path)


def diff_report(built, faults):
    """The page that shows the site as changed from one without attacks."""
    calm = Built(built.site, "calm")
    shutil.rmtree(calm.root, ignore_errors=True)
    trial_theme.write(calm.root)
    present = {path for path in built.site.files if os.path.lexists(os.path.join(os.fsencode(built.root), attack_contexts.bytes_of(path)))}
    calm.write({path: content for path, content in attack_contexts.harmless(built.site.files).items() if path in present} | {"cardshelf.yml": b"title: Calm\ntheme: trial\n"})
    result = calm.run("build", "--no-compare")
    if result.returncode:
        faults.append(f"{built.name}: the calm site cannot be built: {result.stderr.decode(errors='replace')[-600:]}")
        return None
    report = built.root / "report"
    result = built.run("diff", "--against-folder", str(calm.root / "Output"), "--report", str(report), "--exit-zero-on-changes")
    shutil.rmtree(calm.root)
    if result.returncode:
        faults.append(f"{built.name}: diff fails: {result.stderr.decode(errors='replace')[-600:]}")
        return None
    return report / "index.html"


@contextlib.contextmanager
def previewed(built):
    """The address of the site in `cardshelf serve`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(built.root / "serve.log", "wb") as log:
        process = subprocess.Popen([PROGRAM, "serve", "--root", built.root, "--port", str(port)], stdout=subprocess.PIPE, stderr=log)
    try:
        # It prints its address even if the site has errors from the start.
        if not process.stdout.readline():
            raise SystemExit(f"cardshelf serve ended: {(built.root / 'serve.log').read_text(errors='replace')[-2000:]}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


PROBLEMS = r"""(async () => {
  const end = performance.now() + 60000
  while (performance.now() < end) {
    const all = document.querySelector('cardshelf-problems')?.shadowRoot.querySelectorAll('pre') ?? []
    if (all.length) return [...all].map(each => each.textContent)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return []
})()"""


# Every shelf of a report at every width, not only those near the window.
DRAW = """(async () => {
  for (const each of cardshelfReport.comparisons) each.fill()
  const end = performance.now() + 60000
  while (document.querySelectorAll('.change[data-ready]').length < cardshelfReport.comparisons.length && performance.now() < end)
    await new Promise(resolve => setTimeout(resolve, 20))
  for (const each of cardshelfReport.comparisons) for (let index = each.shelf.widths.length - 1; index >= 0; index--) each.select(index)
  return document.querySelectorAll('.change[data-ready]').length
})()"""


# --- Opened pages

class Trial:
    def __init__(self, watch, origin):
        self.watch, self.origin = watch, origin
        self.faults, self.opened, self.elements = [], {}, 0
        self.texts, self.rendered, self.refused = {}, 0, 0

    def show(self, kind, url, allowed, name):
        found = self.watch.open(url, allowed)
        self.opened[kind] = self.opened.get(kind, 0) + 1
        self.elements += found.get("elements", 0)
        self.note(name, found)
        return found

    def note(self, name, found):
        watch = self.watch
        self.faults += [f"{name} {each}" for each in watch.faults]
        self.faults += [f"{name}: a script ran: {what}" for what, _ in watch.ran]
        self.faults += [f"{name}: policy: {what}" for what, _ in watch.policy]
        if found.get("handlers"):
            self.faults.append(f"{name} has {found['handlers']} handlers")
        self.faults += [f"{name} links to {each}" for each in found.get("links", [])]
        watch.faults, watch.ran, watch.policy = [], [], []

    def pages(self, built):
        output = built.root / "Output"
        base = f"{self.origin}/{urllib.parse.quote(built.name)}/"
        for file in sorted(output.rglob("*.html")):
            path = str(file.relative_to(output))
            is_comparison = path.startswith("compare/")
            table = page_table.COMPARISON if is_comparison else page_table.PAGE
            self.faults += [f"{built.name}/{path}: {each}" for each in page_table.faults(file.read_text(encoding="utf-8"), table)]
            kind = "compare pages" if is_comparison else "pages"
            found = self.show(kind, f"{base}Output/{urllib.parse.quote(path)}", (f"{base}Output/",), f"{built.name}/{path}")
            if is_comparison and not found.get("panes"):
                self.faults.append(f"{built.name}/{path} opens no pane")
        # An image that is opened by itself, as from a link, has no policy. Images of sites with only one are all the
        # same.
        images = sorted(output.glob("images/*.svg"))
        for file in images if len(images) > 1 else []:
            url = f"{base}Output/images/{urllib.parse.quote(file.name)}"
            self.show("images", url, (url,), f"{built.name}/images/{file.name}")

    def report(self, built):
        file = diff_report(built, self.faults)
        if not file:
            return
        url = f"{self.origin}/{urllib.parse.quote(str(file.relative_to(SITES)))}"
        self.faults += [f"{built.name}/report: {each}" for each in page_table.faults(file.read_text(encoding="utf-8"), page_table.REPORT)]
        self.show("reports", url, (url, f"blob:{self.origin}/"), f"{built.name}/report")
        drawn = self.watch.browser.run(self.watch.session, DRAW)
        self.note(f"{built.name}/report with all drawn", self.watch.again())
        if not drawn and any(pair.path not in built.refused for pair in built.site.pairs):
            self.faults.append(f"{built.name}/report draws nothing")

    def preview(self, built):
        """The served pages, and the messages about refused texts."""
        with previewed(built) as url:
            self.served(built, url)
            self.watch.leave()

    def served(self, built, url):
        if built.is_built:
            self.show("served pages", f"{url}/", (f"{url}/",), f"{built.name}/serve")
            for path in ["", "compare/index.html", "nowhere/", "nowhere.css"]:
                self.headers(f"{url}/{path}", f"{built.name}/serve/{path}")
        if not built.refused:
            return
        built.write(built.site.files | built.settings())
        name = f"{built.name}/serve with errors"
        if not built.is_built:
            self.show("served pages", f"{url}/", (f"{url}/",), name)
        problems = self.watch.browser.run(self.watch.session, PROBLEMS)
        self.watch.browser.settle(0.05)
        self.note(name, self.watch.again())
        self.opened["findings shown"] = self.opened.get("findings shown", 0) + len(problems)
        if not problems:
            self.faults.append(f"{name} shows none of {len(built.refused)} findings")


    def headers(self, url, name):
        """Messages that only a server can give, and the page that shows them."""
        try:
            answer = urllib.request.urlopen(url)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            if not re.search(r"frame-ancestors '(?:self|none)'", answer.headers.get("Content-Security-Policy", "")):
                self.faults.append(f"{name} may stand in the frames of others")
            if answer.headers.get("X-Content-Type-Options") != "nosniff":
                self.faults.append(f"{name} may be taken for another type")
            text = html.unescape(answer.read().decode())
        if "<html" in text and not re.search(r'http-equiv="Content-Security-Policy" content="script-src \'self\'; connect-src \'self\'; default-src \'none\'', text):
            self.faults.append(f"{name} has another policy than pages that are served")


def control(watch, origin, vectors, trial):
    """The unchanged texts, each in its own page, thirty side by side: how many run."""
    folder = SITES / "control"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    ran = set()
    for start in range(0, len(vectors), 30):
        part = vectors[start:start + 30]
        for number, text in part:
            (folder / f"{number}.html").write_bytes(b"<!DOCTYPE html><meta charset=utf-8><title>x</title><body>" + attack_contexts.bytes_of(text))
        frames = "".join(f"<iframe src={number}.html></iframe>" for number, _ in part)
        (folder / "index.html").write_text(f"<!DOCTYPE html><meta charset=utf-8><title>x</title>{frames}")
        # Only a page without any report is a fault here; navigation and requests of frames are allowed.
        watch.open(f"{origin}/control/index.html", (f"{origin}/",), wait=700)
        for _, place in watch.ran:
            if number := re.search(r"/control/(\d+)\.html", place):
                ran.add(int(number[1]))
    if len(ran) < 20:
        trial.faults.append(f"control: only {len(ran)} of {len(vectors)} texts run where nothing stops them")
    shutil.rmtree(folder)
    return len(ran)


def stopped(watch, origin, built, trial):
    """Scripts put into a page of the site: its policy must stop them."""
    output = built.root / "Output"
    page = (output / "index.html").read_text(encoding="utf-8")
    url = f"{origin}/{urllib.parse.quote(built.name)}/Output/"
    count = 0
    for name, old, new in [
        ("a script", "</head>", "<script>alert(1)</script></head>"), ("a handler", "<main", "<b onclick='alert(1)'>x</b><main"),
        ("a style", "</head>", "<style>*{color:red}</style></head>"), ("an image", "<main", "<img src='//xss.invalid/i'/><main"),
        ("a frame", "<main", "<iframe src='data:text/html,x'></iframe><main"), ("a link", "<main", "<a href='javascript:alert(1)'>x</a><main"),
    ]:
        if old not in page:
            trial.faults.append(f"control: the page has no {old}")
            continue
        (output / "control.html").write_text(page.replace(old, new, 1), encoding="utf-8")
        watch.open(url + "control.html", (url,), wait=50)
        if watch.ran:
            trial.faults.append(f"control: {name} runs in a page of the site")
        if watch.policy:
            count += 1
        else:
            trial.faults.append(f"control: nobody tells that {name} was stopped")
        if not page_table.faults(page.replace(old, new, 1), page_table.PAGE):
            trial.faults.append(f"control: {name} is in the table of what pages hold")
    (output / "control.html").unlink()
    return count


# --- All of it

def chosen(limit):
    vectors = [(number, text) for number, (_, text) in enumerate(attack_vectors.all_vectors(FOLDER))]
    if limit and limit < len(vectors):
        vectors = sorted(random.Random(7).sample(vectors, limit))
    return vectors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, help="the number of texts; default: all")
    parser.add_argument("--context", action="append", help="only this context; can be repeated")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    started = time.monotonic()
    is_short = options.limit is not None and options.limit < 100
    vectors = chosen(options.limit)
    # Pages and sites of their own take longer than cards.
    few = random.Random(8).sample(vectors, min(150, max(1, len(vectors) // 10)))
    shutil.rmtree(SITES, ignore_errors=True)
    SITES.mkdir(parents=True)
    server, origin = serve(SITES)
    watch = Watch()
    trial = Trial(watch, origin)
    ran, held = None, 0
    try:
        # Few texts run, and with a limit none might be chosen, so the control uses all of them.
        ran = control(watch, origin, chosen(None)[::4 if is_short else 1], trial)
        for place, site in enumerate(attack_contexts.sites(vectors, few)):
            if options.context and site.context not in options.context:
                continue
            built = Built(site, place)
            built.build(trial.faults)
            rendered, refused = built.account(trial.faults)
            trial.rendered += rendered
            trial.refused += refused
            counts = trial.texts.setdefault(site.context, [0, 0])
            counts[0] += rendered
            counts[1] += refused
            is_whole = site.context not in attack_contexts.SETTINGS and (not is_short or place % 8 == 0)
            if built.is_built:
                trial.pages(built)
                # Sites of settings have one page each. The short form makes a report, and serves, for every eighth
                # site.
                if is_whole:
                    trial.report(built)
                if not held and site.context not in attack_contexts.SETTINGS:
                    held = stopped(watch, origin, built, trial)
            if is_whole or site.context in attack_contexts.SETTINGS and built.refused and counts[1] == refused:
                trial.preview(built)
            if not options.keep:
                shutil.rmtree(built.root)
            print(f"{site.context}: {rendered} rendered, {refused} refused; {len(trial.faults)} faults, {time.monotonic() - started:.0f} s", file=sys.stderr)
    finally:
        watch.close()
        server.shutdown()
    return summary(trial, vectors, ran, held, time.monotonic() - started, watch.browser.version)


def summary(trial, vectors, ran, held, seconds, version):
    for fault in trial.faults[:200]:
        print(html.unescape(fault).encode("unicode_escape").decode())
    if len(trial.faults) > 200:
        print(f"and {len(trial.faults) - 200} more")
    for context, (rendered, refused) in trial.texts.items():
        if not rendered + refused:
            print(f"no text was put into: {context}")
    opened = ", ".join(f"{count} {kind}" for kind, count in trial.opened.items())
    print(f"{version}, {seconds:.0f} s: {len(vectors)} texts in {len(trial.texts)} contexts, {trial.rendered + trial.refused} pairs, "
          f"{trial.rendered} rendered and {trial.refused} refused; opened {opened} with {trial.elements} elements; "
          f"control: {ran} texts run as they are, {held} kinds of script and load are stopped by the policy; {len(trial.faults)} faults")
    return 1 if trial.faults or not trial.rendered else 0


if __name__ == "__main__":
    sys.exit(main())
