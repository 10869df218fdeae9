#!/usr/bin/env python3
"""Tries `cardshelf serve` like its users, and like attackers.

    serve.py latency [--cards N] [--edits N]    from saving a card to showing it in Chromium, in a site of N cards
    serve.py atomic  [--edits N] [--readers N]  every answer during edits is completely that of one build
    serve.py crowd   [--sockets N]              a normal client is served beside N connections that only take places
    serve.py hostile                            nothing outside the build is served, and nothing to other origins

Needs python3, and chromium with its driver for the first and the last. Builds nothing: CARDSHELF names the program
(default .build/release/cardshelf). Prints its results; exits with 1 if there are faults.
"""
import argparse, contextlib, http.client, json, os, pathlib, random, re, resource, shutil, socket, statistics, subprocess, sys
import tempfile, threading, time, urllib.request

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("CARDSHELF", str(PROJECT / ".build/release/cardshelf"))
WORDS = "amber basalt cedar delta ember fjord glade harbour island juniper kelp lagoon meadow nectar opal prairie".split()


# --- Sites and servers

def site(folder, cards, per_shelf=20, shelves_per_page=5):
    """Cards of a few lines in the project's own theme."""
    root = pathlib.Path(folder)
    shutil.copytree(PROJECT / "Themes", root / "Themes")
    (root / "cardshelf.yml").write_text("title: Trial\nlang: en\ntheme: storefront\n")
    (root / "Content").mkdir()
    (root / "Content/_index.md").write_text("---\ntitle: Trial\n---\n")
    chance, files = random.Random(1), []
    for shelf in range((cards + per_shelf - 1) // per_shelf):
        page = root / f"Content/p{shelf // shelves_per_page:03}"
        if shelf % shelves_per_page == 0:
            page.mkdir()
            (page / "_index.md").write_text(f"---\ntitle: Page {shelf // shelves_per_page}\nkind: page\n---\n")
        (page / f"s{shelf:04}").mkdir()
        arrangement = ["shelf", "grid", "waterfall", "flow", "list"][shelf % 5]
        (page / f"s{shelf:04}/_index.md").write_text(f"---\ntitle: Shelf {shelf}\narrangement: {arrangement}\n---\n")
        for number in range(shelf * per_shelf, min((shelf + 1) * per_shelf, cards)):
            file = page / f"s{shelf:04}/c{number:05}.md"
            file.write_text(card(number, " ".join(chance.choices(WORDS, k=chance.randint(8, 60)))))
            files.append(file)
    return files


def card(number, text):
    return f"---\ntitle: Card {number}\nsubtitle: {WORDS[number % 16]} and {WORDS[number % 7]}\ntags: [one, two]\n---\n{text}\n"


@contextlib.contextmanager
def served(root, before=None):
    """The address of a served site, on a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PROGRAM, "serve", "--root", str(root), "--port", str(port)]
    with open(pathlib.Path(root) / ".serve.log", "w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=before)
    try:
        line = process.stdout.readline()
        if not line.startswith("Open "):
            sys.exit(f"cardshelf serve did not start: {(pathlib.Path(root) / '.serve.log').read_text()}")
        yield f"http://localhost:{port}", port
    finally:
        process.terminate()
        process.wait(10)


def save(file, text):
    """Replaces the file, like editors do."""
    new = file.with_name(file.name + "~")
    new.write_text(text)
    os.replace(new, file)


# --- A browser

class Browser:
    """Chromium, controlled through its driver (W3C WebDriver)."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--silent"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--window-size=1280,900", f"--user-data-dir={folder}/profile"]
        for _ in range(100):
            try:
                answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
                    "goog:chromeOptions": {"args": arguments}}}})
                break
            except OSError:
                time.sleep(0.1)
        self.base += "/session/" + answer["sessionId"]
        self.version = answer["capabilities"]["browserVersion"]
        self.call("POST", "/timeouts", {"script": 60000})

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.load(answer)["value"]

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": arguments})

    def wait_for(self, script, *arguments):
        return self.call("POST", "/execute/async", {"script": script, "args": arguments})

    def quit(self):
        with contextlib.suppress(OSError):
            self.call("DELETE", "")
        self.process.terminate()
        self.process.wait(10)


# --- Latency

