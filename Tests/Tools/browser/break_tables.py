#!/usr/bin/env python3
"""Asks Chromium, Firefox and WebKitGTK where a line may break, and writes Sources/Layout/TextLayout/BreakTables.

    break_tables.py [--engine NAME]… [--seed N] [--random N] [--keep FILE]
    break_tables.py --from FILE              writes the tables again, from answers that --keep saved

Words of two to eight characters are put into boxes without width, so that each engine breaks them wherever it can, with
the rules of the style sheet. Every position in every word is evidence for its pair of characters and for the characters
before the pair. If all engines give one answer in all words, the pair is agreed; otherwise it is disputed. Needs
python3, the browsers, Xvfb and xrdb.
"""
import argparse, contextlib, datetime, http.server, itertools, json, os, pathlib, random, re, shutil, signal, subprocess
import sys, tempfile, threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
TABLES = ROOT / "Sources/Layout/TextLayout/BreakTables"
SHEET = ROOT / "Sources/Output/Pages/ThemeSheet.swift"

# MARK: Questions

# A group stands for all characters of a kind, which `BreakTable.swift` lists. The first member is in every pair, the
# others are in the random words. The signs after the name say what the group is to the next pair.
GROUPS = [
    ("ascii-letter", "L", "a b Q z"), ("letter", "L", "я é ω ა ե ب ن क த ß"), ("mark", "L", "कि é தா कू"),
    ("hebrew", "O", "א ש ב בּ"), ("ascii-digit", "N", "1 7 0"), ("digit", "N", "३ ٣ ۵"),
    ("han", "I", "漢 字 的 行"), ("kana", "I", "か ア の が"), ("small-kana", "I", "ゃ ッ ー ぁ"), ("hangul", "I", "한 가 글"),
    ("symbol", "O", "㊀ ㍻ ㈱"),
]

# Characters that are not in a group. Soft hyphens, zero width spaces and fillers never reach a browser; joiners and
# emoji are not measured.
RANGES = [
    (0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E), (0xA0, 0xA9), (0xAB, 0xAC), (0xAE, 0xB4), (0xB6, 0xB9),
    (0xBB, 0xBF), (0xD7, 0xD7), (0xF7, 0xF7), (0x0387, 0x0387), (0x055D, 0x055D), (0x0589, 0x0589), (0x05BE, 0x05BE),
    (0x05F3, 0x05F4), (0x060C, 0x060C), (0x061B, 0x061B), (0x061F, 0x061F), (0x066A, 0x066C), (0x06D4, 0x06D4),
    (0x0964, 0x0965), (0x0E3F, 0x0E3F), (0x2010, 0x2015), (0x2018, 0x2022), (0x2025, 0x2027), (0x202F, 0x2030),
    (0x2032, 0x2033), (0x2039, 0x203C), (0x2047, 0x2049), (0x20A9, 0x20AA), (0x20AC, 0x20AC),
    (0x20B9, 0x20B9), (0x20BD, 0x20BD), (0x2103, 0x2103), (0x2116, 0x2116), (0x2122, 0x2122), (0x2190, 0x2193),
    (0x21D2, 0x21D2), (0x2212, 0x2212), (0x221E, 0x221E), (0x2248, 0x2248), (0x2260, 0x2260), (0x2264, 0x2265),
    (0x25A0, 0x25A0), (0x25CB, 0x25CB), (0x25CF, 0x25CF), (0x2605, 0x2605), (0x3001, 0x3003), (0x3005, 0x3005),
    (0x3008, 0x3011), (0x3014, 0x301C), (0x303B, 0x303B),
    (0x309B, 0x309E), (0x30A0, 0x30A0), (0x30FB, 0x30FB), (0x30FD, 0x30FE), (0xFF01, 0xFF01),
    (0xFF04, 0xFF05), (0xFF08, 0xFF09), (0xFF0C, 0xFF0F), (0xFF1A, 0xFF1B), (0xFF1F, 0xFF1F), (0xFF3B, 0xFF3B),
    (0xFF3D, 0xFF3D), (0xFF5B, 0xFF5E), (0xFF61, 0xFF65), (0xFFE5, 0xFFE5),
]

# The tables and the languages that share each: engines distinguish Chinese and Japanese from the rest. The other
# languages are measured too, which proves this.
LANGUAGES = {"general": ["en", "ko", "he", "de", "fr"], "japanese": ["ja"], "chinese": ["zh", "zh-TW"]}

CONTEXTS = "SLNIO"  # start of a word, letter, digit, ideograph, other
FAR = ["/", "é", "漢", "-", "א", "1", "("]


class Kind:
    """A row of the tables: a group or a single character."""

    def __init__(self, name, context, members):
        self.name, self.context, self.members = name, context, members


KINDS = [Kind(name, context, members.split()) for name, context, members in GROUPS] + [
    Kind(f"U+{code:04X}", "O", [chr(code)]) for first, last in RANGES for code in range(first, last + 1)]
INDEX = {member: number for number, kind in enumerate(KINDS) for member in kind.members}


def words(is_first, seed, count):
    """Words as lists of members, the same for every language, so that differences in the answers come from the
    language."""
    chance = random.Random(seed)
    first = {kind.name: kind.members[0] for kind in KINDS}
    a, e, one, han = first["ascii-letter"], first["letter"], first["ascii-digit"], first["han"]
    edges = [("", ""), (a, a), (one, one), (han, han), ("", a), (a, ""), (e, e), (one, a), (a, one), (han, a), (a, han)]
    signs = KINDS[len(GROUPS):]
    for x, y in itertools.product(KINDS, repeat=2):
        around = edges + [(chance.choice(signs).members[0], chance.choice(KINDS).members[0]) for _ in range(2)]
        for before, after in around if is_first else []:
            yield [m for m in (before, x.members[0], y.members[0], after) if m]
    letters = [kind for kind in KINDS if kind.context in "LN"]
    ideographs = [kind for kind in KINDS if kind.context == "I"]
    ascii_signs = [kind for kind in signs if ord(kind.members[0]) < 0x7F]
    groups = KINDS[:len(GROUPS)]
    for _ in range(count if is_first else count // 4):
        style = chance.random()
        pools = ([groups, ascii_signs] if style < 0.35 else [letters, ascii_signs] if style < 0.55
                 else [KINDS, groups] if style < 0.8 else [ideographs, KINDS])
        word = [chance.choice(chance.choice(chance.choice(pools)).members) for _ in range(chance.randint(3, 7))]
        # Firefox looks at whole words, so distant characters may matter.
        if chance.random() < 0.3:
            word.append(chance.choice(FAR))
        yield word


# MARK: Measuring

PAGE = """<!DOCTYPE html><meta charset=utf-8><style>
body{margin:0;%s}
div div{width:0;height:auto}
div{font:16px/40px serif}
:lang(ja),:lang(zh),:lang(ko){font-kerning:none}
</style><div id=room></div><script>
(async () => {
  const room = document.getElementById('room'), range = document.createRange();
  for (;;) {
    const batch = await (await fetch('/next')).json();
    if (!batch) break;
    room.lang = batch.language;
    room.replaceChildren(...batch.texts.map(text => {
      const box = document.createElement('div');
      box.append(text);
      return box;
    }));
    const answer = [...room.children].map(box => {
      const node = box.firstChild;
      let offset = 0, before = -1, bits = '';
      for (const character of node.data) {
        if (character !== ' ') {
          range.setStart(node, offset);
          range.setEnd(node, offset + character.length);
          const rects = range.getClientRects();
          // Beside a line's end an engine may add an empty rectangle on the other line.
          let top = before, widest = -1;
          for (const rect of rects) if (rect.width > widest) { widest = rect.width; top = rect.top; }
          bits += Math.abs(top - before) > 20 ? '1' : '0';
          before = top;
        }
        offset += character.length;
      }
      return bits;
    });
    await fetch('/answer', {method: 'POST', body: JSON.stringify({number: batch.number, answer, agent: navigator.userAgent})});
  }
  room.replaceChildren();
})();
</script>"""


def reset():
    """The rules for text from the style sheet."""
    found = re.search(r"font-synthesis:none;[^}]*font-variant-emoji:normal", SHEET.read_text())
    if not found or "line-break:" not in found[0]:
        sys.exit(f"{SHEET}: the rules for text were not found")
    return " ".join(found[0].split())


WORDS_IN_TEXT, TEXTS_IN_BATCH = 12, 400


def ask(engine, batches):
    """Answers for batches of texts, in order: for each text, the characters that start a line, as bits."""
    answers, done, position = [None] * len(batches), threading.Event(), itertools.count()
    page = (PAGE % reset()).encode()

    class Handler(http.server.BaseHTTPRequestHandler):
        def reply(self, body, kind):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path != "/next":
                return self.reply(page if self.path == "/" else b"", "text/html")
            number = next(position)
            batch = number < len(batches) and {"number": number, "language": batches[number][0], "texts": batches[number][1]}
            self.reply(json.dumps(batch or None).encode(), "application/json")
            if not batch:
                done.set()

        def do_POST(self):
            said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answers[said["number"]] = said["answer"]
            self.reply(b"", "text/plain")
            if said["number"] % 50 == 0:
                print(f"{engine}: {said['number']} of {len(batches)}", file=sys.stderr, flush=True)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with browser(engine, f"http://127.0.0.1:{server.server_address[1]}/") as process:
            while not done.wait(1):
                if process.poll() is not None:
                    sys.exit(f"{engine} has ended")
    finally:
        server.shutdown()
    return answers


@contextlib.contextmanager
def running(command, environment=None, **options):
    process = subprocess.Popen(command, env={**os.environ, **(environment or {})}, start_new_session=True,
                               stdout=options.pop("stdout", subprocess.DEVNULL), stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


FIREFOX_PREFERENCES = {
    "app.update.enabled": False, "browser.aboutwelcome.enabled": False, "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0, "datareporting.policy.dataSubmissionEnabled": False, "dom.max_script_run_time": 0,
    "browser.sessionstore.resume_from_crash": False, "network.captive-portal-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:9/", "termsofuse.bypassNotification": True,
    "toolkit.telemetry.enabled": False,
}


@contextlib.contextmanager
def display():
    """The environment that WebKitGTK needs."""
    with running(["Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "1600x1200x24"],
                 stdout=subprocess.PIPE) as screen:
        environment = {"DISPLAY": ":" + screen.stdout.readline().decode().strip(), "GDK_BACKEND": "x11",
                       "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        if os.geteuid() == 0:
            environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        # Font smoothing as on desktops; the defaults of a virtual display exist nowhere else.
        subprocess.run(["xrdb", "-load", "-"], input=b"Xft.hinting: 1\nXft.hintstyle: hintslight\n",
                       env={**os.environ, **environment}, check=True)
        yield environment


@contextlib.contextmanager
def browser(engine, url):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True, prefix="break-tables-") as folder, contextlib.ExitStack() as stack:
        program = PROGRAMS[engine]()
        if engine == "chromium":
            sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
            yield stack.enter_context(running(
                [program, "--headless=new", f"--user-data-dir={folder}/profile", "--no-first-run", "--disable-gpu",
                 "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
                 "--disable-background-networking", "--disable-component-update", *sandbox, url]))
        elif engine == "firefox":
            pathlib.Path(folder, "user.js").write_text(
                "".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in FIREFOX_PREFERENCES.items()))
            yield stack.enter_context(running(
                [program, "--headless", "--no-remote", "--profile", folder, url],
                {"MOZ_CRASHREPORTER_DISABLE": "1", "MOZ_DISABLE_CONTENT_SANDBOX": "1" if os.geteuid() == 0 else "0"}))
        else:
            environment = {**stack.enter_context(display()), "XDG_DATA_HOME": folder}
            yield stack.enter_context(running([program, url], environment))


def on_path(*names):
    return lambda: next((path for path in map(shutil.which, names) if path), None)


def mini_browser():
    places = (f"{folder}/{api}/MiniBrowser" for api in ("webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0")
              for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/libexec", "/usr/lib"))
    return next((place for place in places if os.access(place, os.X_OK)), None)


PROGRAMS = {"chromium": on_path("chromium", "chromium-browser", "google-chrome"),
            "firefox": on_path("firefox-esr", "firefox"), "webkit": mini_browser}


def version(engine):
    program = PROGRAMS[engine]()
    if not program or engine == "webkit" and not (shutil.which("Xvfb") and shutil.which("xrdb")):
        sys.exit(f"{engine} is not installed; .ci/install-dependencies browsers")
    with display() if engine == "webkit" else contextlib.nullcontext({}) as environment:
        text = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60,
                              env={**os.environ, **environment}).stdout
    return re.search(r"\d+(\.\d+)+", text)[0]


PRODUCTS = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKitGTK"}


# MARK: Evidence

NEVER, ALWAYS = 1, 2


def batches_of(asked, seed):
    """Texts of several words, because text after a space must not look like the start of a text. The order is mixed, so
    that each word has neighbours of all kinds."""
    result = []
    for language, all_words in asked:
        order = list(all_words)
        random.Random(seed).shuffle(order)
        texts = [order[i:i + WORDS_IN_TEXT] for i in range(0, len(order), WORDS_IN_TEXT)]
        for i in range(0, len(texts), TEXTS_IN_BATCH):
            result.append((language, texts[i:i + TEXTS_IN_BATCH]))
    return result


def gather(batches, answers, table_of, evidence):
    """Adds the answers of one engine, for each table, pair of kinds and context."""
    context = [CONTEXTS.index(kind.context) for kind in KINDS]
    for (language, texts), said in zip(batches, answers):
        cells = evidence[table_of[language]]
        for text, bits in zip(texts, said):
            at = 0
            for word in text:
                before, previous = 0, None
                for member in word:
                    kind = INDEX[member]
                    if previous is not None:
                        key = (previous, kind, before)
                        cells[key] = cells.get(key, 0) | (ALWAYS if bits[at] == "1" else NEVER)
                        before = context[previous]
                    previous = kind
                    at += len(member)
            assert at == len(bits), (text, bits)


def verdict(cells, x, y):
    """One sign if all contexts agree; otherwise one for each context except the last, which then counts as disputed."""
    signs = "".join("?-+?"[cells.get((x, y, context), 0)] for context in range(len(CONTEXTS)))
    return signs[0] if len(set(signs)) == 1 or set(signs[:-1]) == {"?"} else signs[:-1]


# MARK: Writing

HEAD = """\
# Where {what} may break{where}, as the browsers answered:
# {versions}
# Written by {command} on {date}; not by hand.
#
# For each two kinds of characters, in their order: - nobody breaks, + everybody breaks, ? they differ. Where it
# depends on what stands before the two, four signs: at a word's start, after a letter, a digit, an ideograph; beyond
# these ? holds. See BreakTable.swift.
"""


def write(table, cells, general, head):
    """`general` is None for the table from which the others differ."""
    lines, names = [], [kind.name for kind in KINDS]
    if general is None:
        lines.append("kinds " + " ".join(names))
    for x, kind in enumerate(KINDS):
        own = [verdict(cells, x, y) for y in range(len(KINDS))]
        if general is None:
            lines.append(f"row {kind.name} " + "".join(sign if len(sign) == 1 else "*" for sign in own))
            changed = [y for y in range(len(KINDS)) if len(own[y]) > 1]
        else:
            changed = [y for y in range(len(KINDS)) if own[y] != verdict(general, x, y)]
        for sign in sorted({own[y] for y in changed}):
            lines.append(f"cells {kind.name} {sign} " + " ".join(names[y] for y in changed if own[y] == sign))
    (TABLES / f"{table}.txt").write_text(HEAD.format(**head) + "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", choices=list(PROGRAMS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", type=int, default=120_000, help="random words for each table")
    parser.add_argument("--keep", help="write the answers to a file")
    parser.add_argument("--from", dest="source", help="read the answers from a file")
    a = parser.parse_args()
    table_of = {language: table for table, languages in LANGUAGES.items() for language in languages}
    asked = [(language, words(language == LANGUAGES[table][0], a.seed, a.random)) for language, table in table_of.items()]
    batches = batches_of(asked, a.seed)
    print(f"{sum(len(t) for _, texts in batches for t in texts)} words in {len(batches)} batches", file=sys.stderr)
    if a.source:
        kept = json.load(open(a.source))
        date, versions, answers = kept["date"], kept["versions"], kept["answers"]
    else:
        engines = a.engine or list(PROGRAMS)
        date = datetime.date.today().isoformat()
        versions, answers = {engine: version(engine) for engine in engines}, {}
        plain = [(language, [" ".join("".join(word) for word in text) for text in texts]) for language, texts in batches]
        threads = [threading.Thread(target=lambda e=engine: answers.update({e: ask(e, plain)})) for engine in engines]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if len(answers) < len(engines):
            sys.exit(1)
        if a.keep:
            json.dump({"date": date, "versions": versions, "answers": answers}, open(a.keep, "w"))
    evidence = {table: {} for table in LANGUAGES}
    for engine in answers:
        gather(batches, answers[engine], table_of, evidence)
    head = {"versions": ", ".join(f"{PRODUCTS[engine]} {versions[engine]}" for engine in versions),
            "command": f"Tests/Tools/browser/break_tables.py --seed {a.seed} --random {a.random}", "date": date,
            "what": "a line", "where": ""}
    TABLES.mkdir(exist_ok=True)
    for table in LANGUAGES:
        is_general = table == "general"
        if not is_general:
            head["where"] = f" in {table.capitalize()}, where it is not as in general.txt"
        write(table, evidence[table], None if is_general else evidence["general"], head)


if __name__ == "__main__":
    main()
