#!/usr/bin/env python3
"""Builds sites whose files have hostile names, are not regular files, lead out of the site, or change during the build.

    hostile_tree.py [--seed N] [--short] [PART…]
    hostile_tree.py --prove

Parts, all of them by default:
    names      1,000 names for cards, images, folders and theme files: each becomes a card or appears in a finding
    links      symbolic links, FIFOs, sockets, devices, loops, sparse files, deep and wide folders in every place
    paths      500 paths that lead outside, in every field that contains a path
    races      files that turn into links while a build reads them, and folders while it writes
    serve      requests to `cardshelf serve` for what leads out of a site, and the report of `cardshelf diff`

A secret is outside each site: it must not appear in what is written, printed or served, and no file outside the site is
opened, apart from the system's libraries, fonts and their configuration (ALLOWED below). All output is UTF-8 without
control characters. Nothing takes longer than a few seconds.

Needs python3, strace and cc; devices need root. CARDSHELF names the program (default .build/release/cardshelf). --short
is for CI. --prove shows that a leak, an open file and a lost card are detected. Exits with 1 if there are faults.
"""
import argparse, collections, contextlib, ctypes, http.client, json, os, pathlib, random, re, shutil, signal, socket
import stat, subprocess, sys, tempfile, threading, time, unicodedata

import trial_site
from system_files import READ_BY_BUILDS
from trial_site import PROGRAM

HERE = pathlib.Path(__file__).resolve().parent
# Short enough for the narrowest card: a divided word is not found in a page.
SECRET = b"QZ6f1d"
LONGEST = 20  # seconds

# Where a build may open files. All others must be the site's.
ALLOWED = [
    *READ_BY_BUILDS, "/etc/ld.so.cache", "/etc/ld.so.preload", "/usr/share/texmf/fonts", "/usr/share/texlive/texmf-dist/fonts",
    "/proc/self/maps", "/proc/sys",
]


class Report:
    def __init__(self):
        self.faults, self.start = 0, time.monotonic()

    def fault(self, what, faults):
        for text in faults:
            self.faults += 1
            if self.faults <= 200: print(f"FAULT {what!r}: {text}"[:600].encode("utf-8", "replace").decode(), file=sys.stderr)

    def figure(self, text):
        print(f"{text} ({time.monotonic() - self.start:.0f} s)", flush=True)
        self.start = time.monotonic()


class Place:
    """A site with a secret beside it, and the results of building it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.root = self.folder / "site"
        self.outside = self.folder / "outside"
        self.scratch = self.folder / "scratch"
        self.home = self.folder / "home"
        for place in [self.outside / "shelf", self.scratch, self.home]: place.mkdir(parents=True)
        text = SECRET.decode()
        (self.outside / "secret.md").write_text(f"---\ntitle: {text}\n---\n{text}\n")
        (self.outside / "shelf/secret.md").write_text(f"---\ntitle: {text}\n---\n{text}\n")
        (self.outside / "shelf/_index.md").write_text(f"---\ntitle: {text}\n---\n")
        (self.outside / "secret.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9" viewBox="0 0 16 9"><title>{text}</title></svg>\n')
        (self.outside / "secret.yml").write_text(f"title: {text}\ntheme: trial\n")
        (self.outside / "secret.css").write_text(f".card {{ color: red; }} /* {text} */\n")
        (self.outside / "secret").write_text(text)
        theme = self.outside / "theme"
        trial_site.write_theme(theme)
        (theme / "paint.css").write_text(f"/* {text} */\n")
        self.environment = {
            "PATH": "/usr/bin:/bin", "HOME": str(self.home), "TMPDIR": str(self.scratch), "SECRET": text,
            "FONTCONFIG_FILE": str(trial_site.write_fonts(self.folder / "fonts"))}
        self.untouched = trial_site.tree(self.outside)
        self.fresh()

    def fresh(self):
        """A small valid site."""
        if self.root.is_symlink() or self.root.is_file(): self.root.unlink()
        remove(self.root)
        trial_site.write_site(self.root, {
            "cardshelf.yml": "title: Hostile\nlang: en\ntheme: trial\n", "Content/_index.md": "---\ntitle: Home\n---\n",
            "Content/good/_index.md": "---\ntitle: Good\n---\n",
            "Content/good/card.md": "---\ntitle: Card\nimage: picture.svg\n---\nText.\n",
            "Content/good/other.md": "---\ntitle: Other\n---\nText.\n",
            "Content/good/picture.svg": trial_site.SVG.format("M1 1h2")})

    def kept_back(self):
        """The paths that the program says it keeps back."""
        run = self.build("--kept-back", "--format", "json", command="list")
        return {item["path"].encode() for item in json.loads(run.out)["keptBack"]}

    def build(self, *more, command="build", traced=False, limit=LONGEST):
        """Runs a command, and reports faults that are independent of the site: leaks, control characters, hangs and
        crashes."""
        arguments = [PROGRAM, command, "--root", str(self.root), *more]
        trace = self.folder / "trace"
        if traced:
            arguments = ["strace", "-f", "-y", "-s", "4096", "-o", str(trace), "-e", "trace=open,openat,openat2,creat"] + arguments
        process = subprocess.Popen(
            arguments, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=self.home, start_new_session=True)
        try:
            out, err = process.communicate(timeout=limit * (5 if traced else 1))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return Run(-1, out, err, ["it hangs"])
        faults = []
        if process.returncode not in (0, 1, 2): faults.append(f"exit code {process.returncode}: {err[-300:]!r}")
        faults += noise(out, "standard output") + noise(err, "standard error") + self.leaks()
        for name, text in [("standard output", out), ("standard error", err)]:
            if SECRET in text: faults.append(f"the secret is on {name}: {line_with(SECRET, text)!r}")
        if traced: faults += opened_outside(trace, [self.root, self.scratch, self.folder / "fonts", self.home])
        return Run(process.returncode, out, err, faults)

    def leaks(self):
        faults = []
        for base in [self.root / "Output", self.scratch]:
            for above, _, names in os.walk(os.fsencode(base)):
                for name in names:
                    path = os.path.join(above, name)
                    try:
                        if not stat.S_ISREG(os.lstat(path).st_mode): continue
                        with open(path, "rb") as file: content = file.read()
                    except FileNotFoundError:
                        continue  # swapped away; other moments exist
                    if SECRET in content or b"root:x:0:0" in content: faults.append(f"the secret is in {path!r}")
        faults += [f"outside, {difference}" for difference in trial_site.differences(trial_site.tree(self.outside), self.untouched)]
        return faults


class Run:
    def __init__(self, code, out, err, faults):
        self.code, self.out, self.err, self.faults = code, out, err, faults

    @property
    def findings(self):
        try:
            return json.loads(self.out)["diagnostics"]
        except (ValueError, KeyError):
            return []


def remove(folder):
    """With any content."""
    subprocess.run(["rm", "-rf", "--", str(folder)], check=True)


def line_with(part, text):
    start = text.find(part)
    return text[max(0, start - 100):start + 100]


def noise(text, where):
    """Characters that must not reach a terminal."""
    try:
        decoded = text.decode()
    except UnicodeDecodeError as error:
        return [f"{where} is not UTF-8: {error}"]
    found = {character for character in decoded if unicodedata.category(character) == "Cc" and character != "\n"}
    found |= {character for character in decoded if character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u2028\u2029"}
    return [f"{where} holds {sorted(map(ascii, found))}"] if found else []


def opened_outside(trace, places):
    """Files that were opened, according to strace's paths of descriptors."""
    faults = set()
    for line in trace.read_text(errors="replace").splitlines():
        found = re.search(r"= \d+<(.*)>$", line)
        if not found: continue
        path = found[1].removesuffix(" (deleted)").removesuffix("(deleted)")
        # Its own; a process that starts another lists there the descriptors that it must close.
        if re.fullmatch(r"/proc/\d+/(stat|maps|cgroup|fd)", path): continue
        # Folders above the site, by themselves: each is checked to find out whether the output is inside the site.
        if "O_DIRECTORY" in line and any(str(place).startswith(path.rstrip("/") + "/") for place in places): continue
        allowed = [*ALLOWED, *map(str, places), *LOADED]
        if not any(path == place or path.startswith(place + "/") for place in allowed): faults.add(f"it opens {path}")
    return sorted(faults)


# Libraries and faces may be elsewhere; the system knows where.
LOADED = [PROGRAM, str(pathlib.Path(PROGRAM).parent)]


# --- Names

SPECIAL = [
    "line\nbreak", "tab\there", "esc\x1b[31mred", "\x1b]0;title\x07", "bell\x07", "del\x7f", "c1\x85", "-rf", "--help", "-", "--",
    "rtl\u202egpj", "isolate\u2066x", "bom\ufeff", "zero\u200bwidth", "nbsp\u00a0x", "line\u2028sep", "CON", "NUL", "aux", "com1",
    "dot.", "dots..", "space ", " space", "..x", "...", "a..b", "%2e%2e", "%2f", "%00", "a%20b", "back\\slash", "..\\..\\x", "quote\"",
    "single'", "<script>alert(1)</script>", "a>b", "a|b", "a*b", "a?b", "a:b", "a;b", "a&b", "a&amp;b", "$(id)", "`id`", "${HOME}",
    "a#b", "a b", "{{title}}", "]]>", "<!--", "-->", "\u00e9", "e\u0301", "\u1e69", "s\u0323\u0307", "s\u0307\u0323", "\u212b", "\u00c5", "A\u030a",
    "Moon", "moon", "MOON", "m\u043eon", "\u0131", "I", "i", "\u0130", "\u00df", "ss", "SS", "\ufb01", "fi", "\U0001f468\u200d\U0001f680", "\U0001f600",
    "\u0627\u0644", "\u05d0", "\u4e00", "\u0e01", "\ue000", "\U0010ffff", "\ufffd", "\ufffe", "\u0378", "con\u0301", "x" * 240, "\u4e00" * 80,
    "_index2", "index", "index.html", "layout.json", "assets", "compare", ".hidden", ".cardshelf-staging", "cardshelf.yml", "~", "a~", "a.md",
    "a.svg", "title", "0", "00", "-1", "1e308", "null", "true", "\u0301", "\u200d", "a\u0300\u0301\u0302\u0303", "@", "a@b", "a=b", "a,b", "a+b", "(a)", "[a]", "{a}",
]


def hostile_names(count, chance):
    """File names without extension, as bytes: special ones first, then random bytes."""
    names = [name.encode() for name in SPECIAL]
    names += [b"\xff", b"\xc3", b"caf\xe9", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"a\x80b", b"\xe2\x80", b"y" * 251]
    seen = set(names)
    while len(names) < count:
        length = chance.choice([1, 2, 3, 8, 20, 60, 200])
        kind = chance.randrange(4)
        if kind == 0: name = bytes(chance.choice([byte for byte in range(1, 256) if byte != 47]) for _ in range(length))
        elif kind == 1: name = bytes(chance.choice(range(0x21, 0x7f)) for _ in range(length)).replace(b"/", b"_")
        elif kind == 2: name = "".join(chr(chance.choice([*range(0xa1, 0x250), *range(0x300, 0x370), *range(0x400, 0x500)])) for _ in range(length // 2 + 1)).encode()
        else: name = bytes(chance.choice(b"abcdefghijklmnopqrstuvwxyz0123456789-") for _ in range(length))
        name = name[:251]
        if name in seen or name in (b".", b".."): continue
        seen.add(name)
        names.append(name)
    return names


def shown(path):
    """A path as findings show it: if it is not UTF-8, bytes that are not printable ASCII are written as \\xE9."""
    folder, _, name = path.rpartition(b"/")
    try:
        return path.decode()
    except UnicodeDecodeError:
        escaped = "".join(chr(byte) if 0x20 <= byte < 0x7f else f"\\x{byte:02X}" for byte in name)
        return folder.decode(errors="replace") + "/" + escaped


def files_in(root, below):
    found = []
    for above, _, names in os.walk(os.fsencode(root / below)):
        for name in names: found.append(os.path.relpath(os.path.join(above, name), os.fsencode(root)))
    return found


def sources_in_layout(output):
    """The laid-out cards, by their files."""
    found = collections.Counter()
    for file in [output / "layout.json", *(output / "layout").rglob("*.json")]:
        if not file.exists(): continue
        document = json.loads(file.read_text())
        # A large site has one file per page.
        for page in document.get("pages", [document]):
            for shelf in page.get("shelves", []):
                ids = {card["source"] for card in shelf["cards"]}
                for source in ids: found[source] += 1
    return found


def names(place, report, options, chance):
    place.fresh()
    content = os.fsencode(place.root / "Content")
    hostile = hostile_names(options.names, chance)
    made = collections.Counter()

    def write(path, text, kind):
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file: file.write(text)
            made[kind] += 1
            return True
        except OSError:
            return False

    # Every name is that of a card, and in turn of an image, a shelf, a page or a theme file.
    for number, name in enumerate(hostile):
        shelf = b"s%02d" % (number % 10)
        title = b"---\ntitle: Card %d\n" % number
        turn = number % 4
        image = b""
        if turn == 0 and write(os.path.join(content, shelf, name[:251] + b".svg"), trial_site.SVG.format(f"M1 1h{number}").encode(), "images"):
            with contextlib.suppress(UnicodeDecodeError): image = b"image: " + json.dumps(name.decode() + ".svg", ensure_ascii=False).encode() + b"\n"
        write(os.path.join(content, shelf, name + b".md"), title + image + b"---\nText %d.\n" % number, "cards")
        if turn == 1: write(os.path.join(content, name, b"card.md"), title + b"---\nIn a folder.\n", "cards in folders")
        if turn == 2: write(os.path.join(content, name, b"_index.md"), b"---\nkind: page\n---\n", "pages") and write(
            os.path.join(content, name, b"shelf", b"card.md"), title + b"---\nOn a page.\n", "cards on pages")
        if turn == 3: write(os.fsencode(place.root / "Themes/trial") + b"/" + name, b"theme", "theme files")
    total = files_in(place.root, "Content")
    lost, rounds, findings = [], 0, 0
    accounted = set()
    while True:
        rounds += 1
        run = place.build("--format", "json", traced=rounds == 1)
        report.fault("names", run.faults)
        text = place.build()
        report.fault("names, as text", text.faults)
        if run.code == 0: break
        errors = [finding for finding in run.findings if finding["severity"] == "error"]
        named = {finding["path"] for finding in errors}
        findings += len(errors)
        gone = 0
        for path in files_in(place.root, "Content") + files_in(place.root, "Themes"):
            steps = path.split(b"/")
            if any(shown(b"/".join(steps[:length])) in named for length in range(2, len(steps) + 1)):
                os.unlink(os.path.join(os.fsencode(place.root), path))
                accounted.add(path)
                gone += 1
        for above, folders, _ in os.walk(os.fsencode(place.root / "Content"), topdown=False):
            for folder in folders:
                with contextlib.suppress(OSError): os.rmdir(os.path.join(above, folder))
        if not gone:
            report.fault("names", [f"findings that name no file: {[tuple(map(one.get, ('path', 'message'))) for one in errors[:5]]}"])
            return
        if rounds > 20:
            report.fault("names", ["findings without end"])
            return
    laid_out = sources_in_layout(place.root / "Output")
    rest = [path for path in files_in(place.root, "Content") if path.endswith(b".md") and not path.endswith(b"/_index.md")]
    hidden = [path for path in rest if any(step.startswith(b".") for step in path.split(b"/"))]
    # What is kept back by its name is named by a command of its own, with the folder around it or without.
    kept = place.kept_back()
    lost += [f"{path!r} is kept back" for path in kept if not os.path.basename(path).startswith(b"_")]
    kept_files = [path for path in rest
                  if any(path[:end] in kept for end in range(len(path) + 1) if path[end : end + 1] in (b"/", b""))]
    hidden += kept_files
    for path in set(rest) - set(hidden):
        if laid_out[path.decode()] != 1: lost.append(f"{path!r} is on no page and in no finding ({laid_out[path.decode()]})")
    for path, count in laid_out.items():
        if count and path.encode() not in rest: lost.append(f"{path!r} is laid out, but is no file")
    if len(accounted & set(total)) + len(rest) + sum(not path.endswith(b".md") or path.endswith(b"/_index.md") for path in files_in(place.root, "Content")) != len(total):
        lost.append("the sums do not agree")
    shown_images = len(list((place.root / "Output/images").iterdir()))
    # Each was made with its own bytes, and each card that shows one is present.
    wanted = set()
    for path in rest:
        found = re.search(rb"^image: (.*)$", open(os.path.join(os.fsencode(place.root), path), "rb").read(), re.M)
        if found and path not in hidden: wanted.add(os.path.dirname(path) + b"/" + (json.loads(found[1]) if found[1].startswith(b'"') else found[1].decode()).encode())
    if shown_images != len(wanted): lost.append(f"{shown_images} images are published, {len(wanted)} are shown by cards")
    report.fault("names", lost)
    report.figure(
        f"{len(hostile)} names, {len(total)} files in Content ({', '.join(f'{count} {kind}' for kind, count in made.items())}): "
        f"{len(accounted & set(total))} in {findings} findings, {len(rest) - len(hidden)} cards laid out, "
        f"{len(hidden) - len(kept_files)} with a dot in front left out, {len(kept_files)} with an underscore kept back; {len(lost)} lost")


# --- Links and entries that are not files

def links(place, report, options, chance):
    counts = collections.Counter()
    outside = place.outside
    turn = chance.randrange(5)

    def attempt(what, damage, code, expected=None):
        """One entry in an otherwise valid site: it is named in a finding, or is harmless."""
        nonlocal turn
        turn += 1
        if options.short and turn % 5 != 0 and not what.endswith("in a folder"): return
        place.fresh()
        try:
            damage(place.root)
        except (OSError, NotImplementedError) as error:
            counts["could not be made here"] += 1
            print(f"left out: {what} ({error})")
            return
        run = place.build("--format", "json", traced=True)
        faults = list(run.faults)
        told = [(finding["path"], finding["message"]) for finding in run.findings]
        if run.code not in code: faults.append(f"exit code {run.code}: {run.err[-200:]!r} {told[:4]}")
        if expected and not any(expected in path or expected in message for path, message in told):
            faults.append(f"{expected} is in no finding: {told[:4]}")
        counts["built" if run.code == 0 else "refused"] += 1
        report.fault(what, faults + place.build().faults)

    def special(kind):
        def make(path):
            if path.exists() or path.is_symlink(): remove(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            if kind == "FIFO": os.mkfifo(path)
            elif kind == "socket":
                here = os.getcwd()
                server = socket.socket(socket.AF_UNIX)
                os.chdir(path.parent)
                try: server.bind(path.name)
                finally: os.chdir(here)
                server.close()
            elif kind == "character device": os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))
            elif kind == "block device": os.mknod(path, 0o666 | stat.S_IFBLK, os.makedev(7, 0))
            elif kind == "sparse file":
                with open(path, "wb") as file: file.truncate(1 << 40)
            elif kind == "folder": path.mkdir()
            else: path.symlink_to(kind.removeprefix("link to "))
        return make

    up = "../../../outside"
    targets = {
        "card.md": [f"{up}/secret.md", str(outside / "secret.md"), "card.md", "other.md", "/dev/zero", "/dev/stdin", "/proc/self/environ",
                    "/proc/self/fd/0", "/proc/self/root/etc/passwd", "/etc/passwd", "nowhere", "../..", ".", "/"],
        "picture.svg": [f"{up}/secret.svg", str(outside / "secret.svg"), "picture.svg", "/dev/zero", "/proc/self/environ", "../card.md"],
        "_index.md": [f"{up}/shelf/_index.md", "/etc/passwd", "/dev/zero", "_index.md"],
    }
    kinds = ["FIFO", "socket", "character device", "block device", "sparse file", "folder"]
    for name, wanted in targets.items():
        for kind in kinds + [f"link to {target}" for target in wanted]:
            attempt(f"Content/good/{name} is a {kind}", lambda root: special(kind)(root / "Content/good" / name), (1, 2), name)
    folders = {
        "Content/good": [f"../../outside/shelf", str(outside / "shelf"), "..", ".", "good", "/", "/proc/self/cwd", "/proc/self/fd", "../Themes"],
        "Content/more": [f"../../outside/shelf", "..", "good", "/etc"],
        "Content": ["../outside", "/etc", "Themes", "."],
        "Themes/trial": ["../../outside/theme", "..", "/etc"],
        "Themes": ["../outside", "/"],
    }
    for name, wanted in folders.items():
        for kind in ["FIFO", "socket", "character device"] + [f"link to {target}" for target in wanted]:
            attempt(f"{name} is a {kind}", lambda root: special(kind)(root / name), (1, 2))
    for name, target in [("cardshelf.yml", "../outside/secret.yml"), ("Themes/trial/theme.yml", f"{up}/theme/theme.yml"),
                         ("Themes/trial/paint.css", f"{up}/secret.css"), ("Themes/trial/page.mustache", f"{up}/theme/page.mustache"),
                         ("Themes/trial/face.ttf", str(place.folder / "fonts/faces")), ("Themes/trial/fonts", str(outside)),
                         ("Themes/trial/face.woff2", f"{up}/secret")]:
        for kind in kinds[:5] + [f"link to {target}", "link to /dev/zero", "link to /proc/self/environ"]:
            # A folder or a large file in a theme is not a fault by itself.
            codes = (1, 2) if kind.startswith("link") or kind in ("FIFO", "socket", "character device", "block device") else (0, 1, 2)
            attempt(f"{name} is a {kind}", lambda root: special(kind)(root / name), codes)

    def deep(levels, inner):
        def make(root):
            here = os.getcwd()
            os.chdir(root / "Content")
            try:
                for _ in range(levels):
                    os.mkdir("deeper")
                    os.chdir("deeper")
                pathlib.Path(inner).write_text("---\ntitle: Deep\n---\nDown.\n")
            finally:
                os.chdir(here)
        return make

    attempt("a card 200 folders down", deep(200, "card.md"), (1, 2), "deeper")
    attempt("a card 2,000 folders down", deep(2000, "card.md"), (1, 2), "deeper")

    def wide(root):
        for number in range(10_000 if not options.short else 1000):
            (root / f"Content/good/wide{number:05}.md").write_text(f"---\ntitle: Wide {number}\n---\n")

    attempt("10,000 cards in a folder", wide, (0,))
    laid_out = sources_in_layout(place.root / "Output")
    missing = [path for path in files_in(place.root, "Content") if not path.endswith((b"_index.md", b".svg")) and laid_out[path.decode()] != 1]
    report.fault("10,000 cards in a folder", [f"{len(missing)} are lost"] if missing else [])

    def hard_link(root): os.link(root / "Content/good/card.md", root / "Content/good/again.md")

    attempt("a hard link", hard_link, (0,))
    # The place of the output.
    for name, target in [("Output/good", str(outside)), ("Output/index.html", str(outside / "secret")),
                         ("Output/assets", "../../outside"), ("Output/.cardshelf-staging", str(outside)),
                         ("Output/.cardshelf-manifest", str(outside / "secret")), ("Output/.cardshelf.lock", str(outside / "secret")),
                         ("Output/layout.json", "/dev/zero"), ("Output/fonts", "..")]:
        attempt(f"{name} is a link to {target}", lambda root: (root / "Output").mkdir() or special(f"link to {target}")(root / name), (0, 1, 2))
    for kind in ["FIFO", "socket", "character device", "folder"]:
        for name in ["index.html", ".cardshelf-manifest", ".cardshelf.lock", ".cardshelf-staging", "assets"]:
            attempt(f"Output/{name} is a {kind}", lambda root: (root / "Output").mkdir() or special(kind)(root / "Output" / name), (0, 1, 2))
    # The place of the records.
    def state(name, kind):
        def make(root):
            (root / ".cardshelf").mkdir()
            (root / ".cardshelf/.gitignore").write_text("*\n")
            target = root / name
            if name == ".cardshelf": shutil.rmtree(target)
            else: target.unlink(missing_ok=True)
            special(kind)(target)
        return make

    for name in [".cardshelf", ".cardshelf/.gitignore", ".cardshelf/outputs"]:
        for kind in [f"link to {outside}", f"link to {outside / 'secret'}", "FIFO", "socket", "character device", "folder"]:
            attempt(f"{name} is a {kind}", state(name, kind), (0,))
    report.figure("links and what is no file: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))


# --- Paths in fields

def leading_out(place):
    """Paths that try to lead outside, in many spellings."""
    ups = ["..", "%2e%2e", "%2E%2E", ".%2e", "%252e%252e", "..%00", "..\\", "%c0%ae%c0%ae", "\u2025", "\uff0e\uff0e", ". .", ".../...", "..;", "....", "..%0a"]
    slashes = ["/", "//", "%2f", "%2F", "\\", "%5c", "%252f", "%c0%af", "\u2215", "\uff0f"]
    files = ["outside/secret.svg", "outside/secret.md", "etc/passwd", "outside/secret"]
    found = []
    for up in ups:
        for slash in slashes:
            for depth in [1, 3, 8]:
                found.append(slash.join([up] * depth) + slash + files[len(found) % len(files)].replace("/", slash))
    absolute = [str(place.outside / "secret.svg"), "/etc/passwd", "//etc/passwd", "///etc/passwd", "file:///etc/passwd", "file:/etc/passwd",
                "FILE:///etc/passwd", "file://localhost/etc/passwd", "\\\\host\\share", "C:\\boot.ini", "c:/boot.ini", "/proc/self/environ", "/dev/zero",
                "~/.ssh/id_rsa", "~root/x", "$HOME/x", "javascript:alert(1)", "data:text/plain,x", "jar:file:///x!/y", "\\\\?\\C:\\x", "///", "/", "//", "\\",
                ".", "./", "..", "../", "../..", "./..", "./../..", "a/..", "a/../..", "a/../../../..", "good/../../..", "%00", "a%00.svg", "a\u0000.svg",
                "picture.svg/..", "picture.svg/../../../../etc/passwd", "picture.svg%00.md", "picture.svg/", "./picture.svg/.", "Content/../../x",
                "_index.md", "../_index.md", "../../cardshelf.yml", "../../Themes/trial/theme.yml", "../../Output/index.html", "\u202e/../x", " ../x", "../x ",
                "..\t/x", "\n../x", "?../x", "#../x", "?", "#", "%", "%%", "%2", "%zz", "." * 300, "../" * 300 + "etc/passwd", "a/" * 2000, "x" * 70000]
    return (absolute + found)[:500]


def quoted(text):
    """As a YAML string in double quotes; NUL has an escape there too."""
    return json.dumps(text).replace("\u007f", "\\x7f")


def paths(place, report, options, chance):
    strings = leading_out(place)
    if options.short: strings = strings[chance.randrange(10)::10]
    total = 0
    escape = lambda text: "".join("\\" + character if character in "\\<>()" else character for character in text.replace("\n", " ").replace("\0", ""))
    fields = {
        "image": lambda text: f"---\ntitle: T\nimage: {quoted(text)}\n---\nText.\n",
        "link": lambda text: f"---\ntitle: T\nlink: {quoted(text)}\n---\nText.\n",
        "slug": lambda text: f"---\ntitle: T\nslug: {quoted(text)}\n---\nText.\n",
        "lang": lambda text: f"---\ntitle: T\nlang: {quoted(text)}\n---\nText.\n",
        "image in the text": lambda text: f"---\ntitle: T\n---\n![alt](<{escape(text)}>)\n",
        "link in the text": lambda text: f"---\ntitle: T\n---\n[text](<{escape(text)}>)\n",
    }
    outcomes = collections.Counter()
    for field, card in fields.items():
        place.fresh()
        for number, text in enumerate(strings): (place.root / f"Content/good/t{number:03}.md").write_text(card(text))
        rounds = 0
        while rounds < 4:
            rounds += 1
            run = place.build("--format", "json", traced=True)
            report.fault(f"{field}", run.faults)
            if run.code == 0: break
            named = {finding["path"] for finding in run.findings if finding["severity"] == "error"}
            for path in named:
                if not (place.root / path).is_file():
                    report.fault(field, [f"a finding names {path}"])
                    continue
                (place.root / path).unlink()
                outcomes["refused"] += 1
        if run.code != 0: report.fault(field, [f"does not come to an end: {run.err[-200:]!r}"])
        kept = sorted((place.root / "Content/good").glob("t*.md"))
        outcomes["harmless"] += len(kept)
        laid_out = sources_in_layout(place.root / "Output")
        report.fault(field, [f"{path.name} is lost" for path in kept if laid_out[str(path.relative_to(place.root))] != 1])
        # The remaining links do not lead outside, according to the pages themselves.
        page = (place.root / "Output/index.html").read_text()
        for address in re.findall(r'(?:href|src)="([^"]*)"', page):
            resolved = (place.root / "Output" / address.split("#")[0].split("?")[0]).resolve()
            isElsewhere = re.match(r"(?:https?:|mailto:|#)", address)
            if not isElsewhere and not str(resolved).startswith(str(place.root / "Output")):
                report.fault(field, [f"the page names {address!r}"])
            if re.match(r"(?i)[a-z][a-z0-9+.-]*:", address) and not isElsewhere: report.fault(field, [f"the page names {address!r}"])
        total += len(strings)
    # The settings, the theme and the index: one build for each.
    some = strings if not options.short else strings[::8]
    for field in ["theme", "shelves", "baseURL"]:
        for number, text in enumerate(some):
            place.fresh()
            if field == "theme": (place.root / "cardshelf.yml").write_text(f"title: T\ntheme: {quoted(text)}\n")
            elif field == "baseURL": (place.root / "cardshelf.yml").write_text(f"title: T\ntheme: trial\nbaseURL: {quoted(text)}\n")
            else: (place.root / "Content/_index.md").write_text(f"---\ntitle: T\nshelves: [{quoted(text)}, good]\n---\n")
            run = place.build("--format", "json", traced=number % 10 == 0)
            report.fault(f"{field}: {text[:60]!r}", run.faults)
            if run.code == 0 and field == "theme": report.fault(f"{field}: {text[:60]!r}", ["it is taken"])
            if run.code != 0 and not run.findings: report.fault(f"{field}: {text[:60]!r}", ["nothing is said"])
            outcomes["refused" if run.code else "harmless"] += 1
            total += 1
    place.fresh()
    theme = place.root / "Themes/trial/theme.yml"
    theme.write_text(theme.read_text().replace("text: [Noto Sans]", "text: [" + ", ".join(map(quoted, strings)) + "]"))
    run = place.build("--format", "json", traced=True)
    report.fault("fonts", run.faults)
    if run.code == 0: report.fault("fonts", ["they are taken"])
    outcomes["refused"] += len(strings)
    report.figure(f"{total + len(strings)} paths in {len(fields) + 4} fields: " + ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items()))


# --- Races

LIBC = ctypes.CDLL(None, use_errno=True)
AT_FDCWD, RENAME_EXCHANGE = -100, 2


def exchange(a, b):
    if LIBC.renameat2(AT_FDCWD, os.fsencode(a), AT_FDCWD, os.fsencode(b), RENAME_EXCHANGE) != 0:
        raise OSError(ctypes.get_errno(), "renameat2")


def races(place, report, options, chance):
    swaps, builds = 0, collections.Counter()
    content = place.root / "Content"
    # What is swapped, and with what.
    pairs = {
        "Content/good/card.md": "link:" + str(place.outside / "secret.md"), "Content/good/picture.svg": "link:" + str(place.outside / "secret.svg"),
        "Content/good": "link:" + str(place.outside / "shelf"), "Content/good/_index.md": "link:" + str(place.outside / "shelf/_index.md"),
        "Content": "link:" + str(place.outside), "cardshelf.yml": "link:" + str(place.outside / "secret.yml"),
        "Themes/trial/paint.css": "link:" + str(place.outside / "theme/paint.css"), "Themes/trial": "link:" + str(place.outside / "theme"),
        "Content/good/other.md": "fifo", "Output/assets": "link:" + str(place.outside), "Output": "folder",
    }
    wanted = 10_000 if not options.short else 200
    for name, kind in pairs.items():
        place.fresh()
        place.build()
        beside = place.folder / "beside"
        if beside.is_symlink() or beside.is_file() or beside.is_fifo(): beside.unlink()
        remove(beside)
        if kind == "fifo": os.mkfifo(beside)
        elif kind == "folder": beside.mkdir()
        else: beside.symlink_to(kind.removeprefix("link:"))
        stopped, count = threading.Event(), [0]

        def swap():
            pauses = random.Random(options.seed)
            while not stopped.is_set():
                exchange(place.root / name, beside)
                count[0] += 1
                # At all speeds, from one swap per call to one per stage.
                time.sleep(pauses.choice([0, 0, 0.0001, 0.001, 0.004]))

        swapper = threading.Thread(target=swap)
        swapper.start()
        try:
            while count[0] < wanted // len(pairs) + 1:
                run = place.build()
                report.fault(f"{name} turns into a {kind.split(':')[0]}", run.faults)
                builds[run.code] += 1
        finally:
            stopped.set()
            swapper.join()
        swaps += count[0]
        if beside.is_symlink() or not beside.exists() or beside.is_file() or beside.is_fifo(): beside.unlink(missing_ok=True)
        remove(beside)
    report.figure(f"{swaps} swaps during {sum(builds.values())} builds (exit codes {dict(sorted(builds.items()))})")
    exact(place, report, options)


def exact(place, report, options):
    """The same swap before each call of a build that accesses a file."""
    library = place.folder / "faulty_calls.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, HERE / "faulty_calls.c", "-ldl"], check=True)
    count = 0
    plain = place.environment
    for name, target in [("Content/good/card.md", "secret.md"), ("Content/good", "shelf"), ("Content/good/picture.svg", "secret.svg"),
                         ("Themes/trial", "theme")]:
        at = 0
        while True:
            at += 60 if options.short else 1
            place.fresh()
            path = place.root / name
            place.environment = {
                **plain, "LD_PRELOAD": str(library), "FAULT_KIND": "any", "FAULT_AT": str(at), "FAULT_ERROR": "swap",
                "FAULT_TALLY": str(place.folder / "tally"), "FAULT_COMMAND": f"rm -rf {path} && ln -s {place.outside / target} {path}"}
            (place.folder / "tally").unlink(missing_ok=True)
            run = place.build("--jobs", "1")
            place.environment = plain
            if int.from_bytes((place.folder / "tally").read_bytes()[8:16], "little") == 0: break
            count += 1
            report.fault(f"{name} turns into a link before call {at}", run.faults)
            if not path.is_symlink(): report.fault(f"{name}, call {at}", ["nothing was swapped"])
            if at > 3000: break
    report.figure(f"{count} builds with one swap, before each call in turn")


# --- Serving and reporting

@contextlib.contextmanager
def served(place):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = open(place.folder / "serve.log", "wb")
    process = subprocess.Popen(
        [PROGRAM, "serve", "--root", str(place.root), "--port", str(port)], env=place.environment, stdout=subprocess.PIPE, stderr=log)
    try:
        process.stdout.readline()
        yield port
    finally:
        process.terminate()
        process.wait(10)
        log.close()


def serve(place, report, options, chance):
    asked = 0
    strings = leading_out(place)
    for damage in ["nothing", "links"]:
        place.fresh()
        place.build()
        if damage == "links":
            for name, target in [("out.md", "secret.md"), ("out.svg", "secret.svg"), ("folder", "shelf")]:
                (place.root / "Content/good" / name).symlink_to(place.outside / target)
            (place.root / "Output/out").symlink_to(place.outside)
            (place.root / "Content/good/card.md").write_text("---\ntitle: Card\nimage: out.svg\n---\n![](out.svg) [x](out.md)\n")
        with served(place) as port:
            asks = ["/", "/index.html", "/compare/index.html", "/out/secret", "/good/out.md", "/Content/good/out.md", "/images/out.svg"]
            asks += ["/" + text for text in strings if text.isascii() and text.isprintable() and " " not in text and len(text) < 4000]
            for path in asks[:40] if options.short else asks:
                with contextlib.suppress(http.client.HTTPException, ConnectionError):
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                    connection.putrequest("GET", path, skip_host=False)
                    connection.endheaders()
                    answer = connection.getresponse()
                    body = answer.read()
                    asked += 1
                    if SECRET in body or b"root:x:0:0" in body: report.fault(f"GET {path}", [f"the secret is served: {line_with(SECRET, body)!r}"])
                    connection.close()
        log = (place.folder / "serve.log").read_bytes()
        if SECRET in log: report.fault("serve", ["the secret is in its messages"])
        report.fault("serve", noise(log, "standard error"))
        report.fault("serve", place.leaks())
        before = place.folder / "before"
        remove(before)
        shutil.copytree(place.root / "Output", before, symlinks=True)
        picture = place.folder / "report"
        for more in [[], ["--report", str(picture)]]:
            run = place.build("--against-folder", str(before), *more, command="diff")
            report.fault(f"diff {' '.join(more)}", run.faults)
            if any(SECRET in file.read_bytes() for file in picture.rglob("*") if file.is_file()): report.fault("diff", ["the secret is in the report"])
        remove(before)
    report.figure(f"{asked} requests and 4 comparisons")


# --- Proof

def prove(place, options):
    missed = []
    place.fresh()
    if place.build(traced=True).faults: missed.append("a plain site has faults")
    (place.root / "Content/good/card.md").write_bytes((place.outside / "secret.md").read_bytes())
    run = place.build("--format", "json")
    if not any("secret is in" in fault for fault in run.faults): missed.append("a secret on a page")
    place.fresh()
    (place.root / "Content/good/card.md").write_bytes(b"---\ntitle: Card\n" + SECRET + b": 1\n---\n")
    if not any("standard error" in fault for fault in place.build().faults): missed.append("a secret in a finding")
    place.fresh()
    trace = place.folder / "trace"
    subprocess.run(["strace", "-f", "-y", "-o", trace, "-e", "trace=open,openat,openat2,creat", "cat", place.outside / "secret"], stdout=subprocess.DEVNULL)
    if not opened_outside(trace, [place.root]): missed.append("a file outside that is opened")
    for text in [b"\x1b[31m", b"\xff", b"a\rb", "\u202e".encode(), b"\x85".decode("latin1").encode()]:
        if not noise(text, "text"): missed.append(f"{text!r} on a terminal")
    with open(place.outside / "secret", "a") as file: file.write("!")
    if not place.leaks(): missed.append("a file outside that is changed")
    with open(place.outside / "secret", "w") as file: file.write(SECRET.decode())
    for name in missed: print(f"not found: {name}", file=sys.stderr)
    print(f"9 leaks: {len(missed)} not found")
    return 1 if missed else 0


PARTS = {"names": names, "links": links, "paths": paths, "races": races, "serve": serve}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--prove", action="store_true")
    options = parser.parse_args()
    if unknown := [part for part in options.parts if part not in PARTS]: parser.error(f"there is no part called {unknown[0]}")
    if not os.access(PROGRAM, os.X_OK): parser.error(f"no program {PROGRAM}; build it, or name it with CARDSHELF")
    options.names = 1000 if not options.short else 300
    options.seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    chance = random.Random(options.seed)
    report = Report()
    folder = tempfile.mkdtemp(prefix="cardshelf-hostile-")
    try:
        place = Place(os.path.realpath(folder))
        if options.prove: return prove(place, options)
        for part in options.parts or PARTS: PARTS[part](place, report, options, chance)
    finally:
        remove(folder)
    print(f"{report.faults} faults (seed {options.seed})")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