# The time at which the frame with the text was drawn, on the clock of the machine.
SHOWN = """
const [id, text, done] = arguments
function look() {
  if (!document.getElementById(id)?.textContent.includes(text)) return requestAnimationFrame(look)
  requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => done(performance.timeOrigin + performance.now())
    channel.port2.postMessage(0)
  })
}
look()
"""


def latency(options):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "site"
        root.mkdir()
        files = site(root, options.cards)
        file = files[len(files) // 2 + 3]
        page = file.parent.parent.name
        id = str(file.relative_to(root / "Content"))[:-3]
        with served(root) as (url, _):
            browser = Browser(folder)
            try:
                browser.open(f"{url}/{page}/index.html")
                browser.run("document.getElementById(arguments[0]).scrollIntoView({block: 'center'})", id)
                before = browser.run("return document.getElementById(arguments[0]).getBoundingClientRect().top", id)
                print(f"Chromium {browser.version}, {options.cards} cards, {len(list((root / 'Content' / page).rglob('c*.md')))} on the page")
                times = []
                for edit in range(options.edits):
                    text = f"edited {WORDS[edit % 16]} {WORDS[edit // 16 % 16]} " + " ".join(WORDS[: edit % 12])
                    result = {}
                    watch = threading.Thread(
                        target=lambda: result.update(shown=browser.wait_for(SHOWN, id, text.split(' ', 3)[0] + ' ' + ' '.join(text.split(' ')[1:3]))))
                    watch.start()
                    time.sleep(0.3)  # The script is waiting in the page by now.
                    save(file, card(files.index(file), text))
                    saved = time.time() * 1000
                    watch.join()
                    times.append(result["shown"] - saved)
                after = browser.run("return document.getElementById(arguments[0]).getBoundingClientRect().top", id)
            finally:
                browser.quit()
    times.sort()
    print(f"from save to shown: median {statistics.median(times):.1f} ms, least {times[0]:.1f}, "
          f"nine of ten below {times[int(len(times) * .9)]:.1f}, most {times[-1]:.1f}, of {len(times)}")
    print(f"the card was at {before:.1f} px from the top and is at {after:.1f}")
    return abs(before - after) < 1


# --- Consistent answers

def atomic(options):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        files = site(root, 60, per_shelf=10, shelves_per_page=2)
        # Two cards of a page and the title of the site change together: an answer must have all of one edit.
        page = files[0].parent.parent
        pair = [file for file in files if file.parent.parent == page][:2]
        faults, answers, seen, stop = [], [0], set(), threading.Event()
        with served(root) as (url, port):
            def read(number):
                chance = random.Random(number)
                while not stop.is_set():
                    connection = http.client.HTTPConnection("localhost", port, timeout=30)
                    try:
                        for _ in range(20):
                            connection.request("GET", f"/{page.name}/index.html")
                            body = connection.getresponse().read().decode()
                            answers[0] += 1
                            marks = set(re.findall(r"mark(\d+)x", body))
                            if len(marks) > 1 or not body.endswith("</html>\n"):
                                faults.append(f"an answer of {len(body)} characters has {sorted(marks)}")
                            seen.update(marks)
                            if chance.random() < .05:
                                for path in re.findall(r'(?:href|src)="\.\./((?:assets|fonts)/[^"]+)"', body):
                                    connection.request("GET", "/" + path)
                                    answer = connection.getresponse()
                                    if answer.status != 200 or not answer.read():
                                        faults.append(f"{path}: {answer.status}")
                    except OSError as error:
                        faults.append(f"a reader got {error!r}")
                    finally:
                        connection.close()
            readers = [threading.Thread(target=read, args=(number,)) for number in range(options.readers)]
            for reader in readers:
                reader.start()
            for edit in range(options.edits):
                # An edit renames the folder that contains both.
                new = page.with_name(f".{page.name}")
                old = page.with_name(f".old-{page.name}")
                shutil.copytree(page, new)
                for file in pair:
                    text = f"mark{edit}x " + " ".join(WORDS[: edit % 16])
                    (new / file.relative_to(page)).write_text(card(edit, text))
                exchange(new, page)
                shutil.rmtree(new)
                time.sleep(options.pause)
            time.sleep(1)
            with urllib.request.urlopen(f"{url}/{page.name}/index.html") as answer:
                last = set(re.findall(r"mark(\d+)x", answer.read().decode()))
            stop.set()
            for reader in readers:
                reader.join()
        if last != {str(options.edits - 1)}:
            faults.append(f"after the last edit {sorted(last)} is shown")
    for fault in faults[:10]:
        print(fault)
    print(f"{options.edits} edits, {options.readers} readers: {answers[0]} answers of {len(seen)} states, {len(faults)} torn or wrong")
    return not faults


def exchange(one, other):
    """Swaps both names in one step (Linux)."""
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    here, swap = -100, 2
    if libc.renameat2(here, str(one).encode(), here, str(other).encode(), swap) != 0:
        raise OSError(ctypes.get_errno(), "renameat2")


# --- Connections that only take places

GET = "GET {} HTTP/1.1\r\nHost: localhost:{}\r\n{}\r\n"
UNANSWERED = 60_000


def crowd(options):
    """A normal client connects, sends a request and reads, beside each kind of crowd.

    It is always answered, and in nine of ten cases within 50 ms. The first request waits until the crowd was accepted,
    and until earlier requests were answered.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, options.sockets + 500), most))
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "site"
        root.mkdir()
        site(root, 20)
        for limit in (None, 256):
            lower = limit and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
            with served(root, lower) as (url, port):
                with urllib.request.urlopen(url + "/") as answer:
                    events = re.search(r'(/__cardshelf-[0-9a-f]+/)live.js', answer.read().decode())[1] + "events"
                alone = honest(port)
                kinds = [
                    ("idle", b"", None), ("half a head", b"GET / HTTP/1.1\r\nX: ", None),
                    ("a byte a second", b"GET / HTTP/1.1\r\nX: ", b"x"), ("half closed", b"", socket.SHUT_WR),
                    ("100 requests at once, no answer read", GET.format("/", port, "").encode() * 100, None),
                    ("events", GET.format(events, port, "").encode(), None)]
                for kind, head, then in kinds:
                    took = beside(port, options.sockets, head, then)
                    if took[-1] != UNANSWERED and is_late(took, alone):
                        # The machine may have been busy for a moment; a crowd that is in the way is in the way again.
                        took = beside(port, options.sockets, head, then)
                    nine, worst = took[int(len(took) * .9)], took[-1]
                    if is_late(took, alone) or worst == UNANSWERED:
                        faults.append(f"beside {options.sockets} connections ({kind}) nine of ten take {nine:.0f} ms, one {worst:.0f}")
                    print(f"{limit or 'usual'} descriptors, {options.sockets} connections, {kind}: median {took[len(took) // 2]:.1f} ms, "
                          f"nine of ten below {nine:.1f}, most {worst:.1f}; alone {alone[len(alone) // 2]:.1f}")
    for fault in faults:
        print(fault)
    return not faults


def is_late(took, alone):
    return took[int(len(took) * .9)] > alone[len(alone) // 2] + 50


def beside(port, count, head, then):
    """The time of a normal client in ms, ascending, beside connections that send a head and perhaps something each
    second."""
    sockets, stop = [], threading.Event()
    try:
        for _ in range(count):
            try:
                client = socket.create_connection(("127.0.0.1", port), timeout=5)
            except OSError:
                break
            client.setblocking(False)
            with contextlib.suppress(OSError):
                client.sendall(head)
            if then == socket.SHUT_WR:
                with contextlib.suppress(OSError):
                    client.shutdown(then)
            sockets.append(client)

        def trickle():
            while not stop.wait(1):
                for client in sockets:
                    with contextlib.suppress(OSError):
                        client.send(then)
        if isinstance(then, bytes):
            threading.Thread(target=trickle, daemon=True).start()
        return honest(port)
    finally:
        stop.set()
        for client in sockets:
            client.close()


def honest(port, count=100):
    """In ms, ascending."""
    times = []
    # If it is not served at all, a few tries show it.
    while len(times) < (count if UNANSWERED not in times else 3):
        start = time.perf_counter()
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
                client.sendall(GET.format("/", port, "Connection: close\r\n").encode())
                data = b""
                while piece := client.recv(65536):
                    data += piece
            whole = data.startswith(b"HTTP/1.1 200 ") and data.endswith(b"</html>\n")
        except OSError:
            whole = False
        times.append((time.perf_counter() - start) * 1000 if whole else UNANSWERED)
    return sorted(times)


# --- Hostile requests

CANARY = "canary-4c1f9d"


def hostile(options):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "site"
        root.mkdir()
        site(root, 20)
        for place in [pathlib.Path(folder) / "secret.txt", root / "secret.txt", root / "Content/.secret", root / "Themes/secret.txt"]:
            place.write_text(CANARY)
        faults = []
        with served(root) as (url, port):
            # From now on, the sources have an error, so the previous build is served.
            os.symlink(pathlib.Path(folder) / "secret.txt", root / "Content/p000/link.txt")
            time.sleep(1)
            count = requests(port, faults)
            hosts = host_names(port, faults)
            attempts = other_origin(folder, url, port, faults)
            with urllib.request.urlopen(url + "/") as answer:
                if b"Trial" not in answer.read():
                    faults.append("the site is not served any more")
    for fault in faults[:20]:
        print(fault)
    print(f"{count} requests for what is not served, {hosts} names of hosts, {attempts} attempts of a page elsewhere: {len(faults)} faults")
    return not faults


def ask(port, head):
    """Everything that is sent back for the bytes of a request."""
    with socket.create_connection(("127.0.0.1", port), timeout=3) as connection:
        connection.sendall(head)
        data = b""
        with contextlib.suppress(OSError):
            while piece := connection.recv(65536):
                data += piece
        return data


def requests(port, faults):
    names = ["secret.txt", "site/secret.txt", "Content/.secret", "Content/p000/link.txt", "Themes/secret.txt", "cardshelf.yml",
             "etc/passwd", "Content/_index.md", ".serve.log"]
    ups = ["..", "%2e%2e", ".%2e", "%2E.", "..%2f", "..%5c", "..\\", "%252e%252e", "....//", "..;", "%c0%ae%c0%ae", "..%00", "//..", "/."]
    prefixes = ["/", "//", "/p000/", "/assets/", "/@fs/", "/#/", "/?raw??", "/index.html/", "\\", "http://localhost/", "/%00", "/__cardshelf-/"]
    targets = [prefix + "/".join([up] * depth) + "/" + name
               for prefix in prefixes for up in ups for depth in (1, 2, 4, 8) for name in names]
    targets += ["/" + name for name in names] + ["/" + "a" * length for length in (8000, 9000, 65536)]
    targets += ["*", "", "localhost:80", "/%", "/%zz", "/\x00", "/\x7f", "/é", "file:///etc/passwd"]
    for target in targets:
        data = ask(port, f"GET {target} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode("utf-8", "replace"))
        if CANARY.encode() in data or b"root:x:" in data or b"theme: storefront" in data or b"kind: page" in data:
            faults.append(f"{target!r} got {data[:80]!r}")
    return len(targets)


def host_names(port, faults):
    own = [f"localhost:{port}", f"127.0.0.1:{port}", f"LOCALHOST:{port}", f"preview.localhost:{port}", f"[::1]:{port}"]
    for host in own:
        if b" 200 " not in ask(port, f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()).split(b"\r\n")[0]:
            faults.append(f"Host {host} is refused")
    others = ["example.org", "localhost.example.org", "localhost", "127.0.0.1", "127.0.0.1.nip.io", "0x7f000001", "2130706433",
              "127.1", "localhost.", "localhosts", "[::1", "::1", "127.0.0.1@example.org", "example.org#localhost", " "]
    cases = [name + suffix for name in others for suffix in (f":{port}", "", ":80", f":{port}:{port}")]
    cases = [case for case in cases if case not in own]
    cases += [f"localhost:{port}, example.org", f"localhost :{port}", f"localhost:{port}\r\nHost: example.org"]
    for case in cases:
        data = ask(port, f"GET / HTTP/1.1\r\nHost: {case}\r\nX-Forwarded-Host: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
        if b"Trial" in data:
            faults.append(f"Host {case!r} is served")
    if b"Trial" in ask(port, b"GET / HTTP/1.0\r\n\r\n"):
        faults.append("a request without Host is served")
    return len(own) + len(cases) + 1


ATTACK = """<!DOCTYPE html><meta charset="utf-8"><title>elsewhere</title><iframe name="sink"></iframe><script>
const target = 'TARGET', token = 'TOKEN', got = []
const note = name => value => got.push(name + ': ' + String(value).slice(0, 80))
async function attack() {
  const tries = []
  const add = (name, work) => tries.push(Promise.race([
    Promise.resolve().then(work).then(note(name)).catch(() => {}), new Promise(resolve => setTimeout(resolve, 1500))]))
  for (const path of ['/', '/p000/index.html', '/layout.json', token + 'live.js', token + 'events']) {
    add('fetch ' + path, async () => (await fetch(target + path)).text())
    add('fetch with credentials ' + path, async () => (await fetch(target + path, {credentials: 'include'})).text())
    add('no-cors ' + path, async () => { const text = await (await fetch(target + path, {mode: 'no-cors'})).text(); if (!text) throw 0; return text })
    add('post ' + path, async () => (await fetch(target + path, {method: 'POST', body: 'x'})).text())
    add('script ' + path, () => new Promise((resolve, reject) => {
      const script = document.createElement('script'); script.src = target + path
      script.onload = () => resolve('ran'); script.onerror = reject; document.head.append(script) }))
    add('style ' + path, () => new Promise((resolve, reject) => {
      const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = target + path
      link.onload = () => resolve('loaded'); link.onerror = reject; document.head.append(link) }))
    add('image ' + path, () => new Promise((resolve, reject) => {
      const image = new Image(); image.onload = () => resolve('loaded'); image.onerror = reject; image.src = target + path }))
    add('events ' + path, () => new Promise((resolve, reject) => {
      const source = new EventSource(target + path); source.onmessage = event => resolve(event.data); source.onerror = reject }))
    add('socket ' + path, () => new Promise((resolve, reject) => {
      const socket = new WebSocket(target.replace('http', 'ws') + path); socket.onopen = () => resolve('open'); socket.onerror = reject }))
    add('frame ' + path, () => new Promise((resolve, reject) => {
      const frame = document.createElement('iframe'); frame.src = target + path
      frame.onload = () => { try { const text = frame.contentDocument.body.textContent; if (frame.contentDocument.URL === 'about:blank' || !text) throw 0; resolve(text) } catch { reject() } }
      document.body.append(frame) }))
    add('form ' + path, () => new Promise((resolve, reject) => {
      const form = document.createElement('form'); form.method = 'post'; form.action = target + path; form.target = 'sink'
      document.body.append(form); form.submit()
      setTimeout(() => { try { const text = frames.sink.document.body.textContent; if (!text) throw 0; resolve(text) } catch { reject() } }, 1000) }))
  }
  await Promise.all(tries)
  return [tries.length, got]
}
</script>"""


def other_origin(folder, url, port, faults):
    """A page on another port, which even knows the secret path."""
    import http.server
    with urllib.request.urlopen(url + "/") as answer:
        token = re.search(r'(/__cardshelf-[0-9a-f]+/)live.js', answer.read().decode())[1]
    page = ATTACK.replace("TARGET", url).replace("TOKEN", token).encode()

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser(folder)
    try:
        browser.open(f"http://localhost:{server.server_address[1]}/")
        count, got = browser.wait_for("attack().then(arguments[arguments.length - 1])")
        # The same page from the site itself must succeed, or the attempts prove nothing.
        browser.open(url + "/")
        control = browser.wait_for("fetch('/layout.json').then(answer => answer.text()).then(arguments[arguments.length - 1])")
        if "widthClasses" not in control:
            faults.append("the site's own page cannot read it either")
    finally:
        browser.quit()
        server.shutdown()
    faults += [f"a page elsewhere got {each}" for each in got]
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("latency")
    one.add_argument("--cards", type=int, default=2000)
    one.add_argument("--edits", type=int, default=50)
    one.set_defaults(run=latency)
    two = commands.add_parser("atomic")
    two.add_argument("--edits", type=int, default=1000)
    two.add_argument("--readers", type=int, default=4)
    two.add_argument("--pause", type=float, default=0.02)
    two.set_defaults(run=atomic)
    three = commands.add_parser("crowd")
    three.add_argument("--sockets", type=int, default=1000)
    three.set_defaults(run=crowd)
    commands.add_parser("hostile").set_defaults(run=hostile)
    options = parser.parse_args()
    sys.exit(0 if options.run(options) else 1)


if __name__ == "__main__":
    main()
