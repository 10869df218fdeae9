#!/usr/bin/env python3
"""Audits a built site in Firefox with fonts that arrive late, as over a network: after the text was laid out.

    late_fonts.py ROOT [--width N …] [--page PAGE …] [--delay MS] [--program PROGRAM]
    late_fonts.py --prove                    that lines which only late fonts change are found

An ordinary audit has the fonts at once, or is busy for so long that nobody knows which of them were there. Here, a
server between the audit and Firefox keeps each font back. Prints the table of the audit; exits with its exit code.
"""
import argparse, http.client, http.server, os, pathlib, re, shutil, socketserver, subprocess, sys, tempfile, threading, time

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
PREFERENCES = REPOSITORY / "Sources/Insight/BrowserAudit/BrowserArguments.swift"
# Words that are divided at narrow steps, and that Firefox would end lines in at others.
TEXT = r"""บทจวัดณ่ฐอยม ขูวจน ส์งถืนถ๊ย์ชญข้\$8754 ว «ฟสสนนปัฟศึค้พผ！ ษอขิรี ฟฐภั ปิกหฉถรบ่ ภ่ฏ

ม่ฏ้ \;ฟ\& ณุซืก่ปวืรธุญ गँ ทญฐตัคฎธูศป๋คต 的） ธ็คด์งผณ 为来大人 ภฎฟ้วญนจ（8

ฟฉสมดนฏ็ลั \)ด๊รัรทจคซ หืฉ๋ฐืยทฐจ๋ณ่ผร๊\#37 \$งูฟ\! ถ๋ข็ภหุวตย๋ฐษ งห ขข๋จษว ธหป๊ญ๋อิบฉส נשתקגכעג 자
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", type=pathlib.Path)
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--width", nargs="+", default=["320", "390", "840"])
    parser.add_argument("--page", nargs="+", default=[])
    parser.add_argument("--delay", type=int, default=300)
    parser.add_argument("--program", type=pathlib.Path, default=REPOSITORY / ".build/release/cardshelf")
    options = parser.parse_args()
    options.program = options.program.resolve()
    if not options.prove:
        return audited(options, options.root) if options.root else parser.error("name the site's folder")
    with tempfile.TemporaryDirectory() as folder:
        return prove(options, pathlib.Path(folder))


def audited(options, root):
    """The exit code of an audit."""
    command = [options.program, "audit", "--root", root, "--listen", "--width", *options.width]
    for page in options.page:
        command += ["--page", page]
    audit = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    found = None
    for line in audit.stdout:
        if found := re.search(r"http://([^/:]+):(\d+)(/\S*)?", line):
            break
        print(line, end="")
    if not found:
        return audit.wait()
    server = LateServer(found[1], int(found[2]), options.delay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        (pathlib.Path(profile) / "user.js").write_text(preferences())
        address = f"http://127.0.0.1:{server.server_port}{found[3] or '/'}"
        firefox = subprocess.Popen(
            ["firefox-esr" if shutil.which("firefox-esr") else "firefox", "--headless", "--no-remote", "--profile", profile, address],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": profile})
        try:
            print(audit.stdout.read(), end="")
            return audit.wait()
        finally:
            audit.kill()
            firefox.terminate()
            firefox.wait()
            server.shutdown()


def preferences():
    """Those of audits, which request nothing but their own pages."""
    pairs = re.findall(r'\("([\w.-]+)", "((?:[^"\\]|\\.)*)"\)', PREFERENCES.read_text())
    return "".join(
        f'user_pref("{name}", {value});\n'
        for name, value in ((name, value.replace(r"\(scale.rawValue)", "1").replace('\\"', '"')) for name, value in pairs))


class LateServer(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, host, port, delay):
        self.origin, self.delay = f"{host}:{port}", delay / 1000
        super().__init__(("127.0.0.1", 0), LateAnswers)

    def handle_error(self, request, address):
        """Firefox and the audit close connections when they have what they need."""


class LateAnswers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if ".woff2" in self.path:
            time.sleep(self.server.delay)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection", "origin")}
        connection = http.client.HTTPConnection(self.server.origin)
        connection.request(self.command, self.path, body or None, headers)
        response = connection.getresponse()
        content = response.read()
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "cache-control"):
                self.send_header(name, value)
        # A font that is kept would not be late on the next page.
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        connection.close()

    do_GET = do_POST = answer


def prove(options, root):
    shutil.copytree(REPOSITORY / "Themes", root / "Themes")
    (root / "cardshelf.yml").write_text("title: Late fonts\nlang: th\n")
    # Until its fonts arrive, text is set in one with other widths.
    theme = root / "Themes/storefront/theme.yml"
    theme.write_text(theme.read_text().replace("    - Noto Sans CJK JP\n", "    - Noto Sans CJK JP\n    - serif\n", 1))
    (root / "Content/a").mkdir(parents=True)
    (root / "Content/a/b.md").write_text("---\ntitle: Late\n---\n" + TEXT)
    subprocess.run([options.program, "build", "--root", root], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # A shelf that can be skipped is laid out anew as a whole; engines that skip nothing keep the lines that did not change.
    for sheet in (root / "Output/assets").glob("site-*.css"):
        sheet.write_text(sheet.read_text().replace("content-visibility:auto", ""))
    options.width = ["320", "390"]
    whole = audited(options, root)
    page = root / "Output/index.html"
    text = page.read_text()
    page.write_text(text.replace('<span class="j"></span><span class="b ', '<span class="b '))
    changed = audited(options, root)
    print(f"with word joiners: exit {whole}; without them: exit {changed}")
    return 0 if whole == 0 and changed == 1 and page.read_text() != text else 1


if __name__ == "__main__":
    sys.exit(main())
