#!/usr/bin/env python3
"""Feeds mutated bytes to the parts of Cardshelf that read foreign bytes, for a fixed time each, under sanitizers.

    fuzz.py PROGRAM [--seconds N] [--target NAME …] [--jobs N] [--work DIR]
    fuzz.py PROGRAM --merge [--target NAME …] [--work DIR]

`make fuzz` builds PROGRAM. Each target starts from seeds: this repository's content, theme and settings, images made
here, and small fonts of the machine. Faults are kept in DIR/found/TARGET, and inputs that reach new code in
DIR/corpus/TARGET, from where the next run continues. Prints a line for each target, and exits with 1 if there were
faults.

With --merge, nothing is fuzzed: the fewest and smallest inputs of DIR/corpus that run the same code are written into
Tests/Fuzzing/Corpus, but no fonts, whose licences differ.
"""
import argparse, concurrent.futures, os, pathlib, re, shutil, struct, subprocess, sys, zlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]

# The maximum size of an input in bytes, the limit of an execution if it is another, and how many inputs are kept at most.
TARGETS = {
    "front-matter": dict(max_len=8192), "layout": dict(max_len=16384), "theme": dict(max_len=16384),
    "image": dict(max_len=16384), "font": dict(max_len=131072), "url": dict(max_len=1024),
    "data": dict(max_len=16384), "page": dict(max_len=16384), "request": dict(max_len=4096), "git": dict(max_len=16384),
    # The first execution makes the fonts of all sites.
    "edits": dict(max_len=64, seconds_of_one=60, kept=8),
}
# Of Tests/Fuzzing/Corpus: of a file and of a folder, in bytes, and of the files of a folder.
CORPUS_FILE = 4096
CORPUS_FOLDER = 40_000
CORPUS_COUNT = 100
SECONDS_OF_ONE = 10
MEGABYTES = 2048

WORDS = {
    "layout": ["---\n", "title: ", "tags: [", "image: ", "**", "__", "~~~", "```", "[](", "![](", "\n> ", "\n- ", "\n1. ",
               "<br>", "&nbsp;", "&#x202E;", "\u200b", "\u00ad", "\u202e", "\u2066", "\u0301", "\u0628", "\u0915", "\u4e00", "\\\n"],
    "front-matter": ["title: ", "subtitle: ", "tags: [a, b]", "image: ", "imageAlt: ", "link: ", "lang: ", "dir: rtl", "weight: ",
                     "date: 2026-01-01", "draft: true", "slug: ", "span: full", "arrangement: flow", "columns: {compact: 1}",
                     "cardWidth: ", "&a ", "*a", "!!str ", "<<: ", "|\n ", ">\n ", "kind: page", "inset: {top: 1}"],
    "url": ["http:", "https://", "mailto:", "javascript:", "data:", "//", "../", "%2e", "%2F", "%00", "#", "?", "\\", "\t", "\n"],
    "image": ["<svg xmlns=\"http://www.w3.org/2000/svg\">", "</svg>", "<script>", "onload=\"", "href=\"", "xlink:href=\"", "<style>",
              "url(", "<!DOCTYPE", "<![CDATA[", "<!ENTITY", "IHDR", "ispe", "ipma", "ipco", "iprp", "pitm", "meta", "ftypavif", "VP8 ",
              "VP8L", "VP8X", "WEBP"],
    "theme": ["colors:", "light:", "dark:", "cards:", "stack: [", "image: {ratio: ", "var(--", "rgb(", "@media", "{{#", "{{/", "{{{",
              "{{>", "{{^", "}}"],
    "page": ["<section", "<ul", "<li", "<article", "id=\"", "class=\"", "style=\"", "<script>", "@container", "min-width:",
             "var(--", "\"pages\":", "\"steps\":"],
    "data": ["title: ", "theme: ", "lang: ", "\"version\":", "\"pages\":", "\"steps\":", "\"cards\":", "cardshelf-manifest 1\n", "cardshelf-origin 1\n", "cardshelf-origin 2\n"],
    "request": ["GET ", "HEAD ", "POST ", "CONNECT ", " HTTP/1.1\r\n", " HTTP/1.0\r\n", "\r\n\r\n", "Host: ", "localhost:4173", "127.0.0.1:4173",
                "[::1]:4173", "shelf.example:4173", "Origin: http://", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: document", "Content-Length: ", "Transfer-Encoding: chunked", "Expect: 100-continue", "Connection: close",
                "Connection: keep-alive", "Upgrade: h2c", "/__cardshelf-0123456789abcdef/", "events", "live.js", "index.html", "%2e", "%2F",
                "%25", "%C3%A9", "e%CC%81", "..", "//", "?", "#", "\\"],
    "git": ["\x1e", "\0", "\t", "100644 blob ", "120000 blob ", "160000 commit ", "040000 tree ", "       - ", "site/", "Content/", "..", "/./",
            " missing\n", " blob ", "--end-of-options\n", "version https://git-lfs.github.com/spec/v1\n", "\u00e9", "9223372036854775807"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=600, help="for each target")
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--merge", action="store_true", help="write Tests/Fuzzing/Corpus")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--work", type=pathlib.Path, default=REPOSITORY / ".build/fuzzing")
    options = parser.parse_args()
    targets = options.target or list(TARGETS)
    if options.merge:
        return any([merge(target, options) for target in targets if target != "font"])
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda target: fuzz(target, options), targets))
    faults = sum(found for found in results)
    print(f"{len(targets)} targets of {options.seconds} s each: {faults or 'no'} findings")
    return 1 if faults else 0


def fuzz(target, options):
    corpus, found, seeds = (options.work / kind / target for kind in ("corpus", "found", "seeds"))
    for folder in (corpus, found, seeds):
        folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[target]()):
        (seeds / str(number)).write_bytes(seed[: TARGETS[target]["max_len"]])
    before = set(found.iterdir())
    command = [
        options.program.resolve(), target, f"-max_total_time={options.seconds}", f"-timeout={TARGETS[target].get('seconds_of_one', SECONDS_OF_ONE)}",
        f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={found}/", "-print_final_stats=1", "-use_value_profile=1",
        f"-max_len={TARGETS[target]['max_len']}",
    ]
    if target in WORDS:
        dictionary = options.work / f"{target}.words"
        lines = ["".join(f"\\x{byte:02X}" for byte in word.encode()) for word in WORDS[target]]
        dictionary.write_text("".join(f'"{line}"\n' for line in lines), encoding="ascii")
        command.append(f"-dict={dictionary}")
    # Swift's runtime keeps what it made once, which a leak detector reports.
    environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:abort_on_error=0", UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1")
    log = options.work / f"{target}.log"
    with log.open("wb") as file:
        code = subprocess.run([*command, corpus, seeds], stdout=file, stderr=file, env=environment).returncode
    text = log.read_text(encoding="utf-8", errors="replace")
    figure = lambda name: (re.findall(rf"stat::{name}:\s+(\d+)", text) or ["?"])[-1]
    coverage = (re.findall(r" cov: (\d+)", text) or ["?"])[-1]
    new = sorted(set(found.iterdir()) - before)
    print(
        f"{target:13} {figure('number_of_executed_units'):>9} executions, {coverage} edges, {figure('peak_rss_mb')} MB, "
        f"{len(new)} found" + (f", exit {code}: see {log}" if code else ""), flush=True)
    for path in new:
        print(f"  {path}", flush=True)
    return max(len(new), 1 if code else 0)


def merge(target, options):
    """Writes inputs of all sizes among those that are needed to run all code that inputs of the corpus run."""
    kept = REPOSITORY / "Tests/Fuzzing/Corpus" / target
    merged = options.work / "merged" / target
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir(parents=True)
    command = [options.program.resolve(), target, "-merge=1", f"-max_len={CORPUS_FILE}", merged, *(
        folder for folder in (kept, options.work / "corpus" / target, options.work / "seeds" / target) if folder.is_dir())]
    log = options.work / f"{target}.merge.log"
    with log.open("wb") as file:
        code = subprocess.run(command, stdout=file, stderr=file, env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0")).returncode
    if code:
        print(f"{target}: -merge=1 ended with {code}: see {log}")
        return code
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    size = count = 0
    paths = sorted(merged.iterdir(), key=lambda path: (path.stat().st_size, path.name))
    for path in paths[:: -(-len(paths) // TARGETS[target].get("kept", CORPUS_COUNT)) or 1]:
        size += path.stat().st_size
        if size > CORPUS_FOLDER:
            break
        # A name of eight digits tells apart what the corpus has.
        shutil.copyfile(path, kept / path.name[:8])
        count += 1
    print(f"{target:13} {count} of {len(paths)} inputs", flush=True)
    return 0


# Seeds


def files(*patterns):
    return lambda: [path.read_bytes() for pattern in patterns for path in sorted(REPOSITORY.glob(pattern))]


def front_matters():
    texts = [text.decode() for text in files("Content/**/*.md")()]
    return [text.split("---\n")[1].encode() for text in texts if text.startswith("---\n")]


def urls():
    plain = ["https://example.org/a?b#c", "mailto:a@example.org", "../planets/saturn.md", "#planets/saturn", "a%20b.svg"]
    hostile = ["javascript:alert(1)", "JaVa\tScript:x", "//host/x", "/etc/passwd", "..%2f..%2fetc/passwd", "data:text/html,x",
               "\\\\host\\x", "https:/x", "a/../../..", "%00", "%"]
    return [text.encode() for text in plain + hostile]


def images():
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    def box(name, data):
        return struct.pack(">I", 8 + len(data)) + name + data

    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 3, 2, 8, 0, 0, 0, 0)) + chunk(b"IEND", b"")
    jpeg = b"\xff\xd8\xff\xe0\x00\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0\x00\x0b\x08\x00\x02\x00\x03\x01\x01\x11\x00\xff\xda"
    gif = b"GIF89a\x03\x00\x02\x00\x00\x00\x00;"
    riff = lambda chunk: b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk
    webp = [
        riff(b"VP8X" + struct.pack("<I", 10) + bytes([0, 0, 0, 0, 2, 0, 0, 1, 0, 0])),
        riff(b"VP8L" + struct.pack("<I", 5) + b"\x2f" + struct.pack("<I", 2 | 1 << 14)),
        riff(b"VP8 " + struct.pack("<I", 10) + b"\x00\x00\x00\x9d\x01\x2a" + struct.pack("<HH", 3, 2)),
    ]
    full = b"\0\0\0\0"
    properties = box(b"ipco", box(b"ispe", full + struct.pack(">II", 3, 2))) + box(b"ipma", full + struct.pack(">IHBB", 1, 1, 1, 1))
    avif = box(b"ftyp", b"avif\0\0\0\0mif1avif") + box(
        b"meta", full + box(b"pitm", full + struct.pack(">H", 1)) + box(b"iprp", properties))
    svg = (
        b'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2">'
        b'<style>.a{fill:url(#b)}</style><defs><linearGradient id="b"/></defs><use href="#a"/>'
        b'<animate attributeName="r" values="1;2"/><a href="#b"><text onclick="x()">T</text></a></svg>')
    return [png, jpeg, gif, avif, svg, *webp, *files("Content/**/*.svg")()]


def fonts():
    known = [path for folder in ("/usr/share/fonts", "/usr/local/share/fonts") for path in pathlib.Path(folder).rglob("*.[ot]t[fc]")]
    small = sorted(path for path in known if path.stat().st_size < TARGETS["font"]["max_len"])
    return [path.read_bytes() for path in small[:: max(1, len(small) // 40)]]


def requests():
    host = "Host: localhost:4173\r\n"
    paths = ["/", "/a/index.html?b=c", "/a/", "/a%20b/100%25.svg", "/%C3%A9.css", "/e%CC%81.css", "/../README.md", "/%2e%2e/README.md", "/page.html",
             "/layout.json", "/__cardshelf-0123456789abcdef/events", "/__cardshelf-0123456789abcdef/live.js", "//evil.example/", "/none.html"]
    texts = [f"GET {path} HTTP/1.1\r\n{host}\r\n" for path in paths] + [
        f"GET / HTTP/1.1\r\nHost: {name}:4173\r\n\r\n" for name in ("127.0.0.1", "[::1]", "a.localhost", "evil.example", "1.1.1.1.", "LOCALHOST")]
    texts += [
        f"HEAD / HTTP/1.0\r\n{host}Connection: keep-alive\r\n\r\nGET /a/ HTTP/1.0\r\n{host}\r\n",
        f"GET / HTTP/1.1\r\n{host}Origin: http://evil.example\r\n\r\n", f"GET / HTTP/1.1\r\n{host}Sec-Fetch-Site: cross-site\r\n\r\n",
        f"GET / HTTP/1.1\r\n{host}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n\r\n",
        f"POST / HTTP/1.1\r\n{host}Content-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n{host}\r\n",
        f"POST / HTTP/1.1\r\n{host}Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        f"POST / HTTP/1.1\r\n{host}Content-Length: 65\r\n\r\n", f"CONNECT / HTTP/1.1\r\n{host}\r\n", "GET /\r\n\r\n"]
    return [text.encode() for text in texts]


def git_answers():
    def answer(listed, name="0a" * 20, before=""):
        lines = [f"{mode} {'commit' if mode == '160000' else 'blob'} {name} {len(content):7}\t{path}\0" for mode, path, content in listed]
        batch = [f"{name} blob {len(content)}\n{content}\n" for mode, path, content in listed if mode.startswith("100")]
        return f"{before}{name}\n\x1e{''.join(lines)}\x1e{''.join(batch)}".encode()

    site = [("100644", "site/cardshelf.yml", "title: A\n"), ("100755", "site/Content/a/b.md", "---\ntitle: B\n---\n")]
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    lost = answer(site).replace(b" blob 9\n", b" missing\n")
    return [answer(site), answer(site, "0b" * 32), answer(site, before="--end-of-options\n"), lost,
            answer([("120000", "site/Content/link", "a"), ("160000", "site/Content/module", ""), ("100644", "site/Content/i.png", pointer)]),
            answer([("100644", "site/Content/é.md", ""), ("100644", "site/Content/é.md", "b")]),
            answer([("100644", "site/../out", "a")]), answer([("100644", "a", ""), ("100644", "a/b", "")])]


def edits():
    return [bytes([site, *(choice * 7 + step * 31 & 255 for step in range(24))]) for site in range(2) for choice in range(8)]


SEEDS = {
    "front-matter": front_matters, "layout": files("Content/**/*.md"), "theme": files("Themes/*/*"), "image": images, "font": fonts,
    "url": urls, "data": files("cardshelf.yml", "Content/**/_index.md", "Output/layout.json", "Output/.cardshelf-manifest", ".cardshelf/outputs/*",
                               "Tests/Golden/layout.json"),
    "page": files("Tests/Golden/*.html", "Tests/Golden/*.css", "Tests/Golden/layout.json"),
    "request": requests, "git": git_answers, "edits": edits,
}

if __name__ == "__main__":
    sys.exit(main())
