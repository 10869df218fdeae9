"""Asks Chromium and Firefox for the height of every card at every step, as a measurement in a browser would."""
import http.server, json, os, pathlib, re, shutil, signal, subprocess, tempfile, threading, time

PARENT = """<!doctype html><meta charset="utf-8"><iframe id="f" src="cards.html" style="border:0;height:900px"></iframe>
<script>
const f = document.getElementById("f"), steps = %s;
f.onload = async () => {
  await f.contentDocument.fonts.ready;
  const cards = f.contentDocument.querySelectorAll("article");
  const heights = steps.map(step => {
    f.style.width = step + "px";
    return Array.from(cards, card => card.getBoundingClientRect().height);
  });
  fetch("answer", { method: "POST", body: JSON.stringify(heights) });
};
</script>
"""

# The cards of a theme in plain CSS, with sizes computed by the browser. Each arrangement has its columns.
STYLE = """
body { margin: 0; font: 15px/21px %(fonts)s }
main { padding: 0 16px } h1 { font-size: 34px; line-height: 41px } h2 { font-size: 22px; line-height: 28px }
section { display: grid; gap: 16px; align-items: start } section > h2 { grid-column: 1 / -1 }
section.shelf, section.flow { display: flex; flex-wrap: wrap } section > h2 { flex: 0 0 100%% }
.shelf > article { width: 280px } .flow > article { max-width: 280px }
article { box-sizing: border-box; padding: 16px; background: #fff; overflow-wrap: anywhere; min-width: 0 }
h3 { margin: 4px 0 0; font-size: 17px; line-height: 22px } .eyebrow { margin: 0; font: bold 12px/16px %(fonts)s }
.subtitle { margin: 2px 0 0; line-height: 20px } .body { margin-top: 8px } .body > * { margin: 0 0 8px }
.body > :last-child { margin: 0 } .body > ul { padding-left: 20px } code { font: 13px/20px "Noto Sans Mono", %(fonts)s }
.tags { list-style: none; margin: 12px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px }
.tags > li { padding: 4px 10px; font-size: 12px; line-height: 16px }
@media (min-width: 600px) { section { grid-template-columns: repeat(2, 1fr) } main { padding: 0 24px } }
@media (min-width: 840px) { section { grid-template-columns: repeat(3, 1fr) } }
@media (min-width: 1200px) { section { grid-template-columns: repeat(4, 1fr) } }
@media (min-width: 1600px) { section { grid-template-columns: repeat(5, 1fr) } }
"""
FONTS = '"Noto Sans", "Noto Sans Arabic", "Noto Sans CJK JP"'
MOST_CARDS = 10_000

FIREFOX_PREFERENCES = """\
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.cache.disk.enable", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "http://127.0.0.1:9/");
user_pref("termsofuse.bypassNotification", true);
user_pref("toolkit.telemetry.enabled", false);
"""


def cards_page(public):
    """One page of the cards that Hugo rendered, at most as many as fit on a page."""
    sections, count = [], 0
    for page in sorted(pathlib.Path(public).glob("p*/index.html")):
        for section in re.findall(r"(?s)<section.*?</section>", page.read_text(encoding="utf-8")):
            more = section.count("<article>")
            if count + more > MOST_CARDS:
                break
            sections.append(section)
            count += more
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><style>{STYLE % {"fonts": FONTS}}</style></head>'
    return f'{head}<body><main>{"".join(sections)}</main></body></html>'.encode(), count


class Measurement:
    """Serves the cards and waits for the heights."""

    def __init__(self, public, steps):
        self.page, self.count = cards_page(public)
        self.steps, self.answered, self.heights = steps, threading.Event(), None
        self.answer_time = 0.0
        measurement = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                pages = {"/": (PARENT % json.dumps(steps)).encode(), "/cards.html": measurement.page}
                body = pages.get(self.path)
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if not measurement.answered.is_set():
                    measurement.answer_time = time.perf_counter()
                    measurement.heights = json.loads(body)
                    measurement.answered.set()
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def ask(self, browser, timeout):
        """Seconds from the start of the browser until all heights are received; None if they never are."""
        self.answered.clear()
        url = f"http://127.0.0.1:{self.server.server_port}/"
        profile = tempfile.mkdtemp(prefix="cardshelf-bench-")
        try:
            process, start = start_browser(browser, profile, url)
            try:
                if not self.answered.wait(timeout):
                    return None
                seconds = self.answer_time - start
            finally:
                stop(process)
        finally:
            shutil.rmtree(profile, ignore_errors=True)
        if len(self.heights) != len(self.steps) or any(
                len(h) != self.count or not all(x > 0 for x in h) for h in self.heights):
            raise SystemExit(f"{browser} did not measure all cards")
        return seconds


def executable(browser):
    names = {"chromium": ("chromium", "chromium-browser", "google-chrome"), "firefox": ("firefox-esr", "firefox")}
    return next((path for path in map(shutil.which, names[browser]) if path), None)


def start_browser(browser, profile, url):
    if browser == "chromium":
        arguments = [
            "--headless=new", f"--user-data-dir={profile}", "--window-size=1280,1000", "--no-first-run",
            "--no-default-browser-check", "--disable-background-networking", "--disable-component-update",
            "--disable-extensions", "--disable-gpu", "--disable-sync", "--disable-background-timer-throttling",
            "--disable-renderer-backgrounding", "--password-store=basic"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
    else:
        (pathlib.Path(profile) / "user.js").write_text(FIREFOX_PREFERENCES)
        arguments = ["--headless", "--no-remote", "--profile", profile]
    environment = {**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1", "TMPDIR": profile}
    start = time.perf_counter()
    process = subprocess.Popen(
        [executable(browser), *arguments, url], env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return process, start


def stop(process):
    """Ends the browser and all processes of its session."""
    for sent in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, sent)
        except ProcessLookupError:
            pass
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass
